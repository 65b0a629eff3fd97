import BaseValues
import Diagnostics
import OutputKinds
import TimelineModel

// Which movie is made is said in the project's own words before it is read, so that every mistake in it is found in the
// same way.
extension Rendition {
  /// The project as it would be written for this movie: what its output of that name says stands in place of what
  /// `output` says.
  func applied(to project: JSONValue) -> JSONValue {
    guard case .object(let members) = project.kind else { return project }
    if let further {
      var whole = self
      whole.further = nil
      return whole.applied(to: project).withOutput(ofRendition: further)
    }
    let own = project["output"]
    guard container != nil || output != nil || own != own?.withPurpose else { return project }
    var written = (own ?? JSONValue(range: .none, kind: .object([]))).withPurpose
    if let chosen = chosenOutput(of: project) {
      written = written.output(differingAs: chosen.plainOutput)
    }
    if let container, case .object(let own) = written.kind, written["container"] == nil {
      let member = JSONMember(
        key: "container", keyRange: .none,
        value: JSONValue(range: .none, kind: .string(container.name)))
      // Pictures that are files of their own have nothing that encoders of movies are told.
      let isPictures =
        container.pictures != nil || container.animation != nil || container.joinsPictures
      let kept = isPictures ? own.filter { $0.key != "video" } : own
      written = JSONValue(range: written.range, kind: .object(kept + [member]))
    }
    // The other outputs differ from what is written, not from this.
    var changed =
      container == nil && output == nil ? members : members.filter { $0.key != "outputs" }
    let place = changed.firstIndex { $0.key == "output" }
    let member = JSONMember(
      key: "output", keyRange: place.map { changed[$0].keyRange } ?? .none, value: written)
    if let place { changed[place] = member } else { changed.append(member) }
    return JSONValue(range: project.range, kind: .object(changed))
  }

  /// Values of parameters: those that the chosen output gives, unless they are given from outside.
  func settings(_ given: [String: String], in project: JSONValue) -> [String: String] {
    guard let values = chosenOutput(of: project)?[GroupReader.given.description.name] else {
      return given
    }
    // What is wrong with them is found where all outputs are looked at.
    var trial = Reading()
    let own = (GroupReader.given.shape.read(values, &trial) ?? []).filter {
      OutputsReader.takes($0, in: project)
    }
    return given.merging(own.map { ($0.name, $0.text) }) { outside, _ in outside }
  }

  /// That there is no output of the name.
  func finding(in project: JSONValue) -> Diagnostic? {
    guard let output, chosenOutput(of: project) == nil || !NamedOutput.isName(output) else {
      return nil
    }
    var names: [String] = []
    if case .object(let members)? = project["outputs"]?.kind { names = members.map(\.key) }
    return ProjectMessages.unknownOutput(
      shortened(output), names: names.map { shortened($0) },
      suggestion: Suggestion.closest(to: output, among: names),
      range: project["outputs"]?.range ?? .none)
  }

  /// Where the chosen output is written: its name, and what it says.
  func place(in project: JSONValue) -> (name: SourceRange, value: SourceRange)? {
    guard let output, case .object(let members)? = project["outputs"]?.kind,
      let member = members.first(where: { $0.key == output })
    else { return nil }
    return (member.keyRange, member.value.range)
  }

  /// The part of the edit that the chosen output is, `nil` where it is all of it; and what is wrong with that.
  func part(in project: JSONValue) -> (part: Located<OutputRange>?, findings: [Diagnostic]) {
    guard let written = chosenOutput(of: project)?[OutputRange.key.description.name] else {
      return (nil, [])
    }
    var trial = Reading()
    let range = OutputRange.key.shape.read(written, &trial)
    return (range.map { Located(value: $0, range: written.range) }, trial.diagnostics)
  }

  private func chosenOutput(of project: JSONValue) -> JSONValue? {
    output.flatMap { project["outputs"]?[$0] }
  }
}

extension JSONValue {
  /// This object with the members of another in place of its own of the same names; where both are objects, with
  /// theirs. Of what excludes each other the other's stays, and nothing that
  /// means another codec or container does.
  func overridden(by other: JSONValue) -> JSONValue {
    guard case .object(var members) = kind, case .object(let others) = other.kind else {
      return other
    }
    let names = Set(others.map(\.key))
    for group in Self.exclusive where !names.isDisjoint(with: group) {
      members.removeAll { group.contains($0.key) && !names.contains($0.key) }
    }
    if let codec = other["codec"], codec.kind != self["codec"]?.kind {
      members.removeAll { Self.ofCodecs.contains($0.key) && !Self.takes($0, codec) }
    }
    if case .string(let name)? = other["container"]?.kind, other["container"] != self["container"],
      let container = MovieContainer(name: name)
    {
      members.removeAll { Self.isForeign($0.key, in: container) }
    }
    if case .string(let color)? = other["color"]?.kind, color != PictureColor.hdr10.rawValue {
      members.removeAll { $0.key == "masteringDisplay" }
    }
    for member in others {
      guard let place = members.firstIndex(where: { $0.key == member.key }) else {
        members.append(member)
        continue
      }
      members[place] = JSONMember(
        key: member.key, keyRange: member.keyRange,
        value: members[place].value.overridden(by: member.value))
    }
    return JSONValue(range: range.isNone ? other.range : range, kind: .object(members))
  }

  private static let exclusive =
    VideoEncodingReader.description.exclusive + AudioEncodingReader.description.exclusive

  /// Keys that mean one thing with one codec, and another with the next.
  private static let ofCodecs = Set(
    VideoEncodingReader.description.keyNames + ["bitRate", "sampleRate"])

  /// Whether a codec of sound has the sample rate that is written.
  private static func takes(_ member: JSONMember, _ codec: JSONValue) -> Bool {
    guard member.key == "sampleRate", case .number(let digits) = member.value.kind,
      case .string(let name) = codec.kind, let rate = Int(digits)
    else { return false }
    return AudioCodec(name: name)?.sampleRates.contains(rate) ?? false
  }

  /// Whether a key of an output means nothing in a container.
  private static func isForeign(_ key: String, in container: MovieContainer) -> Bool {
    switch key {
    case "segmentSeconds", "renditions": !container.isSegmented
    case "fragmented": !container.canBeFragmented
    case "startTimecode": container.isSegmented
    case "artwork": !container.holdsArtwork
    default: false
    }
  }

  /// This object without a member.
  func without(_ key: String) -> JSONValue {
    guard case .object(let members) = kind else { return self }
    return JSONValue(range: range, kind: .object(members.filter { $0.key != key }))
  }
}
