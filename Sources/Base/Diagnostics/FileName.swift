/// Names of files as text. A name is bytes, and not all bytes are UTF-8.
///
/// A byte that is not part of a character is kept as a scalar of its own, U+10FE00 plus the byte, from
/// the private use area; the bytes of a character that is one of these scalars are kept so, too. So
/// every name becomes a text and comes back as the same bytes.
package enum FileName {
  private static let base: UInt32 = 0x10_FE00

  /// The scalar that stands for a byte from 0x80 on.
  package static func scalar(ofByte byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(base + UInt32(byte)) ?? "\u{FFFD}"
  }

  /// The byte that a scalar stands for; `nil` for all others.
  package static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    guard (base + 0x80...base + 0xFF).contains(scalar.value) else { return nil }
    return UInt8(truncatingIfNeeded: scalar.value)
  }

  /// Whether a text holds bytes that are no text.
  package static func hasBytes(_ text: String) -> Bool {
    // The first byte of all these scalars, and of few others.
    text.utf8.contains(0xF4) && text.unicodeScalars.contains { byte(of: $0) != nil }
  }

  /// The text for a name.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    let bytes = Array(bytes)
    if !bytes.contains(0xF4), let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    var index = 0
    while index < bytes.count {
      let end = min(index + length(bytes[index]), bytes.count)
      if let character = String(validating: bytes[index..<end], as: UTF8.self),
        !hasBytes(character)
      {
        text.unicodeScalars.append(contentsOf: character.unicodeScalars)
        index = end
      } else {
        text.unicodeScalars.append(scalar(ofByte: bytes[index]))
        index += 1
      }
    }
    return text
  }

  /// The name that a text stands for.
  package static func bytes(_ text: String) -> [UInt8] {
    guard hasBytes(text) else { return Array(text.utf8) }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if let byte = byte(of: scalar) {
        bytes.append(byte)
      } else {
        bytes += String(scalar).utf8
      }
    }
    return bytes
  }

  /// How many bytes a character has by its first one.
  private static func length(_ byte: UInt8) -> Int {
    switch byte {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }
}

extension FileName {
  /// The text for a name as C gives it, which ends with a zero.
  package static func text(_ name: UnsafePointer<CChar>) -> String {
    var bytes: [UInt8] = []
    var next = unsafe name
    while unsafe next.pointee != 0 {
      bytes.append(UInt8(bitPattern: unsafe next.pointee))
      unsafe next += 1
    }
    return text(bytes)
  }
}

extension String {
  /// The file name that the text stands for, as C takes it. See ``FileName``.
  package var fileName: [CChar] { FileName.bytes(self).map { CChar(bitPattern: $0) } + [0] }
}
