internal import CLibAV

/// What the libav that this process runs with is and has.
public enum LibAVInfo {
  public struct Version: Sendable, Hashable, CustomStringConvertible {
    /// For example `libavcodec`.
    public let library: String
    public let major: Int
    public let minor: Int
    public let micro: Int

    init(_ library: String, _ packed: UInt32) {
      self.library = library
      (major, minor, micro) = (Int(packed >> 16), Int(packed >> 8 & 0xff), Int(packed & 0xff))
    }

    public var description: String { "\(library) \(major).\(minor).\(micro)" }
  }

  /// Versions at run time, sorted by library.
  public static var versions: [Version] {
    [
      Version("libavcodec", avcodec_version()), Version("libavfilter", avfilter_version()),
      Version("libavformat", avformat_version()), Version("libavutil", avutil_version()),
      Version("libswresample", swresample_version()), Version("libswscale", swscale_version()),
    ]
  }

  /// The release as its builder named it, for example `5.1.6-0+deb12u1`.
  public static var release: String { unsafe string(av_version_info()) ?? "" }

  public static func hasEncoder(_ name: String) -> Bool {
    unsafe avcodec_find_encoder_by_name(name) != nil
  }

  public static func hasDecoder(_ name: String) -> Bool {
    unsafe avcodec_find_decoder_by_name(name) != nil
  }

  public static func hasFilter(_ name: String) -> Bool {
    unsafe avfilter_get_by_name(name) != nil
  }
}
