import Diagnostics
import BaseValues

extension Spelling {
  /// A time in words that other programs read: `3sec`, `1m30s`, `90 s`, `1,5s`, `10 frames`.
  static func time(_ text: String) -> Respelling? {
    guard let trimmed = trimmed(text) else { return nil }
    if let digits = padded(trimmed) { return checked(digits, isCertain: true) }
    let lowercase = trimmed.lowercased()
    let parts = measures(lowercase)
    guard let parts, let first = parts.first else {
      return checked(lowercase, isCertain: true) ?? checked(clock(lowercase), isCertain: false)
    }
    if parts.count == 1 {
      switch first.unit {
      case "f", "fr", "frm", "frame", "frames": return checked("\(first.digits)f", isCertain: true)
      case "ms", "msec", "msecs", "millisecond", "milliseconds", "millis":
        return checked("\(first.digits)ms", isCertain: true)
      case "": return checked("\(first.digits)", isCertain: true)
      default: break
      }
    }
    return clock(parts).flatMap { checked($0, isCertain: true) }
  }

  /// What is a time, as JSON.
  private static func checked(_ text: String?, isCertain: Bool) -> Respelling? {
    guard let text, (try? TimeExpression(parsing: text)) != nil else { return nil }
    return Respelling(json: JSONText.quoted(text), isCertain: isCertain)
  }

  /// Numbers and the words after them; `nil` where there is anything else.
  private static func measures(_ text: String) -> [(digits: String, unit: String)]? {
    var rest = text[...]
    var parts: [(digits: String, unit: String)] = []
    while !rest.isEmpty {
      let digits = rest.prefix { "+-.0123456789".contains($0) }
      guard !digits.isEmpty, parts.count < 4 else { return nil }
      rest = rest[digits.endIndex...].drop { $0 == " " }
      let unit = rest.prefix { $0.isASCII && $0.isLetter }
      rest = rest[unit.endIndex...].drop { $0 == " " || $0 == "." }
      parts.append((String(digits), String(unit)))
    }
    return parts
  }

  /// Hours, minutes and seconds, each at most once and in this order.
  private static func clock(_ parts: [(digits: String, unit: String)]) -> String? {
    var values: [Rational?] = [nil, nil, nil]
    var last = -1
    for part in parts {
      let index: Int
      switch part.unit {
      case "h", "hr", "hrs", "hour", "hours": index = 0
      case "m", "min", "mins", "minute", "minutes": index = 1
      case "s", "sec", "secs", "second", "seconds": index = 2
      default: return nil
      }
      guard index > last, let value = Rational.decimal(part.digits) else { return nil }
      values[index] = value
      last = index
    }
    if values[0] == nil, values[1] == nil { return parts.first.map { "\($0.digits)s" } }
    let (hours, minutes, seconds) = (values[0] ?? .zero, values[1] ?? .zero, values[2] ?? .zero)
    guard hours >= .zero, minutes >= .zero, seconds >= .zero,
      let all = try? hours * Rational(3600) + minutes * Rational(60) + seconds,
      all < Rational(1_000_000)
    else { return nil }
    return clock(seconds: all)
  }

  /// `1:30` or `1:02:03.5`.
  private static func clock(seconds: Rational) -> String? {
    let whole = seconds.numerator / seconds.denominator
    let minutes = whole / 60 % 60
    guard let rest = try? seconds - Rational(whole / 60 * 60),
      let text = rest.decimalDescription
    else { return nil }
    let padded = rest < Rational(10) ? "0" + text : text
    let short = minutes < 10 && whole >= 3600 ? "0\(minutes)" : "\(minutes)"
    return whole >= 3600 ? "\(whole / 3600):\(short):\(padded)" : "\(minutes):\(padded)"
  }

  /// A timecode of four numbers with two digits each.
  private static func padded(_ text: String) -> String? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 4, parts.allSatisfy({ (1...2).contains($0.utf8.count) }) else {
      return nil
    }
    return parts.map { $0.utf8.count == 1 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }

  /// A clock of two or three numbers with two digits each, and a point before a fraction.
  private static func clock(_ text: String) -> String? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else { return nil }
    var fields: [String] = []
    for part in parts {
      let field = part.split { $0 == "," || $0 == "." }
      guard let first = field.first, (1...2).contains(first.utf8.count), field.count <= 2 else {
        return nil
      }
      let padded = first.utf8.count == 1 && !fields.isEmpty ? "0\(first)" : "\(first)"
      fields.append(field.count == 2 ? "\(padded).\(field[1])" : padded)
    }
    return fields.joined(separator: ":")
  }
}
