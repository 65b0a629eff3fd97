extension FilterTable {
  /// What a filter that is not allowed reaches beside the pictures and sound it is given.
  package enum Reach: String, CaseIterable {
    case files
    case fonts
    case models
    case code
    case commands
    case clock
    case ends
    case device

    /// Goes on after the filter's name.
    var words: String {
      switch self {
      case .files: "reads or writes files of its own"
      case .fonts: "reads the machine's fonts"
      case .models: "reads models, which are files, and runs them"
      case .code: "runs code from another library"
      case .commands: "takes commands for other filters, from a file, a connection or its arguments"
      case .clock: "waits for the machine's clock"
      case .ends: "is an end that programs connect to"
      case .device: "uses a device of the machine"
      }
    }

    /// What a project has instead; `nil` where there is nothing.
    var instead: String? {
      switch self {
      case .files: "name the file as media of the project"
      case .fonts: "write text in a track of titles"
      case .commands: "write expressions of time in the filters' own options"
      case .models, .code, .clock, .ends, .device: nil
      }
    }
  }

  /// Filters that are known to do more than compute.
  static let reaching: [String: Reach] = {
    var reaching: [String: Reach] = [:]
    for (reach, text) in reachingNames {
      for name in text.split(whereSeparator: \.isWhitespace) { reaching[String(name)] = reach }
    }
    return reaching
  }()

  /// Options that are not allowed, of filters that are: each names a file or fills the terminal.
  static let reachingOptions: [String: Set<String>] = [
    "ametadata": ["file"],
    "cellauto": ["filename", "f"],
    "curves": ["psfile", "plot"],
    "deshake": ["filename", "opencl"],
    "firequalizer": ["dumpfile", "dumpscale"],
    "flite": ["textfile", "list_voices"],
    "life": ["filename", "f"],
    "metadata": ["file"],
    "paletteuse": ["debug_kdtree"],
    "psnr": ["stats_file", "f"],
    "selectivecolor": ["psfile"],
    "ssim": ["stats_file", "f"],
    "vmafmotion": ["stats_file"],
  ]

  private static let reachingNames: [(Reach, String)] = [
    (
      .files,
      """
      amovie arnndn asr ass cover_rect fieldhint find_rect lensfun libvmaf lut1d lut3d movie nnedi
      ocr removelogo signature sofalizer subtitles vidstabdetect vidstabtransform
      """
    ),
    (.fonts, "drawtext showcqt"),
    (.models, "derain dnn_classify dnn_detect dnn_processing sr whisper"),
    (.code, "coreimage coreimagesrc frei0r frei0r_src ladspa lv2 ocv"),
    (.commands, "asendcmd azmq sendcmd zmq"),
    (.clock, "acue arealtime cue realtime"),
    (.ends, "abuffer abuffersink buffer buffersink"),
    (
      .device,
      """
      avgblur_opencl avgblur_vulkan blend_vulkan boxblur_opencl chromaber_vulkan chromakey_cuda
      colorkey_opencl convolution_opencl deinterlace_qsv deinterlace_vaapi denoise_vaapi
      deshake_opencl dilation_opencl erosion_opencl flip_vulkan gblur_vulkan hflip_vulkan
      hwdownload hwmap hwupload hwupload_cuda libplacebo nlmeans_opencl openclsrc overlay_cuda
      overlay_opencl overlay_qsv overlay_vaapi overlay_vulkan pad_opencl prewitt_opencl
      procamp_vaapi program_opencl remap_opencl roberts_opencl scale_cuda scale_qsv scale_vaapi
      scale_vulkan sharpness_vaapi sobel_opencl thumbnail_cuda tonemap_opencl tonemap_vaapi
      transpose_opencl transpose_vaapi transpose_vulkan unsharp_opencl vflip_vulkan vpp_qsv
      xfade_opencl yadif_cuda
      """
    ),
  ]
}
