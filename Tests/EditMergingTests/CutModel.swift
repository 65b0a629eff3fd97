import Diagnostics
import SeededNumbers

/// An edit of clips that a test cuts, moves and changes at random. Each clip shows source times that no
/// other one shows, by which its parts are known again, whatever was done to them.
///
/// Clip *k* shows the seconds 100·*k* + 20 to 100·*k* + 30.
struct CutModel {
  /// A clip, or a part of one.
  struct Piece: Equatable {
    var clip: Int
    var media = "m"
    var start: Int
    var end: Int
    var id: String?
    var at: Int?
    var values: [String: String] = [:]

    var text: String {
      var members = ["\"clip\": \"\(media)\""]
      if let id { members.insert("\"id\": \"\(id)\"", at: 0) }
      if let at { members.append("\"at\": \"\(at)s\"") }
      members += ["\"in\": \"\(start)s\"", "\"duration\": \"\(end - start)s\""]
      members += values.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
      return "{ \(members.joined(separator: ", ")) }"
    }
  }

  enum Item: Equatable {
    case piece(Piece)
    case transition(Int)

    var piece: Piece? { if case .piece(let piece) = self { piece } else { nil } }

    var text: String {
      switch self {
      case .piece(let piece): piece.text
      case .transition(let frames):
        #"{ "transition": "dissolve", "duration": "\#(frames)f" }"#
      }
    }
  }

  /// Something that a side does to a clip.
  enum Change: Equatable, CustomStringConvertible {
    case value(String, String)
    case media(String)
    case slip(Int)
    case trimHead(Int)
    case trimTail(Int)
    case toEnd, toOtherTrack, delete, rename
    case split(Int)
    case splitWithTransition(Int, frames: Int)
    /// A split with a property of the right part alone.
    case splitWithValue(Int, String)
    /// A split whose parts are trimmed at the cut.
    case splitWithGap(Int)
    /// A split of which the right part has the id of the whole.
    case splitFromRight(Int)
    case splitInThree(Int, Int)

    var isSplit: Bool { cut != nil }

    var cut: Int? {
      switch self {
      case .split(let cut), .splitWithTransition(let cut, _), .splitWithValue(let cut, _),
        .splitWithGap(let cut), .splitFromRight(let cut), .splitInThree(let cut, _):
        cut
      default: nil
      }
    }

    var description: String {
      switch self {
      case .value(let key, let value): "\(key) \(value)"
      case .media(let name): "media \(name)"
      case .slip(let time): "slip \(time)"
      case .trimHead(let time): "trim head \(time)"
      case .trimTail(let time): "trim tail \(time)"
      case .toEnd: "to end"
      case .toOtherTrack: "to other track"
      case .delete: "delete"
      case .rename: "rename"
      case .split(let cut): "split \(cut)"
      case .splitWithTransition(let cut, let frames): "split \(cut) with transition \(frames)"
      case .splitWithValue(let cut, let value): "split \(cut) with \(value)"
      case .splitWithGap(let cut): "split \(cut) with gap"
      case .splitFromRight(let cut): "split \(cut) from right"
      case .splitInThree(let first, let second): "split \(first) \(second)"
      }
    }
  }

  var tracks: [[Item]]
  var isInGroup: Bool
  /// Stands in the ids of new parts.
  var side = ""

  static let length = 10

