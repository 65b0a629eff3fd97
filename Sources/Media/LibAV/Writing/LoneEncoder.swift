internal import OutputKinds
internal import Workers

/// The place of the one encoder that a process has at a time, of those that cannot be beside each other: see
/// `VideoCodec.encodesAlone`.
///
/// A thread that has one must not ask for another before it has let go of it.
enum LoneEncoder {
  private static let isThere = Monitor(false)

  /// Whether encoders of that name are alone.
  static func concerns(_ encoder: String) -> Bool {
    VideoCodec.all.contains { $0.encodesAlone && $0.encoder == encoder }
  }

  /// Waits until there is none.
  static func enter() {
    isThere.wait { isThere -> Void? in
      if isThere { return nil }
      isThere = true
      return ()
    }
  }

  /// Says that there is none any more.
  static func leave() { isThere.change { $0 = false } }
}
