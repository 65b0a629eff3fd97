import Diagnostics
import TimelineModel

/// A project whose items have the keys that defaults and styles give them.
///
/// An item's own keys come first, then those of its styles, the last one before the others, then the
/// defaults of its track, then those of the project. Values are taken as a whole, but of an object
/// that several of them write its keys are taken one by one. Every value keeps its place.
struct StyledProject {
  /// All else as it was.
  private(set) var value: JSONValue
  private(set) var findings: [Diagnostic] = []
  private(set) var uses = StyleUses()

  private var styles: [String: Style] = [:]
  private var names: [String] = []
  private var defaults: [StyledKind: Source] = [:]
  /// What checking styles by themselves has to know.
  private let expressions: ExpressionContext
  /// Bytes that may still be taken.
  private var room: Int
  private let limit: Int

  private struct Style {
    var source: Source
    var nameRange: SourceRange
    var isUsed = false
  }

  /// Members from one place that an item may take.
  struct Source {
    var members: [JSONMember]
    /// The style's name; `nil` for defaults.
    var style: String?
    /// Index in the uses' sources.
    var index: Int
  }

  /// - Parameters:
  ///   - mentioned: styles that something uses which is left out.
  ///   - limit: bytes of values that may be taken.
  init(
    _ project: JSONValue, _ expressions: ExpressionContext, mentioned: Set<String>, limit: Int
  ) {
    value = project
    self.expressions = expressions
    (self.limit, room) = (limit, limit)
    guard case .object(let members) = project.kind, Self.hasStyles(project) else { return }
    readStyles(project["styles"])
    defaults = readDefaults(project["defaults"], on: nil)
    value = JSONValue(
      range: project.range,
      kind: .object(
        members.map { member in
          guard member.key == "tracks", case .array(let tracks) = member.value.kind else {
            return member
          }
          let styled = tracks.map { track($0) }
          return JSONMember(
            key: member.key, keyRange: member.keyRange,
            value: JSONValue(range: member.value.range, kind: .array(styled)))
        }))
    for name in names where !mentioned.contains(name) {
      // A part is a collection: a project takes of it what it needs.
      guard let style = styles[name], !style.isUsed, project.range.contains(style.nameRange) else {
        continue
      }
      findings.append(StyleMessages.styleUnused(name, range: style.nameRange))
    }
  }

  private static func hasStyles(_ project: JSONValue) -> Bool {
    if project["styles"] != nil || project["defaults"] != nil { return true }
    guard case .array(let tracks)? = project["tracks"]?.kind else { return false }
    return tracks.contains { track in
      track["defaults"] != nil || track["captions"].map { Self.hasInlineStyle(track, $0) } ?? false
    }
  }

  // MARK: - Reading

  private mutating func readStyles(_ written: JSONValue?) {
    guard let written else { return }
    guard case .object(let members) = written.kind else {
      return reportType(of: written, StyleReader.all.shape.expected)
    }
    names = members.map(\.key)
    for member in members where styles[member.key] == nil {
      guard let keys = read(member.value, StyleReader.description) else { continue }
      let index = uses.add(member.value.range, "the style '\(shortened(member.key))'")
      styles[member.key] = Style(
        source: Source(members: keys, style: member.key, index: index), nameRange: member.keyRange)
      let kinds = StyledKind.allCases.filter { kind in
        keys.allSatisfy { kind.keyNames.contains($0.key) }
      }
      if let kind = kinds.first {
        check(keys, as: kind, in: member.value.range)
      } else if let (first, second) = Self.strangers(keys) {
        findings.append(
          StyleMessages.styleOfNothing(
            member.key, first.key, second.key, range: second.keyRange))
      }
    }
  }

  /// Two keys that no kind of item takes together.
  private static func strangers(_ keys: [JSONMember]) -> (JSONMember, JSONMember)? {
    var kinds = StyledKind.allCases
    for (index, key) in keys.enumerated() {
      let rest = kinds.filter { $0.keyNames.contains(key.key) }
      if !rest.isEmpty {
        kinds = rest
        continue
      }
      let apart = keys[..<index].first { other in
        !StyledKind.allCases.contains {
          $0.keyNames.contains(other.key) && $0.keyNames.contains(key.key)
        }
      }
      return (apart ?? keys[0], key)
    }
    return nil
  }

