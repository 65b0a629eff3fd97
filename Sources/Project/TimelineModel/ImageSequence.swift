package import BaseValues

/// Numbered pictures that are one moving picture: frame n is the picture `first` + n.
package struct ImageSequence: Hashable, Sendable {
  /// As written, relative to the project file.
  package var path: NumberedPath
  /// Pictures a second; `nil` for the output's rate.
  package var rate: FrameRate?
  /// The number of the first picture; `nil` for the lowest that is there.
  package var first: Int?
  /// What happens at numbers between the first and the last picture that no file has.
  package var missing: MissingFrames

  /// A sequence as written, without a look at its folder.
  package init(
    path: NumberedPath, rate: FrameRate? = nil, first: Int? = nil, missing: MissingFrames = .error
  ) {
    self.path = path
    self.rate = rate
    self.first = first
    self.missing = missing
  }
}

/// What happens where a number between the first and the last picture is missing.
package enum MissingFrames: String, NamedChoice {
  /// The sequence cannot be used.
  case error
  /// The picture before it stays.
  case hold

  /// What the word means.
  package var summary: String {
    switch self {
    case .error: "a missing picture is an error"
    case .hold: "the picture before it is held"
    }
  }
}

/// A path whose last part has a place for a number: `shots/frame-%04d.png`.
///
/// The place is `%d`, `%02d` … `%09d`, or, where the last part has none of these, a run of up to
/// nine `#`. Numbers with fewer digits than said are filled up with zeros; those with more are
/// written in full.
package struct NumberedPath: Hashable, Sendable {
  /// As written.
  package let text: String
  private let before: String
  private let after: String
  private let digits: Int

  /// The greatest number that a picture can have.
  package static let greatestNumber = 999_999_999

  /// `nil` unless the last part of the path has exactly one place for a number.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    var places = Self.percentPlaces(bytes, from: start)
    if places.isEmpty { places = Self.hashPlaces(bytes, from: start) }
    guard places.count == 1, let place = places.first, (1...9).contains(place.digits) else {
      return nil
    }
    self.text = text
    before = String(decoding: bytes[..<place.range.lowerBound], as: UTF8.self)
    after = String(decoding: bytes[place.range.upperBound...], as: UTF8.self)
    digits = place.digits
  }

  private init(text: String, before: String, after: String, digits: Int) {
    self.text = text
    self.before = before
    self.after = after
    self.digits = digits
  }

  /// The path with a number in it.
  package func path(_ number: Int) -> String {
    let written = String(number)
    return before + String(repeating: "0", count: max(0, digits - written.utf8.count)) + written
      + after
  }

  /// The folder, without the slash at its end unless it is the root; empty where there is none.
  package var folder: String {
    guard let slash = before.lastIndex(of: "/") else { return "" }
    return slash == before.startIndex ? "/" : String(before[..<slash])
  }

  /// The number that the name of a file in the folder has; `nil` for names of another form.
  package func number(ofName name: String) -> Int? {
    let start = before.lastIndex(of: "/").map { before.index(after: $0) } ?? before.startIndex
    let head = before[start...]
    guard name.hasPrefix(head), name.hasSuffix(after) else { return nil }
    let middle = name.utf8.count - head.utf8.count - after.utf8.count
    guard (digits...9).contains(middle) else { return nil }
    let written = name.utf8.dropFirst(head.utf8.count).prefix(middle)
    guard written.allSatisfy({ (48...57).contains($0) }),
      middle == digits || written.first != UInt8(ascii: "0")
    else { return nil }
    return written.reduce(0) { $0 * 10 + Int($1 - 48) }
  }

  /// The same below a folder.
  package func below(_ folder: String) -> NumberedPath {
    NumberedPath(
      text: folder + "/" + text, before: folder + "/" + before, after: after, digits: digits)
  }

  // MARK: - Places for numbers

  private struct Place {
    var range: Range<Int>
    var digits: Int
  }

  private static func percentPlaces(_ bytes: [UInt8], from start: Int) -> [Place] {
    bytes.indices[start...].compactMap { index in
      guard bytes[index] == UInt8(ascii: "%") else { return nil }
      let rest = bytes[(index + 1)...].prefix(3)
      if rest.first == UInt8(ascii: "d") { return Place(range: index..<index + 2, digits: 1) }
      guard rest.count == 3, rest[index + 1] == UInt8(ascii: "0"),
        (49...57).contains(rest[index + 2]), rest[index + 3] == UInt8(ascii: "d")
      else { return nil }
      return Place(range: index..<index + 4, digits: Int(rest[index + 2] - 48))
    }
  }

  private static func hashPlaces(_ bytes: [UInt8], from start: Int) -> [Place] {
    var places: [Place] = []
    for index in bytes.indices[start...] where bytes[index] == UInt8(ascii: "#") {
      if let last = places.last, last.range.upperBound == index {
        places[places.count - 1] = Place(
          range: last.range.lowerBound..<index + 1, digits: last.digits + 1)
      } else {
        places.append(Place(range: index..<index + 1, digits: 1))
      }
    }
    return places
  }
}
