internal import BaseValues
package import OutputKinds

// What a movie says of itself, in a plan's file.

extension MovieDescription: PlanObject {
  package static var blank: MovieDescription { MovieDescription() }
  package static let members: [PlanMember<MovieDescription>] = [
    PlanMember("tags", \.tags, usual: []), PlanMember("artwork", \.artwork, usual: []),
    PlanMember("chapters", \.chapters, usual: []),
    PlanMember(optional: "timecode", \.timecode),
    PlanMember(optional: "creationTime", \.creationTime),
    PlanMember(optional: "posterTime", \.posterTime), PlanMember("tracks", \.tracks, usual: []),
    PlanMember("subtitles", \.subtitles, usual: []),
  ]
}

extension SubtitleTrack: PlanObject {
  package static var blank: SubtitleTrack { SubtitleTrack() }
  package static let members: [PlanMember<SubtitleTrack>] = [
    PlanMember("track", \.track), PlanMember("cues", \.cues),
  ]
}

extension SubtitleCue: PlanObject {
  package static var blank: SubtitleCue { SubtitleCue(start: .zero, end: .zero, text: "") }
  package static let members: [PlanMember<SubtitleCue>] = [
    PlanMember("start", \.start), PlanMember("end", \.end), PlanMember("text", \.text),
  ]
  package static var isInline: Bool { true }
}

extension MovieTag: PlanObject {
  package static var blank: MovieTag { MovieTag(name: "", value: "") }
  package static let members: [PlanMember<MovieTag>] = [
    PlanMember("name", \.name), PlanMember("value", \.value),
  ]
  package static var isInline: Bool { true }
}

extension Chapter: PlanObject {
  package static var blank: Chapter { Chapter(start: .zero, end: .zero, title: "") }
  package static let members: [PlanMember<Chapter>] = [
    PlanMember("start", \.start), PlanMember("end", \.end), PlanMember("title", \.title),
  ]
  package static var isInline: Bool { true }
}

extension StartTimecode: PlanObject {
  package static var blank: StartTimecode { StartTimecode(frame: 0, isDropFrame: false) }
  package static let members: [PlanMember<StartTimecode>] = [
    PlanMember("frame", \.frame), PlanMember("isDropFrame", \.isDropFrame),
  ]
  package static var isInline: Bool { true }
}

extension TrackDescription: PlanObject {
  package static var blank: TrackDescription { TrackDescription() }
  package static let members: [PlanMember<TrackDescription>] = [
    PlanMember(optional: "language", \.language), PlanMember(optional: "name", \.name),
    PlanMember(optional: "isDefault", \.isDefault), PlanMember("roles", \.roles, usual: []),
    PlanMember(optional: "alternateGroup", \.alternateGroup),
  ]
  package static var isInline: Bool { true }
}

/// The bytes of the file in hexadecimal; its beginning says what it is.
extension Artwork: PlanWord {
  package static var expected: String { "a JPEG or PNG picture in hexadecimal" }
  package var word: String { SHA256.hexadecimal(bytes) }

  package init?(word: String) {
    let digits = Array(word.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    let pairs = stride(from: 0, to: digits.count, by: 2).map { place in
      UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16)
    }
    let bytes = pairs.compactMap(\.self)
    guard bytes.count == pairs.count else { return nil }
    self.init(file: bytes)
  }
}

/// In the order of their names.
extension Set: PlanCodable, PlanWord where Element == TrackRole {
  package static var expected: String { "roles of a track" }
  package var word: String { map(\.rawValue).sorted().joined(separator: " ") }

  package init?(word: String) {
    let roles = word.split(separator: " ").map { TrackRole(rawValue: String($0)) }
    let known = roles.compactMap(\.self)
    guard known.count == roles.count else { return nil }
    self.init(known)
  }
}

extension LanguageTag: PlanWord {
  package static var expected: String { "a language's tag" }
  package var word: String { text }
  package init?(word: String) { self.init(word) }
}

extension MovieDescription {
  /// What a part of the movie says of itself: chapters that it has some of, and its own first timecode.
  ///
  /// - Parameter frames: of the movie.
  func restricted(to frames: Range<Int>, rate: FrameRate) -> MovieDescription {
    var part = self
    part.timecode?.frame += Int64(frames.lowerBound)
    let grid = FrameGrid(rate)
    guard let start = try? grid.time(of: FrameIndex(Int64(frames.lowerBound))),
      let end = try? grid.time(of: FrameIndex(Int64(frames.upperBound)))
    else { return part }
    part.chapters = arrangedChapters.compactMap { chapter in
      guard chapter.start < end, chapter.end > start,
        let first = try? max(chapter.start, start) - start,
        let last = try? min(chapter.end, end) - start
      else { return nil }
      return Chapter(start: first, end: last, title: chapter.title)
    }
    for track in subtitles.indices {
      part.subtitles[track].cues = subtitles[track].cues.compactMap { cue in
        guard cue.start < end, cue.end > start, let first = try? max(cue.start, start) - start,
          let last = try? min(cue.end, end) - start
        else { return nil }
        return SubtitleCue(start: first, end: last, text: cue.text)
      }
    }
    return part
  }
}
