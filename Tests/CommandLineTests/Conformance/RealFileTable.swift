extension FileExpectation {
  /// The files of `shared/media/real`. In `sample_empty_track.mp4` the first block decodes to
  /// nothing: there its sound begins when the container says. Edit lists are followed as ISO/IEC 14496-12 says:
  /// the list of `mov-1elist-ends-last-bframe.mov` shows 46 pictures of 1/24 s, and a third of a millisecond,
  /// to which its length was rounded; that of `sample_edit_list.mp4` begins 13/600 s after a picture does.
  static let real = rows(
    #"""
    video/-video-with-dash-.mp4: 1x1, 5 from 0 to 4000
    video/1242-small.mkv: damaged
    video/30fps_numeroted_frames_red.mkv: 320x240, 75 from 0 to 2467
    video/400x300-red-resize-200x150-green.mp4: 400x300, 118 from 0 to 1947
    video/640x480_seg0.ts: 640x480, 299 from 67 to 10010, sound 0 to 9955
    video/640x480_seg1.ts: damaged
    video/853.mp4: 544x960, 305 from 67 to 10266, sound 0 to 10133
    video/R6llTwEh07w.mp4: 340x256, 303 from 0 to 10067, sound 0 to 10008
    video/SAR-2by3.mp4: 427x360, 60 from 0 to 1967, sound 0 to 2020
    video/Sequence_1-Apple_ProRes_422_HQ.mov: 1920x1080, 2 from 0 to 33
    video/VID_0001.ogg: 436x240, 600 from 0 to 19967, sound 0 to 19650
    video/alpha.mov: 1920x1080, 32 from 0 to 1240, sound 0 to 1280
    video/bamboo.mp4: 958x540, 150 from 0 to 4967, sound 0 to 5016
    video/bbb_2500ms.ts: 1920x1080, 58 from 0 to 2458, sound 0 to 2502
    video/bear-vp9-odd-dimensions.webm: 161x121, 30 from 0 to 968
    video/big_buck_bunny_432_433.webm: 1280x720, 24 from 0 to 958, sound 3 to 1008
    video/bigbuckbunny.mp4: 1280x720, 132 from 0 to 5240, sound 0 to 5312
    video/bikes.mp4: 640x272, 250 from 0 to 9960
    video/bipbop-no-edts.mp4: 400x300, 297 from 0 to 9877, sound 0 to 10031
    video/brokensps.flv: damaged
    video/bt2020_10bit.mp4: 320x240, 60 from 0 to 1967
    video/bt601_full_range.mp4: 320x240, 60 from 0 to 1967
    video/bt601_limited_range.mp4: 320x240, 60 from 0 to 1967
    video/bt709_full_range.mp4: 1280x720, 30 from 0 to 967
    video/carphone_pristine.mp4: 193x144, 120 from 0 to 3971
    video/changi.mp4: 2160x3840, 270 from 0 to 8976, sound 0 to 9009
    video/chaplin.mp4: 640x360, 241 from 0 to 9600, sound 0 to 9614
    video/cineform_yuv10b_hd.mov: 1920x1080, 1 from 0 to 0, sound 0 to 42
    video/cityCC0.mpg: 720x405, 190 from 0 to 7560
    video/cockatoo.mp4: 1280x720, 280 from 0 to 13950, sound 0 to 13899
    video/counter.mp4: 1920x1080, 30 from 0 to 2900
    video/counting.mp4: 352x288, 295 from 0 to 9800
    video/cup.mp4: 640x480, 217 from 0 to 8067, sound 0 to 8107
    video/displaymatrix.mov: damaged
    video/dnxhd100_cid1260.mov: 1440x1080, 1 from 0 to 0
    video/dvd_still_frame.mpg: 1024x576, 1 from 0 to 0, sound 0 to 30528
    video/edit_list_positive_shift.mp4: 1920x1080, 270 from 1000 to 9967, sound 0 to 10005
    video/empty_edit_5s.mp4: damaged
    video/example.mp4: 1280x720, 1272 from 0 to 42367, sound 0 to 42411
    video/fades.mp4: 480x320, 250 from 0 to 9960
    video/film_grain.ivf: 320x240, 10 from 0 to 360
    video/fire2.mp4: 1280x720, 25 from 0 to 2280, sound 0 to 2416
    video/h264-png.mp4: 640x360, 60 from 0 to 1967, sound 0 to 2020
    video/h264_10bits.mp4: 200x200, 30 from 0 to 967
    video/h265_with_metadata_track.mp4: 1080x1920, 3 from 0 to 67, sound 0 to 81
    video/hdr.mov: 1080x1920, 90 from 0 to 2968, sound 0 to 2995
    video/interlaced_crop.mp4: 640x360, 126 from 0 to 5000
    video/internal_emulator_transformer_output_180_rotated.mp4: 1280x720, 149 from 0 to 4938, sound 0 to 4969
    video/invalid-bitstream.webm: damaged
    video/issue-134-rotate.mp4: 544x1280, 240 from 0 to 9968, sound 0 to 10008
    video/issue-195-aspect-ratio.mp4: 1024x576, 628 from 0 to 25080, sound 0 to 25131
    video/karma.mp4: 854x480, 362 from 0 to 12045, sound 0 to 12075
    video/lofoten.mp4: 1024x750, 105 from 0 to 4338, sound 0 to 4319
    video/long_180p_av1.mp4: 320x180, 21766 from 0 to 362750, sound 0 to 360000
    video/mov-1elist-ends-last-bframe.mov: 640x480, 46 from 0 to 1875
    video/mov-2elist-elist1-ends-bframe.mov: 640x480, 42 from 0 to 1708
    video/mov-tenc-only-encrypted.mp4: damaged
    video/mov_ibi_elst_starts_b.mp4: 320x240, 24 from 0 to 920
    video/mov_stream_shorter_than_movie.mov: 640x480, 24 from 0 to 958, sound 0 to 1012
    video/mov_text.mp4: 300x200, 40 from 0 to 1950, sound 0 to 1927
    video/movie_300.mp4: 320x240, 7200 from 0 to 299958, sound 0 to 300141
    video/mv_with_2_top_shots.mp4: 1080x1440, 53 from 0 to 1774
    video/nasa_13013.mp4: 320x180, 325 from 0 to 12960, sound 0 to 13056
    video/nasa_13013_rotated.mp4: 270x480, 17 from 0 to 534
    video/no_duration.webm: 1280x720, 74 from 0 to 4872, sound 15 to 4874
    video/palawan.mp4: 1920x1080, 98 from 0 to 3233
    video/prores4444_with_transparency.mov: 1920x1080, 1 from 0 to 0, sound 0 to 40
    video/roadtrip-vp92-10bit.webm: 426x240, 72 from 0 to 2961
    video/run.mp4: 720x400, 150 from 0 to 4972
    video/sample-5s_h265.mp4: 1376x1840, 146 from 0 to 4972, sound 0 to 5016
    video/sample-in-issue-505.mov: 272x480, 105 from 0 to 3467, sound 0 to 3506
    video/sample.mp4: 1080x720, 30 from 0 to 968, sound 67 to 1089
    video/sample_av1.mp4: 1080x720, 30 from 0 to 968, sound 43 to 1088
    video/sample_edit_list.mp4: 1080x1920, 77 from -22 to 2514, sound 0 to 2562
    video/sample_empty_track.mp4: 1080x720, 30 from 0 to 968, sound 0 to 1089
    video/sample_fragmented.mp4: 1080x720, 30 from 67 to 1034, sound 0 to 1068
    video/sample_malformed_free_box.mp4: damaged
    video/sample_with_increasing_timestamps_320w_240h.mp4: 320x240, 932 from 0 to 15517, sound 0 to 15536
    video/sample_without_stss.mp4: 1080x720, 30 from 0 to 968
    video/scte20.ts: 640x480, 202 from 0 to 6707
    video/sintel_trailer-720p.mp4: 1280x720, 1253 from 0 to 52167, sound 21 to 51947
    video/smpte-2997.mp4: 1920x1080, 251 from 0 to 10000, sound 0 to 10048
    video/tears_of_steel.webm: 960x400, 48 from 0 to 1958, sound 0 to 2011
    video/test.ts: 160x100, 187 from 0 to 6200, sound 23 to 7337
    video/test_iibbibb.mp4: 704x576, 13 from 0 to 12000
    video/testsrc2_odd_height_and_width_444.mp4: 321x241, 25 from 0 to 960
    video/transparent.webm: 200x200, 150 from 0 to 4967, sound 3 to 4943
    video/truncated-64bit.mp4: damaged
    video/vp8_video_with_alpha.webm: 320x213, 120 from 0 to 3965
    audio/100kB-garbage-prefix.mp3: sound 0 to 1000
    audio/440hz-10ms.m4a: sound 0 to 22
    audio/Front_Center.wav: sound 0 to 1428
    audio/Front_Left.wav: sound 0 to 1480
    audio/Front_Right.wav: sound 0 to 1531
    audio/aac-2048-priming.m4a: sound 0 to 4992
    audio/bear-vbr-no-seek-table.mp3: sound 0 to 2808
    audio/bear_uncommon_sample_rate.flac: sound 0 to 2741
    audio/corruptheadertestsrc.wav: damaged
    audio/emptyfile.mp3: refused media-empty
    audio/gapless.mp3: sound 0 to 15485
    audio/huge-id3.mp3: sound 0 to 1000
    audio/loop_amen_full.flac: sound 0 to 6857
    audio/mono-350hz.ogg: sound 0 to 30000
    audio/mono-440hz.ogg: sound 0 to 30000
    audio/mono.mp3: sound 0 to 6627
    audio/sample1.m4a: sound 0 to 2020
    audio/sample2.m4a: sound 0 to 2020
    audio/sample_192khz.wav: sound 0 to 1000
    audio/sample_8bit.wav: sound 0 to 1000
    audio/sample_ac3.mp4: damaged
    audio/sample_ac4.mp4: damaged
    audio/sample_opus.mp4: sound 0 to 1004
    audio/sample_rf64.wav: sound 0 to 349
    audio/sense_and_sensibility_01_austen_64kb-0870.wav: sound 0 to 7100
    audio/sine-1009ms-1ch-32000hz-gapless-with-lame-tag.mp3: sound 0 to 1009
    audio/stereo-440hz.ogg: sound 0 to 30000
    audio/test-2-stereo.opus: sound 0 to 2926
    audio/test-3-LCR.opus: sound 0 to 4214
    audio/test-6-5.1.opus: sound 0 to 10334
    audio/tone2s-silence4s-tone2s.opus: sound 0 to 8000
    audio/victory2.ogg: sound 0 to 21163
    audio/winxp.mp3: sound 0 to 4859
    audio/with-attached-pic.mp3: sound 0 to 1007
    image/8bit-sRGB.avif: 1617x1080, still
    image/91083241_573589476840991_4224678072281051330_n.jpg: 1080x1350, still
    image/bad_huffman.jpg: damaged
    image/chelsea.png: 451x300, still
    image/cmyk.jpg: 1280x720, still
    image/craft-beer.jpg: 6000x4000, still
    image/dispose_bgnd_transparency.gif: 38x32, 10 from 0 to 4200
    image/emoji.png: 512x512, still
    image/emoji2.svg: 512x512, still
    image/exif_imagemagick_orientation.png: 512x512, still
    image/gradient_16bit.png: 64x48, still
    image/hopper_orientation_6.jpg: 128x128, still
    image/img1.jpg: 4000x3000, still
    image/img2.jpg: 4000x3000, still
    image/img3.jpg: 4000x3000, still
    image/iss634.apng: 245x245, 41 from 0 to 2660
    image/landscape_1.jpg: 600x450, still
    image/landscape_2.jpg: 600x450, still
    image/landscape_3.jpg: 600x450, still
    image/landscape_4.jpg: 600x450, still
    image/landscape_5.jpg: 600x450, still
    image/landscape_6.jpg: 600x450, still
    image/landscape_7.jpg: 600x450, still
    image/landscape_8.jpg: 600x450, still
    image/large-pixmap.png: 6000x4000, still
    image/luma.png: 1920x1080, still
    image/newtonscradle.gif: 200x150, 36 from 0 to 800
    image/overlay.svg: 596x213, still
    image/p_trns_single.png: 64x64, still
    image/pano.jpg: 4000x1020, still
    image/rgba.png: 1280x720, still
    image/tiff_16bit_RGBa.tiff: 100x40, still
    image/transparent.png: 200x150, still
    image/transparent.webp: 200x150, still
    image/truncated_image.png: damaged
    image/ultraHDR.jpg: 3072x4080, still
    image/vertical.jpg: 3436x3984, still
    image/white-1x1.jpg: 1x1, still
    """#)
}
