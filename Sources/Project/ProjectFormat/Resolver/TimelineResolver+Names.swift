import Diagnostics
import LookReading
import TimelineModel

extension TimelineResolver {
  /// Says that there is no such media, and which there are.
  mutating func reportUnknownMedia(_ name: Located<String>) {
    // Where there are hundreds of mistakes, guessing takes too long.
    let items =
      diagnostics.count < 100 ? Array(document.mediaItems.prefix(document.ownMediaCount)) : []
    let names = diagnostics.count < 100 ? document.knownNames ?? items.map(\.name) : []
    let isFirst = missingMedia.insert(name.value).inserted
    var notes: [Note] = []
    var fixes: [Fix] = []
    let same = names.filter { Spelling.plain($0) == Spelling.plain(name.value) }
    if name.value.utf8.count <= Spelling.lengthLimit, same.count == 1 {
      fixes = [Respelling.certain(JSONText.quoted(same[0])).fix(replacing: name.range)]
    } else if let item = items.first(where: { $0.content.path == name.value }) {
      fixes = MessageParts.replacement(item.name, name.range)
      notes = [Note(message: "its file is named here", range: item.nameRange)]
    } else if let suggestion = Suggestion.closest(to: name.value, among: names) {
      fixes = MessageParts.replacement(suggestion, name.range)
    } else if isFirst {
      notes =
        MessageParts.known(
          names, nearest: Suggestion.nearest(to: name.value, among: names), noun: "the media"
        ).map { [$0] }
        ?? []
      let new = MediaNaming.isPath(name.value) ? MediaNaming.name(for: name.value) : name.value
      let path = MediaNaming.isPath(name.value) ? name.value : "\(name.value).mp4"
      let file = JSONText.quoted(shortened(path))
      let isLook = LookFileReader.reads(path)
      let entry = "\(JSONText.quoted(shortened(new))): \(isLook ? "{ \"lut\": \(file) }" : file)"
      fixes = [Fix(message: "add it, as in \"media\": { \(entry) }")]
      if new != name.value {
        fixes.append(Fix(message: "and name it here: \(JSONText.quoted(shortened(new)))"))
      }
    }
    report(
      ProjectMessages.unknownMedia(name.value, range: name.range, notes: notes, fixes: fixes))
  }

  /// The track of a name; `nil` after a report.
  mutating func track(_ name: Located<String>) -> TrackID? {
    if let known = trackByName[name.value] { return known }
    reportUnknownTrack(name, clips: nil)
    return nil
  }

  /// What a name stands for that a sound steps back for: a track, or else clips; `nil` after a report.
  mutating func trigger(_ name: Located<String>) -> Duck.Trigger? {
    if let known = trackByName[name.value] { return .track(known) }
    if clipNames.contains(name.value) { return .clips(name.value) }
    reportUnknownTrack(name, clips: clipNames.sorted())
    return nil
  }

  private mutating func reportUnknownTrack(_ name: Located<String>, clips: [String]?) {
    // Where a syntax error is reported, what was named may stand in what could not be read.
    if document.hasSyntaxErrors { return }
    let names = (document.tracks ?? []).compactMap { $0.name?.value } + (clips ?? [])
    report(
      ProjectMessages.unknownTrack(
        name.value, orClip: clips != nil, range: name.range,
        suggestion: diagnostics.count < 100
          ? Suggestion.closest(to: name.value, among: names) : nil,
        known: names))
  }
}

extension MediaContent {
  /// The path of a single file; `nil` for everything else.
  fileprivate var path: String? {
    if case .file(let path, _, _) = self { path } else { nil }
  }
}
