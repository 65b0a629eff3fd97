extension FilterTable {
  /// Filters and generators of pictures that compute and nothing else; a line each, or for several
  /// with the same options, as `names: options`.
  static let pictures = """
    addroi: x y w h qoffset clear
    afir: dry wet length gtype irgain irfmt maxir response channel size rate minp maxp nbirs
      ir precision
    ainterleave interleave: nb_inputs n duration
    allrgb allyuv: rate r duration d sar
    alphaextract copy fifo grayworld hflip latency null nullsink pixdesctest repeatfields
      reverse separatefields super2xsai swapuv vflip vfrdet vif vmafmotion:
    alphamerge identity msad ssim: +frames
    amerge: inputs
    amix: inputs duration dropout_transition weights normalize
    amplify: radius factor threshold tolerance low high planes
    astreamselect streamselect: inputs map
    atadenoise: 0a 0b 1a 1b 2a 2b s p a 0s 1s 2s
    avgblur: sizeX planes sizeY
    bbox: min_val
    bench: action
    bilateral: sigmaS sigmaR planes
    bitplanenoise: bitplane filter
    blackdetect: d black_min_duration picture_black_ratio_th pic_th pixel_black_th pix_th
    blackframe: amount threshold thresh
    blend: c0_mode c1_mode c2_mode c3_mode all_mode c0_expr c1_expr c2_expr c3_expr all_expr
      c0_opacity c1_opacity c2_opacity c3_opacity all_opacity +frames
    blockdetect: period_min period_max planes
    blurdetect: high low radius block_pct block_width block_height planes
    bm3d: sigma block bstep group range mstep thmse hdthr estim ref planes
    boxblur: luma_radius lr luma_power lp chroma_radius cr chroma_power cp alpha_radius ar
      alpha_power ap
    bwdif yadif: mode parity deint
    cas: strength planes
    cellauto: pattern p rate r size s rule random_fill_ratio ratio random_seed seed scroll
      start_full full stitch
    chromahold chromakey: color similarity blend yuv
    chromanr: thres sizew sizeh stepw steph threy threu threv distance
    chromashift: cbh cbv crh crv edge
    ciescope: system cie gamuts size s intensity i contrast corrgamma showwhite gamma fill
    codecview: mv qp mv_type mvt frame_type ft block
    color: color c size s rate r duration d sar
    colorbalance: rs gs bs rm gm bm rh gh bh pl
    colorchannelmixer: rr rg rb ra gr gg gb ga br bg bb ba ar ag ab aa pc pa
    colorchart: rate r duration d sar patch_size preset
    colorcontrast: rc gm by rcw gmw byw pl
    colorcorrect: rl bl rh bh saturation analyze
    colorhold colorkey: color similarity blend
    colorize: hue saturation lightness mix
    colorlevels: rimin gimin bimin aimin rimax gimax bimax aimax romin gomin bomin aomin romax
      gomax bomax aomax preserve
    colormap: patch_size nb_patches type kernel
    colormatrix: src dst
    colorspace: all space range primaries trc format fast dither wpadapt iall ispace irange
      iprimaries itrc
    colorspectrum: size s rate r duration d sar type
    colortemperature: temperature mix pl
    concat: n v a unsafe
    convolution: 0m 1m 2m 3m 0rdiv 1rdiv 2rdiv 3rdiv 0bias 1bias 2bias 3bias 0mode 1mode 2mode
      3mode
    convolve deconvolve: planes impulse noise +frames
    crop: out_w w out_h h x y keep_aspect exact
    cropdetect: limit round reset skip reset_count max_outliers
    curves: preset master m red r green g blue b all
    datascope: size s x y mode axis opacity format components
    dblur: angle radius planes
    dctdnoiz: sigma s overlap expr e n
    deband: 1thr 2thr 3thr 4thr range r direction d blur b coupling c
    deblock: filter block alpha beta gamma delta planes
    decimate: cycle dupthresh scthresh blockx blocky ppsrc chroma
    dedot: m lt tl tc ct
    deflate inflate: threshold0 threshold1 threshold2 threshold3
    deflicker: size s mode m bypass
    dejudder: cycle
    delogo: x y w h show
    deshake: x y w h rx ry edge blocksize contrast search
    despill: type mix expand red green blue brightness alpha
    detelecine: first_field pattern start_frame
    dilation erosion: coordinates threshold0 threshold1 threshold2 threshold3
    displace: edge
    doubleweave weave: first_field
    drawbox: x y width w height h color c thickness t replace box_source
    drawgraph: m1 fg1 m2 fg2 m3 fg3 m4 fg4 bg min max mode slide size s rate r
    drawgrid: x y width w height h color c thickness t replace
    edgedetect: high low mode planes
    elbg: codebook_length l nb_steps n seed s pal8 use_alpha
    entropy phase setfield: mode
    epx hqx thumbnail xbr: n
    eq: contrast brightness saturation gamma gamma_r gamma_g gamma_b gamma_weight eval
    estdif: mode parity deint rslope redge ecost mcost dcost interp
    exposure: exposure black
    extractplanes maskedmax maskedmerge maskedmin midequalizer threshold: planes
    fade: type t start_frame s nb_frames n alpha start_time st duration d color c
    feedback: x y w h
    fftdnoiz: sigma amount block overlap method prev next planes window
    fftfilt: dc_Y dc_U dc_V weight_Y weight_U weight_V eval
    field: type
    fieldmatch: order mode ppsrc field mchroma y0 y1 scthresh combmatch combdbg cthresh chroma
      blockx blocky combpel
    fieldorder: order
    fillborders: left right top bottom mode color
    floodfill: x y s0 s1 s2 s3 d0 d1 d2 d3
    format noformat: pix_fmts
    fps: fps start_time round eof_action
    framepack: format
    framerate: fps interp_start interp_end scene flags
    framestep: step
    freezedetect: n noise d duration
    freezeframes: first last replace
    fspp: quality qp strength use_bframe_qp
    gblur: sigma steps planes sigmaV
    geq: lum_expr lum cb_expr cb cr_expr cr alpha_expr a red_expr r green_expr g blue_expr b
      interpolation i
    gradfun: strength radius
    gradients: size s rate r c0 c1 c2 c3 c4 c5 c6 c7 x0 y0 x1 y1 nb_colors n seed duration d
      speed type t
    graphmonitor: size s opacity o mode m flags f rate r
    greyedge: difford minknorm sigma
    guided: radius eps mode sub guidance planes
    haldclut: clut interp +frames
    haldclutsrc: level rate r duration d sar
    headphone: map gain lfe type size hrir
    histeq: strength intensity antibanding
    histogram: level_height scale_height display_mode d levels_mode m components c fgopacity f
      bgopacity b colors_mode l
    hqdn3d: luma_spatial chroma_spatial luma_tmp chroma_tmp
    hstack vstack: inputs shortest
    hsvhold hsvkey: hue sat val similarity blend
    hue: h s H b
    huesaturation: hue saturation intensity colors strength rw gw bw lightness
    hysteresis: planes threshold +frames
    idet: intl_thres prog_thres rep_thres half_life analyze_interlaced_flag
    il: luma_mode l chroma_mode c alpha_mode a luma_swap ls chroma_swap cs alpha_swap as
    interlace: scan lowpass
    join: inputs channel_layout map
    kerndeint: thresh map order sharp twoway
    kirsch prewitt roberts scharr sobel: planes scale delta
    lagfun: decay planes
    lenscorrection: cx cy k1 k2 i fc
    life: size s rate r rule random_fill_ratio ratio random_seed seed stitch mold life_color
      death_color mold_color
    limitdiff: threshold elasticity reference planes
    limiter: min max planes
    loop: loop size start
    lumakey: threshold tolerance softness
    lut lutrgb lutyuv: c0 c1 c2 c3 y u v r g b a
    lut2: c0 c1 c2 c3 d +frames
    mandelbrot: size s rate r maxiter start_x start_y start_scale end_scale end_pts bailout
      morphxf morphyf morphamp outer inner
    maskedclamp: undershoot overshoot planes
    maskedthreshold: threshold planes
    maskfun: low high planes fill sum
    median: radius planes radiusV percentile
    mergeplanes: mapping format map0s map0p map1s map1p map2s map2p map3s map3p
    mestimate: method mb_size search_param
    metadata: mode key value function expr direct
    minterpolate: fps mi_mode mc_mode me_mode me mb_size search_param vsbmc scd scd_threshold
    mix: inputs weights scale planes duration
    monochrome: cb cr size high
    morpho: mode planes structure +frames
    mpdecimate: max hi lo frac
    mptestsrc: rate r duration d test t max_frames m
    multiply: scale offset planes
    negate: components negate_alpha
    nlmeans: s p pc r rc
    noise: all_seed all_strength alls all_flags allf c0_seed c0_strength c0s c0_flags c0f
      c1_seed c1_strength c1s c1_flags c1f c2_seed c2_strength c2s c2_flags c2f c3_seed
      c3_strength c3s c3_flags c3f
    normalize: blackpt whitept smoothing independence strength
    nullsrc pal100bars pal75bars smptebars smptehdbars yuvtestsrc: size s rate r duration d
      sar
    oscilloscope: x y s t o tx ty tw th c g st sc
    overlay: x y eval format alpha +frames
    owdenoise: depth luma_strength ls chroma_strength cs
    pad: width w height h x y color eval aspect
    palettegen: max_colors reserve_transparent transparency_color stats_mode use_alpha
    paletteuse: dither bayer_scale diff_mode new alpha_threshold use_alpha color_search
      mean_err debug_accuracy
    perms: mode seed
    perspective: x0 y0 x1 y1 x2 y2 x3 y3 interpolation sense eval
    photosensitivity: frames f threshold t skip bypass
    pixelize: width w height h mode m planes p
    pixscope: x y w h o wx wy
    pp: subfilters
    pp7: qp mode
    premultiply unpremultiply: planes inplace
    pseudocolor: c0 c1 c2 c3 index i preset p opacity
    psnr: stats_version output_max +frames
    pullup: jl jr jt jb sb mp
    qp: qp
    random: frames seed
    readeia608: scan_min scan_max spw chp lp
    readvitc: scan_max thr_b thr_w
    remap: format fill
    removegrain: m0 m1 m2 m3
    rgbashift: rh rv gh gv bh bv ah av edge
    rgbtestsrc: size s rate r duration d sar complement co
    rotate: angle a out_w ow out_h oh fillcolor c bilinear
    sab: luma_radius lr luma_pre_filter_radius lpfr luma_strength ls chroma_radius cr
      chroma_pre_filter_radius cpfr chroma_strength cs
    scale scale2ref: w width h height flags interl size s in_color_matrix out_color_matrix
      in_range out_range in_v_chr_pos in_h_chr_pos out_v_chr_pos out_h_chr_pos
      force_original_aspect_ratio force_divisible_by param0 param1 eval +scaler
    scdet: threshold t sc_pass s
    scroll: horizontal h vertical v hpos vpos
    segment: timestamps frames
    select: expr e outputs n
    selectivecolor: correction_method reds yellows greens cyans blues magentas whites neutrals
      blacks
    setdar: dar ratio r max
    setparams: field_mode range color_primaries color_trc colorspace
    setpts: expr
    setrange: range
    setsar: sar ratio r max
    settb: expr tb
    shear: shx shy fillcolor c interp
    showinfo: checksum
    showpalette: s
    shuffleframes: mapping
    shufflepixels: direction d mode m width w height h seed s
    shuffleplanes: map0 map1 map2 map3
    sidedata: mode type
    sierpinski: size s rate r seed jump type
    signalstats: stat out c color
    siti: print_summary
    smartblur: luma_radius lr luma_strength ls luma_threshold lt chroma_radius cr
      chroma_strength cs chroma_threshold ct
    spectrumsynth: sample_rate channels scale slide win_func overlap orientation
    split: outputs
    spp: quality qp mode use_bframe_qp +spp
    stereo3d: in out
    swaprect: w h x1 y1 x2 y2
    tblend: c0_mode c1_mode c2_mode c3_mode all_mode c0_expr c1_expr c2_expr c3_expr all_expr
      c0_opacity c1_opacity c2_opacity c3_opacity all_opacity
    telecine: first_field pattern
    testsrc: size s rate r duration d sar decimals n
    testsrc2: size s rate r duration d sar alpha
    thistogram: width w display_mode d levels_mode m components c bgopacity b envelope e
      ecolor ec slide
    tile: layout nb_frames margin padding color overlap init_padding
    tinterlace: mode flags
    tlut2: c0 c1 c2 c3
    tmedian: radius planes percentile
    tmidequalizer: radius sigma planes
    tmix: frames weights scale planes
    tonemap: tonemap param desat peak
    tpad: start stop start_mode stop_mode start_duration stop_duration color
    transpose: dir passthrough
    trim: start starti end endi start_pts end_pts duration durationi start_frame end_frame
    unsharp: luma_msize_x lx luma_msize_y ly luma_amount la chroma_msize_x cx chroma_msize_y
      cy chroma_amount ca alpha_msize_x ax alpha_msize_y ay alpha_amount aa
    untile: layout
    v360: input output interp w h in_stereo out_stereo in_forder out_forder in_frot out_frot
      in_pad out_pad fin_pad fout_pad yaw pitch roll rorder h_fov v_fov d_fov h_flip v_flip
      d_flip ih_flip iv_flip in_trans out_trans ih_fov iv_fov id_fov h_offset v_offset
      alpha_mask reset_rot
    vaguedenoiser: threshold method nsteps percent planes type
    varblur: min_r max_r planes +frames
    vectorscope: mode m x y intensity i envelope e graticule g opacity o flags f bgopacity b
      lthreshold l hthreshold h colorspace c tint0 t0 tint1 t1
    vibrance: intensity rbal gbal bbal rlum glum blum alternate
    vignette: angle a x0 y0 mode eval dither aspect
    w3fdif: filter mode parity deint
    waveform: mode m intensity i mirror r display d components c envelope e filter f graticule
      g opacity o flags fl scale s bgopacity b tint0 t0 tint1 t1 fitmode fm
    xcorrelate: planes secondary +frames
    xfade: transition duration offset expr
    xmedian: inputs planes percentile +frames
    xstack: inputs layout grid shortest fill
    yaepblur: radius r planes p sigma s
    zoompan: zoom z x y d s fps
    zscale: w width h height size s dither d filter f out_range range r primaries p transfer t
      matrix m in_range rangein rin primariesin pin transferin tin matrixin min chromal c
      chromalin cin npl agamma param_a param_b
    """
}
