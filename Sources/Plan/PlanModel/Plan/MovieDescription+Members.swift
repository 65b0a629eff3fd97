internal import BaseValues
package import OutputKinds

// What a movie says of itself, in a plan's file.

extension MovieDescription: PlanObject {
  package static var blank: MovieDescription { MovieDescription() }
  package static let members: [PlanMember<MovieDescription>] = [
    PlanMember("tags", \.tags, usual: []), PlanMember("chapters", \.chapters, usual: []),
    PlanMember(optional: "timecode", \.timecode), PlanMember("tracks", \.tracks, usual: []),
  ]
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
  ]
  package static var isInline: Bool { true }
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
    return part
  }
}
