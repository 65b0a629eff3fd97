import Diagnostics
import BaseValues
package import TimelineModel

/// Reads one layer of a title, or the same keys in a title of one layer.
enum LayerReader {
  static let text = Key(
    "text", TextRunReader.text,
    "The text, in any script; it may have line breaks, and runs with a form of their own.",
    examples: ["\"Golden Gate\"", "[\"Golden \", {\"text\": \"Gate\", \"color\": \"yellow\"}]"])
  static let font = Key(
    "font", Shape<String>.font,
    "A family name, or the path of a font file (`.ttf`, `.otf`, `.ttc`, `.woff`) relative to the "
      + "project file.",
    default: "\"sans-serif\"", examples: ["\"DejaVu Sans Bold\"", "\"fonts/Title.otf\""])
  static let size = Key(
    "size",
    Shape<Length>.length(
      "a font size in pixels", within: TextStyle.sizes, ofText: false, example: "54"),
    "Font size in pixels, or with a unit: `5%` is a share of the canvas's height.", default: "48",
    examples: ["54", "\"7vh\""])
  static let weight = Key(
    "weight", Shape<Int>.integer("a font weight", in: TextStyle.weights, example: "700"),
    "400 is regular, 700 bold.", default: "400", examples: ["700"])
  static let italic = Key(
    "italic", Shape<Bool>.boolean, "Whether the text is italic.", default: "false",
    examples: ["true"])
  static let color = Key(
    "color", Shape<Color>.color, "Colour of the text.", default: "\"white\"",
    examples: ["\"#ffcc00\""])
  static let align = Key(
    "align", Shape<TextStyle.Alignment>.name("an alignment"), "Alignment of the lines.",
    default: "\"center\"", examples: ["\"left\""])
  static let width = Key(
    "width",
    Shape<Length>.length(
      "a width",
      within: Rational(TextStyle.widths.lowerBound)...Rational(TextStyle.widths.upperBound),
      ofText: true, example: "800"),
    "Lines wrap at this width. Left out, they break only where the text does. Of a shape its width.",
    examples: ["800", "\"80vw\""])
  static let lineSpacing = Key(
    "lineSpacing",
    Shape<Rational>.number(
      "a factor", minimum: TextStyle.lineSpacings.lowerBound,
      maximum: TextStyle.lineSpacings.upperBound, example: "1.2"),
    "Line spacing, as a multiple of the font's own.", default: "1", examples: ["1.2"])
  static let outline = Key(
    "outline", OutlineReader.shape, "An outline around the letters.",
    examples: ["{\"width\": 2, \"color\": \"black\"}"])
  static let shadow = Key(
    "shadow", ShadowReader.list, "A drop shadow below the text, or several.",
    examples: ["{\"color\": \"#00000080\", \"offset\": [2, 2], \"blur\": 4}"])
  static let box = Key(
    "box", BoxReader.shape, "A filled box behind the text.",
    examples: ["{\"color\": \"#00000080\", \"padding\": 12}"])
  static let image = Key(
    "image", Shape<String>.text("the name of a media", example: "\"logo\""),
    "Name of a media whose picture is shown instead of a text.", examples: ["\"logo\""])
  private static let side = Shape<Length>.length(
    "a size", within: .one...Rational(32_768), ofText: false, example: "320")
  static let imageWidth = Key(
    "imageWidth", side,
    "Width of the image. Left out, it follows from the height, or is the image's own.",
    examples: ["320"])
  static let imageHeight = Key(
    "imageHeight", side,
    "Height of the image. Left out, it follows from the width, or is the image's own.",
    examples: ["240"])

  private static let styleKeys: [KeyDescription] =
    [
      font.description, size.description, weight.description, italic.description,
      color.description, align.description, width.description, lineSpacing.description,
      outline.description, shadow.description, box.description,
    ] + TextFormReader.keys + [ShapeReader.fill.description]
    + [
      TextMotionReader.enter.description, TextMotionReader.leave.description,
      TextWaveReader.wave.description,
    ]
  private static let pictureKeys = [
    GroupReader.given.description, imageWidth.description, imageHeight.description,
    PlacementReader.scaling.description,
  ]
  static let contentKeys: [KeyDescription] =
    [text.description, ShapeReader.shape.description] + ShapeReader.keys + styleKeys
    + [image.description] + pictureKeys + LookReader.keys

  /// Keys that are for texts.
  static let textKeys = Set((["text"] + styleKeys.map(\.name)))
  /// Keys that are for images.
  static let imageKeys = Set((["image"] + pictureKeys.map(\.name)))
  /// Keys of which one says what a layer shows.
  static let subjects = ["text", "image", "shape"]

  static let description = ObjectDescription(
    "layer", "a layer", "One text, image or shape of a title.",
    keys: [StyleReader.key.description] + contentKeys + PlacementReader.layerKeys + [
      ParameterReader.when.description, NoteReader.key.description,
    ],
    exclusive: [subjects] + PlacementReader.exclusive, oneRequired: [subjects], inherits: true)

  static let shape = Shape.object(description, example: "{ \"text\": \"Hello\" }") {
    value, reading -> LayerDocument? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    _ = fields.read(StyleReader.key, &reading)
    let placement = PlacementReader.read(fields, &reading)
    guard let content = content(fields, &reading) else { return nil }
    return LayerDocument(
      content: content, placement: placement, look: LookReader.read(fields, &reading),
      enter: fields.read(TextMotionReader.enter, &reading),
      leave: fields.read(TextMotionReader.leave, &reading),
      wave: fields.read(TextWaveReader.wave, &reading),
      fontRange: fields.member("font")?.value.range ?? value.range,
      keys: fields.places(of: judged), range: value.range)
  }

