import Diagnostics
import MediaTime
import TimelineModel

/// Reads what stands on a video or audio track: a clip, a gap or a transition.
enum ItemReader {
  static let forms = ["clip", "gap", "transition"]

  static let gap = Key(
    "gap", Shape<TimeExpression>.time(.aboveZero), required: true,
    "How long nothing is shown or heard.", examples: ["\"1s\""])
  static let gapDescription = ObjectDescription(
    "gap", "a gap", "A stretch of track without picture and sound.", keys: [gap.description])

  static let video = shape(clip: ClipReader.video, transition: TransitionReader.video)
  static let audio = shape(clip: ClipReader.audio, transition: TransitionReader.audio)

  private static func shape(
    clip: Shape<ClipDocument>, transition: Shape<TransitionDocument>
  ) -> Shape<TrackItem> {
    Shape(
      expected: "a clip, a gap or a transition", example: "{ \"clip\": \"bridge\" }",
      schema: .any([clip.schema, .object(gapDescription), transition.schema])
    ) { value, reading in
      guard case .object(let members) = value.kind else {
        reading.reportType(
          of: value, expected: "a clip, a gap or a transition",
          example: "{ \"clip\": \"bridge\" }")
        return .unreadable(value.range)
      }
      let given = forms.filter { form in members.contains { $0.key == form } }
      switch given.first {
      case "clip":
        return clip.read(value, &reading).map { .clip($0) } ?? .unreadable(value.range)
      case "gap":
        return readGap(value, &reading)
      case "transition":
        return transition.read(value, &reading).map { .transition($0) }
          ?? .unreadable(value.range)
      default:
        reading.report(unknownForm(value, members))
        return .unreadable(value.range)
      }
    }
  }

  private static func readGap(_ value: JSONValue, _ reading: inout Reading) -> TrackItem {
    let errors = reading.errorCount
    let duration = ObjectFields(value, gapDescription, &reading)?.read(gap, &reading)
    guard let duration, reading.errorCount == errors else { return .unreadable(value.range) }
    return .gap(duration, range: value.range)
  }

  private static func unknownForm(_ value: JSONValue, _ members: [JSONMember]) -> Diagnostic {
    for member in members.prefix(20) {
      guard let form = Suggestion.closest(to: member.key, among: forms) else { continue }
      return ProjectMessages.unknownForm(
        of: "a track's item", forms: forms, range: member.keyRange, found: member.key,
        suggestion: form)
    }
    return ProjectMessages.unknownForm(
      of: "a track's item", forms: forms, range: value.range, found: nil, suggestion: nil)
  }
}
