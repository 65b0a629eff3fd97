/// How many bytes come out of compressed ones (RFC 1950 and 1951), without making them: their number is
/// all that is asked, so no memory is needed whatever they claim.
struct InflatedSize {
  private let bytes: [UInt8]
  private var position = 2
  private var hold = 0
  private var heldBits = 0
  private var size = 0

  /// The number of bytes that `bytes` inflate to, as far as they can be inflated.
  ///
  /// - Parameter limit: counting ends above it.
  /// - Complexity: linear in the bytes, and in nothing else.
  static func of(_ bytes: [UInt8], limit: Int) -> Int {
    // A code of one bit for 258 bytes, and one for their distance: nothing inflates to more.
    if bytes.count <= limit / 1032 { return 0 }
    var reader = InflatedSize(bytes)
    while reader.size <= limit, let isLast = reader.block(limit), !isLast {}
    return reader.size
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// `nil` at the end of the bytes.
  private mutating func bits(_ count: Int) -> Int? {
    while heldBits < count {
      guard position < bytes.count else { return nil }
      hold |= Int(bytes[position]) << heldBits
      position += 1
      heldBits += 8
    }
    let value = hold & (1 << count - 1)
    hold >>= count
    heldBits -= count
    return value
  }

  /// One block (RFC 1951, 3.2.3).
  ///
  /// - Returns: whether it is the last one; `nil` where it is damaged.
  private mutating func block(_ limit: Int) -> Bool? {
    guard let last = bits(1), let kind = bits(2) else { return nil }
    switch kind {
    case 0:
      (hold, heldBits) = (0, 0)
      guard let low = bits(16), let check = bits(16), low == ~check & 0xFFFF else { return nil }
      size += min(low, bytes.count - position)
      position += low
      if position > bytes.count { return nil }
    case 1:
      let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
      guard symbols(Code(lengths), Code([Int](repeating: 5, count: 30)), limit) else { return nil }
    case 2:
      guard let (literals, distances) = codes(), symbols(literals, distances, limit) else {
        return nil
      }
    default: return nil
    }
    return last == 1
  }

  /// The codes of a block (3.2.7).
  private mutating func codes() -> (Code, Code)? {
    guard let literals = bits(5), let distances = bits(5), let count = bits(4) else { return nil }
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var lengths = [Int](repeating: 0, count: 19)
    for index in order.prefix(count + 4) {
      guard let length = bits(3) else { return nil }
      lengths[index] = length
    }
    let code = Code(lengths)
    let wanted = literals + 257 + distances + 1
    var found: [Int] = []
    while found.count < wanted {
      guard let symbol = symbol(code) else { return nil }
      switch symbol {
      case 16:
        guard let last = found.last, let more = bits(2) else { return nil }
        found += [Int](repeating: last, count: more + 3)
      case 17:
        guard let more = bits(3) else { return nil }
        found += [Int](repeating: 0, count: more + 3)
      case 18:
        guard let more = bits(7) else { return nil }
        found += [Int](repeating: 0, count: more + 11)
      default: found.append(symbol)
      }
    }
    guard found.count == wanted else { return nil }
    return (Code(Array(found[..<(literals + 257)])), Code(Array(found[(literals + 257)...])))
  }

  /// What a block has, up to its end.
  private mutating func symbols(_ literals: Code, _ distances: Code, _ limit: Int) -> Bool {
    while size <= limit {
      guard let symbol = symbol(literals) else { return false }
      if symbol == 256 { return true }
      if symbol < 256 {
        size += 1
        continue
      }
      guard symbol < 286, let length = length(symbol - 257), let distance = self.symbol(distances),
        distance < 30, bits(max(0, distance / 2 - 1)) != nil
      else { return false }
      size += length
    }
    return true
  }

  /// How many bytes are repeated (3.2.5).
  private mutating func length(_ index: Int) -> Int? {
    if index < 8 { return index + 3 }
    if index == 28 { return 258 }
    let extra = index / 4 - 1
    return bits(extra).map { 3 + ((4 + index % 4) << extra) + $0 }
  }

  private mutating func symbol(_ code: Code) -> Int? {
    var (value, first, index) = (0, 0, 0)
    for length in 1...15 {
      guard let bit = bits(1) else { return nil }
      value |= bit
      let count = code.counts[length]
      if value - count < first { return code.symbols[index + value - first] }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    return nil
  }

  /// A code as its symbols in order, and how many there are of each length (3.2.2).
  private struct Code {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    init(_ lengths: [Int]) {
      for length in lengths where length > 0 { counts[length] += 1 }
      for wanted in 1...15 where counts[wanted] > 0 {
        for (symbol, length) in lengths.enumerated() where length == wanted {
          symbols.append(symbol)
        }
      }
    }
  }
}
