import BaseValues
import Diagnostics
import EditorText
import JSONRPC
import ProjectFormat
import TimelineModel
import Workspace

// What a key means, and what has become of what is written.
extension LanguageServer {
  func hover(_ params: JSONValue) -> Answer {
    guard let document = document(params),
      let position = DocumentText.Position(params["position"])
    else { return Self.unknownDocument }
    let offset = document.text.offset(of: position, client.columns)
    guard let value = document.value, document.kind != .other else { return .nothing }
    let path = ProjectPath(value, at: offset)
    guard let step = path.steps.last else { return .nothing }
    let texts = path.isOnKey ? keyWords(path, document) : valueWords(path, offset, document)
    guard !texts.isEmpty else { return .nothing }
    let range = Places.range(
      path.isOnKey ? step.keyRange ?? step.value.range : step.value.range, document.text,
      client.columns)
    return .result { json in
      json.object { json in
        json.key("contents")
        json.object { json in
          json.member("kind", "markdown")
          json.member("value", texts.joined(separator: "\n\n"))
        }
        json.key("range")
        json.range(range)
      }
    }
  }

  private func keyWords(_ path: ProjectPath, _ document: OpenDocument) -> [String] {
    guard path.steps.count >= 2, let name = path.steps.last?.key else { return [] }
    let owner = path.steps[path.steps.count - 2]
    if let key = owner.object?.key(name) { return ["**\(name)**", key.markdown] }
    // Names of media stand as keys.
    let container = path.steps.dropLast(2).last
    let isMedia =
      owner.key.flatMap { container?.object?.namedEntries(of: $0) } == .media
    return isMedia ? mediaWords(name, document) : []
  }

  private func valueWords(
    _ path: ProjectPath, _ offset: Int, _ document: OpenDocument
  ) -> [String] {
    guard let step = path.steps.last else { return [] }
    var texts: [String] = []
    let (owner, key) = nearestKey(path)
    if let text = step.value.textValue {
      if let word = step.place?.names.first(where: { $0.name == text }), !word.summary.isEmpty {
        texts.append("`\(text)`: \(word.summary)")
      }
      if let owner, let key, owner.reference(of: key) == .media {
        texts += mediaWords(text, document)
      }
      if let name = name(at: offset, in: document) {
        texts += definitionWords(name, document)
      }
    }
    if step.value.isObject || texts.isEmpty || step.place?.takesTimes == true {
      texts += placeWords(path, document)
    }
    if texts.isEmpty, let owner, let key, let described = owner.key(key) {
      texts = ["**\(key)**", described.markdown]
    }
    return texts
  }

  /// The key that the place is the value of, or in a list that is.
  func nearestKey(_ path: ProjectPath) -> (FormatObject?, String?) {
    guard let index = path.steps.lastIndex(where: { $0.key != nil }), index > 0 else {
      return (nil, nil)
    }
    return (path.steps[index - 1].object, path.steps[index].key)
  }

  // MARK: - Media

  private func mediaWords(_ name: String, _ document: OpenDocument) -> [String] {
    for project in projects(of: document) {
      guard let loaded = project.loaded,
        let item = loaded.document?.mediaItems.first(where: { $0.name == name })
      else { continue }
      var texts: [String] = []
      if let facts = loaded.catalog[item.id] {
        texts.append("**\(name)**: \(MediaWords.text(facts))")
      }
      if let timeline = project.resolved?.timeline {
        let uses = timeline.tracks.flatMap(\.clips).filter {
          timeline.media.indices.contains($0.media.index)
            && timeline.media[$0.media.index].name == name
        }
        let rate = timeline.output.frameRate
        let places = uses.prefix(3).map { TimeText.timecode($0.placed.start, rate) }
        if !uses.isEmpty {
          let more = uses.count > 3 ? ", …" : ""
          texts.append(
            "Shown or heard \(uses.count == 1 ? "once" : "\(uses.count) times"): at "
              + places.joined(separator: ", ") + more)
        }
      }
      if client.showsPictures, let picture = picture(of: item, in: loaded) {
        texts.append("![\(name)](data:image/jpeg;base64,\(picture))")
      }
      return texts
    }
    return []
  }

