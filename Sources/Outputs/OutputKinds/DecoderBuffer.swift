/// The buffer of a decoder as H.264 assumes it (ITU-T H.264, annex C): bits flow in at a rate, and
/// each picture takes its own out when it is decoded.
///
/// ```
/// bits  size ┤  ╱╲      ╱──╲        full: the flow waits
///            │ ╱  ╲  ╱╲╱    ╲  ╱
///          0 ┤╱    ╲╱        ╲╱     must not get below
/// ```
package struct DecoderBuffer: Hashable, Sendable {
  /// Bits a second that flow in.
  package var maxRate: Int
  /// Bits that it holds.
  package var size: Int

  /// A buffer; nothing is checked.
  package init(maxRate: Int, size: Int) {
    self.maxRate = maxRate
    self.size = size
  }

  /// Bits that a buffer holds at least: those of a quarter of a second.
  package static func leastSize(at maxRate: Int) -> Int { max(1, maxRate / 4) }
}

extension VideoEncoding {
  /// What is wrong with the buffer, in words; `nil` where nothing is, or there is none.
  package var bufferFault: String? {
    guard let maxRate else { return bufferSize == nil ? nil : "a buffer without a rate" }
    if case .bitRate(let bits) = rateControl, bits > maxRate {
      return "\(bits) bits a second are more than the \(maxRate) that flow in at most"
    }
    if let bufferSize, bufferSize < DecoderBuffer.leastSize(at: maxRate) {
      return "the buffer holds less than a quarter of a second"
    }
    return nil
  }
}
