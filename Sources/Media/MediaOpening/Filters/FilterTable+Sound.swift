extension FilterTable {
  /// Filters and generators of sound that compute and nothing else; a line each, or for several
  /// with the same options, as `names: options`.
  static let sound = """
    abench: action
    abitscope: rate r size s colors mode m
    acompressor sidechaincompress: level_in mode threshold ratio attack release makeup knee
      link detection level_sc mix
    acontrast: contrast
    acopy aderivative afifo aintegral alatency amultiply anull anullsink areverse asdr
      ashowinfo earwax replaygain volumedetect:
    acrossfade: nb_samples ns duration d overlap o curve1 c1 curve2 c2
    acrossover: split order level gain precision
    acrusher: level_in level_out bits mix mode dc aa samples lfo lforange lforate
    adeclick: window w overlap o arorder a threshold t burst b method m
    adeclip: window w overlap o arorder a threshold t hsize n method m
    adecorrelate: stages seed
    adelay: delays all
    adenorm: level type
    adrawgraph: m1 fg1 m2 fg2 m3 fg3 m4 fg4 bg min max mode slide size s rate r
    adynamicequalizer: threshold dfrequency dqfactor tfrequency tqfactor attack release knee
      ratio makeup range slew mode tftype
    adynamicsmooth: sensitivity basefreq
    aecho: in_gain out_gain delays decays
    aemphasis: level_in level_out mode type
    aeval: exprs channel_layout c
    aevalsrc: exprs nb_samples n sample_rate s duration d channel_layout c
    aexciter: level_in level_out amount drive blend freq ceil listen
    afade: type t start_sample ss nb_samples ns start_time st duration d curve c
    afftdn: noise_reduction nr noise_floor nf noise_type nt band_noise bn residual_floor rf
      track_noise tn track_residual tr output_mode om adaptivity ad floor_offset fo noise_link
      nl band_multiplier bm sample_noise sn gain_smooth gs
    afftfilt: real imag win_size win_func overlap
    afirsrc: taps t frequency f magnitude m phase p sample_rate r nb_samples n win_func w
    aformat: sample_fmts f sample_rates r channel_layouts cl
    afreqshift aphaseshift: shift level order
    afwtdn: sigma levels wavet percent profile adaptive samples softness
    agate sidechaingate: level_in mode range threshold ratio attack release makeup knee
      detection link level_sc
    agraphmonitor: size s opacity o mode m flags f rate r
    ahistogram: dmode rate r size s scale ascale acount rheight slide hmode
    aiir: zeros z poles p gains k dry wet format f process r precision e normalize n mix
      response channel size rate
    alimiter: level_in level_out limit attack release asc asc_level level latency
    allpass: frequency f width_type t width w mix m channels c normalize n order o transform a
      precision r
    aloop: loop size start
    ametadata: mode key value function expr direct
    anequalizer: params curves size mgain fscale colors
    anlmdn: strength s patch p research r output o smooth m
    anlmf anlms: order mu eps leakage out_mode
    anoisesrc: sample_rate r amplitude a duration d color colour c seed s nb_samples n
    anullsrc: channel_layout cl sample_rate r nb_samples n duration d
    apad: packet_size pad_len whole_len pad_dur whole_dur
    aperms: mode seed
    aphasemeter: rate r size s rc gc bc mpc video phasing tolerance t angle a duration d
    aphaser: in_gain out_gain delay decay speed type
    apsyclip: level_in level_out clip diff adaptive iterations level
    apulsator: level_in level_out mode amount offset_l offset_r width timing bpm ms hz
    aresample: sample_rate +resampler
    asegment: timestamps samples
    aselect: expr e outputs n
    asetnsamples: nb_out_samples n pad p
    asetpts: expr
    asetrate: sample_rate r
    asettb: expr tb
    asidedata: mode type
    asoftclip: type threshold output param oversample
    aspectralstats: win_size win_func overlap
    asplit: outputs
    astats: length metadata reset measure_perchannel measure_overall
    asubboost: dry wet boost decay feedback cutoff slope delay channels
    asubcut asupercut: cutoff order level
    asuperpass asuperstop: centerf order qfactor level
    atempo: tempo
    atilt: freq slope width order level
    atrim: start starti end endi start_pts end_pts duration durationi start_sample end_sample
    avectorscope: mode m rate r size s rc gc bc ac rf gf bf af zoom draw scale swap mirror
    avsynctest: size s framerate fr samplerate sr amplitude a period p delay dl cycle c
      duration d fg bg ag
    axcorrelate: size algo
    bandpass: frequency f width_type t width w csg mix m channels c normalize n transform a
      precision r blocksize b
    bandreject: frequency f width_type t width w mix m channels c normalize n transform a
      precision r blocksize b
    bass highshelf lowshelf tiltshelf treble: frequency f width_type t width w gain g poles p
      mix m channels c normalize n transform a precision r blocksize b
    biquad: a0 a1 a2 b0 b1 b2 mix m channels c normalize n transform a precision r blocksize b
    bs2b: profile fcut feed
    channelmap: map channel_layout
    channelsplit: channel_layout channels
    chorus: in_gain out_gain delays decays speeds depths
    compand: attacks decays points soft-knee gain volume delay
    compensationdelay: mm cm m dry wet temp
    crossfeed: strength range slope level_in level_out block_size
    crystalizer: i c
    dcshift: shift limitergain
    deesser: i m f s
    dialoguenhance: original enhance voice
    drmeter: length
    dynaudnorm: framelen f gausssize g peak p maxgain m targetrms r coupling n correctdc c
      altboundary b compress s threshold t channels h overlap o
    ebur128: video size meter framelog metadata peak dualmono panlaw target gauge scale
    equalizer: frequency f width_type t width w gain g mix m channels c normalize n transform
      a precision r blocksize b
    extrastereo: m c
    firequalizer: gain gain_entry delay accuracy wfunc fixed multi zero_phase scale fft2
      min_phase
    flanger: delay depth regen width speed shape phase interp
    flite: nb_samples n text v voice
    haas: level_in level_out side_gain middle_source middle_phase left_delay left_balance
      left_gain left_phase right_delay right_balance right_gain right_phase
    hdcd: disable_autoconvert process_stereo cdt_ms force_pe analyze_mode bits_per_sample
    highpass lowpass: frequency f width_type t width w poles p mix m channels c normalize n
      transform a precision r blocksize b
    hilbert: sample_rate r taps t nb_samples n win_func w
    loudnorm: I i LRA lra TP tp measured_I measured_i measured_LRA measured_lra measured_TP
      measured_tp measured_thresh offset linear dual_mono print_format
    mcompand pan: args
    rubberband: tempo pitch transients detector phase window smoothing formant pitchq channels
    showfreqs: size s rate r mode ascale fscale win_size win_func overlap averaging colors
      cmode minamp data channels
    showspatial: size s win_size win_func overlap
    showspectrum: size s slide mode color scale fscale saturation win_func orientation overlap
      gain data rotation start stop fps legend drange limit opacity
    showspectrumpic: size s mode color scale fscale saturation win_func orientation gain
      legend rotation start stop drange limit opacity
    showvolume: rate r b w h f c t v dm dmc o s p m ds
    showwaves: size s mode n rate r split_channels colors scale draw
    showwavespic: size s split_channels colors scale draw filter
    silencedetect: n noise d duration mono m
    silenceremove: start_periods start_duration start_threshold start_silence start_mode
      stop_periods stop_duration stop_threshold stop_silence stop_mode detection window
    sinc: sample_rate r nb_samples n hp lp phase beta att round hptaps lptaps
    sine: frequency f beep_factor b sample_rate r duration d samples_per_frame
    speechnorm: peak p expansion e compression c threshold t raise r fall f channels h invert
      i link l
    stereotools: level_in level_out balance_in balance_out softclip mutel muter phasel phaser
      mode slev sbal mlev mpan base delay sclevel phase bmode_in bmode_out
    stereowiden: delay feedback crossfeed drymix
    superequalizer: 1b 2b 3b 4b 5b 6b 7b 8b 9b 10b 11b 12b 13b 14b 15b 16b 17b 18b
    surround: chl_out chl_in level_in level_out lfe lfe_low lfe_high lfe_mode angle fc_in
      fc_out fl_in fl_out fr_in fr_out sl_in sl_out sr_in sr_out bl_in bl_out br_in br_out
      bc_in bc_out lfe_in lfe_out allx ally fcx flx frx blx brx slx srx bcx fcy fly fry bly
      bry sly sry bcy win_size win_func overlap
    tremolo vibrato: f d
    virtualbass: cutoff strength
    volume: volume precision eval replaygain replaygain_preamp replaygain_noclip
    """
}
