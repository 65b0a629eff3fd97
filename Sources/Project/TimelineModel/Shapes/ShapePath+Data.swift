internal import BaseValues

/// Why path data cannot be read.
package struct PathDataError: Error, Hashable, Sendable {
  /// In words: lower case, no full stop.
  package var reason: String
  /// Where, in bytes of UTF-8.
  package var offset: Int
}

extension ShapePath {
  /// Reads SVG path data (SVG 1.1, chapter 8.3): all commands, with coordinates in pixels. Quadratic curves
  /// and arcs become cubic curves; numbers are rounded to 1/65536.
  ///
  /// - Throws: for what is no path data, numbers beyond a million, and more than ``mostParts``.
  package init(data: String) throws(PathDataError) {
    var reader = PathDataReader(data)
    self = try reader.path()
  }
}

private struct PathDataReader {
  private typealias Place = ShapePath.Place

  private let bytes: [UInt8]
  private var index = 0
  private var parts: [ShapePath.Part] = []
  private var current = Place(x: 0, y: 0)
  private var start = Place(x: 0, y: 0)
  /// The control point before `current`, for smooth curves.
  private var cubic: Place?
  private var quadratic: Place?
  private var isOpen = false

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func path() throws(PathDataError) -> ShapePath {
    skip()
    guard let first = letter(), first | 0x20 == UInt8(ascii: "m") else {
      throw error("it begins with M and a point")
    }
    var command: UInt8?
    while true {
      skip()
      if index == bytes.count { break }
      if let letter = letter() {
        index += 1
        command = letter
        // Z alone has no numbers.
        if letter | 0x20 == UInt8(ascii: "z") {
          guard isOpen else { throw error("nothing is open here for Z to close", at: index - 1) }
          try add(.close)
          (current, isOpen) = (start, false)
          (cubic, quadratic) = (nil, nil)
          command = nil
          continue
        }
      } else if command == nil {
        throw error("a command is missing before \(found)")
      } else if bytes[index] == UInt8(ascii: ",") {
        index += 1
        skip()
      }
      guard let now = command else { break }
      try step(now)
      // More points after M are lines.
      if now == UInt8(ascii: "M") { command = UInt8(ascii: "L") }
      if now == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
    }
    guard parts.contains(where: { $0.letter != "M" }) else { throw error("it leads nowhere") }
    return ShapePath(parts)
  }

  private mutating func step(_ command: UInt8) throws(PathDataError) {
    let isRelative = command & 0x20 != 0
    let (smooth, bent) = (cubic, quadratic)
    (cubic, quadratic) = (nil, nil)
    switch command | 0x20 {
    case UInt8(ascii: "m"):
      current = try place(isRelative)
      start = current
      isOpen = true
      try add(.move(current))
    case UInt8(ascii: "l"): try line(to: place(isRelative))
    case UInt8(ascii: "h"):
      let x = try number()
      try line(to: kept(isRelative ? current.x + x : x, current.y))
    case UInt8(ascii: "v"):
      let y = try number()
      try line(to: kept(current.x, isRelative ? current.y + y : y))
    case UInt8(ascii: "c"):
      let (first, second) = (try place(isRelative), try place(isRelative))
      try curve(first, second, place(isRelative))
    case UInt8(ascii: "s"):
      let first = try smooth.map { last throws(PathDataError) in try mirrored(last) } ?? current
      let second = try place(isRelative)
      try curve(first, second, place(isRelative))
    case UInt8(ascii: "q"):
      let control = try place(isRelative)
      try curve(control, place(isRelative))
    case UInt8(ascii: "t"):
      let control = try bent.map { last throws(PathDataError) in try mirrored(last) } ?? current
      try curve(control, place(isRelative))
    case UInt8(ascii: "a"): try arc(isRelative)
    default:
      throw error("there is no command '\(Character(Unicode.Scalar(command)))'", at: index - 1)
    }
  }

  private mutating func arc(_ isRelative: Bool) throws(PathDataError) {
    let radii = (x: try number(), y: try number())
    let rotation = try number()
    let (isLarge, isClockwise) = (try flag(), try flag())
    let end = try place(isRelative)
    try open()
    let curves = ShapePath.arc(
      from: current, to: end, radii: radii, rotation: Double(rotation) / Double(ShapePath.unit),
      isLarge: isLarge, isClockwise: isClockwise)
    for part in curves { try add(part) }
    current = end
  }

  // MARK: - Parts

  private mutating func add(_ part: ShapePath.Part) throws(PathDataError) {
    guard parts.count < ShapePath.mostParts else {
      throw error("it has at most \(ShapePath.mostParts) lines and curves")
    }
    parts.append(part)
  }

  /// What follows Z begins where the contour before began.
  private mutating func open() throws(PathDataError) {
    if isOpen { return }
    isOpen = true
    try add(.move(start))
  }

  private mutating func line(to end: Place) throws(PathDataError) {
    try open()
    try add(.line(end))
    current = end
  }

