import Diagnostics
import TimelineModel

/// Puts a project that is written in several files together, before anything else is made of it.
///
/// What parts name joins what the project names; their tracks, or the items on these, stand where the
/// project includes them. All values keep the places where they are written.
///
/// ```
/// "tracks": [ { "include": "titles.json" },                      all its tracks
///             { "video": [ { "clip": "logo" },
///                          { "include": "act-1.json" } ] } ]     what is on its video track
/// ```
struct PartAssembly {
  private static let deepest = 12

  private let limits: ProjectLimits
  private let source: ProjectSource?
  /// From the project's folder to that of the outermost one, whose findings these are.
  private let base: PathRebasing
  /// Takes in the files of the parts.
  private(set) var file: SourceFile
  private(set) var findings: [Diagnostic] = []
  /// Of the project and all its parts.
  private(set) var bytes: Int
  /// In the order in which they are first included.
  private var parts: [Part] = []
  /// By the paths that lead to them; `nil` for what cannot be read.
  private var known: [String: Int?] = [:]
  /// The files that are being read, the project first.
  private var steps: [Step]
  private let isOutermost: Bool
  /// Whether something that is included could not be read: what looks missing may be there.
  var isIncomplete: Bool { known.values.contains(nil) }

  /// A part that was read.
  private struct Part {
    var identity: String
    /// As the first inclusion says it.
    var path: String
    /// With what it includes in place.
    var value: JSONValue
    /// Where each of its tracks is included.
    var uses: [SourceRange?]
    /// Whether all of it could be read, and what it includes.
    var isWhole = true

    var tracks: [JSONValue] {
      if case .array(let tracks)? = value["tracks"]?.kind { tracks } else { [] }
    }
  }

  private struct Step {
    var identity: String
    var path: String
    var use: SourceRange
  }

  /// - Parameters:
  ///   - file: the outermost project's.
  ///   - identity: tells the file of the project that is put together from others; empty for the
  ///     outermost.
  ///   - bytes: of all that was read before.
  init(
    _ file: SourceFile, _ limits: ProjectLimits, _ source: ProjectSource?,
    base: PathRebasing = PathRebasing(besides: ""), identity: String = "", bytes: Int
  ) {
    self.file = file
    self.limits = limits
    self.source = source
    self.base = base
    self.bytes = bytes
    isOutermost = identity.isEmpty
    steps = [Step(identity: identity, path: "", use: .none)]
  }

  /// The whole project. What cannot be included is left out.
  mutating func assembled(_ project: JSONValue) -> JSONValue {
    var names = PartNames(included(project, ProjectReader.description))
    for part in parts { names.add(part.value) }
    findings += names.findings
    for part in parts {
      for (track, use) in zip(part.tracks, part.uses) where use == nil {
        findings.append(
          PartMessages.partTrackUnused(
            shortened(part.path), track: part.tracks.count > 1 ? track.trackName : nil,
            range: track.range))
      }
    }
    return names.project
  }

  // MARK: - Inclusions

  /// A file's value with what it includes on its tracks, and without what it only takes in.
  private mutating func included(
    _ value: JSONValue, _ description: ObjectDescription
  ) -> JSONValue {
    guard case .object(let members) = value.kind else { return value }
    var kept: [JSONMember] = []
    for member in members {
      switch member.key {
      case PartReader.parts.description.name:
        var reading = Reading()
        let paths = PartReader.parts.shape.read(member.value, &reading) ?? []
        if case .array(let items) = member.value.kind, items.isEmpty {
          reading.report(
            ProjectMessages.wrongCount(
              0, expected: "at least 1 item", range: member.value.range))
        }
        findings += reading.diagnostics
        for path in paths { _ = part(path) }
      case ProjectReader.tracks.description.name:
        kept.append(member.with(tracks(member.value)))
      case GroupReader.all.description.name:
        kept.append(member.with(groups(member.value)))
      default: kept.append(member)
      }
    }
    return JSONValue(range: value.range, kind: .object(kept))
  }

  private mutating func groups(_ value: JSONValue) -> JSONValue {
    guard case .object(let groups) = value.kind else { return value }
    let changed = groups.map { group -> JSONMember in
      guard case .object(let members) = group.value.kind else { return group }
      let inner = members.map { member in
        member.key == ProjectReader.tracks.description.name
          ? member.with(tracks(member.value)) : member
      }
      return group.with(JSONValue(range: group.value.range, kind: .object(inner)))
    }
    return JSONValue(range: value.range, kind: .object(changed))
  }