  /// - Parameter track: the kind of the track that they are written at; `nil` for the project's.
  private mutating func readDefaults(
    _ written: JSONValue?, on track: String?
  ) -> [StyledKind: Source] {
    guard let written else { return [:] }
    guard let members = read(written, StyleReader.defaultsDescription) else { return [:] }
    var result: [StyledKind: Source] = [:]
    for member in members {
      guard let kind = StyledKind(rawValue: member.key),
        let keys = read(member.value, StyleReader.description(of: kind))
      else { continue }
      if let track, !kind.stands(on: track) {
        findings.append(
          StyleMessages.defaultsOfOtherTrack(
            member.key, track: "a track of \(track == "titles" ? track : "\"\(track)\"")",
            range: member.keyRange))
        continue
      }
      let index = uses.add(
        member.value.range, track == nil ? "a default of the project" : "a default of the track")
      result[kind] = Source(members: keys, index: index)
      check(keys, as: kind, in: member.value.range)
    }
    return result
  }

  /// The members of an object that its description knows.
  private mutating func read(
    _ value: JSONValue, _ description: ObjectDescription
  ) -> [JSONMember]? {
    guard case .object(let members) = value.kind else {
      reportType(of: value, description.noun)
      return nil
    }
    var reading = Reading()
    _ = ObjectFields(value, description, &reading)
    findings += reading.diagnostics
    return members.filter { $0.key != "note" && description.hasKey($0.key) }
  }

  private mutating func reportType(of value: JSONValue, _ noun: String) {
    guard let found = value.noun else { return }
    findings.append(StyleMessages.wrongStyles(noun, found: found, range: value.range))
  }

  private mutating func check(_ members: [JSONMember], as kind: StyledKind, in range: SourceRange) {
    var reading = Reading()
    reading.expressions = expressions
    kind.check(members, &reading)
    findings += reading.diagnostics.filter { range.contains($0.range) }
  }

  // MARK: - Taking

  private mutating func track(_ track: JSONValue) -> JSONValue {
    guard case .object(let members) = track.kind,
      let kind = TrackReader.kinds.first(where: { track[$0] != nil })
    else { return track }
    if kind == "captions" { return captions(track, members) }
    let own = readDefaults(track["defaults"], on: kind)
    let changed = members.map { member in
      guard member.key == kind, case .array(let items) = member.value.kind else { return member }
      let styled = items.map { item in
        StyledKind(item, on: kind).map { self.item(item, $0, on: kind, own) } ?? item
      }
      return JSONMember(
        key: member.key, keyRange: member.keyRange,
        value: JSONValue(range: member.value.range, kind: .array(styled)))
    }
    return JSONValue(range: track.range, kind: .object(changed))
  }

  // MARK: - Captions

  private static func hasInlineStyle(_ track: JSONValue, _ items: JSONValue) -> Bool {
    if track["style"] != nil { return true }
    guard case .array(let items) = items.kind else { return false }
    return items.contains { $0["style"] != nil }
  }

  /// A track of captions whose items have, as their `style`, all keys of a title that they take: their own before
  /// the track's. What its styles say of words is said at the track.
  private mutating func captions(_ track: JSONValue, _ members: [JSONMember]) -> JSONValue {
    var own = looks(of: members, as: .captions)
    var forms: [JSONMember] = []
    for source in own {
      forms += source.members.filter { member in
        CaptionFormReader.names.contains(member.key)
          && !(members + forms).contains { $0.key == member.key }
      }
    }
    for index in own.indices {
      own[index].members.removeAll { CaptionFormReader.names.contains($0.key) }
    }
    let changed = (Self.withoutLook(members) + forms).map { member in
      guard member.key == "captions", case .array(let items) = member.value.kind else {
        return member
      }
      return JSONMember(
        key: member.key, keyRange: member.keyRange,
        value: JSONValue(
          range: member.value.range, kind: .array(items.map { caption($0, own) })))
    }
    return JSONValue(range: track.range, kind: .object(changed))
  }

  private mutating func caption(_ item: JSONValue, _ own: [Source]) -> JSONValue {
    guard room >= 0, case .object(var members) = item.kind else { return item }
    let sources = looks(of: members, as: .title) + own
    if sources.isEmpty { return item }
    var merging = StyleMerging(item.range, [], TitleReader.description)
    for source in sources { merging.take(source) }
    merging.finish()
    uses.add(merging.taken)
    let had = room
    room -= merging.taken.reduce(0) { $0 + $1.range.upper - $1.range.lower }
    if had >= 0, room < 0 {
      findings.append(StyleMessages.stylesTooLong(limit: limit, range: item.range))
    }
    let place = members.firstIndex { $0.key == "style" }
    let look = JSONMember(
      key: "style", keyRange: place.map { members[$0].keyRange } ?? .none,
      value: JSONValue(
        range: place.map { members[$0].value.range } ?? .none, kind: merging.value.kind))
    if let place { members[place] = look } else { members.append(look) }
    return JSONValue(range: item.range, kind: .object(members))
  }

  private static let captionsItem = "an item of captions"

  /// What the `style` of captions gives: styles that it names, or keys that stand there.
  ///
  /// - Parameter kind: what names can give: of a track all, of an item the keys of a title.
  private mutating func looks(of members: [JSONMember], as kind: StyledKind) -> [Source] {
    guard let written = members.first(where: { $0.key == "style" }) else { return [] }
    let noun = kind == .captions ? kind.noun : Self.captionsItem
    guard case .object(let given) = written.value.kind else {
      return taken(by: members, noun: noun, kind.description)
    }
    if let named = given.first(where: { $0.key == "style" }) {
      findings.append(StyleMessages.styleAmongKeys(range: named.keyRange))
    }
    let own = JSONValue(
      range: written.value.range, kind: .object(given.filter { $0.key != "style" }))
    guard let keys = read(own, StyleReader.captions) else { return [] }
    check(keys, as: .title, in: written.value.range)
    let index = uses.add(written.value.range, "the style of \(noun)")
    return [Source(members: keys, index: index)]
  }

  /// The members of a track whose look has been taken.
  private static func withoutLook(_ members: [JSONMember]) -> [JSONMember] {
    withoutNames(members).map { member in
      guard member.key == "style", case .object = member.value.kind else { return member }
      return JSONMember(
        key: member.key, keyRange: member.keyRange,
        value: JSONValue(range: member.value.range, kind: .array([])))
    }
  }

  private mutating func item(
    _ item: JSONValue, _ kind: StyledKind, on track: String, _ own: [StyledKind: Source]
  ) -> JSONValue {
    guard room >= 0, case .object(let members) = item.kind else { return item }
    let description =
      kind == .transition && track == "audio" ? TransitionReader.audioDescription : kind.description
    var sources = taken(by: members, noun: kind.noun, description)
    sources += [own[kind], defaults[kind]].compactMap(\.self)
    if sources.isEmpty, !members.contains(where: { $0.key == "style" }),
      !Self.hasLayerWithStyle(item)
    {
      return item
    }
    var merging = StyleMerging(item.range, Self.withoutNames(members), description)
    if kind == .title, item["layers"] != nil {
      merging.layers { layer, members in
        taken(by: members, noun: "a layer", LayerReader.description)
          + sources.compactMap { StyleMerging.layerSource($0, of: layer) }
      }
    }
    if kind == .transition { merging.takesDefaultKind(on: track) }
    for source in sources { merging.take(source) }
    merging.finish()
    uses.add(merging.taken)
    let had = room
    room -= merging.taken.reduce(0) { $0 + $1.range.upper - $1.range.lower }
    if had >= 0, room < 0 {
      findings.append(StyleMessages.stylesTooLong(limit: limit, range: item.range))
    }
    return merging.value
  }

  private static func hasLayerWithStyle(_ item: JSONValue) -> Bool {
    guard case .array(let layers)? = item["layers"]?.kind else { return false }
    return layers.contains { $0["style"] != nil }
  }

  /// The styles that an object names, the one that counts first in front.
  private mutating func taken(
    by members: [JSONMember], noun: String, _ description: ObjectDescription
  ) -> [Source] {
    guard let written = members.first(where: { $0.key == "style" }) else { return [] }
    var sources: [Source] = []
    var seen: Set<String> = []
    for name in Self.names(in: written.value).reversed() {
      guard let style = styles[name.value] else {
        let isKnown = names.contains(name.value)
        if !isKnown {
          findings.append(
            StyleMessages.unknownStyle(
              name.value, names: findings.count < 100 ? names : nil, range: name.range))
        }
        continue
      }
      guard seen.insert(name.value).inserted else { continue }
      styles[name.value]?.isUsed = true
      if let key = style.source.members.first(where: { !description.hasKey($0.key) }) {
        findings.append(
          StyleMessages.styleKey(
            key.key, style: name.value, noun: noun,
            isOfTrack: noun == Self.captionsItem && CaptionFormReader.names.contains(key.key),
            range: name.range, other: key.keyRange))
      }
      uses.use(style.source.index, at: name.range)
      sources.append(style.source)
    }
    return sources
  }

  /// The members of an object whose styles have been taken: no names are left to be read, but the key
  /// stays where it is for those beside it.
  static func withoutNames(_ members: [JSONMember]) -> [JSONMember] {
    members.map { member in
      if member.key != "style" || names(in: member.value).isEmpty { return member }
      return JSONMember(
        key: member.key, keyRange: member.keyRange,
        value: JSONValue(range: member.value.range, kind: .array([])))
    }
  }

  /// The names that the value of `style` gives; none where it is something else.
  static func names(in value: JSONValue) -> [Located<String>] {
    var values = [value]
    if case .array(let items) = value.kind { values = items }
    let names = values.compactMap { value -> Located<String>? in
      guard case .string(let name) = value.kind, !name.isEmpty else { return nil }
      return Located(value: name, range: value.range)
    }
    return names.count == values.count ? names : []
  }
}

extension StyledKind {
  /// Whether a track of a kind can hold such items.
  fileprivate func stands(on track: String) -> Bool {
    switch self {
    case .title, .layer: track == "titles"
    case .clip: track == "video"
    case .audio: track == "audio"
    case .transition: track != "titles"
    case .captions: track == "captions"
    }
  }
}
