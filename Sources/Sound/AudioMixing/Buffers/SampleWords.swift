/// Samples as whole numbers of 24 bits, as files of sound have them.
package enum SampleWords {
  /// A sample in 24 bits, to nearest, ties away from 0; beyond −1…1 the nearest there is, 0 for what is no number.
  @inline(__always)
  package static func word(_ sample: Float) -> Int32 {
    // What is no number fails both comparisons. The sum is exact for all that does not round to 0 anyhow.
    let scaled = Double(sample) * 8_388_608
    guard scaled >= 0 else {
      return scaled < 0 ? Int32(max(scaled - 0.5, -8_388_608)) : 0
    }
    return Int32(min(scaled + 0.5, 8_388_607))
  }

  /// Writes samples little-endian, three bytes each, one every `stride` bytes.
  ///
  /// - Precondition: the last one ends inside of `bytes`.
  package static func write(
    _ samples: Span<Float>, to bytes: inout MutableSpan<UInt8>, from first: Int, stride: Int
  ) {
    precondition(first >= 0 && stride >= 3, "bytes would overlap")
    guard let last = samples.indices.last else { return }
    precondition(last * stride <= bytes.count - first - 3, "bytes beyond the end")
    var place = first
    for index in samples.indices {
      let word = word(samples[index])
      bytes[place] = UInt8(truncatingIfNeeded: word)
      bytes[place &+ 1] = UInt8(truncatingIfNeeded: word >> 8)
      bytes[place &+ 2] = UInt8(truncatingIfNeeded: word >> 16)
      place &+= stride
    }
  }
}