  // MARK: - Names

  private func definitionWords(
    _ name: ProjectIndex.Name, _ document: OpenDocument
  ) -> [String] {
    let role = scope(of: document).meaning(of: name).role
    guard role != .media,
      let (file, given) = occurrences(of: name, in: document)
        .first(where: { $0.name.isDefinition }),
      let named = given.named
    else { return [] }
    let text = file.text.text(named.lower..<min(named.upper, named.lower + 400))
    let noun = role == .item ? "item or track" : role.rawValue
    return ["\(noun) **\(name.text)**", "```json\n\(text)\n```"]
  }

  // MARK: - Places in the movie

  /// Where the item around a place lies in the movie, and what a time that depends on others comes to.
  private func placeWords(_ path: ProjectPath, _ document: OpenDocument) -> [String] {
    guard let step = path.steps.last else { return [] }
    var texts: [String] = []
    for project in projects(of: document) {
      guard let resolved = project.resolved,
        let start = start(of: document, in: resolved.file)
      else { continue }
      let old = Places.owner(of: SourceRange(at: start), in: resolved.file).file.bytes
      let back = SourceMovement(from: document.text.bytes, to: old)
      let timeline = resolved.timeline
      let rate = timeline.output.frameRate
      if let range = back.moved(step.value.range)?.shifted(by: start),
        let time = timeline.workedOut[range]
      {
        texts.append("= **\(time.text)**")
        if !time.reasons.isEmpty { texts.append(time.reasons.joined(separator: "  \n")) }
      }
      let objects = path.steps.reversed().compactMap { step in
        step.value.isObject ? back.moved(step.value.range)?.shifted(by: start) : nil
      }
      for range in objects {
        guard let item = timeline.item(at: range) else { continue }
        texts.append(item.words(rate))
        break
      }
      if !texts.isEmpty { break }
    }
    return texts
  }

  /// Where a document begins in the places of a project; `nil` where it is none of its files.
  func start(of document: OpenDocument, in file: SourceFile) -> Int? {
    if DocumentURI.identity(file.path) == document.identity { return 0 }
    return file.included.first {
      $0.isPart && DocumentURI.identity($0.file.path) == document.identity
    }?.start
  }
}

extension JSONValue {
  var isObject: Bool { if case .object = kind { true } else { false } }
}

/// A clip or a title, with when it is there.
struct PlacedItem {
  var range: SourceRange
  var placed: TimeRange
  /// Of a clip: the source time at which it begins, and its speed.
  var source: (start: Rational, speed: Rational)?

  /// When it is there, for people.
  func words(_ rate: FrameRate) -> String {
    let times =
      "\(TimeText.timecode(placed.start, rate)) – \(TimeText.timecode(placed.end, rate)) "
      + "(\(TimeText.short(placed.duration, rate)))"
    guard let source else { return times }
    let speed =
      source.speed == .one
      ? "" : ", speed \(source.speed.decimalApproximation(places: 3))"
    return times + ", from \(TimeText.short(source.start, rate)) of its media" + speed
  }
}

extension Timeline {
  /// Everything that is placed, in the order of the tracks.
  var placedItems: [PlacedItem] {
    tracks.flatMap { track in
      track.clips.map {
        PlacedItem(range: $0.range, placed: $0.placed, source: ($0.sourceStart, $0.speed))
      } + track.titles.map { PlacedItem(range: $0.range, placed: $0.placed) }
    }
  }

  func item(at range: SourceRange) -> PlacedItem? {
    for track in tracks {
      if let clip = track.clips.first(where: { $0.range == range }) {
        return PlacedItem(
          range: range, placed: clip.placed, source: (clip.sourceStart, clip.speed))
      }
      if let title = track.titles.first(where: { $0.range == range }) {
        return PlacedItem(range: range, placed: title.placed)
      }
    }
    return nil
  }
}
