package import BaseValues

/// Writes numbers and texts as few bytes.
///
/// A number is zigzag encoded (0, −1, 1, −2, … become 0, 1, 2, 3, …) and written in groups of seven
/// bits, the lowest first; the top bit of a byte says that another follows.
package struct RecordWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func add(_ number: Int64) {
    var rest = UInt64(bitPattern: number << 1 ^ number >> 63)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  package mutating func add(_ number: Int) { add(Int64(number)) }

  package mutating func add(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  package mutating func add(_ text: String) {
    add(text.utf8.count)
    bytes += text.utf8
  }

  package mutating func add(_ number: Rational) {
    add(number.numerator)
    add(number.denominator)
  }

  /// Whether there is a value; if so `write` writes it.
  package mutating func add<Value>(
    optional value: Value?, _ write: (inout RecordWriter, Value) -> Void
  ) {
    add(value != nil)
    if let value { write(&self, value) }
  }

  /// Numbers by their distances, of which many in a row are mostly the same: how many numbers there
  /// are, then each distance with how often it occurs.
  package mutating func add(_ numbers: some Collection<Int64>) {
    add(numbers.count)
    var last: Int64 = 0
    var step: Int64 = 0
    var repeats = 0
    for number in numbers {
      let distance = number &- last
      last = number
      if repeats > 0, distance == step {
        repeats += 1
        continue
      }
      addRun(step, repeats)
      (step, repeats) = (distance, 1)
    }
    addRun(step, repeats)
  }

  private mutating func addRun(_ step: Int64, _ repeats: Int) {
    guard repeats > 0 else { return }
    add(step)
    add(repeats)
  }
}

/// A record is not what was written, or not from this program.
package struct DamagedRecord: Error {
  package init() {}
}

/// Reads what a ``RecordWriter`` wrote.
package struct RecordReader {
  private let bytes: [UInt8]
  private var position: Int

  /// Longest list of numbers that is taken: 77 hours of pictures at 60 a second.
  private static let listLimit = 1 << 24

  package init(_ bytes: [UInt8], from position: Int) {
    self.bytes = bytes
    self.position = position
  }

  package var isAtEnd: Bool { position == bytes.count }

  private mutating func byte() throws(DamagedRecord) -> UInt8 {
    guard position < bytes.count else { throw DamagedRecord() }
    defer { position += 1 }
    return bytes[position]
  }

  package mutating func number() throws(DamagedRecord) -> Int64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      let next = try byte()
      value |= UInt64(next & 0x7f) << shift
      if next < 0x80 { return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1) }
    }
    throw DamagedRecord()
  }

  package mutating func number(in range: ClosedRange<Int64>) throws(DamagedRecord) -> Int64 {
    let value = try number()
    guard range.contains(value) else { throw DamagedRecord() }
    return value
  }

  package mutating func int(in range: ClosedRange<Int64>) throws(DamagedRecord) -> Int {
    guard let value = Int(exactly: try number(in: range)) else { throw DamagedRecord() }
    return value
  }

  package mutating func flag() throws(DamagedRecord) -> Bool {
    switch try byte() {
    case 0: false
    case 1: true
    default: throw DamagedRecord()
    }
  }

  package mutating func text() throws(DamagedRecord) -> String {
    let count = try int(in: 0...Int64(bytes.count))
    guard count <= bytes.count - position else { throw DamagedRecord() }
    defer { position += count }
    guard let text = String(validating: bytes[position..<position + count], as: UTF8.self) else {
      throw DamagedRecord()
    }
    return text
  }

  package mutating func rational() throws(DamagedRecord) -> Rational {
    let (above, below) = (try number(), try number(in: 1...Int64.max))
    guard let value = Rational(above, below) else { throw DamagedRecord() }
    return value
  }

  package mutating func positiveRational() throws(DamagedRecord) -> Rational {
    let value = try rational()
    guard value > .zero else { throw DamagedRecord() }
    return value
  }

  package mutating func optional<Value>(
    _ read: (inout RecordReader) throws(DamagedRecord) -> Value
  ) throws(DamagedRecord) -> Value? {
    try flag() ? try read(&self) : nil
  }

  package mutating func numbers() throws(DamagedRecord) -> [Int64] {
    let count = try int(in: 0...Int64(Self.listLimit))
    var numbers: [Int64] = []
    numbers.reserveCapacity(count)
    var last: Int64 = 0
    while numbers.count < count {
      let step = try number()
      for _ in 0..<(try int(in: 1...Int64(count - numbers.count))) {
        last = last &+ step
        numbers.append(last)
      }
    }
    return numbers
  }
}
