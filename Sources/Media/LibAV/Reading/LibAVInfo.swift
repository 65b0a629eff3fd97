internal import CLibAV

/// What the libav that this process runs with is and has.
package enum LibAVInfo {
  /// The version of one of FFmpeg's libraries, by its own numbers.
  package struct Version: Sendable, Hashable, CustomStringConvertible {
    /// For example `libavcodec`.
    package let library: String
    /// Raised when programs have to be built anew.
    package let major: Int
    /// Raised when something is added.
    package let minor: Int
    /// Raised when something is mended; FFmpeg counts from 100.
    package let micro: Int

    init(_ library: String, _ packed: UInt32) {
      self.library = library
      (major, minor, micro) = (Int(packed >> 16), Int(packed >> 8 & 0xff), Int(packed & 0xff))
    }

    /// The name and all three numbers: `libavcodec 59.37.100`.
    package var description: String { "\(library) \(major).\(minor).\(micro)" }
  }

  /// Versions at run time, sorted by library.
  package static var versions: [Version] {
    [
      Version("libavcodec", avcodec_version()), Version("libavfilter", avfilter_version()),
      Version("libavformat", avformat_version()), Version("libavutil", avutil_version()),
      Version("libswresample", swresample_version()), Version("libswscale", swscale_version()),
    ]
  }

  /// The release as its builder named it, for example `5.1.6-0+deb12u1`.
  package static var release: String { unsafe string(av_version_info()) ?? "" }

  /// Whether there is an encoder of libav's name, for example `libx264`.
  package static func hasEncoder(_ name: String) -> Bool {
    unsafe avcodec_find_encoder_by_name(name) != nil
  }

  /// Whether there is a decoder of libav's name, for example `libdav1d`.
  package static func hasDecoder(_ name: String) -> Bool {
    unsafe avcodec_find_decoder_by_name(name) != nil
  }

  /// Whether there is a filter of libav's name, for example `loudnorm`.
  package static func hasFilter(_ name: String) -> Bool {
    unsafe avfilter_get_by_name(name) != nil
  }
}