  private mutating func tracks(_ value: JSONValue) -> JSONValue {
    guard case .array(let tracks) = value.kind else { return value }
    var whole: [JSONValue] = []
    for track in tracks {
      if let entry = entry(track) {
        whole += entry.map { self.tracks(of: $0) } ?? []
      } else if case .object(let members) = track.kind {
        let changed = members.map { member in
          TrackReader.kinds.contains(member.key)
            ? member.with(items(member.value, of: member.key)) : member
        }
        whole.append(JSONValue(range: track.range, kind: .object(changed)))
      } else {
        whole.append(track)
      }
    }
    return JSONValue(range: value.range, kind: .array(whole))
  }

  private mutating func items(_ value: JSONValue, of kind: String) -> JSONValue {
    guard case .array(let items) = value.kind, items.contains(where: \.isInclusion) else {
      return value
    }
    var whole: [JSONValue] = []
    for item in items {
      if let entry = entry(item) {
        whole += entry.map { self.items(of: $0, kind) } ?? []
      } else {
        whole.append(item)
      }
    }
    return JSONValue(range: value.range, kind: .array(whole))
  }

  /// What an element of a list includes; `nil` where it is an element of its own, and a `nil` within
  /// that where nothing can be included.
  private mutating func entry(_ element: JSONValue) -> Entry?? {
    guard element.isInclusion else { return nil }
    var reading = Reading()
    guard let fields = ObjectFields(element, PartReader.entry, &reading) else { return .some(nil) }
    let path = fields.read(PartReader.path, &reading)
    let track = fields.read(PartReader.track, &reading)
    findings += reading.diagnostics
    if track == nil, fields.member(PartReader.track.description.name) != nil { return .some(nil) }
    guard let path, let part = part(path) else { return .some(nil) }
    return Entry(part: part, path: path, track: track)
  }

  private struct Entry {
    var part: Int
    var path: Located<String>
    var track: Located<String>?
  }

  /// The tracks that an inclusion among tracks stands for.
  private mutating func tracks(of entry: Entry) -> [JSONValue] {
    let tracks = parts[entry.part].tracks
    let chosen = tracks.indices.filter { index in
      entry.track.map { tracks[index]["id"]?.kind == .string($0.value) } ?? true
    }
    if chosen.isEmpty { reportMissing(entry, kind: nil, among: tracks) }
    return chosen.compactMap { take($0, for: entry) ? tracks[$0] : nil }
  }

  /// The items that an inclusion on a track stands for.
  private mutating func items(of entry: Entry, _ kind: String) -> [JSONValue] {
    let tracks = parts[entry.part].tracks
    let alike = tracks.indices.filter { tracks[$0][kind] != nil }
    let chosen = alike.filter { index in
      entry.track.map { tracks[index]["id"]?.kind == .string($0.value) } ?? true
    }
    guard let index = chosen.first else {
      reportMissing(entry, kind: kind, among: alike.map { tracks[$0] })
      return []
    }
    guard chosen.count == 1 else {
      findings.append(
        PartMessages.partAmbiguous(
          shortened(entry.path.value), kind: kind, count: chosen.count,
          names: alike.compactMap { tracks[$0].trackName }, range: entry.path.range))
      return []
    }
    guard take(index, for: entry), case .object(let members) = tracks[index].kind else { return [] }
    for member in members where ![kind, "id", "note"].contains(member.key) {
      findings.append(
        PartMessages.partKeyOfTrack(
          shortened(member.key), range: member.keyRange, use: entry.path.range))
    }
    guard case .array(let items)? = tracks[index][kind]?.kind else { return [] }
    return items
  }

  private mutating func reportMissing(_ entry: Entry, kind: String?, among tracks: [JSONValue]) {
    // It may be among what could not be read.
    guard parts[entry.part].isWhole else { return }
    findings.append(
      PartMessages.partWithoutTrack(
        shortened(entry.path.value), track: entry.track?.value, kind: kind,
        names: Array(tracks.compactMap(\.trackName).prefix(10)),
        range: entry.track?.range ?? entry.path.range))
  }

