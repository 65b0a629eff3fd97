import Diagnostics
import BaseValues
import PictureKinds
import TimelineModel

/// Reads a transition.
enum TransitionReader {
  /// Stands for the kind that styles and defaults give.
  static let defaultKind = "default"
  /// The kinds of an audio track.
  static let audioKinds = ["dissolve"]
  private static let audioValues = [NamedValue("dissolve", "a cross-fade")]

  /// What every kind needs, for its page.
  static let material = [
    "At a cut a transition needs handles: media for half its duration after the out point of the first clip, and "
      + "as much before the in point of the second one. A clip that shows its whole file has none; stills, "
      + "colours and generators always have enough.",
    "Without handles, check says how many frames are missing. Then write \"mode\": \"overlap\" to move the clips "
      + "over each other (the track gets shorter), \"handles\": \"freeze\" to hold the first or last frame, or "
      + "\"handles\": \"shorten\" to make the transition as short as the media.",
    "At the start or end of a track, or next to a gap, it needs no handles: the clip appears or disappears.",
  ]

  static let videoKind = Key(
    "transition", Shape<String>.transition("a transition", of: TransitionKind.namedValues),
    required: true,
    "The kind of transition between the clips before and after it.",
    examples: ["\"dissolve\""])
  static let audioKind = Key(
    "transition", Shape<String>.transition("a transition of an audio track", of: audioValues),
    required: true, "A cross-fade.", examples: ["\"dissolve\""])
  static let duration = Key(
    "duration", Shape<TimeExpression>.time(.aboveZero), required: true,
    "How long the transition takes.",
    examples: ["\"1s\"", "\"20f\""])
  /// The parameters of all kinds; those of one name are the same. What one kind needs others do not have.
  static let parameters: [Key<ParameterValue>] = {
    var seen: Set<String> = []
    return TransitionKind.all.flatMap(\.parameters).filter { seen.insert($0.name).inserted }
      .map { $0.key(isRequired: false) }
  }()
  private static let mediaParameters = TransitionKind.all.flatMap(\.parameters)
    .filter { $0.type == .media }.map(\.name)
  static let easing = Key(
    "easing", Shape<Easing>.easing, "How the transition speeds up and slows down.",
    default: "\"linear\"",
    examples: ["\"ease-in-out\"", "[0.42, 0, 0.58, 1]"])
  static let sound = Key(
    "audio", Shape<SoundCrossing>.name("a way to cross over"),
    "How the two sounds cross-fade. Left out, `linear` between two clips of one media, else "
      + "`equal-power`.",
    examples: ["\"linear\"", "\"cut\""])
  static let align = Key(
    "align", Shape<TransitionDocument.Alignment>.name("an alignment"),
    "Where the transition lies at the cut.",
    default: "\"center\"", examples: ["\"start\""])
  static let mode = Key(
    "mode",
    Shape<String>.name(
      "a mode",
      of: [
        NamedValue("handles", "uses media beyond the cut; the track keeps its length"),
        NamedValue("overlap", "moves the clips over each other; the track gets shorter"),
      ]),
    "Where the pictures of both clips come from: from handles, or from an overlap of the clips.",
    default: "\"handles\"", examples: ["\"overlap\""])
  static let handles = Key(
    "handles", Shape<Transition.Handles>.name("a way to deal with missing material"),
    "What happens if the handles are too short.",
    default: "\"require\"", examples: ["\"freeze\"", "\"shorten\""])

  private static let common = [
    StyleReader.key.description, duration.description, sound.description, easing.description,
    align.description, mode.description,
    handles.description, ParameterReader.when.description, NoteReader.key.description,
  ]
  static let videoDescription = ObjectDescription(
    "videoTransition", "a transition", "A change from one clip to the next.",
    keys: [videoKind.description] + parameters.map(\.description) + common,
    exclusive: TransitionKind.all.flatMap(\.exclusive), inherits: true)
  static let audioDescription = ObjectDescription(
    "audioTransition", "a transition of an audio track", "A cross-fade from one clip to the next.",
    keys: [audioKind.description] + common, inherits: true)

  /// The first kind that has all parameters among some keys.
  static func kind(with members: [JSONMember]) -> String {
    let given = parameters.map(\.description.name).filter { name in
      members.contains { $0.key == name }
    }
    let kind = TransitionKind.all.first { kind in given.allSatisfy { kind.has($0) } }
    return kind?.name ?? audioKinds[0]
  }

