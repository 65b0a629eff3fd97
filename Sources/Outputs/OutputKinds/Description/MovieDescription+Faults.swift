package import BaseValues

extension MovieDescription {
  /// Bytes of a tag's name, and of a track's, at most.
  static let longestName = 255
  /// Bytes of a tag's text, a chapter's title at most: QuickTime counts the latter in 16 bits.
  static let longestText = 1 << 20
  static let longestTitle = 65_535
  /// Bytes of a picture of the artwork at most.
  package static let largestArtwork = 16 << 20
  static let mostTags = 1000
  static let mostChapters = 10_000
  static let mostArtwork = 20
  static let mostSubtitles = 100
  static let mostCues = 1_000_000
  /// Nanoseconds, in which Matroska counts, fit so many seconds.
  static let longestTime = Rational(1_000_000_000)

  /// What keeps a movie from saying all of this, in words; `nil` where nothing does.
  ///
  /// - Parameters:
  ///   - trackCount: of the movie.
  ///   - rate: of its pictures; `nil` for a movie without.
  package func fault(in container: MovieContainer, trackCount: Int, rate: FrameRate?) -> String? {
    tagFault(in: container) ?? artworkFault(in: container) ?? chapterFault()
      ?? timeFault(in: container, rate) ?? trackFault(in: container, trackCount)
      ?? subtitleFault(in: container)
  }

  private func tagFault(in container: MovieContainer) -> String? {
    if tags.count > Self.mostTags { return "there are more than \(Self.mostTags) tags" }
    var names: Set<String> = []
    for tag in tags {
      if tag.name.isEmpty || tag.name.utf8.count > Self.longestName
        || !isText(tag.name, lines: false)
      {
        return "a tag's name is a text of one line and at most \(Self.longestName) bytes"
      }
      if MovieTag.reserved.contains(tag.matroskaName) {
        return "the tag '\(tag.name)' is written by the program itself"
      }
      if !names.insert(tag.matroskaName).inserted {
        return "there are two tags called '\(tag.name)', whatever the case of their letters"
      }
      if !isText(tag.value, lines: true) {
        return "the tag '\(tag.name)' has a character that controls devices and is no text"
      }
      if tag.value.isEmpty || tag.value.utf8.count > Self.longestText {
        return "the tag '\(tag.name)' needs a text of at most \(Self.longestText) bytes"
      }
      if tag.key == .track || tag.key == .disc, tag.numbers == nil {
        return
          "the tag '\(tag.name)' is a number up to 65535, or two such as 8/10, not '\(tag.value)'"
      }
    }
    return nil
  }

  private func artworkFault(in container: MovieContainer) -> String? {
    if artwork.isEmpty { return nil }
    if !container.holdsArtwork { return "\(container.title) holds no artwork" }
    if artwork.count > Self.mostArtwork {
      return "there are more than \(Self.mostArtwork) pictures of artwork"
    }
    for (place, picture) in artwork.enumerated() {
      if !picture.bytes.starts(with: picture.format.signature) {
        return "artwork \(place + 1) is no \(picture.format == .jpeg ? "JPEG" : "PNG") picture"
      }
      if picture.bytes.count > Self.largestArtwork {
        return "artwork \(place + 1) is larger than \(Self.largestArtwork >> 20) MiB"
      }
    }
    return nil
  }

  private func chapterFault() -> String? {
    if chapters.count > Self.mostChapters {
      return "there are more than \(Self.mostChapters) chapters"
    }
    var last: Rational?
    for (place, chapter) in chapters.enumerated() {
      if chapter.title.isEmpty || chapter.title.utf8.count > Self.longestText
        || !isText(chapter.title, lines: false)
      {
        return "chapter \(place + 1) needs a title of one line"
      }
      if chapter.start.isNegative || chapter.start > Self.longestTime
        || chapter.end > Self.longestTime
      {
        return "chapter \(place + 1) begins before the movie or lies far behind it"
      }
      if let last, chapter.start <= last {
        return "chapter \(place + 1) does not begin after chapter \(place)"
      }
      last = chapter.start
    }
    return nil
  }

