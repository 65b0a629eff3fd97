import Diagnostics
import BaseValues
import TimelineModel

/// Reads a title.
enum TitleReader {
  static let id = Key(
    "id", Shape<String>.text("a name", example: "\"opening\""),
    "A name for the title, to refer to it.", examples: ["\"opening\""])
  static let at = Key(
    "at", Shape<TimeExpression>.time(.zeroOrMore),
    "Movie time at which the title appears. Left out, it follows the title before it.",
    examples: ["\"1s\""])
  static let duration = Key(
    "duration", Shape<TimeExpression>.time(.aboveZero), "How long the title stays.",
    examples: ["\"3s\""])
  static let until = Key(
    "until", Shape<TimeExpression>.time(.aboveZero),
    "Movie time at which the title disappears. Not together with `duration`.", examples: ["\"4s\""])
  static let fade = Key(
    "fade", TitleFadeReader.shape, "Opacity at the start and end.",
    examples: ["{\"in\": \"0.5s\", \"out\": \"20%\"}"])
  private static let pixels = Shape<Int>.integer(
    "whole pixels a frame", in: TitleRoll.speeds, example: "2")
  static let roll = Key(
    "roll", pixels,
    "Rolls up from below the canvas, by so many pixels in each frame; below 0 down from above it.",
    examples: ["2"], since: "0.2.0")
  static let crawl = Key(
    "crawl", pixels,
    "Crawls to the left from beyond the canvas's right edge, by so many pixels in each frame; below 0 to the right.",
    examples: ["3"], since: "0.2.0")
  static let layers = Key(
    "layers",
    Shape<[Located<LayerDocument>]>.list(
      of: LayerReader.shape, "an array of layers", example: "[{ \"text\": \"Hello\" }]",
      atLeast: 1),
    "Several texts, images and shapes, each drawn over those before it.",
    examples: ["[{\"text\": \"Hello\"}, {\"image\": \"logo\"}]"])

  private static let ownKeys = [
    id.description, StyleReader.key.description, at.description, duration.description,
    until.description, fade.description, roll.description, crawl.description,
    layers.description,
  ]
  static let description = ObjectDescription(
    "title", "a title",
    "Text, images and shapes over the picture: one layer written here, or several under `layers`.",
    keys: ownKeys + LayerReader.contentKeys + PlacementReader.keys
      + [ParameterReader.when.description, NoteReader.key.description],
    exclusive: [["duration", "until"], ["roll", "crawl"], ["layers"] + LayerReader.subjects]
      + PlacementReader.exclusive,
    oneRequired: [["duration", "until"], LayerReader.subjects + ["layers"]], inherits: true)

  /// Keys that describe one layer and mean nothing beside `layers`.
  static let layerOnlyKeys =
    layerContentKeys + [
      "position", "place", "margin", "anchor", "scale", "skew", "rotation",
    ]
  /// Those that say what the layer's text, image or shape looks like.
  static let layerContentKeys =
    LayerReader.contentKeys.map(\.name).filter { !LayerReader.subjects.contains($0) }

  static let shape = Shape.object(
    description, example: "{ \"text\": \"Hello\", \"duration\": \"3s\" }"
  ) { value, reading -> TitleDocument? in
    let errors = reading.errorCount
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    _ = fields.read(StyleReader.key, &reading)
    var title = TitleDocument(
      name: fields.read(id, &reading), at: fields.read(at, &reading),
      duration: fields.read(duration, &reading), until: fields.read(until, &reading),
      fade: fields.read(fade, &reading), roll: roll(fields, &reading), layers: [],
      placement: PlacementReader.read(fields, &reading),
      keys: fields.places(of: [
        "perspective", "motionBlur", "opacity", "fade", "duration", "roll", "crawl",
      ]), isComplete: true, range: value.range)
    if fields.member("layers") != nil {
      title.layers = fields.read(layers, &reading)?.value.map(\.value) ?? []
      for key in layerOnlyKeys {
        guard let member = fields.member(key) else { continue }
        reading.report(ProjectMessages.layerKeyBesideLayers(key, range: member.keyRange))
      }
      if let roll = title.roll,
        let other = title.placement.animations.first(where: \.value.isOfPlace)
      {
        reading.report(
          ProjectMessages.conflictingKeys(
            "animate", roll.value.isAcross ? "crawl" : "roll", of: "a title of several layers",
            range: roll.range, other: other.range))
      }
    } else if let content = LayerReader.content(fields, &reading) {
      title.layers = [
        LayerDocument(
          content: content, placement: title.placement,
          look: LookReader.read(fields, &reading),
          enter: fields.read(TextMotionReader.enter, &reading),
          leave: fields.read(TextMotionReader.leave, &reading),
          wave: fields.read(TextWaveReader.wave, &reading),
          fontRange: fields.member("font")?.value.range ?? value.range,
          keys: fields.places(of: LayerReader.judged), range: value.range)
      ]
      title.placement = PlacementDocument(
        perspective: title.placement.perspective, motionBlur: title.placement.motionBlur)
    }
    title.isComplete = reading.errorCount == errors
    return title
  }

  private static func roll(
    _ fields: ObjectFields, _ reading: inout Reading
  ) -> Located<TitleRoll>? {
    if let pixels = fields.read(roll, &reading), pixels.value != 0 {
      return Located(value: TitleRoll(pixels: pixels.value), range: pixels.range)
    }
    if let pixels = fields.read(crawl, &reading), pixels.value != 0 {
      return Located(value: TitleRoll(pixels: pixels.value, isAcross: true), range: pixels.range)
    }
    return nil
  }
}

/// Reads the `fade` of a title or of a clip's picture.
enum TitleFadeReader {
  static let length = Shape<TitleFadeDocument.Length>(
    expected: "a time or a percentage", example: "\"0.5s\"",
    schema: .any([
      Shape<TimeExpression>.time(.aboveZero).schema, .string(pattern: percentPattern),
    ])
  ) { value, reading in
    if case .string(let text) = value.kind, text.hasSuffix("%") {
      return Shape<Rational>.share("a share of the duration", example: "\"20%\"")
        .read(value, &reading).map { .share($0) }
    }
    return Shape<TimeExpression>.time(.aboveZero).read(value, &reading).map { .time($0) }
  }
  static let fadeIn = Key(
    "in", length, "Fade-in: a time, or a share of the duration.",
    examples: ["\"0.5s\"", "\"20%\""])
  static let fadeOut = Key(
    "out", length, "Fade-out: a time, or a share of the duration.", examples: ["\"0.5s\""])
  static let description = ObjectDescription(
    "titleFade", "a fade", "How a title or a clip's picture appears and disappears.",
    keys: [fadeIn.description, fadeOut.description])

  static let shape = Shape.object(description, example: "{ \"in\": \"0.5s\" }") {
    value, reading -> TitleFadeDocument? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    return TitleFadeDocument(
      fadeIn: fields.read(fadeIn, &reading), fadeOut: fields.read(fadeOut, &reading))
  }
}
