import Diagnostics
import TimelineModel

/// Reads how the pictures of a media file are meant.
enum InterpretationReader {
  static let interlace = Key(
    "interlace", Shape<Interlace>.name("an order of fields"),
    "Whether the file is interlaced, and which field comes first.",
    default: "\"auto\"", examples: ["\"top-first\""])
  static let alpha = Key(
    "alpha", Shape<AlphaMeaning>.name("a kind of alpha"),
    "How colours are stored beside alpha.",
    default: "\"straight\"", examples: ["\"premultiplied\""])

  // MARK: - Colour space

  static let matrix = Key(
    "matrix", Shape<ColorSpaceTags.Matrix>.name("a matrix"),
    "How Y\u{2032}CbCr was made from R\u{2032}G\u{2032}B\u{2032}.", examples: ["\"bt601\""])
  static let range = Key(
    "range", Shape<ColorSpaceTags.Range>.name("a range"),
    "The levels of black and white.",
    examples: ["\"full\""])
  static let primaries = Key(
    "primaries", Shape<ColorSpaceTags.Primaries>.name("primaries"),
    "The colour primaries. BT.601 counts as `bt709`.", examples: ["\"bt2020\""])
  static let transfer = Key(
    "transfer", Shape<ColorSpaceTags.Transfer>.name("a transfer function"),
    "The transfer function. `pq` and `hlg` are tone-mapped to SDR.", examples: ["\"hlg\""])
  static let colorSpaceDescription = ObjectDescription(
    "colorSpace", "a colour space",
    "The colour space of files that do not say it or say it wrong. What is left out is as the "
      + "file says.",
    keys: [
      matrix.description, range.description, primaries.description, transfer.description,
    ])
  static let colorSpace = Key(
    "colorSpace",
    Shape<ColorSpaceTags>.object(colorSpaceDescription) { value, reading in
      guard let fields = ObjectFields(value, colorSpaceDescription, &reading) else { return nil }
      return ColorSpaceTags(
        matrix: fields.read(matrix, &reading)?.value, range: fields.read(range, &reading)?.value,
        primaries: fields.read(primaries, &reading)?.value,
        transfer: fields.read(transfer, &reading)?.value)
    },
    "The colour space, if the file does not say it or says it wrong.",
    examples: ["{ \"matrix\": \"bt601\", \"range\": \"full\" }"])

  static let orientation = Key(
    "orientation", Shape<ShownOrientation>.name("an orientation"),
    "How stored pictures are turned before they are shown, whatever the file says.",
    examples: ["\"clockwise\"", "\"mirrored\""])

  static let keys = [
    interlace.description, alpha.description, orientation.description, colorSpace.description,
  ]

  static func read(_ fields: ObjectFields, _ reading: inout Reading) -> Interpretation {
    Interpretation(
      interlace: fields.read(interlace, &reading)?.value ?? .auto,
      alpha: fields.read(alpha, &reading)?.value ?? .straight,
      colors: fields.read(colorSpace, &reading)?.value ?? ColorSpaceTags(),
      orientation: fields.read(orientation, &reading)?.value)
  }
}
