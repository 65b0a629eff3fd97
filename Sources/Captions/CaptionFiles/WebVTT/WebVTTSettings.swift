internal import BaseValues
internal import Diagnostics

/// Settings behind the times of a WebVTT cue (section 4.4).
enum WebVTTSettings {
  /// So many lines of text fill the picture: letters of 5 % of its height are usual, with a distance between lines of
  /// less than 1.2.
  static let lineCount: Int32 = 17
  /// Where the last line ends that stands where captions usually do.
  private static let usualBottom = Rational(19, over: 20)

  static func place(
    _ bytes: [UInt8], _ range: Range<Int>, _ collector: inout CaptionCollector
  ) -> CaptionPlace {
    var place = CaptionPlace()
    if range.isEmpty { return place }
    var anchor: CaptionPlace.Side?
    for word in bytes[range].split(whereSeparator: { $0 == 0x20 || $0 == 0x09 }).prefix(16) {
      let text = String(decoding: word, as: UTF8.self)
      let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
      let values = parts.count == 2 ? parts[1].split(separator: ",").map(String.init) : []
      guard let value = values.first,
        read(parts[0], value, values.dropFirst().first, &place, &anchor)
      else {
        let name = CaptionMessages.shortened(parts.first ?? text)
        collector.ignore("the setting '\(name)'", at: (word.startIndex..<word.endIndex).source)
        continue
      }
    }
    settle(&place, anchor)
    return place
  }

  private static func read(
    _ name: String, _ value: String, _ side: String?, _ place: inout CaptionPlace,
    _ anchor: inout CaptionPlace.Side?
  ) -> Bool {
    switch name {
    case "align":
      guard let side = Self.side(value) else { return false }
      place.alignment = side
    case "size":
      guard let share = percent(value) else { return false }
      place.width = share == .one ? nil : share
    case "position":
      guard let share = percent(value) else { return false }
      place.x = share
      if let side {
        guard let side = Self.side(side) else { return false }
        anchor = side
      }
    case "line":
      let edge = side.map { Self.side($0) } ?? .start
      guard let edge else { return false }
      if let share = percent(value) {
        place.y = share
        place.anchorY = edge
        return true
      }
      guard let number = Rational.decimal(value), number.isWhole, number > Rational(-100),
        number < Rational(100)
      else { return false }
      setLine(number, &place)
    default: return false
    }
    return true
  }

  /// Lines counted from the top, or from the usual bottom where negative; the last one is usual.
  private static func setLine(_ number: Rational, _ place: inout CaptionPlace) {
    let height = Rational(1, over: lineCount)
    if number == Rational(-1) { return }
    if number.isNegative {
      guard let distance = try? (number + .one) * height, let y = try? usualBottom + distance else {
        return
      }
      place.y = max(y, .zero)
      place.anchorY = .end
    } else {
      place.y = min((try? number * height) ?? .zero, .one)
      place.anchorY = .start
    }
  }

  /// Where no position is given, text stands at the side that it is aligned to; where one is given without its
  /// alignment, it is the side of the text's.
  private static func settle(_ place: inout CaptionPlace, _ anchor: CaptionPlace.Side?) {
    let alignment = place.alignment ?? .middle
    let middle = Rational(1, over: 2)
    if let x = place.x {
      let side = anchor ?? alignment
      if let room = room(at: x, side) { fit(&place, x, side, alignment, in: room) }
      // What moves nothing.
      if place.x == middle, place.anchorX == .middle {
        place.x = nil
        place.anchorX = nil
      }
    } else if alignment != .middle {
      place.x = alignment == .start ? .zero : .one
      place.anchorX = alignment
    }
    if place.alignment == .middle { place.alignment = nil }
  }

  /// How wide a cue's box can be (section 7.2, "maximum size"), as a share of the picture.
  private static func room(at x: Rational, _ side: CaptionPlace.Side) -> Rational? {
    guard let right = try? .one - x else { return nil }
    return switch side {
    case .start: right
    case .end: x
    case .middle: try? min(x, right) * Rational(2)
    }
  }

  /// Puts the text in the cue's box: that stands at `x` with a side, and the text at its own side in it.
  private static func fit(
    _ place: inout CaptionPlace, _ x: Rational, _ side: CaptionPlace.Side,
    _ alignment: CaptionPlace.Side, in room: Rational
  ) {
    // Less holds no word.
    let room = max(room, Rational(1, over: 20))
    if let width = place.width { place.width = min(width, room) }
    place.mostWidth = room < .one ? room : nil
    place.anchorX = alignment
    if let moved = try? x + (alignment.share - side.share) * (place.width ?? room) {
      place.x = min(max(moved, .zero), .one)
    }
  }

  private static func side(_ word: String) -> CaptionPlace.Side? {
    switch word {
    case "start", "left", "line-left": .start
    case "center", "middle": .middle
    case "end", "right", "line-right": .end
    default: nil
    }
  }

  private static func percent(_ text: String) -> Rational? {
    guard text.hasSuffix("%"), let value = Rational.decimal(text.dropLast()), !value.isNegative,
      value <= Rational(100)
    else { return nil }
    return try? value / Rational(100)
  }
}
