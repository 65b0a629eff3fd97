import Diagnostics
import BaseValues
import TimelineModel

/// A project or a group whose parameters have their values, read with what styles and defaults give its
/// items.
struct StyledReading {
  /// `nil` where nothing can be said about it.
  private(set) var document: ProjectDocument?
  private(set) var findings: [Diagnostic]

  /// A project.
  ///
  /// - Parameter limit: bytes of text that styles may make.
  init(project filled: FilledProject, limit: Int) {
    var reading = Reading()
    let value = filled.value
    let rate = value["output"]?["frameRate"].flatMap { WrittenValue.frameRate($0) }
    reading.expressions = ExpressionContext(parameters: filled.values, rate: rate ?? .default)
    reading.expressions.fillsTexts = !filled.uses.parameters.isEmpty || !filled.values.isEmpty
    reading.canvas = Self.canvas(of: value)
    let styled = StyledProject(
      value, reading.expressions,
      mentioned: filled.uses.absentStyles.union(Self.stylesOfGroups(value)), limit: limit)
    reading.readsAgain = !styled.uses.sources.isEmpty
    document = ProjectReader.read(styled.value, &reading)
    document?.uses = filled.uses
    document?.styles = styled.uses
    document?.styling = ["styles", "defaults"].compactMap { value.member($0) }
    let found = styled.uses.explained(styled.findings + reading.diagnostics)
    findings = filled.uses.explained(found)
  }

  /// A group.
  ///
  /// - Parameters:
  ///   - styling: the styles and defaults of the project that it stands in.
  ///   - values: of its parameters and those of the project.
  init(
    group value: JSONValue, in movie: OutputDocument, styling: [JSONMember],
    values: [String: ExpressionValue], uses: ParameterUses, limit: Int
  ) {
    var reading = Reading()
    let rate =
      value["frameRate"].flatMap { WrittenValue.frameRate($0) } ?? movie.frameRate?.value
    reading.expressions = ExpressionContext(
      parameters: values, rate: rate ?? .default)
    reading.expressions.fillsTexts = !uses.parameters.isEmpty || !values.isEmpty
    reading.canvas = Self.canvas(of: value) ?? movie.size?.value
    let styled = StyledProject(
      Self.styled(value, styling), reading.expressions, mentioned: [], limit: limit)
    reading.readsAgain = !styled.uses.sources.isEmpty
    document = GroupReader.read(
      value.replacing("tracks", with: styled.value["tracks"]), in: movie, &reading)
    document?.uses = uses
    document?.styles = styled.uses
    // Whether a style is used is a matter of the project, which tells of its mistakes, too.
    let own = (styled.findings + reading.diagnostics).filter { finding in
      !styling.contains { $0.value.range.contains(finding.range) } && finding.id != .styleUnused
    }
    findings = uses.explained(styled.uses.explained(own))
  }

  /// The size of the canvas of a project or a group, where it is written.
  private static func canvas(of value: JSONValue) -> Size? {
    (value["output"]?["size"] ?? value["size"]).flatMap { WrittenValue.size($0) }
  }

  /// A group's tracks with the styles of its project, and its defaults before those.
  private static func styled(_ group: JSONValue, _ styling: [JSONMember]) -> JSONValue {
    var members: [JSONMember] = []
    for member in styling {
      guard member.key == "defaults", let own = group["defaults"] else {
        members.append(member)
        continue
      }
      members.append(
        JSONMember(
          key: member.key, keyRange: member.keyRange, value: own.merged(with: member.value)))
    }
    if !styling.contains(where: { $0.key == "defaults" }), let own = group.member("defaults") {
      members.append(own)
    }
    if let tracks = group.member("tracks") { members.append(tracks) }
    return JSONValue(range: group.range, kind: .object(members))
  }

  /// The names of styles that groups mention.
  private static func stylesOfGroups(_ project: JSONValue) -> Set<String> {
    var names: Set<String> = []
    func look(_ value: JSONValue) {
      switch value.kind {
      case .object(let members):
        for member in members {
          if member.key == "style" {
            names.formUnion(StyledProject.names(in: member.value).map(\.value))
          }
          look(member.value)
        }
      case .array(let items): for item in items { look(item) }
      default: break
      }
    }
    if let groups = project["groups"] { look(groups) }
    return names
  }
}

extension JSONValue {
  /// An object's member; `nil` where there is none.
  fileprivate func member(_ key: String) -> JSONMember? {
    guard case .object(let members) = kind else { return nil }
    return members.first { $0.key == key }
  }

  /// The object with another value of a key that it has.
  fileprivate func replacing(_ key: String, with value: JSONValue?) -> JSONValue {
    guard let value, case .object(let members) = kind else { return self }
    return JSONValue(
      range: range,
      kind: .object(
        members.map {
          $0.key == key ? JSONMember(key: key, keyRange: $0.keyRange, value: value) : $0
        }))
  }

  /// Defaults of a group before those of its project: kind by kind, and key by key.
  fileprivate func merged(with outer: JSONValue) -> JSONValue {
    guard case .object(let own) = kind, case .object(let others) = outer.kind else { return self }
    var members = own.map { member -> JSONMember in
      guard let other = outer[member.key], case .object(let keys) = member.value.kind,
        case .object(let further) = other.kind
      else { return member }
      let names = Set(keys.map(\.key))
      return JSONMember(
        key: member.key, keyRange: member.keyRange,
        value: JSONValue(
          range: member.value.range,
          kind: .object(keys + further.filter { !names.contains($0.key) })))
    }
    let names = Set(own.map(\.key))
    members += others.filter { !names.contains($0.key) }
    return JSONValue(range: range, kind: .object(members))
  }
}
