/// The four characters that say what a box is.
package struct BoxType: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The bytes, the first one highest.
  package let code: UInt32

  /// A type of a number, as items of QuickTime's metadata have.
  package init(_ code: UInt32) { self.code = code }

  /// Four characters of Latin-1, where © is one byte; of other texts the last four.
  package init(_ text: String) {
    code = text.unicodeScalars.reduce(0) { $0 << 8 | UInt32(UInt8(truncatingIfNeeded: $1.value)) }
  }

  /// A type as it stands in the program's own text.
  package init(stringLiteral text: String) { self.init(text) }

  /// The four characters.
  package var description: String {
    String(
      String.UnicodeScalarView(
        [24, 16, 8, 0].map { Unicode.Scalar(UInt8(truncatingIfNeeded: code >> UInt32($0))) }))
  }
}

/// A box of ISO/IEC 14496-12 (4.2), an atom of QuickTime: a size, a type, and bytes or further boxes.
///
/// Boxes that are read and written again have the same bytes, whatever is in them: what is not known to
/// hold boxes stays as it is.
package struct Box: Hashable, Sendable {
  /// How the size is written.
  package enum SizeForm: Hashable, Sendable {
    /// In 32 bits; in 64 where it does not fit.
    case short
    /// In 64 bits.
    case wide
    /// As 0: the box lasts to the end of the file.
    case toEnd
  }

  /// What a box holds.
  package enum Content: Hashable, Sendable {
    case bytes([UInt8])
    /// Boxes. Before them there may be a version and flags (`head`), after them less than a box, such as
    /// the zero at the end of QuickTime's user data (`tail`).
    case boxes(head: [UInt8], [Box], tail: [UInt8])
  }

  /// What it is.
  package var type: BoxType
  /// How its size is written.
  package var sizeForm: SizeForm
  /// What is in it.
  package var content: Content

  /// A box with content.
  package init(_ type: BoxType, _ content: Content, sizeForm: SizeForm = .short) {
    self.type = type
    self.content = content
    self.sizeForm = sizeForm
  }

  /// A box with bytes.
  package init(_ type: BoxType, bytes: [UInt8]) { self.init(type, .bytes(bytes)) }

  /// A box with boxes.
  package init(_ type: BoxType, head: [UInt8] = [], _ boxes: [Box]) {
    self.init(type, .boxes(head: head, boxes, tail: []))
  }
}

// MARK: - What is in it

extension Box {
  /// The boxes in it; none in one of bytes.
  package var children: [Box] {
    get { if case .boxes(_, let boxes, _) = content { boxes } else { [] } }
    set {
      guard case .boxes(let head, _, let tail) = content else {
        content = .boxes(head: [], newValue, tail: [])
        return
      }
      content = .boxes(head: head, newValue, tail: tail)
    }
  }

  /// The bytes in it; none in one of boxes.
  package var bytes: [UInt8] { if case .bytes(let bytes) = content { bytes } else { [] } }

  /// The first box of a type in it.
  package subscript(_ type: BoxType) -> Box? { children.first { $0.type == type } }

  /// The box at the end of a way of types.
  package func box(_ path: BoxType...) -> Box? {
    path.reduce(Optional(self)) { box, type in box?[type] }
  }

  /// Changes the first box of a type in it; a new one at the end where there is none and `made` gives one.
  package mutating func update<Fault: Error>(
    _ type: BoxType, orMake made: @autoclosure () -> Box? = nil,
    _ change: (inout Box) throws(Fault) -> Void
  ) throws(Fault) {
    var boxes = children
    if let place = boxes.firstIndex(where: { $0.type == type }) {
      try change(&boxes[place])
    } else if var box = made() {
      try change(&box)
      boxes.append(box)
    } else {
      return
    }
    children = boxes
  }
}

// MARK: - Writing

extension Box {
  private var contentSize: Int {
    switch content {
    case .bytes(let bytes): bytes.count
    case .boxes(let head, let boxes, let tail):
      boxes.reduce(head.count + tail.count) { $0 + $1.size }
    }
  }

  /// Bytes of the whole box.
  package var size: Int {
    let count = contentSize
    return count + (sizeForm == .wide || count + 8 > Int(UInt32.max) ? 16 : 8)
  }

  /// Appends the box.
  package func write(to target: inout [UInt8]) {
    let size = size
    let isWide = sizeForm == .wide || size > Int(UInt32.max)
    target.append(number: isWide ? 1 : sizeForm == .toEnd ? 0 : size, bytes: 4)
    target.append(number: Int(type.code), bytes: 4)
    if isWide { target.append(number: size, bytes: 8) }
    switch content {
    case .bytes(let bytes): target += bytes
    case .boxes(let head, let boxes, let tail):
      target += head
      for box in boxes { box.write(to: &target) }
      target += tail
    }
  }

  /// The bytes of the box.
  package var data: [UInt8] {
    var result: [UInt8] = []
    write(to: &result)
    return result
  }
}

extension [UInt8] {
  /// Appends a number, its highest byte first; of negative ones what fits.
  mutating func append(number: Int, bytes count: Int) {
    for place in (0..<count).reversed() {
      append(UInt8(truncatingIfNeeded: number >> (8 * place)))
    }
  }
}
