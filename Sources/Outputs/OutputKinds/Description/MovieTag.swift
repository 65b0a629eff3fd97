/// A text with a name that a movie carries.
package struct MovieTag: Hashable, Sendable {
  /// Names that containers have places of their own for, or that players know. Any other name is kept as it
  /// is.
  package enum Key: String, Hashable, Sendable, CaseIterable {
    case title, artist, albumArtist, album, composer, grouping, genre, date, comment, copyright,
      description, synopsis, keywords, lyrics, language
    /// ISO 6709: `+52.5200+013.4050/`.
    case location
    case director, producer, author, publisher, encodedBy, software, make, model, show, network
    /// A number, or one of several: `8/10`.
    case track
    case disc
  }

  /// One of `Key`, or any other.
  package var name: String
  /// What it says.
  package var value: String

  /// A tag of any name.
  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  /// A tag of a known name.
  package init(_ key: Key, _ value: String) { self.init(name: key.rawValue, value: value) }

  /// A tag as libav gives it from a file, under our name where it has one: `ARTIST`, `album_artist`,
  /// `com.apple.quicktime.title`.
  package init(libraryName name: String, value: String) {
    let prefix = "com.apple.quicktime."
    let plain = name.lowercased()
    let found =
      plain.hasPrefix(prefix)
      ? Key.allCases.first { key in
        key.quickTimeName.map { $0.lowercased() == plain.dropFirst(prefix.count) } ?? false
      } : Key.allCases.first { MovieTag($0, "").plainName.lowercased() == plain }
    self.init(name: found?.rawValue ?? name, value: value)
  }

  /// Which of the known names it has.
  package var key: Key? { Key(rawValue: name) }

  /// Its name where nothing else is wanted: in lower case, words joined by underscores, as libav calls it.
  package var plainName: String {
    switch key {
    case .albumArtist: "album_artist"
    case .encodedBy: "encoded_by"
    default: name
    }
  }

  /// How Matroska has it: in capitals, and no spaces or hyphens. libav would take what follows a hyphen for
  /// a language.
  package var matroskaName: String {
    String(plainName.uppercased().map { $0 == " " || $0 == "-" ? "_" : $0 })
  }

  /// Names that say what the file itself is, which is for the program to say.
  static let reserved: Set<String> = [
    "ENCODING_TOOL", "ENCODER", "CREATION_TIME", "DURATION", "STEREO_MODE", "TIMECODE",
    "WRITING_APP",
  ]
}

extension MovieTag.Key {
  /// The item of iTunes' metadata, as MP4 has it; `nil` for those that are written by their name.
  package var item: String? {
    switch self {
    case .title: "©nam"
    case .artist: "©ART"
    case .albumArtist: "aART"
    case .album: "©alb"
    case .composer: "©wrt"
    case .grouping: "©grp"
    case .genre: "©gen"
    case .date: "©day"
    case .comment: "©cmt"
    case .copyright: "cprt"
    case .description: "desc"
    case .synopsis: "ldes"
    case .keywords: "keyw"
    case .lyrics: "©lyr"
    case .director: "©dir"
    case .producer: "©prd"
    case .show: "tvsh"
    case .network: "tvnn"
    case .track: "trkn"
    case .disc: "disk"
    case .language, .location, .author, .publisher, .encodedBy, .software, .make, .model: nil
    }
  }

  /// What follows `com.apple.quicktime.` in QuickTime's metadata; `nil` for those that it does not know.
  package var quickTimeName: String? {
    switch self {
    case .title, .artist, .album, .author, .comment, .copyright, .description, .director, .genre,
      .keywords, .make, .model, .producer, .publisher, .software:
      rawValue
    case .date: "creationdate"
    case .synopsis: "information"
    case .location: "location.ISO6709"
    case .albumArtist, .composer, .grouping, .lyrics, .language, .encodedBy, .show, .network,
      .track, .disc:
      nil
    }
  }
}