  static let video = Shape.object(
    videoDescription, example: "{ \"transition\": \"dissolve\", \"duration\": \"1s\" }"
  ) { value, reading -> TransitionDocument? in
    read(value, videoDescription, kind: videoKind, &reading) { _ in nil }
  }
  static let audio = Shape.object(
    audioDescription, example: "{ \"transition\": \"dissolve\", \"duration\": \"1s\" }"
  ) { value, reading -> TransitionDocument? in
    read(value, audioDescription, kind: audioKind, &reading) { member in
      videoDescription.hasKey(member.key)
        ? ProjectMessages.pictureKeyInAudio(member.key, range: member.keyRange) : nil
    }
  }

  private static func read(
    _ value: JSONValue, _ description: ObjectDescription, kind: Key<String>,
    _ reading: inout Reading, misplaced: (JSONMember) -> Diagnostic?
  ) -> TransitionDocument? {
    let errors = reading.errorCount
    guard let fields = ObjectFields(value, description, &reading, misplaced: misplaced) else {
      return nil
    }
    _ = fields.read(StyleReader.key, &reading)
    let name = fields.read(kind, &reading)
    let duration = fields.read(duration, &reading)
    let arguments = parameters.map { ($0.description.name, fields.read($0, &reading)) }
    let sound = fields.read(sound, &reading)
    let easing = fields.read(easing, &reading)
    let align = fields.read(align, &reading)
    let mode = fields.read(mode, &reading)
    let handles = fields.read(handles, &reading)
    let choice = name.flatMap { TransitionKind.named($0.value) }.map { kind in
      for (parameter, value) in arguments where value != nil && !kind.has(parameter) {
        reading.report(
          ProjectMessages.parameterOfOtherKind(
            parameter, kind: kind.name,
            others: TransitionKind.all.filter { $0.has(parameter) }.map(\.name),
            range: fields.member(parameter)?.keyRange ?? value?.range ?? .none))
      }
      for parameter in kind.parameters where parameter.isRequired {
        if fields.member(parameter.name) != nil { continue }
        reading.report(
          ProjectMessages.transitionWithoutParameter(
            parameter.name, kind: kind.name, example: parameter.examples.first?.json,
            range: name?.range ?? value.range))
      }
      return kind.choice { name in arguments.first { $0.0 == name }?.1?.value }
    }
    let overlaps = mode?.value == "overlap"
    if overlaps, let mode {
      for key in ["align", "handles"] {
        guard let member = fields.member(key) else { continue }
        reading.report(
          ProjectMessages.keyWithOverlap(key, range: member.keyRange, other: mode.range))
      }
    }
    guard let choice, let duration else { return nil }
    let media = mediaParameters.lazy.compactMap { name in
      arguments.first { $0.0 == name }?.1.map { Located(value: $0.value.text, range: $0.range) }
    }
    return TransitionDocument(
      kind: choice, media: media.first, duration: duration, sound: sound?.value,
      easing: easing?.value ?? .linear,
      easingRange: easing?.range ?? .none, alignment: align,
      overlaps: overlaps, handles: handles?.value ?? .require,
      isComplete: reading.errorCount == errors, range: value.range)
  }
}

extension Shape where Value == String {
  /// The name of a kind, or the word for the one that counts where nothing is said.
  fileprivate static func transition(_ noun: String, of values: [NamedValue]) -> Shape {
    let name = Shape.name(noun, of: values)
    let names = values.map(\.name)
    return Shape(
      expected: name.expected, example: name.example,
      schema: .names(
        values + [
          NamedValue(TransitionReader.defaultKind, "the one that `defaults` or a style names")
        ])
    ) { value, reading in
      if case .string(let text) = value.kind {
        if text == TransitionReader.defaultKind {
          reading.report(StyleMessages.defaultTransition(range: value.range))
          return nil
        }
        if names.count > 1, !names.contains(text), let meant = Spelling.transition(text) {
          reading.report(
            ProjectMessages.unknownName(
              shortened(text), expected: noun, names: names, respelling: meant, suggestion: nil,
              range: value.range))
          return nil
        }
      }
      return name.read(value, &reading)
    }
  }
}

extension PictureKind {
  fileprivate func has(_ parameter: String) -> Bool {
    parameters.contains { $0.name == parameter }
  }
}
