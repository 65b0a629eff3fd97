import Diagnostics
package import TimelineModel

/// What a file is that libav does not read, by its first bytes.
package enum UnreadKind: Hashable, Sendable {
  /// What Git LFS leaves in place of a file that was not fetched.
  case pointer
  /// H.266, bare or in a movie.
  case vvc
  /// Immersive audio (IAMF), bare or in a movie.
  case iamf
  case webPage
  case archive

  /// Bytes that are looked at.
  package static let length = 4096

  /// - Parameters:
  ///   - beginning: the file's first bytes.
  ///   - ending: of its name, `.mp4` for example.
  package init?(_ beginning: [UInt8], ending: String) {
    func has(_ text: String) -> Bool { Self.contains(Array(text.utf8), in: beginning) }
    let ending = ending.lowercased()
    if beginning.starts(with: Array("version https://git-lfs.github.com/".utf8)) {
      self = .pointer
    } else if beginning.starts(with: Array("PK\u{3}\u{4}".utf8))
      || beginning.starts(with: [0x37, 0x7A, 0xBC, 0xAF]) || beginning.starts(with: [0x1F, 0x8B])
    {
      self = .archive
    } else if Self.isWebPage(beginning) {
      self = .webPage
    } else if beginning.starts(with: [0xF8, 0x06]) && has("iamf") || has("iamf") && has("ftyp") {
      self = .iamf
    } else if [".vvc", ".266", ".h266"].contains(ending) && Self.isByteStream(beginning)
      || has("ftyp") && (has("vvc1") || has("vvi1"))
    {
      self = .vvc
    } else {
      return nil
    }
  }

  private static func isWebPage(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes.prefix(256), as: UTF8.self).lowercased()
      .drop { $0.isWhitespace }
    return text.hasPrefix("<!doctype html") || text.hasPrefix("<html")
  }

  /// Start codes (ITU-T H.266, annex B).
  private static func isByteStream(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0, 0, 0, 1]) || bytes.starts(with: [0, 0, 1])
  }

  private static func contains(_ word: [UInt8], in bytes: [UInt8]) -> Bool {
    guard word.count <= bytes.count else { return false }
    return (0...bytes.count - word.count).contains { bytes[$0...].starts(with: word) }
  }

  /// What it is, after the file's name, and the one thing that helps.
  var words: (message: String, fix: String) {
    switch self {
    case .pointer:
      ("is a pointer of Git LFS: the file itself was not fetched", "fetch it with: git lfs pull")
    case .vvc:
      (
        "is H.266 (VVC), which this libav does not decode",
        "convert it with a newer FFmpeg: ffmpeg -i IN -c:v libx264 -crf 12 OUT.mp4"
      )
    case .iamf:
      (
        "is immersive audio (IAMF), which this libav does not decode",
        "convert it with a newer FFmpeg: ffmpeg -i IN OUT.wav"
      )
    case .webPage:
      ("is a page of the web, not what it links to", "download the media file itself")
    case .archive: ("is an archive", "unpack it first")
    }
  }
}

extension MediaProblem {
  /// A file that libav does not read, of a kind that is known all the same.
  package init(_ kind: UnreadKind, path: String, item: MediaItem) {
    let (message, fix) = kind.words
    self.init(unreadable: "'\(path)' \(message)", fix: fix, item: item)
  }
}
