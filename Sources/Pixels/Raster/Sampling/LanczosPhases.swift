import RowKernels

/// The window of `LanczosKernel` where nothing is widened, at each 1/256 between two samples.
enum LanczosPhases {
  /// Bits of a place between two samples.
  static let bits = WindowMixing.placeBits
  /// Samples that are mixed, from the second before the one at or before a place on.
  static let count = WindowMixing.size

  /// For each phase six taps in 1/16384, and two that are 0.
  static let across: [SIMD8<Int16>] = (0..<1 << Int(bits)).map { phase in
    var taps = [Int32](repeating: 0, count: count)
    var span = taps.mutableSpan
    let position = Int64(phase) << (LanczosKernel.positionBits - Int64(bits))
    _ = LanczosKernel(step: 1, over: 1).write(at: position, into: &span)
    var result = SIMD8<Int16>()
    for k in taps.indices { result[k] = Int16(truncatingIfNeeded: taps[k]) }
    return result
  }

  /// The same six taps, each of them eight times, so that a vector of columns is multiplied by it.
  static let down: [SIMD8<Int16>] = across.flatMap { taps in
    (0..<count).map { SIMD8(repeating: taps[$0]) }
  }
}