  private func timeFault(in container: MovieContainer, _ rate: FrameRate?) -> String? {
    if let timecode {
      if container.isSegmented { return "\(container.title) has no timecode" }
      guard let rate else { return "a movie without pictures has no timecode" }
      if timecode.text(at: rate) == nil {
        return
          "frame \(timecode.frame) has no \(timecode.isDropFrame ? "drop-frame " : "")timecode "
          + "at \(rate.shortDescription) frames a second"
      }
      if rate.nominal > 255 { return "a timecode counts at most 255 frames a second" }
    }
    if let posterTime {
      if container.descriptionForm != .quickTime { return "\(container.title) has no poster time" }
      if posterTime.isNegative || posterTime > Self.longestTime {
        return "the poster time lies outside of the movie"
      }
    }
    // From the beginning of 1904, where MP4 begins to count, to the end of 9999.
    if let creationTime, !(-2_082_844_800...253_402_300_799).contains(creationTime) {
      return "the creation time is not between the years 1904 and 9999"
    }
    return nil
  }

  private func trackFault(in container: MovieContainer, _ count: Int) -> String? {
    if tracks.count > count, tracks[count...].contains(where: { $0 != TrackDescription() }) {
      return "track \(count + 1) is described, and there are \(count)"
    }
    for (place, track) in tracks.enumerated() {
      if let fault = fault(of: track, called: "track \(place + 1)", in: container) { return fault }
    }
    return nil
  }

  private func fault(
    of track: TrackDescription, called noun: String, in container: MovieContainer
  ) -> String? {
    if let name = track.name, !isText(name, lines: false) || name.utf8.count > Self.longestName {
      return "the name of \(noun) is no text of one line and at most \(Self.longestName) bytes"
    }
    if let group = track.alternateGroup {
      if !container.descriptionForm.hasBoxes {
        return "\(container.title) has no groups of tracks"
      }
      if !(0...32_767).contains(group) {
        return "the alternate group of \(noun) is not between 0 and 32767"
      }
    }
    if track.roles.isSuperset(of: [.original, .dub]) {
      return "\(noun) is either the original or a dub"
    }
    if container.descriptionForm == .webm,
      let role = TrackRole.allCases.first(where: { $0 != .forced && track.roles.contains($0) })
    {
      return "\(container.title) cannot say that \(noun) is '\(role.rawValue)'"
    }
    return nil
  }

  private func subtitleFault(in container: MovieContainer) -> String? {
    if subtitles.isEmpty { return nil }
    guard container.holdsSubtitles else { return "\(container.title) holds no subtitles" }
    if subtitles.count > Self.mostSubtitles {
      return "there are more than \(Self.mostSubtitles) tracks of subtitles"
    }
    for (place, track) in subtitles.enumerated() {
      let noun = "subtitle track \(place + 1)"
      if let fault = fault(of: track.track, called: noun, in: container) { return fault }
      if track.cues.count > Self.mostCues {
        return "\(noun) has more than \(Self.mostCues) texts"
      }
      var last = Rational.zero
      for (number, cue) in track.cues.enumerated() {
        if cue.start < last || cue.end <= cue.start || cue.end > Self.longestTime {
          return
            "text \(number + 1) of \(noun) begins before the one before it has ended, or ends "
            + "before it has begun"
        }
        if cue.text.utf8.count > SubtitleCue.longestText || !isText(cue.text, lines: true)
          || SubtitleCue.lines(cue.text) != cue.text || cue.text.isEmpty
        {
          return
            "text \(number + 1) of \(noun) is no text of lines that are not empty and at most "
            + "\(SubtitleCue.longestText) bytes"
        }
        last = cue.end
      }
    }
    return nil
  }

  /// Whether a text has no characters that end texts or are none.
  private func isText(_ text: String, lines: Bool) -> Bool {
    text.unicodeScalars.allSatisfy {
      ($0.value >= 0x20 && $0.value != 0x7F) || (lines && [0x09, 0x0A, 0x0D].contains($0.value))
    }
  }
}

extension MovieTag {
  /// The numbers of a track or disc: which, and of how many, 0 where that is not said.
  package var numbers: (Int, Int)? {
    let parts = value.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
    }
    guard (1...2).contains(parts.count), numbers.count == parts.count,
      numbers.allSatisfy({ (0...65_535).contains($0) })
    else { return nil }
    return (numbers[0], numbers.count == 2 ? numbers[1] : 0)
  }
}

extension String {
  /// As much of the text as so many bytes of UTF-8 hold, cut between characters.
  package func cut(toBytes limit: Int) -> String {
    if utf8.count <= limit { return self }
    var length = 0
    var end = startIndex
    for place in indices {
      length += self[place].utf8.count
      if length > limit { break }
      end = index(after: place)
    }
    return String(self[..<end])
  }
}
