internal import OutputKinds

extension VideoEncoding {
  /// How chunks share bits, on a line; `nil` where they need nothing of each other.
  package var sharingText: String? {
    guard sharesBits else { return nil }
    let aim =
      switch rateControl {
      case .crf(let tenths): "\(codec.quality.noun) \(tenths / 10).\(tenths % 10) or worse"
      case .bitRate(let bits): "\(bits) bits a second, shared by all chunks in two passes"
      }
    guard let buffer else { return aim }
    return aim + ", at most \(buffer.maxRate) a second into a buffer of \(buffer.size)"
  }
}
