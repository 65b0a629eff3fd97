import Diagnostics
import TimelineModel

/// Reads how the pictures of a media file are meant.
enum InterpretationReader {
  static let interlace = Key(
    "interlace", Shape<Interlace>.name("an order of fields"),
    "Which field of an interlaced picture is the earlier one. `auto` goes by what the file says, "
      + "picture by picture; `none` leaves pictures as they are stored; `telecine` undoes 3:2 "
      + "pulldown: the file has the pictures of film, four for five.",
    default: "\"auto\"", examples: ["\"top-first\""])
  static let alpha = Key(
    "alpha", Shape<AlphaMeaning>.name("a kind of alpha"),
    "Whether colours are stored straight or multiplied by alpha; `ignore` makes pictures opaque.",
    default: "\"straight\"", examples: ["\"premultiplied\""])

  // MARK: - Colour space

  static let matrix = Key(
    "matrix", Shape<ColorSpaceTags.Matrix>.name("a matrix"),
    "How Y\u{2032}CbCr was made from R\u{2032}G\u{2032}B\u{2032}.", examples: ["\"bt601\""])
  static let range = Key(
    "range", Shape<ColorSpaceTags.Range>.name("a range"),
    "Whether black and white are the codes 16 and 235 (`limited`) or 0 and 255 (`full`).",
    examples: ["\"full\""])
  static let primaries = Key(
    "primaries", Shape<ColorSpaceTags.Primaries>.name("primaries"),
    "Which colours red, green and blue are. BT.601 counts as `bt709`.", examples: ["\"bt2020\""])
  static let transfer = Key(
    "transfer", Shape<ColorSpaceTags.Transfer>.name("a transfer function"),
    "How codes become light. `sdr` is BT.709, BT.601 and sRGB alike; `pq` and `hlg` are "
      + "tone-mapped.", examples: ["\"hlg\""])
  static let colorSpaceDescription = ObjectDescription(
    "colorSpace", "a colour space",
    "What sample values mean as colours, for files that do not say so or are wrong. What is left "
      + "out is as the file says.",
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
    "What sample values mean as colours.",
    examples: ["{ \"matrix\": \"bt601\", \"range\": \"full\" }"])

  static let orientation = Key(
    "orientation", Shape<ShownOrientation>.name("an orientation"),
    "What is done to stored pictures before they are shown, whatever the file says: `clockwise` and "
      + "`counterclockwise` turn by 90 degrees, `mirrored` exchanges left and right, `flipped` above "
      + "and below.",
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
