package import Diagnostics

/// What a project was made of at one time, as its lock file keeps it: the content of its sources and
/// fonts, and the versions of what reads and draws them.
package struct LockedProject: Hashable, Sendable {
  /// Of the form that is written.
  static let formatVersion = 1
  /// How contents are hashed.
  static let hashes = "xxh64"

  /// Sorted by name.
  package let versions: [LockedVersion]
  /// What is read for the project's media, sorted by name.
  package let sources: [LockedSource]
  /// Sorted by what was asked for, then by file; each once.
  package let fonts: [LockedFont]

  /// What is locked, in any order.
  package init(versions: [LockedVersion], sources: [LockedSource], fonts: [LockedFont]) {
    self.versions = versions.sorted { $0.name < $1.name }
    self.sources = sources.sorted { $0.name < $1.name }
    var seen: Set<[String]> = []
    self.fonts = fonts.filter { seen.insert($0.words).inserted }.sorted {
      $0.words.lexicographicallyPrecedes($1.words)
    }
  }

  /// The path of a project's lock file: `cut.lock.json` for `cut.json`.
  package static func path(ofProject path: String) -> String {
    (path.hasSuffix(".json") ? String(path.dropLast(5)) : path) + ".lock.json"
  }

  /// What lock files begin with.
  package static let beginning = "{\n  \"cutlistLock\": "
}

/// The version of Cutlist or of a library.
package struct LockedVersion: Hashable, Sendable {
  /// As the library calls itself.
  package var name: String
  /// In its own words.
  package var version: String
  /// Where it stands in the lock file; `.none` for what was not read from one.
  package var range: SourceRange

  /// A version in use.
  package init(name: String, version: String, range: SourceRange = .none) {
    self.name = name
    self.version = version
    self.range = range
  }
}

/// A source that is read: a file, numbered pictures or a filter.
package struct LockedSource: Hashable, Sendable {
  /// The media item's.
  package var name: String
  /// As written in the project; `nil` for filters.
  package var path: String?
  /// Of all that decides what it gives, 16 hexadecimal digits.
  package var hash: String
  /// Of the file, or of all pictures together; `nil` where there are no files.
  package var bytes: Int?
  /// What is known of it.
  package var facts: [LockedFact: String]
  /// Where it stands in the file that it was read from: the lock file, or the project.
  package var range: SourceRange

  /// A source and what it is.
  package init(
    name: String, path: String?, hash: String, bytes: Int?, facts: [LockedFact: String],
    range: SourceRange
  ) {
    self.name = name
    self.path = path
    self.hash = hash
    self.bytes = bytes
    self.facts = facts
    self.range = range
  }
}

/// Something that is known of a source, in the order in which it is written.
package enum LockedFact: String, CaseIterable, Sendable {
  /// `movie`, `sound`, `picture`, `sequence`, `filter` or `project`.
  case kind
  /// How many files a sequence has.
  case files
  /// In seconds, a fraction.
  case duration
  /// Stored pixels, `1920x1080`.
  case size
  /// Pictures a second, a fraction, or `variable`.
  case frameRate
  case frames
  /// libav's names of codecs, with `+` between those of several streams.
  case videoCodec, audioCodec
  case sampleRate
  case channels

  /// Whether it is a whole number.
  var isCount: Bool { [.files, .frames, .sampleRate, .channels].contains(self) }

  /// For people.
  var words: String {
    switch self {
    case .kind: "kind"
    case .files: "files"
    case .duration: "duration in seconds"
    case .size: "size"
    case .frameRate: "frame rate"
    case .frames: "frames"
    case .videoCodec: "codec of pictures"
    case .audioCodec: "codec of sound"
    case .sampleRate: "sample rate"
    case .channels: "channels"
    }
  }
}

/// A font file that texts are drawn with.
package struct LockedFont: Hashable, Sendable {
  /// The family, or the path of a file, that texts name.
  package var asked: String
  /// The name of the file without its folders, which differ from machine to machine.
  package var file: String
  /// Of its content, 16 hexadecimal digits.
  package var hash: String
  /// Where it stands in the file that it was read from: the lock file, or the project.
  package var range: SourceRange

  /// A font and what it is.
  package init(asked: String, file: String, hash: String, range: SourceRange) {
    self.asked = asked
    self.file = file
    self.hash = hash
    self.range = range
  }

  /// All but its place.
  var words: [String] { [asked, file, hash] }
}
