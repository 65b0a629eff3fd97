// What kinds of files have no place for.

extension MovieDescription {
  /// What a container cannot say of this, for people: `the title`, `the chapters`; empty where it says all.
  ///
  /// - Parameter soundTrack: the track of sound; `nil` where there is none.
  package func losses(in container: MovieContainer, soundTrack: Int?) -> [String] {
    let form = container.descriptionForm
    var losses: [String] = []
    switch form {
    case .none: losses += tags.map(\.noun)
    case .pictureTexts: losses += tags.filter { $0.pngKeyword == nil }.map(\.noun)
    case .mp4, .quickTime, .matroska, .webm, .plain: break
    }
    if container.manifest == .presentation, !chapters.isEmpty { losses.append("the chapters") }
    if !form.hasTracks {
      if !chapters.isEmpty { losses.append("the chapters") }
      if timecode != nil { losses.append("the start timecode") }
    }
    if let soundTrack, track(soundTrack).name != nil, form == .plain {
      losses.append("the name of the sound")
    }
    return losses
  }

  /// What a file of sound alone cannot say of this, for people.
  package func losses(in format: SoundFormat) -> [String] {
    var losses = tags.filter { format.tagName($0) == nil }.map(\.noun)
    if !chapters.isEmpty, !format.holdsChapters { losses.append("the chapters") }
    if tracks.contains(where: { $0.name != nil }) { losses.append("the name of the sound") }
    return losses
  }
}

extension MovieTag {
  /// With the article: `the title`, `the tag 'edition'`.
  var noun: String { key == nil ? "the tag '\(name)'" : "'\(name)'" }

  /// What an animated PNG calls it (PNG, third edition, 11.3.3.1): 1 to 79 printable characters of ASCII, without
  /// spaces at the ends or beside each other; `nil` where its name cannot be one.
  package var pngKeyword: String? {
    switch key {
    case .title: return "Title"
    case .artist: return "Author"
    case .description: return "Description"
    case .copyright: return "Copyright"
    case .date: return "Creation Time"
    case .comment: return "Comment"
    // That is our mark's.
    case .software: return nil
    default: break
    }
    let word = name
    guard (1...79).contains(word.utf8.count), word.utf8.allSatisfy({ (0x20...0x7E).contains($0) }),
      !word.hasPrefix(" "), !word.hasSuffix(" "), !word.contains("  ")
    else { return nil }
    return word
  }

  /// What a Vorbis comment calls it (RFC 9639, 8.6): printable ASCII without `=`; `nil` where its name cannot be that.
  package var vorbisName: String? {
    switch key {
    case .albumArtist: return "ALBUMARTIST"
    case .track: return "TRACKNUMBER"
    case .disc: return "DISCNUMBER"
    default: break
    }
    let word = matroskaName
    guard word.utf8.allSatisfy({ (0x20...0x7D).contains($0) && $0 != 0x3D }) else { return nil }
    return word
  }

  /// The list of information of a WAVE file that holds it (RIFF, chapter 3, and what libav and others read).
  package var waveName: String? {
    switch key {
    case .title: "INAM"
    case .artist: "IART"
    case .album: "IPRD"
    case .composer: "IMUS"
    case .genre: "IGNR"
    case .date: "ICRD"
    case .comment: "ICMT"
    case .copyright: "ICOP"
    case .description: "ISBJ"
    case .keywords: "IKEY"
    case .language: "ILNG"
    case .track: "IPRT"
    case .producer: "IPRO"
    default: nil
    }
  }
}

extension SoundFormat {
  /// What it calls a tag; `nil` where it has no place for it.
  func tagName(_ tag: MovieTag) -> String? { names(tag) }
}
