/// Numbers and boxes in order from a block of bytes; big-endian, as all of ISO/IEC 14496-12.
///
/// Whatever is asked for beyond the end is damage.
struct PhotoFields {
  let bytes: [UInt8]
  /// What was not read yet.
  private(set) var range: Range<Int>

  init(_ bytes: [UInt8]) { self.init(bytes, 0..<bytes.count) }

  /// - Precondition: `range` lies within `bytes`.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "fields \(range)")
    (self.bytes, self.range) = (bytes, range)
  }

  var isAtEnd: Bool { range.isEmpty }

  static var damaged: LibAVError { .refusedFormat(.damagedPhoto) }

  /// A number of 0 to 8 bytes; 0 of them are the number 0.
  mutating func number(_ count: Int) throws(LibAVError) -> UInt64 {
    guard count >= 0, count <= 8 else { throw Self.damaged }
    return try take(count).reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func byte() throws(LibAVError) -> Int { Int(try number(1)) }
  mutating func short() throws(LibAVError) -> Int { Int(try number(2)) }
  mutating func long() throws(LibAVError) -> Int { Int(try number(4)) }

  mutating func signed() throws(LibAVError) -> Int {
    Int(Int32(truncatingIfNeeded: try number(4)))
  }

  mutating func text() throws(LibAVError) -> String {
    String(decoding: try take(4), as: UTF8.self)
  }

  mutating func take(_ count: Int) throws(LibAVError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= range.count else { throw Self.damaged }
    let taken = range.lowerBound..<range.lowerBound + count
    range = taken.upperBound..<range.upperBound
    return bytes[taken]
  }

  /// Version and flags of a full box (ISO/IEC 14496-12, 4.2).
  mutating func versionAndFlags() throws(LibAVError) -> (version: Int, flags: Int) {
    (try byte(), Int(try number(3)))
  }

  /// The next box (ISO/IEC 14496-12, 4.2).
  mutating func box() throws(LibAVError) -> (type: String, content: PhotoFields) {
    let start = range.lowerBound
    var size = try number(4)
    let type = try text()
    if size == 1 { size = try number(8) }
    let header = range.lowerBound - start
    let count = size == 0 ? range.count : (Int(exactly: size) ?? 0) - header
    guard count >= 0, count <= range.count else { throw Self.damaged }
    let content = PhotoFields(bytes, range.lowerBound..<range.lowerBound + count)
    range = content.range.upperBound..<range.upperBound
    return (type, content)
  }
}
