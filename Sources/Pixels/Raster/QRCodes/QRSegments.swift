/// How characters of a QR code become bits (ISO/IEC 18004:2015, 7.4).
enum QRMode: CaseIterable, Sendable {
  /// Three digits in 10 bits.
  case numeric
  /// Two of 45 characters in 11 bits.
  case alphanumeric
  /// 8 bits each.
  case byte

  /// The densest mode that can write all of the bytes.
  init(holdingAll bytes: some Sequence<UInt8>) {
    let least = bytes.reduce(0) { max($0, Self.least(for: $1)) }
    self = least == 0 ? .numeric : least == 1 ? .alphanumeric : .byte
  }

  /// The index of the densest mode that can write a byte.
  private static func least(for byte: UInt8) -> Int {
    (0x30...0x39).contains(byte) ? 0 : Self.value(of: byte) != nil ? 1 : 2
  }

  func holds(_ byte: UInt8) -> Bool {
    switch self {
    case .numeric: (0x30...0x39).contains(byte)
    case .alphanumeric: Self.value(of: byte) != nil
    case .byte: true
    }
  }

  /// Of 45 (table 5); `nil` for other characters.
  static func value(of byte: UInt8) -> Int? {
    switch byte {
    case 0x30...0x39: Int(byte) - 0x30
    case 0x41...0x5A: Int(byte) - 0x41 + 10
    default: Array(" $%*+-./:".utf8).firstIndex(of: byte).map { 36 + $0 }
    }
  }

  /// The four bits that begin a segment (table 2).
  var indicator: Int {
    switch self {
    case .numeric: 0b0001
    case .alphanumeric: 0b0010
    case .byte: 0b0100
    }
  }

  /// Bits of the number of characters (table 3).
  func countBits(_ version: QRVersion) -> Int {
    let group = version.number < 10 ? 0 : version.number < 27 ? 1 : 2
    switch self {
    case .numeric: return [10, 12, 14][group]
    case .alphanumeric: return [9, 11, 13][group]
    case .byte: return [8, 16, 16][group]
    }
  }

  /// Bits before a segment's characters.
  func headerBits(_ version: QRVersion) -> Int { 4 + countBits(version) }

  /// Sixths of a bit that a character takes, before the segment is rounded up to whole bits.
  fileprivate var cost: Int {
    switch self {
    case .numeric: 20
    case .alphanumeric: 33
    case .byte: 48
    }
  }
}

/// Characters that stand together in one mode.
struct QRSegment: Equatable {
  var mode: QRMode
  var range: Range<Int>

  /// Bits, with those before the characters.
  func bits(_ version: QRVersion) -> Int {
    mode.headerBits(version) + (range.count * mode.cost + 5) / 6
  }

  /// The segments of the fewest bits for a text; the numbers of versions count in that they decide how long a
  /// header is.
  ///
  /// - Complexity: O(bytes).
  static func shortest(_ bytes: [UInt8], _ version: QRVersion) -> [QRSegment] {
    let modes = QRMode.allCases
    let never = Int.max / 2
    let headers = modes.map { 6 * $0.headerBits(version) }
    // The least cost at which a segment in each mode is open, and from which mode it came at each byte.
    var costs = headers
    var origins: [[Int]] = []
    origins.reserveCapacity(bytes.count)
    for byte in bytes {
      let written = modes.indices.map {
        modes[$0].holds(byte) ? costs[$0] + modes[$0].cost : never
      }
      costs = written
      var origin = Array(modes.indices)
      for next in modes.indices {
        for last in modes.indices where written[last] < never {
          let cost = (written[last] + 5) / 6 * 6 + headers[next]
          if cost < costs[next] { (costs[next], origin[next]) = (cost, last) }
        }
      }
      origins.append(origin)
    }
    var mode = modes.indices.min { (costs[$0], $0) < (costs[$1], $1) } ?? 0
    var segments: [QRSegment] = []
    for index in bytes.indices.reversed() {
      mode = origins[index][mode]
      if segments.last?.mode == modes[mode] {
        segments[segments.count - 1].range = index..<segments[segments.count - 1].range.upperBound
      } else {
        segments.append(QRSegment(mode: modes[mode], range: index..<index + 1))
      }
    }
    return segments.reversed()
  }
}