  /// Whether a track of a part is still free.
  private mutating func take(_ track: Int, for entry: Entry) -> Bool {
    if let other = parts[entry.part].uses[track] {
      findings.append(
        PartMessages.partTrackTaken(
          shortened(entry.path.value), range: entry.path.range, other: other))
      return false
    }
    parts[entry.part].uses[track] = entry.path.range
    return true
  }

  // MARK: - Parts

  /// The part at a path; `nil`, after a report, where there is none.
  private mutating func part(_ path: Located<String>) -> Int? {
    if let part = known[path.value] { return part }
    let part = read(path)
    known[path.value] = .some(part)
    return part
  }

  private mutating func read(_ path: Located<String>) -> Int? {
    guard let source else { return nil }
    let found: ProjectSource.Found
    switch source.read(base.path(path.value)) {
    case .success(let file): found = file
    case .failure(let problem):
      findings.append(
        PartMessages.partNotFound(
          problem.reason, range: path.range,
          fixes: problem.fixes(of: path.value, at: path.range)))
      return nil
    }
    if let first = steps.firstIndex(where: { $0.identity == found.identity }) {
      let ring = steps[(first + 1)...].map { Located(value: $0.path, range: $0.use) }
      findings.append(PartMessages.circularParts(ring + [path], range: path.range))
      return nil
    }
    if let part = parts.firstIndex(where: { $0.identity == found.identity }) { return part }
    guard steps.count < Self.deepest else {
      findings.append(PartMessages.partOfParts(limit: Self.deepest, range: path.range))
      return nil
    }
    bytes += found.file.bytes.count
    guard bytes <= limits[.fileBytes] else {
      findings.append(PartMessages.partBytes(limit: limits[.fileBytes], range: path.range))
      return nil
    }
    let (parsed, syntax) = JSONParser.parse(found.file, limits: limits.json, as: .part)
    let start = file.include(found.file, isPart: isOutermost)
    findings += syntax.map { finding in
      // What is said of a file as a whole has no place in it.
      var finding = finding
      if finding.range.isNone { finding.range = SourceRange(at: 0) }
      finding = finding.shifted(by: start)
      if !finding.showsLine {
        finding.notes.append(Note(message: "included here", range: path.range))
      }
      return finding
    }
    guard let parsed, parsed.kind != .invalid else { return nil }
    guard parsed[PartReader.version.description.name] != nil else {
      findings.append(
        PartMessages.partNotRead(
          path.value, isProject: parsed["cutlist"] != nil, range: path.range))
      return nil
    }
    let value = parsed.shifted(by: start)
      .rebased(PathRebasing(besides: path.value), .object(PartReader.description))
    let errors = findings.count { $0.severity == .error }
    check(value)
    steps.append(Step(identity: found.identity, path: path.value, use: path.range))
    let whole = included(value, PartReader.description)
    steps.removeLast()
    var part = Part(identity: found.identity, path: path.value, value: whole, uses: [])
    part.uses = Array(repeating: nil, count: part.tracks.count)
    part.isWhole = !syntax.containsErrors && findings.count { $0.severity == .error } == errors
    parts.append(part)
    return parts.count - 1
  }

  /// Reports what a part says that no part can say; the rest is read where it stands in the project.
  private mutating func check(_ value: JSONValue) {
    var reading = Reading()
    let fields = ObjectFields(value, PartReader.description, &reading)
    _ = fields?.read(PartReader.version, &reading)
    findings += reading.diagnostics
    // What is no list or no object cannot be joined; what is in lists is read in the project.
    let tracks = ProjectReader.tracks.description.name
    for key in PartReader.maps + [tracks] {
      guard let written = value[key] else { continue }
      switch written.kind {
      case .object where key != tracks, .array where key == tracks, .invalid: break
      default:
        findings.append(
          ProjectMessages.wrongType(
            found: written.noun ?? "null",
            expected: key == tracks ? "a list" : "an object with names",
            example: key == tracks ? "[]" : "{}", range: written.range, fixes: []))
      }
    }
  }
}

extension JSONValue {
  /// Whether it stands for what a part has.
  fileprivate var isInclusion: Bool { self[PartReader.path.description.name] != nil }

  /// The name of a track, where it has one.
  fileprivate var trackName: String? {
    if case .string(let name)? = self["id"]?.kind { name } else { nil }
  }
}