  private mutating func curve(
    _ first: Place, _ second: Place, _ end: Place
  ) throws(PathDataError) {
    try open()
    try add(.curve(first, second, end))
    (current, cubic) = (end, second)
  }

  /// A quadratic curve, as the cubic one that it is.
  private mutating func curve(_ control: Place, _ end: Place) throws(PathDataError) {
    func between(_ a: Int, _ b: Int) -> Int { roundDivide(3 * a + 2 * (b - a), by: 3) }
    let begin = current
    try curve(
      Place(x: between(begin.x, control.x), y: between(begin.y, control.y)),
      Place(x: between(end.x, control.x), y: between(end.y, control.y)), end)
    (cubic, quadratic) = (nil, control)
  }

  private func mirrored(_ place: Place) throws(PathDataError) -> Place {
    try kept(2 * current.x - place.x, 2 * current.y - place.y)
  }

  private func kept(_ x: Int, _ y: Int) throws(PathDataError) -> Place {
    guard max(abs(x), abs(y)) <= ShapePath.farthest else {
      throw error("its points lie within a million pixels")
    }
    return Place(x: x, y: y)
  }

  private mutating func place(_ isRelative: Bool) throws(PathDataError) -> Place {
    let (x, y) = (try number(), try number())
    return isRelative ? try kept(current.x + x, current.y + y) : try kept(x, y)
  }

  // MARK: - Characters

  /// A number in 1/65536, after spaces and at most one comma.
  private mutating func number() throws(PathDataError) -> Int {
    separate()
    let begin = index
    var isNegative = false
    if let sign = byte, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      index += 1
    }
    // Digits that change the result: of more only the places count.
    var digits: Int128 = 0
    var (power, count) = (0, 0)
    var hasPoint = false
    while let next = byte {
      if next == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else if next.isDigit {
        count += 1
        if digits < 1_000_000_000_000_000_000_000 {
          digits = digits * 10 + Int128(next - UInt8(ascii: "0"))
          if hasPoint { power -= 1 }
        } else if !hasPoint {
          power += 1
        }
      } else {
        break
      }
      index += 1
    }
    guard count > 0 else {
      index = begin
      throw error("a number is missing before \(found)")
    }
    power += try exponent()
    guard digits > 0 else { return 0 }
    let value = Self.value(digits, power)
    guard let value, value <= Int128(1_000_000 * ShapePath.unit) else {
      throw error("its points lie within a million pixels", at: begin)
    }
    return isNegative ? -Int(value) : Int(value)
  }

  /// `digits · 10^power` in 1/65536, rounded to nearest; `nil` where that is far too much.
  private static func value(_ digits: Int128, _ power: Int) -> Int128? {
    guard power <= 12, power >= -60 else { return power > 0 ? nil : 0 }
    var raw = digits << 16
    // Small ones lose digits that are far below the unit.
    for _ in 0..<max(0, -power - 18) { raw /= 10 }
    var divisor: Int128 = 1
    for _ in 0..<min(18, max(0, -power)) { divisor *= 10 }
    for _ in 0..<max(0, power) {
      guard raw < 1 << 100 else { return nil }
      raw *= 10
    }
    return roundDivide(raw, by: divisor)
  }

  private mutating func exponent() throws(PathDataError) -> Int {
    guard let letter = byte, letter | 0x20 == UInt8(ascii: "e") else { return 0 }
    var next = index + 1
    var isNegative = false
    if next < bytes.count, bytes[next] == UInt8(ascii: "-") || bytes[next] == UInt8(ascii: "+") {
      isNegative = bytes[next] == UInt8(ascii: "-")
      next += 1
    }
    let begin = next
    var power = 0
    while next < bytes.count, bytes[next].isDigit {
      power = min(1000, power * 10 + Int(bytes[next] - UInt8(ascii: "0")))
      next += 1
    }
    guard next > begin else { throw error("a number is missing behind 'e'", at: next) }
    index = next
    return isNegative ? -power : power
  }

  /// 0 or 1; the next number may follow without a space.
  private mutating func flag() throws(PathDataError) -> Bool {
    separate()
    guard let digit = byte, digit == UInt8(ascii: "0") || digit == UInt8(ascii: "1") else {
      throw error("a flag of an arc is 0 or 1, not \(found)")
    }
    index += 1
    return digit == UInt8(ascii: "1")
  }

  private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func letter() -> UInt8? {
    guard let byte, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) else {
      return nil
    }
    return byte
  }

  private mutating func separate() {
    skip()
    if byte == UInt8(ascii: ",") {
      index += 1
      skip()
    }
  }

  private mutating func skip() {
    while let byte, [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(byte) { index += 1 }
  }

  /// What stands at the place, for messages.
  private var found: String {
    guard let first = byte else { return "the end" }
    if first == UInt8(ascii: "%") { return "'%': points are in pixels" }
    if first < 0x20 || first >= 0x7F { return "a character that path data do not have" }
    return "'\(Character(Unicode.Scalar(first)))'"
  }

  private func error(_ reason: String, at offset: Int? = nil) -> PathDataError {
    PathDataError(reason: reason, offset: offset ?? index)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