  /// Keys of which rules say where they do nothing, or do something that is not seen.
  static let judged: Set<String> = [
    "text", "image", "shape", "position", "place", "size", "scale", "opacity", "align",
    "lineSpacing",
    "paragraphSpacing", "overflow", "leastSize",
    "imageWidth",
    "imageHeight",
  ]

  /// Without parameters what stands in braces is seen with its braces.
  private static func lookForNames(in value: JSONValue?, _ reading: inout Reading) {
    if let value, case .array(let runs) = value.kind {
      for run in runs { lookForNames(in: run["text"] ?? run, &reading) }
    }
    guard let value, case .string(let text) = value.kind else { return }
    var rest = text[...]
    while let brace = rest.firstIndex(of: "{") {
      rest = rest[brace...].dropFirst()
      let name = rest.prefix { ExpressionLexer.isInName($0) || $0 == "." || $0 == ":" }
      guard let first = name.first, ExpressionLexer.beginsName(first),
        rest[name.endIndex...].first == "}", TextCounterReader.kind(name) == nil,
        !name.contains(":")
          || TextCounterReader.kind(name.prefix { $0 != ":" }.lowercased()) != nil
      else { continue }
      let isDoubled =
        rest.startIndex > text.index(after: text.startIndex)
        && text[text.index(rest.startIndex, offsetBy: -2)] == "{"
        && rest[name.endIndex...].hasPrefix("}}")
      return reading.report(
        ProjectMessages.bracesInText(
          shortened(String(name)), isDoubled: isDoubled, range: value.range))
    }
  }

  /// The text, image or shape that the keys describe.
  static func content(
    _ fields: ObjectFields, _ reading: inout Reading
  ) -> LayerDocument.Content? {
    let kind = LayerKind { fields.member($0)?.value }
    let given = subjects.filter { fields.member($0) != nil }
    if given.count == 1 {
      for key in contentKeys where !kind.fits(key.name) {
        // Of a line this is told by its value.
        if key.name == "fill", case .shape = kind { continue }
        guard let member = fields.member(key.name) else { continue }
        reading.report(
          ProjectMessages.keyOfOtherContent(
            key.name, for: LayerKind.owners(of: key.name), this: kind.noun,
            better: kind.counterpart(of: key.name), range: member.keyRange))
      }
    }
    if case .shape = kind {
      guard let kind = fields.read(ShapeReader.shape, &reading) else { return nil }
      return ShapeReader.read(kind, fields, &reading).map { .shape($0) }
    }
    return written(fields, &reading)
  }

  private static func written(
    _ fields: ObjectFields, _ reading: inout Reading
  ) -> LayerDocument.Content? {
    let style = style(fields, &reading)
    let image = fields.read(image, &reading)
    let given = fields.read(GroupReader.given, &reading)
    let width = fields.read(imageWidth, &reading)
    let height = fields.read(imageHeight, &reading)
    if !reading.expressions.fillsTexts { lookForNames(in: fields.member("text")?.value, &reading) }
    if let image { return .image(image, given: given, width: width?.value, height: height?.value) }
    return style.map { .text($0) }
  }

  private static func style(_ fields: ObjectFields, _ reading: inout Reading) -> TextDocument? {
    let text = fields.read(text, &reading)
    let font = fields.read(font, &reading)?.value ?? "sans-serif"
    var style = TextStyle(text: "", font: FontChoice(font), size: Rational(48))
    let size = fields.read(size, &reading)?.value ?? Length(amount: Rational(48))
    if let weight = fields.read(weight, &reading) { style.weight = weight.value }
    if let italic = fields.read(italic, &reading) { style.italic = italic.value }
    if let color = fields.read(color, &reading) { style.color = color.value }
    if let align = fields.read(align, &reading) { style.alignment = align.value }
    let width = fields.read(width, &reading)?.value
    if let spacing = fields.read(lineSpacing, &reading) { style.lineSpacing = spacing.value }
    var written = TextDocument(style: style, size: size, width: width)
    if let outline = fields.read(outline, &reading)?.value {
      written.lengths.append(outline.width) { $0.outlineWidth = $1 }
      written.style.outlineColor = outline.color
      written.style.outlineSide = outline.side
    }
    if let shadows = fields.read(shadow, &reading)?.value { written.shadows = shadows }
    written.box = fields.read(box, &reading)?.value
    TextFormReader.read(fields, into: &written, &reading)
    guard let text else { return nil }
    written.style.text = text.value.text
    written.runs = text.value.runs
    written.counters = text.value.counters
    return written
  }
}

extension Shape where Value == String {
  /// A family's name or the path of a font file.
  fileprivate static var font: Shape {
    let text = Shape.text("a font", example: "\"DejaVu Sans\"", isPath: true)
    return Shape(expected: text.expected, example: text.example, schema: .font, read: text.read)
  }
}

extension FontChoice {
  /// What a text says: a name with a slash or the ending of a font file is a path.
  package init(_ text: String) {
    let endings = [".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2"]
    let lowercase = text.lowercased()
    let isFile =
      text.utf8.contains(UInt8(ascii: "/")) || endings.contains { lowercase.hasSuffix($0) }
    self = isFile ? .file(path: text) : .family(text)
  }

  /// Whether it is the path of a file.
  var isFile: Bool {
    if case .file = self { true } else { false }
  }
}
