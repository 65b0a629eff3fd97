import Diagnostics
import BaseValues
import PictureKinds
import TimelineModel

/// Reads what stands on a video or audio track: a clip, a gap or a transition.
enum ItemReader {
  static let forms = ["clip", "gap", "transition"]

  static let gap = Key(
    "gap", Shape<TimeExpression>.time(.aboveZero), required: true,
    "How long nothing is shown or heard.", examples: ["\"1s\""])
  static let gapDescription = ObjectDescription(
    "gap", "a gap", "A gap in a track, without picture and sound.",
    keys: [gap.description, ParameterReader.when.description, NoteReader.key.description])

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
      guard let form = form(meantBy: member) else { continue }
      return ProjectMessages.unknownForm(
        of: "a track's item", forms: forms, range: member.keyRange, fixes: fixes(member, form))
    }
    return ProjectMessages.unknownForm(
      of: "a track's item", forms: forms, range: value.range, fixes: [])
  }

  /// The form that a key stands for: it looks like it, is another program's word for it, or has
  /// the name of a transition as its value.
  private static func form(meantBy member: JSONMember) -> String? {
    if let form = Suggestion.closest(to: member.key, among: forms) { return form }
    let key = Spelling.plain(member.key)
    if case .string(let text) = member.value.kind, key == "type" || key == "kind" {
      let word = Spelling.plain(text)
      if let form = forms.first(where: { $0 == word }) { return form }
      if TransitionKind.names.contains(word) || Spelling.name(text, of: TransitionKind.names) != nil
      {
        return "transition"
      }
    }
    if key == "effect" || TransitionKind.all.contains(where: { $0.isCalled(key) }) {
      return "transition"
    }
    if ["blank", "pause", "space", "silence", "black", "wait"].contains(key) { return "gap" }
    let meaning = ForeignKey.meaning(of: member.key, in: "audioClip")
    return meaning?.ours == "clip" ? "clip" : nil
  }

  private static func fixes(_ member: JSONMember, _ form: String) -> [Fix] {
    let quoted = JSONText.quoted(form)
    var fixes = [
      Fix(message: "write \(quoted)", replacing: member.keyRange, with: quoted)
    ]
    if form == "clip", case .string(let text) = member.value.kind,
      text.contains(".") || text.contains("/")
    {
      let entry = "\(JSONText.quoted(MediaNaming.name(for: text))): \(JSONText.quoted(text))"
      fixes.append(
        Fix(message: "name the file in \"media\": { \(shortened(entry)) }, and the clip after it"))
    }
    return fixes
  }
}
