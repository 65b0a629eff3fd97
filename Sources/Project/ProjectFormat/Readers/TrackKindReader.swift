import Diagnostics
import TimelineModel

/// Finds out what a track is meant to hold where that is not what it says.
///
/// One finding for a whole track: its items are then read as what they are, so that no item is
/// called wrong only because its track is.
enum TrackKindReader {
  /// The kind that a track's items have, and the member that holds them.
  struct Meant {
    var kind: String
    var member: JSONMember
  }

  /// The track as it was probably meant, after a report; the same where it is what it says.
  static func corrected(
    _ value: JSONValue, kinds: [String], _ reading: inout Reading
  ) -> (value: JSONValue, isAsWritten: Bool) {
    guard case .object(let members) = value.kind, let meant = read(members, kinds: kinds, &reading)
    else { return (value, true) }
    let changed = members.compactMap { member -> JSONMember? in
      if member.keyRange != meant.member.keyRange {
        return ["type", "kind"].contains(Spelling.plain(member.key)) ? nil : member
      }
      var list = member.value
      if case .array(let items) = list.kind {
        list = JSONValue(
          range: list.range, kind: .array(items.filter { !isStranger($0, on: meant.kind) }))
      }
      return JSONMember(key: meant.kind, keyRange: member.keyRange, value: list)
    }
    return (JSONValue(range: value.range, kind: .object(changed)), false)
  }

  /// - Returns: the kind to read the track as; `nil` where it is what it says, or nothing can be
  ///   said.
  private static func read(
    _ members: [JSONMember], kinds: [String], _ reading: inout Reading
  ) -> Meant? {
    let given = members.filter { kinds.contains($0.key) }
    if given.count > 1 { return nil }
    if let member = given.first { return contradiction(member, &reading) }
    return unnamed(members, kinds: kinds, &reading)
  }

  // MARK: - Items of another kind

  private static func contradiction(_ member: JSONMember, _ reading: inout Reading) -> Meant? {
    // Captions are both: files by their names, and texts.
    guard case .array(let items) = member.value.kind, member.key != "captions" else { return nil }
    let isTitles = member.key == "titles"
    let strangers = items.compactMap { item -> JSONMember? in
      guard case .object(let members) = item.kind else { return nil }
      return isTitles ? clipKey(members) : titleKey(members)
    }
    guard let first = strangers.first else { return nil }
    let noun = member.key == "video" ? "a video track" : "an audio track"
    if strangers.count == items.count {
      let kind = isTitles ? "video" : "titles"
      let quoted = JSONText.quoted(kind)
      reading.report(
        ProjectMessages.wrongTrackKind(
          isTitles
            ? "\(items.count == 1 ? "this is a clip" : "these are clips")"
            : "\(items.count == 1 ? "this is a title" : "these are titles")",
          on: isTitles ? "a track of titles" : noun, range: member.keyRange, notes: [],
          fixes: [
            Fix(message: "write \(quoted)", replacing: member.keyRange, with: quoted)
          ]))
      return Meant(kind: kind, member: member)
    }
    reading.report(
      ProjectMessages.wrongTrackKind(
        isTitles ? "this is a clip" : "this is a title", on: isTitles ? "a track of titles" : noun,
        range: first.keyRange,
        notes: strangers.dropFirst().prefix(5).map {
          Note(message: "and this", range: $0.keyRange)
        },
        fixes: [
          Fix(
            message: isTitles
              ? "move it to a track of its own: { \"video\": [ … ] }"
              : "move it to a track of its own: { \"titles\": [ … ] }")
        ]))
    return Meant(kind: member.key, member: member)
  }

  /// Whether an item belongs on a track of this kind.
  static func isStranger(_ item: JSONValue, on kind: String) -> Bool {
    guard case .object(let members) = item.kind else { return false }
    return (kind == "titles" ? clipKey(members) : titleKey(members)) != nil
  }

  /// The key that makes an item a title, where nothing makes it a clip.
  private static func titleKey(_ members: [JSONMember]) -> JSONMember? {
    if members.contains(where: { ItemReader.forms.contains($0.key) }) { return nil }
    return members.first { ["text", "shape", "layers"].contains($0.key) }
  }

  /// The key that makes an item a clip, gap or transition, where nothing makes it a title.
  private static func clipKey(_ members: [JSONMember]) -> JSONMember? {
    if members.contains(where: { ["text", "layers", "image", "shape"].contains($0.key) }) {
      return nil
    }
    return members.first { ItemReader.forms.contains($0.key) }
  }

  // MARK: - Tracks that do not say what they are

  private static func unnamed(
    _ members: [JSONMember], kinds: [String], _ reading: inout Reading
  ) -> Meant? {
    let lists = members.filter { member in
      if case .array(let items) = member.value.kind {
        return items.isEmpty || items.contains { $0.noun == "an object" }
      }
      return false
    }.filter { !TrackReader.description.hasKey($0.key) }
    guard lists.count == 1, let list = lists.first else { return nil }
    let word = members.first { ["type", "kind"].contains(Spelling.plain($0.key)) }
    let (kind, isCertain) = kind(of: list, said: word, kinds: kinds)
    let quoted = JSONText.quoted(kind)
    var edits = [Fix.Edit(range: list.keyRange, replacement: quoted)]
    if let word { edits += word.removal(from: members) }
    reading.report(
      ProjectMessages.unknownForm(
        of: "a track", forms: kinds, range: list.keyRange,
        fixes: [
          Fix(
            message: word == nil
              ? "write \(quoted)"
              : "write \(quoted), and leave out \(JSONText.quoted(word?.key ?? "")): "
                + "the key says what a track is", edits: edits, isCertain: isCertain)
        ]))
    return Meant(kind: kind, member: list)
  }

  /// What a track is: as it says, as its key sounds, or as its items look.
  private static func kind(
    of list: JSONMember, said: JSONMember?, kinds: [String]
  ) -> (kind: String, isCertain: Bool) {
    if case .string(let text)? = said?.value.kind {
      let word = Spelling.plain(text)
      if let kind = kinds.first(where: { word.hasPrefix($0) || $0.hasPrefix(word) }) {
        return (kind, false)
      }
    }
    let key = Spelling.plain(list.key)
    if let kind = kinds.first(where: { $0 == key }) { return (kind, true) }
    if case .array(let items) = list.value.kind, let first = items.first,
      isStranger(first, on: "video")
    {
      return ("titles", false)
    }
    if let kind = Suggestion.closest(to: list.key, among: kinds)
      ?? ForeignKey.meaning(of: list.key, in: "track")?.ours, kinds.contains(kind)
    {
      return (kind, false)
    }
    return ("video", false)
  }
}
