package import LibAV
internal import BaseValues
package import Raster

extension VideoFrame.ColorNote {
  /// What is made of it.
  package var reading: ColorProfile.Reading {
    switch self {
    case .icc(let bytes, let isGrey): return ColorProfile.read(icc: bytes, isGrey: isGrey)
    case .png(let gamma, let points):
      return ColorProfile(gamma: gamma, points: points).map { .profile($0) }
        ?? .unusable("gAMA and cHRM are none")
    }
  }

  /// The profile; `nil` where it cannot be used.
  package var profile: ColorProfile? {
    if case .profile(let profile) = reading { profile } else { nil }
  }
}

extension VideoFrame {
  /// What of the file tells colours beside tags, and whether it counts, for people.
  var profileWords: String? {
    if let codePoints {
      let words = "cICP \(codePoints.description)"
      guard codePoints.fault != nil else { return words }
      guard let note = colorNote else { return words + ", not used" }
      return "\(words), not used; \(note.words(beside: colour))"
    }
    return colorNote?.words(beside: colour)
  }
}

extension VideoFrame.ColorNote {
  fileprivate func words(beside tags: ColorTags) -> String {
    let words = name
    guard let profile else { return words + ", not used" }
    // HDR's codes are those of its tags.
    if tags.transfer == .pq || tags.transfer == .hlg { return words + ", not used beside its tags" }
    return profile.isStandard ? words + ", as sRGB" : words
  }

  /// `ICC 'Display P3'`, `gAMA 0.45455`
  private var name: String {
    switch self {
    case .icc(let bytes, _):
      guard let description = Self.description(ofICC: bytes) else { return "ICC profile" }
      return "ICC '\(description)'"
    case .png(let gamma, let points):
      func number(_ value: Int) -> String {
        Rational(Int64(value), 100_000)?.decimalDescription ?? "\(value)/100000"
      }
      var words: [String] = []
      if let gamma { words.append("gAMA \(number(gamma))") }
      if let points, points.count == 8 {
        let pairs = zip(["white", "red", "green", "blue"], 0..<4).map { name, index in
          "\(name) \(number(points[2 * index])),\(number(points[2 * index + 1]))"
        }
        words.append("cHRM \(pairs.joined(separator: " "))")
      }
      return words.joined(separator: ", ")
    }
  }

  /// What a profile calls itself: `desc`, a text of version 2 or, of several languages, the first of version 4
  /// (ICC.1:2022, 9.2.41 and 10.15; ICC.1:2001-04, 6.5.17).
  static func description(ofICC bytes: [UInt8]) -> String? {
    func number(_ offset: Int, _ count: Int = 4) -> Int? {
      guard offset >= 0, offset <= bytes.count - count else { return nil }
      return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }
    guard let count = number(128), count <= 1024,
      let entry = (0..<count).map({ 132 + 12 * $0 }).first(where: { number($0) == 0x6465_7363 }),
      let start = number(entry + 4), let size = number(entry + 8), size <= bytes.count,
      start <= bytes.count - size
    else { return nil }
    let end = start + size
    let longest = 200
    let text: String
    switch number(start) {
    case 0x6465_7363:  // desc
      guard let length = number(start + 8), length > 1, length <= end - start - 12 else {
        return nil
      }
      text = String(decoding: bytes[start + 12..<start + 12 + min(length, longest)], as: UTF8.self)
    case 0x6D6C_7563:  // mluc
      guard let length = number(start + 20), let offset = number(start + 24), offset <= size,
        length <= size - offset
      else { return nil }
      let units = stride(
        from: start + offset, to: start + offset + min(length, 2 * longest) - 1, by: 2
      )
      .map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
      text = String(decoding: units, as: UTF16.self)
    default: return nil
    }
    let shown = text.prefix { $0 != "\0" }
    return shown.isEmpty ? nil : String(shown)
  }
}
