internal import CLibAV
internal import Synchronization

/// Which instructions of the processor libav and x264 use.
///
/// Some of libav's sound decoders and its rate converter have variants for AVX and FMA whose samples
/// differ in the last bits from those of older instructions. So that a movie is the same on every
/// 64-bit x86 processor, libav uses nothing newer than SSE 4.2. Measured with libav 5.1, decoding
/// H.264, scaling and AAC take as long as before, HEVC and VP9 up to a tenth longer.
package enum ProcessorFeatures {
  /// From the oldest to the newest, each with what it adds in libav's names.
  private static let features = [
    (level: "0", added: ""),
    (level: "sse2", added: "+mmx+mmxext+sse+sse2"),
    (level: "ssse3", added: "+sse3+ssse3"),
    (level: "sse4.2", added: "+sse4.1+sse4.2"),
    (level: "avx", added: "+avx"),
    (level: "avx2", added: "+fma3+avx2+bmi1+bmi2"),
  ]

  /// The newest level that gives the samples of all older ones but the first.
  private static let portable = "sse4.2"

  /// Names of levels, from no vector instructions at all to the newest known.
  package static let levels = features.map(\.level)

  /// The level that was asked for. Global because libav has one setting for the process.
  private static let limit = Mutex<String?>(nil)

  private static let limitedToPortable: Void = apply(portable)

  /// Called before libav first looks at the processor.
  static func prepare() { limitedToPortable }

  /// Lets the process use nothing newer than a level, as if the processor had no more. To be called
  /// before decoders and encoders are opened.
  ///
  /// - Returns: false for a level that is unknown or that this kind of processor does not have.
  package static func restrict(to level: String) -> Bool {
    prepare()
    guard let place = levels.firstIndex(of: level), flags(to: level) != nil else { return false }
    let highest = levels.firstIndex(of: portable) ?? 0
    apply(levels[min(place, highest)])
    limit.withLock { $0 = level }
    return true
  }

  /// The limit in x264's terms; `nil` where it may use all that the processor has.
  static var encoderLimit: String? { limit.withLock(\.self) }

  private static func apply(_ level: String) {
    guard let allowed = flags(to: level) else { return }
    av_force_cpu_flags(-1)
    av_force_cpu_flags(av_get_cpu_flags() & allowed)
  }

  /// libav's flags of all levels up to one; `nil` on processors that have other features.
  private static func flags(to level: String) -> Int32? {
    guard let place = levels.firstIndex(of: level) else { return nil }
    var flags: UInt32 = 0
    for feature in features[...place] where !feature.added.isEmpty {
      guard unsafe av_parse_cpu_caps(&flags, feature.added) >= 0 else { return nil }
    }
    return Int32(bitPattern: flags)
  }
}
