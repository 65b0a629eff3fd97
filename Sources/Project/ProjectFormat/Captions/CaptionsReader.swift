import Diagnostics
import BaseValues
import TimelineModel

/// Reads what stands on a track of captions: files of captions, and captions that are written in the project.
enum CaptionsReader {
  static let key = Key(
    "captions", list, "Captions: files of them, and texts with their times.",
    examples: ["[{\"clip\": \"subs\"}]"], since: "0.2.0")

  private static let list = Shape<[Located<CaptionsDocument>]>.list(
    of: shape.orPart, "an array of captions", example: "[{ \"clip\": \"subs\" }]")

  // MARK: - Keys

  private static let id = Key(
    "id", Shape<String>.text("a name", example: "\"english\""),
    "A name by which comparing and merging know it.",
    examples: ["\"english\""], since: "0.2.0")
  private static let clip = Key(
    "clip", Shape<String>.text("the name of a media item", example: "\"subs\""),
    "The file of captions, by its name under `media`.", examples: ["\"subs\""], since: "0.2.0")
  private static let at = Key(
    "at", Shape<TimeExpression>.time(.zeroOrMore),
    "Movie time at which it begins. Left out, it follows the item before it.",
    examples: ["\"1s\""], since: "0.2.0")
  private static let sourceIn = Key(
    "in", Shape<TimeExpression>.time(.zeroOrMore), "The file's time that is shown first.",
    default: "0", examples: ["\"10s\""], since: "0.2.0")
  private static let sourceOut = Key(
    "out", Shape<TimeExpression>.time(.aboveZero), "The file's time at which it ends.",
    examples: ["\"60s\""], since: "0.2.0")
  private static let duration = Key(
    "duration", Shape<TimeExpression>.time(.aboveZero),
    "How long it lasts in the movie. Left out, a file goes on to its last caption.",
    examples: ["\"3s\""], since: "0.2.0")
  private static let until = Key(
    "until", Shape<TimeExpression>.time(.aboveZero), "Movie time at which it ends.",
    examples: ["\"4s\""], since: "0.2.0")
  private static let speed = Key(
    "speed",
    Shape<Rational>.number(
      "a speed", minimum: Rational(1, over: 100), maximum: Rational(100), example: "1.001"),
    "How fast the file's times pass: above 1 its captions come sooner.", default: "1",
    examples: ["1.001"], since: "0.2.0")
  private static let shift = Key(
    "shift", Shape<TimeExpression>.time(.any),
    "How much later its captions come, in the file's time: at `speed` 2, half of it is seen. Below 0 they come "
      + "earlier. A file that goes on to its last caption ends as much later.", default: "0",
    examples: ["\"-0.5s\""], since: "0.2.0")
  private static let follow = Key(
    "follow",
    Shape<String>.text("the id of a clip or the name of a media item", example: "\"talk\""),
    "A clip, or a media item, whose times the captions are in: they are shown where it shows them, "
      + "with its cuts and its speed.", examples: ["\"talk\""], since: "0.2.0")
  private static let style = Key(
    "style", StyleReader.inline.shape,
    "Styles, or keys of a title, for these captions; others come from the track's `style`.",
    examples: ["{\"color\": \"yellow\"}"], since: "0.2.0")

  private static let text = LayerReader.text.description

  static let description = ObjectDescription(
    "captionsItem", "captions", "A file of captions, or one caption that is written here.",
    keys: [
      id.description, clip.description, at.description,
      sourceIn.description, sourceOut.description, duration.description, until.description,
      text, style.description,
      speed.description, shift.description, follow.description,
      ParameterReader.when.description, NoteReader.key.description,
    ],
    exclusive: [
      ["clip", "text"], ["duration", "until", "out"], ["at", "follow"], ["until", "follow"],
      ["duration", "follow"], ["speed", "follow"],
    ] + ["in", "out", "speed", "shift", "follow"].map { ["text", $0] },
    oneRequired: [["clip", "text"]])

  // MARK: - Reading

