/// Row operations: spans in, spans out, integers only.
///
/// Weights are 1.15 fixed point: 0 is nothing, `fullWeight` (32768) is everything. A constant
/// weight outside 0…32768 is taken as the nearer end. Weight rows hold 0…32768; larger values
/// give meaningless samples but are harmless. Every operation has a twin in `Reference` that says
/// the same in the plainest way; tests hold the two equal.
///
/// Row operations work on any plane, in 8 and 10 bits (`PixelSample`), and are compiled for each.
/// Where one reads its destination in a long sum, it does so through a local span: else the loop
/// would read the caller's span anew for each sample and use no vectors. They give the same bits on
/// every processor.
public enum Kernels {
  /// The weight that means all of it.
  public static let fullWeight = 32768

  @inline(__always)
  static func clampedWeight(_ weight: Int) -> Int32 {
    Int32(truncatingIfNeeded: min(max(weight, 0), fullWeight))
  }
}
