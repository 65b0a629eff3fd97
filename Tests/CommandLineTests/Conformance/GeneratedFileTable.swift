extension FileExpectation {
  /// What `generate.sh` of `shared/media` makes.
  static let generated = rows(
    #"""
    alpha.apng: 320x180, 75 from 0 to 2960
    alpha_ffv1.mkv: 320x180, 75 from 0 to 2960
    alpha_png.mov: 320x180, 75 from 0 to 2960
    alpha_prores4444.mov: 320x180, 75 from 0 to 2960
    alpha_qtrle.mov: 320x180, 75 from 0 to 2960
    alpha_vp9.webm: 320x180, 75 from 0 to 2960
    aud_51_tones.ac3: sound 0 to 4000
    aud_51_tones.m4a: sound 0 to 4011
    aud_51_tones.wav: sound 0 to 4000
    aud_beep.flac: sound 0 to 10000
    aud_beep.ogg: sound 0 to 10000
    aud_beep.opus: sound 0 to 10000
    aud_beep_22050_mono.wav: sound 0 to 5000
    aud_beep_44100.aac: sound 0 to 10031
    aud_beep_44100.m4a: sound 0 to 10008
    aud_beep_44100.mp3: sound 0 to 10000
    aud_beep_44100_mono.wav: sound 0 to 5000
    aud_beep_8000_mono.wav: sound 0 to 5000
    aud_beep_96000_mono.wav: sound 0 to 5000
    aud_beep_noxing.mp3: sound 0 to 10031
    aud_beep_vbr.mp3: sound 0 to 10000
    aud_chirp.wav: sound 0 to 10000
    aud_impulse_44k.wav: sound 0 to 5000
    aud_impulse_48k.wav: sound 0 to 5000
    aud_lr_tones.wav: sound 0 to 4000
    aud_over_f32.wav: sound 0 to 3000
    aud_ramp_48k.wav: sound 0 to 3000
    aud_silence.wav: sound 0 to 3000
    aud_sine_s24.wav: sound 0 to 3000
    av_audio_short.mp4: 640x360, 200 from 0 to 7960, sound 0 to 5013
    av_video_short.mp4: 640x360, 125 from 0 to 4960, sound 0 to 8000
    bad_bitflips.mp3: damaged
    bad_bitflips.mp4: damaged
    bad_bitflips.ts: damaged
    bad_header_only.mp4: refused media-not-media
    bad_missing_packets.ts: damaged
    bad_not_media.mp4: refused media-not-media
    bad_truncated.ts: damaged
    bad_truncated_faststart.mp4: damaged
    bad_truncated_moov_at_end.mp4: refused media-not-media
    bad_wav_header_only.wav: damaged
    bad_zero_length.mp4: refused media-empty
    cod_av1.mp4: 640x360, 100 from 0 to 3960, sound 0 to 4011
    cod_dnxhr.mov: 640x360, 50 from 0 to 1960, sound 0 to 2000
    cod_ffv1.mkv: 640x360, 50 from 0 to 1960, sound 0 to 2000
    cod_h264_10b.mp4: 640x360, 100 from 0 to 3960, sound 0 to 4011
    cod_h264_422.mov: 640x360, 100 from 0 to 3960, sound 0 to 4000
    cod_hevc.mp4: 640x360, 100 from 0 to 3960, sound 0 to 4011
    cod_hevc10_hdr.mp4: 640x360, 100 from 0 to 3960, sound 0 to 4011
    cod_mjpeg.mov: 640x360, 50 from 0 to 1960, sound 0 to 2000
    cod_mpeg4.mp4: 640x360, 100 from 0 to 3960, sound 0 to 4011
    cod_prores422.mov: 640x360, 50 from 0 to 1960, sound 0 to 2000
    cod_theora.ogv: 640x360, 100 from 0 to 3960, sound 0 to 4000
    cod_vp8.webm: 640x360, 100 from 0 to 3960, sound 0 to 4004
    cod_vp9.webm: 640x360, 100 from 0 to 3960, sound 0 to 3994
    col_bt601_tv.mp4: 320x180, 96 from 0 to 3958
    col_bt709_pc.mp4: 320x180, 96 from 0 to 3958
    col_bt709_tv.mp4: 320x180, 96 from 0 to 3958
    col_ramp16.png: 1024x64, still
    col_ramp8.png: 256x64, still
    col_untagged_601.mp4: 320x180, 96 from 0 to 3958
    faststart.mp4: 640x360, 200 from 0 to 7960, sound 0 to 8000
    fc_12.mp4: 640x360, 96 from 0 to 7917, sound 0 to 8000
    fc_120.mp4: 640x360, 480 from 0 to 3992, sound 0 to 4011
    fc_1fps_2h.mp4: 160x90, 7200 from 0 to 7199000
    fc_23976.mp4: 640x360, 192 from 0 to 7966, sound 0 to 8000
    fc_24.mp4: 640x360, 192 from 0 to 7958, sound 0 to 8000
    fc_25.avi: damaged
    fc_25.gif: 320x180, 20 from 0 to 1900
    fc_25.mp4: 640x360, 200 from 0 to 7960, sound 0 to 8000
    fc_2997.mp4: 640x360, 240 from 0 to 7975, sound 0 to 8000
    fc_2997_ms.mkv: 640x360, 180 from 0 to 5973, sound 0 to 5994
    fc_30.mp4: 640x360, 240 from 0 to 7967, sound 0 to 8000
    fc_50.mp4: 640x360, 300 from 0 to 5980, sound 0 to 6016
    fc_5994.mp4: 640x360, 360 from 0 to 5989, sound 0 to 6016
    fc_60.mp4: 640x360, 360 from 0 to 5983, sound 0 to 6016
    fc_vfr_hold5s.mp4: 640x360, 75 from 0 to 7920, sound 0 to 7979
    fc_vfr_phone.mp4: 640x360, 225 from 0 to 7964, sound 0 to 8000
    fc_vfr_rates.mp4: 640x360, 195 from 0 to 7468, sound 0 to 7509
    geo_1080p.mp4: 1920x1080, 120 from 0 to 3971, sound 0 to 4011
    geo_2160p.mp4: 3840x2160, 45 from 0 to 1467
    geo_hdv_sar4_3.mp4: 1920x1080, 75 from 0 to 2960
    geo_ntsc_sar10_11.mp4: 655x480, 120 from 0 to 3971
    geo_odd_639x359_444.mp4: 638x358, 50 from 0 to 1960
    geo_odd_639x359_vp9.webm: 638x358, 50 from 0 to 1960
    geo_pal16x9_sar64_45.mp4: 1024x576, 100 from 0 to 3960, sound 0 to 4011
    geo_portrait.mp4: 360x640, 120 from 0 to 3967
    geo_rot180.mp4: 640x360, 240 from 0 to 7967, sound 0 to 8000
    geo_rot270.mp4: 360x640, 240 from 0 to 7967, sound 0 to 8000
    geo_rot90.mp4: 360x640, 240 from 0 to 7967, sound 0 to 8000
    geo_tiny16.mp4: 16x16, 50 from 0 to 1960
    geo_wide4096x32.mp4: 4096x32, 25 from 0 to 960
    gop_bf16.mp4: 640x360, 150 from 0 to 5960, sound 0 to 6016
    gop_infinite.mp4: 640x360, 500 from 0 to 19960, sound 0 to 20011
    gop_intra.mp4: 640x360, 150 from 0 to 5960, sound 0 to 6016
    gop_long250.mp4: 640x360, 500 from 0 to 19960, sound 0 to 20011
    gop_open.mp4: 640x360, 200 from 0 to 7960, sound 0 to 8000
    gop_open.ts: 640x360, 200 from 0 to 7960, sound 0 to 8000
    gop_open_hevc.mp4: 640x360, 200 from 0 to 7960, sound 0 to 8000
    gop_refresh.mp4: 640x360, 150 from 0 to 5960, sound 0 to 6016
    il_bff_mpeg2.ts: 640x480, 120 from 0 to 3971, sound 0 to 3998
    il_telecine23.mpg: 640x480, 120 from 0 to 3971
    il_tff_h264.mp4: 768x576, 100 from 0 to 3960, sound 0 to 4011
    img_alpha_ramp.png: 256x256, still
    img_exif1.jpg: 320x180, still
    img_exif3.jpg: 320x180, still
    img_exif6.jpg: 180x320, still
    img_exif8.jpg: 180x320, still
    img_plain.jpg: 320x180, still
    lie_mp4_named.png: 640x360, 200 from 0 to 7960, sound 0 to 8000
    lie_png_named.mp4: 256x64, still
    lie_ts_named.mp4: 640x360, 200 from 0 to 7960, sound 0 to 8000
    multi_audio.mkv: 640x360, 200 from 0 to 7960, sound 0 to 8000
    name with spaces & 'quotes' üñï 日本 %03d.mp4: 640x360, 52 from 0 to 2080, sound 0 to 2005
    single_frame.mp4: 640x360, 1 from 0 to 0
    speech_ar.wav: sound 0 to 2078
    speech_en.wav: sound 0 to 12576
    speech_hi.wav: sound 0 to 1465
    start_nonkey.ts: 640x360, 140 from 600 to 6160, sound 0 to 6200
    tc_25.mov: 640x360, 200 from 0 to 7960, sound 0 to 8000
    tc_dropframe.mov: 640x360, 240 from 0 to 7975, sound 0 to 8000
    ts_audio_late_500ms.mp4: 640x360, 200 from 0 to 7960, sound 478 to 8499
    ts_frag.mp4: 640x360, 200 from 80 to 8040, sound 0 to 8080
    ts_negcts.mp4: 640x360, 200 from 0 to 7960, sound 0 to 8000
    ts_noedit.mp4: 640x360, 200 from 80 to 8040, sound 0 to 8080
    ts_offset10.mkv: 640x360, 200 from 0 to 7960, sound 0 to 8000
    ts_offset_1234.ts: 640x360, 200 from 0 to 7960, sound 0 to 8000
    ts_offset_default.ts: 640x360, 200 from 0 to 7960, sound 0 to 8000
    ts_trim_editlist.mp4: 640x360, 102 from 0 to 4080, sound 0 to 4019
    ts_video_late_720ms.mp4: 640x360, 200 from 720 to 8680, sound 0 to 8000
    ts_wrap.ts: 640x360, 200 from 0 to 7960, sound 0 to 8000
    video_only.mp4: 640x360, 200 from 0 to 7960
    with_subs.mp4: 640x360, 200 from 0 to 7960, sound 0 to 8000
    """#)
}
