import LibAV

/// Samples that an encoder put around the sound, as iTunes writes them: `iTunSMPB`, twelve
/// hexadecimal numbers of which the second to fourth are the samples before, the samples after, and
/// those between.
struct AudioPadding: Hashable, Sendable {
  let atStart: Int
  /// Samples that are heard.
  let count: Int64

  init?(_ text: String) {
    let words = text.split(separator: " ").prefix(4).map { UInt64($0, radix: 16) }
    guard words.count == 4, let before = words[1], let after = words[2], let count = words[3],
      // More than that is not what an encoder needs.
      (1...16_384).contains(before), after <= 16_384, (1...1 << 40).contains(count)
    else { return nil }
    atStart = Int(before)
    self.count = Int64(count)
  }

  /// The tag of a file that libav calls a movie.
  init?(_ metadata: [Metadata]) {
    guard let text = metadata.first(where: { $0.key == "iTunSMPB" })?.value else { return nil }
    self.init(text)
  }
}