  init(clips: Int, hasIDs: Bool, isInGroup: Bool, transitions: Bool) {
    var items: [Item] = []
    for clip in 0..<clips {
      var piece = Piece(clip: clip, start: 100 * clip + 20, end: 100 * clip + 30)
      if hasIDs { piece.id = "c\(clip)" }
      if clip % 2 == 1 {
        piece.values = ["fadeIn": #""1s""#, "fadeOut": #""1s""#, "opacity": "0.9"]
      }
      if transitions, clip > 0 { items.append(.transition(clip)) }
      items.append(.piece(piece))
    }
    let other = Piece(clip: 50, start: 5020, end: 5030, id: "other")
    tracks = [items, [.piece(other)]]
    self.isInGroup = isInGroup
  }

  var text: String {
    let lists = tracks.indices.map { track in
      let items = tracks[track].map(\.text).joined(separator: ", ")
      return #"{ "id": "v\#(track)", "video": [ \#(items) ] }"#
    }
    let list = "[ \(lists.joined(separator: ", ")) ]"
    let media = #""m": "m.mp4", "x": "x.mp4", "y": "y.mp4""#
    let main = #"[ { "video": [ { "clip": "g", "duration": "9s" } ] } ]"#
    let groups = isInGroup ? #""groups": { "g": { "tracks": \#(list) } }, "# : ""
    return #"{ "cutlist": 1, "output": { "frameRate": 25 }, "media": { \#(media) }, \#(groups)"#
      + #""tracks": \#(isInGroup ? main : list) }"#
  }

  /// Reads what a merge has made.
  init?(_ project: JSONValue) {
    isInGroup = project["groups"] != nil
    let owner = isInGroup ? project["groups"]?["g"] : project
    guard case .array(let lists)? = owner?["tracks"]?.kind else { return nil }
    tracks = []
    for list in lists {
      guard case .array(let items)? = list["video"]?.kind else { return nil }
      var track: [Item] = []
      for item in items {
        guard let read = Self.item(item) else { return nil }
        track.append(read)
      }
      tracks.append(track)
    }
  }

  private static func item(_ value: JSONValue) -> Item? {
    func seconds(_ key: String, _ suffix: Character = "s") -> Int? {
      guard case .string(let text)? = value[key]?.kind, text.last == suffix else { return nil }
      return Int(text.dropLast())
    }
    if value["transition"] != nil { return seconds("duration", "f").map { .transition($0) } }
    guard case .object(let members) = value.kind, case .string(let media)? = value["clip"]?.kind,
      let start = seconds("in"), let length = seconds("duration")
    else { return nil }
    var piece = Piece(clip: start / 100, media: media, start: start, end: start + length)
    if case .string(let id)? = value["id"]?.kind { piece.id = id }
    piece.at = seconds("at")
    for member in members where !["id", "clip", "in", "duration", "at"].contains(member.key) {
      switch member.value.kind {
      case .string(let text): piece.values[member.key] = "\"\(text)\""
      case .number(let digits): piece.values[member.key] = digits
      default: piece.values[member.key] = "[…]"
      }
    }
    return .piece(piece)
  }

  /// The parts of a clip in the order of their source times.
  func pieces(of clip: Int) -> [Piece] {
    tracks.joined().compactMap(\.piece).filter { $0.clip == clip }.sorted { $0.start < $1.start }
  }

  /// The track of a clip's parts and their places on it.
  func places(of clip: Int) -> [(track: Int, place: Int)] {
    tracks.indices.flatMap { track in
      tracks[track].indices.filter { tracks[track][$0].piece?.clip == clip }
        .map { (track: track, place: $0) }
    }
  }

  // MARK: - Changes

  mutating func apply(_ change: Change, to clip: Int) {
    guard let (track, place) = places(of: clip).first, case .piece(var piece) = tracks[track][place]
    else { return }
    switch change {
    case .value(let key, let value): piece.values[key] = value
    case .media(let name): piece.media = name
    case .slip(let time): (piece.start, piece.end) = (piece.start + time, piece.end + time)
    case .trimHead(let time): piece.start += time
    case .trimTail(let time): piece.end -= time
    case .rename: piece.id = piece.id.map { $0 + side }
    case .delete:
      tracks[track].remove(at: place)
      dropLooseTransitions()
      return
    case .toEnd, .toOtherTrack:
      let item = tracks[track].remove(at: place)
      tracks[change == .toEnd ? track : 1 - track].append(item)
      dropLooseTransitions()
      return
    default: return split(change, piece, track, place)
    }
    tracks[track][place] = .piece(piece)
  }

  private mutating func split(_ change: Change, _ piece: Piece, _ track: Int, _ place: Int) {
    var (left, right) = (piece, piece)
    let cut = piece.start + (change.cut ?? 5)
    (left.end, right.start) = (cut, cut)
    if piece.id != nil { right.id = "c\(piece.clip)\(side)2" }
    (left.values["fadeOut"], right.values["fadeIn"]) = (nil, nil)
    var new: [Item] = [.piece(left), .piece(right)]
    switch change {
    case .splitWithTransition(_, let frames): new.insert(.transition(frames), at: 1)
    case .splitWithValue(_, let value):
      right.values["note"] = value
      new[1] = .piece(right)
    case .splitWithGap:
      left.end -= 1
      right.start += 1
      new = [.piece(left), .piece(right)]
    case .splitFromRight:
      (left.id, right.id) = (right.id, left.id)
      new = [.piece(left), .piece(right)]
    case .splitInThree(_, let second):
      var last = right
      right.end = piece.start + second
      last.start = right.end
      right.values["fadeOut"] = nil
      if piece.id != nil { last.id = "c\(piece.clip)\(side)3" }
      new = [.piece(left), .piece(right), .piece(last)]
    default: break
    }
    tracks[track].replaceSubrange(place...place, with: new)
  }

  /// Leaves one of several transitions in a row, and none at a track's ends.
  private mutating func dropLooseTransitions() {
    for track in tracks.indices {
      var kept: [Item] = []
      for item in tracks[track] {
        if item.piece == nil, kept.last.map({ $0.piece == nil }) ?? true { continue }
        kept.append(item)
      }
      if let last = kept.last, last.piece == nil { kept.removeLast() }
      tracks[track] = kept
    }
  }

  /// A change, mostly of a kind that a split has to be merged with.
  static func random(_ side: String, _ random: inout SeededGenerator) -> Change {
    let number = Int.random(in: 1...2, using: &random)
    let cut = Int.random(in: 3...7, using: &random)
    switch Int.random(in: 0..<21, using: &random) {
    case 0: return .value("gain", side == "o" ? "0.5" : "0.25")
    case 1: return .value("note", "\"\(side)\"")
    case 2: return .value("opacity", side == "o" ? "0.5" : "0.25")
    case 3: return .media(side == "o" ? "x" : "y")
    case 4: return .slip(side == "o" ? number : -number)
    case 5: return .trimHead(number)
    case 6: return .trimTail(number)
    case 7: return .trimTail(8)
    case 8: return .toEnd
    case 9: return .toOtherTrack
    case 10: return .delete
    case 11: return .rename
    case 12: return .value("fadeOut", side == "o" ? #""2s""# : #""0.5s""#)
    case 13: return .value("effects", #"[ { "effect": "invert" } ]"#)
    case 14:
      // As long as the one after the clip, or as no other one.
      return .splitWithTransition(cut, frames: number == 1 ? 2 : side == "o" ? 31 : 32)
    case 15: return .splitWithValue(cut, "\"\(side)right\"")
    case 16: return .splitWithGap(cut)
    case 17: return .splitFromRight(cut)
    case 18: return .splitInThree(3, 7)
    default: return .split(cut)
    }
  }
}
