/// The beginning of an element of EBML (RFC 8794, 5 and 6): a name and a length.
package struct ElementHeader: Hashable, Sendable {
  /// The most bytes that one has.
  package static let longest = 12

  /// With the bits that say how long it is.
  package var id: UInt32
  /// Of the header alone.
  package var length: Int
  /// Of the content; up to the end where the file does not say.
  package var contentSize: Int

  /// The header at the beginning of bytes.
  ///
  /// - Parameter rest: bytes from here to the end of what it lies in.
  /// - Returns: `nil` where there is no element, or one that does not fit.
  package init?(_ bytes: ArraySlice<UInt8>, rest: Int) {
    guard let first = bytes.first, first.leadingZeroBitCount < 4 else { return nil }
    let idLength = first.leadingZeroBitCount + 1
    let start = bytes.startIndex + idLength
    guard bytes.endIndex > start, bytes[start] != 0 else { return nil }
    let lengthLength = bytes[start].leadingZeroBitCount + 1
    guard bytes.endIndex >= start + lengthLength else { return nil }
    id = bytes[bytes.startIndex..<start].reduce(0) { $0 << 8 | UInt32($1) }
    let value = bytes[start..<(start + lengthLength)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let mask = (UInt64(1) << UInt64(7 * lengthLength)) - 1
    length = idLength + lengthLength
    guard length <= rest else { return nil }
    if value & mask == mask {
      contentSize = rest - length
    } else {
      guard value & mask <= UInt64(rest - length) else { return nil }
      contentSize = Int(value & mask)
    }
  }
}

/// An element of EBML with its content as bytes.
struct Element {
  var id: UInt32
  var content: [UInt8]

  init(_ id: UInt32, _ content: [UInt8]) {
    self.id = id
    self.content = content
  }

  /// A number in as few bytes as hold it.
  init(_ id: UInt32, number: Int) {
    let count = max(1, (64 - number.leadingZeroBitCount + 7) / 8)
    var bytes: [UInt8] = []
    bytes.append(number: number, bytes: count)
    self.init(id, bytes)
  }

  /// The elements of which content consists.
  ///
  /// - Throws: `BoxError` where it does not, or consists of very many.
  static func elements(in bytes: [UInt8]) throws(BoxError) -> [Element] {
    var elements: [Element] = []
    var position = 0
    while position < bytes.count {
      guard let header = ElementHeader(bytes[position...], rest: bytes.count - position),
        elements.count < 10_000
      else { throw BoxError("there is no element", at: position) }
      let start = position + header.length
      position = start + header.contentSize
      elements.append(Element(header.id, Array(bytes[start..<position])))
    }
    return elements
  }

  /// The bytes of the element, its length in as few as hold it.
  var data: [UInt8] { data(lengthBytes: Self.lengthBytes(content.count)) }

  func data(lengthBytes count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    let idBytes = (32 - id.leadingZeroBitCount + 7) / 8
    bytes.append(number: Int(id), bytes: idBytes)
    bytes.append(number: content.count | 1 << (7 * count), bytes: count)
    return bytes + content
  }

  /// The bytes that a length takes at least; all ones are not a length.
  private static func lengthBytes(_ length: Int) -> Int {
    (1...8).first { length < (1 << (7 * $0)) - 1 } ?? 8
  }

  /// Space that says nothing (`Void`), of so many bytes with its header, 2 at least.
  static func void(_ size: Int) -> [UInt8] {
    let count = size < 128 ? 1 : 8
    return Element(0xEC, [UInt8](repeating: 0, count: size - 1 - count)).data(lengthBytes: count)
  }
}
