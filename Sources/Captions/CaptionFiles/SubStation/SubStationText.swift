internal import BaseValues
internal import Diagnostics

/// The text of a line of ASS with its tags.
struct SubStationText {
  private let bytes: [UInt8]
  private(set) var overrides: SubStationOverrides
  private(set) var hasDrawing = false
  private var pieces: [CaptionPiece] = []
  private var buffer: [UInt8] = []

  init(_ bytes: [UInt8], _ overrides: SubStationOverrides) {
    self.bytes = bytes
    self.overrides = overrides
  }

  /// Whether a tag says the place.
  var isPlaced: Bool { overrides.hasPlace && overrides.keypad != 2 || overrides.isPositioned }

  mutating func runs(
    _ text: Range<Int>, _ caption: Caption, _ collector: inout CaptionCollector
  ) -> [CaptionRun] {
    var place = text.lowerBound
    // Where no bracket closes any more, none is looked for again.
    var hasClosing = true
    while place < text.upperBound {
      let byte = bytes[place]
      let next = place + 1 < text.upperBound ? bytes[place + 1] : 0
      var end: Int?
      if byte == UInt8(ascii: "{"), hasClosing {
        end = bytes[place..<text.upperBound].firstIndex(of: UInt8(ascii: "}"))
        hasClosing = end != nil
      }
      if let end {
        flush()
        overrides.apply(bytes, place + 1..<end, &collector)
        place = end + 1
      } else if byte == UInt8(ascii: "\\"), let escaped = escape(next) {
        append(escaped)
        place += 2
      } else {
        append([byte])
        place += 1
      }
    }
    flush()
    return CaptionWords.runs(pieces, from: caption.start, to: caption.end)
  }

  private func escape(_ byte: UInt8) -> [UInt8]? {
    switch byte {
    case UInt8(ascii: "N"): [0x0A]
    case UInt8(ascii: "n"): overrides.breaksAtSmallN ? [0x0A] : [0x20]
    case UInt8(ascii: "h"): [0xC2, 0xA0]
    case UInt8(ascii: "{"), UInt8(ascii: "}"): [byte]
    default: nil
    }
  }

  private mutating func append(_ text: [UInt8]) {
    if overrides.isDrawing { hasDrawing = true } else { buffer += text }
  }

  private mutating func flush() {
    if buffer.isEmpty { return }
    var piece = CaptionPiece(text: String(decoding: buffer, as: UTF8.self))
    piece.style = overrides.style
    piece.start = overrides.wordStart
    piece.end = overrides.wordEnd
    pieces.append(piece)
    buffer.removeAll(keepingCapacity: true)
  }
}
