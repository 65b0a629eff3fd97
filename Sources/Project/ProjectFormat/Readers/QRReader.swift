import Diagnostics
import BaseValues
import Raster
import TimelineModel

/// Reads `{ "generate": "qr" }`.
enum QRReader {
  static let value = Key(
    "value", Shape<String>.text("a text", example: "\"https://example.org\""), required: true,
    "What readers read: an address or any text.", examples: ["\"https://example.org\""],
    since: "0.2.0")
  static let level = Key(
    "errorCorrection", Shape<ErrorCorrection>.name("a level of error correction"),
    "How much of it may be covered or damaged: more makes more modules.", default: "\"medium\"",
    examples: ["\"high\""], since: "0.2.0")
  static let version = Key(
    "version", Shape<Int>.integer("a version", in: QRSymbol.versions),
    "The smallest version: values of different lengths look alike.", default: "1",
    examples: ["5"], since: "0.2.0")
  static let quiet = Key(
    "quiet", Shape<Int>.integer("a number of modules", in: QRSymbol.quietZones),
    "Width of the empty zone around it, in modules.", default: "4", examples: ["2"],
    since: "0.2.0")
  static let color = Key(
    "color", Shape<Color>.color, "The colour of its modules.", default: "\"black\"",
    examples: ["\"navy\""], since: "0.2.0")
  static let background = Key(
    "background", Shape<Color>.color, "The colour behind them.", default: "\"white\"",
    examples: ["\"transparent\""], since: "0.2.0")

  static let description = ObjectDescription(
    "generatedQR", "the generator 'qr'", "A QR code: a square of whole pixels to a module.",
    keys: [
      GeneratorReader.name("qr", "A QR code.", since: "0.2.0").description, value.description,
      level.description, version.description, quiet.description, color.description,
      background.description, NoteReader.key.description,
    ])

  static func read(_ fields: ObjectFields, _ reading: inout Reading) -> Generator? {
    let text = fields.read(value, &reading)
    let level = fields.read(level, &reading)?.value ?? .medium
    let version = fields.read(version, &reading)?.value ?? 1
    let quiet = fields.read(quiet, &reading)?.value ?? 4
    let color = fields.read(color, &reading)
    let background = fields.read(background, &reading)
    guard let text else { return nil }
    let symbol = QRSymbol(
      text: text.value, level: level, leastVersion: version, quietZone: quiet,
      color: color?.value ?? .black, background: background?.value ?? .white)
    guard QRCode.holds(symbol.text, at: level) else {
      let lower = ErrorCorrection.allCases.prefix { $0 != level }
      reading.report(
        QRMessages.qrTooLong(
          bytes: symbol.text.utf8.count, capacity: QRCode.capacity(for: symbol.text, at: level),
          level: level, lower: lower.last { QRCode.holds(symbol.text, at: $0) },
          range: text.range))
      return nil
    }
    let range = color?.range ?? background?.range ?? text.range
    if let contrast = symbol.contrast {
      if contrast < 0 {
        reading.report(QRMessages.qrInverted(range: range))
      } else if contrast < QRMessages.leastContrast {
        reading.report(QRMessages.qrContrast(contrast, range: range))
      }
    }
    return .qr(symbol)
  }
}