  static let shape = Shape.object(description, example: "{ \"clip\": \"subs\" }") {
    value, reading -> CaptionsDocument? in
    let errors = reading.errorCount
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    let text = fields.member("text")
    var captions = CaptionsDocument(range: value.range)
    _ = fields.read(id, &reading)
    captions.media = fields.read(clip, &reading)
    captions.at = fields.read(at, &reading)
    captions.sourceIn = fields.read(sourceIn, &reading)
    captions.sourceOut = fields.read(sourceOut, &reading)
    captions.duration = fields.read(duration, &reading)
    captions.until = fields.read(until, &reading)
    captions.speed = fields.read(speed, &reading)?.value ?? .one
    captions.shift = fields.read(shift, &reading)
    captions.follow = fields.read(follow, &reading)
    if text != nil, fields.member("clip") == nil, captions.duration == nil, captions.until == nil,
      fields.member("duration") == nil, fields.member("until") == nil
    {
      reading.report(
        ProjectMessages.missingKey(
          "duration\" or \"until", of: "a caption",
          range: SourceRange(lower: value.range.lower, upper: value.range.lower + 1),
          example: "\"3s\""))
    }
    let style = fields.member("style")
    captions.hasOwnStyle = style.map { !$0.keyRange.isNone } ?? false
    if let style { _ = StyleReader.inline.shape.read(style.value, &reading) }
    captions.look = look(style?.value, text: text, range: value.range, &reading)
    captions.isComplete = reading.errorCount == errors && captions.look != nil
    return captions
  }

  /// A title that looks as the captions do.
  private static func look(
    _ style: JSONValue?, text: JSONMember?, range: SourceRange, _ reading: inout Reading
  ) -> TitleDocument? {
    var members: [JSONMember] = []
    if case .object(let given)? = style?.kind { members = given }
    func has(_ keys: [String]) -> Bool { members.contains { keys.contains($0.key) } }
    func add(_ key: String, _ kind: JSONValue.Kind) {
      members.append(
        JSONMember(key: key, keyRange: .none, value: JSONValue(range: .none, kind: kind)))
    }
    let hasSize = has(["size"])
    if !hasSize { add("size", .string("5%")) }
    if !has(["position", "place"]) { add("place", .string("bottom")) }
    if !has(["width"]) { add("width", .string("80%")) }
    if !has(["outline", "box", "shadow"]) {
      add(
        "outline",
        .object([
          JSONMember(
            key: "width", keyRange: .none, value: JSONValue(range: .none, kind: .string("0.08em"))),
          JSONMember(
            key: "color", keyRange: .none, value: JSONValue(range: .none, kind: .string("black"))),
        ]))
    }
    let own = ["text", "image", "shape", "layers", "at", "duration", "until"]
    for member in members where own.contains(member.key) && !member.keyRange.isNone {
      reading.report(CaptionTrackMessages.captionStyleKey(member.key, range: member.keyRange))
    }
    members.removeAll { own.contains($0.key) }
    members.append(
      text
        ?? JSONMember(
          key: "text", keyRange: .none, value: JSONValue(range: .none, kind: .string("x"))))
    add("duration", .string("1s"))
    let title = TitleReader.shape.read(
      JSONValue(range: range, kind: .object(members)), &reading)
    guard var title else { return nil }
    let motions = [
      title.layers.first?.enter?.range, title.layers.first?.leave?.range,
      title.layers.first?.wave.flatMap { $0.value.isStill ? nil : $0.range }, title.roll?.range,
    ]
    if let range = motions.compactMap(\.self).first {
      reading.report(CaptionTrackMessages.motionOfCaptions(range: range))
      return nil
    }
    if case .text(let written)? = title.layers.first?.content, let counter = written.counters.first
    {
      reading.report(
        TextCounterMessages.counterOfCaptions(
          word: counter.kind.rawValue, range: counter.range.isNone ? range : counter.range))
      return nil
    }
    if case .text(var layer)? = title.layers.first?.content, layer.size.unit == .percent {
      layer.followsCanvas = true
      title.layers[0].content = .text(layer)
    }
    return title
  }
}

extension StyleReader {
  /// What a track of captions, or one of its items, says of their look: names of styles, or keys of a title. Names
  /// have been taken before this is read.
  static let inline = Key(
    "style",
    Shape<Void>(
      expected: "the name of a style, several, or an object of a title's keys",
      example: "{ \"size\": \"6%\" }",
      schema: .any([key.shape.schema, .object(description(of: .title))])
    ) { value, reading in
      if case .object = value.kind { return () }
      _ = key.shape.read(value, &reading)
      return nil
    },
    "How captions look: styles by their names, or keys of a title.",
    examples: ["\"subtitle\"", "{\"size\": \"6%\", \"color\": \"yellow\"}"], since: "0.2.0")
}
