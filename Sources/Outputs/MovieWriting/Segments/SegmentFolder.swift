import BaseValues
import FileSystem
import MovieBoxes
import OutputKinds
import Raster

/// The folder beside a playlist, or a description of a presentation, with the files that it names. Each is called by a hash of its bytes, and by that it is
/// known as ours; others are never touched.
package struct SegmentFolder {
  static let ending = ".segments"

  /// The folder's path.
  package let path: String
  /// Its name alone.
  let name: String
  private let playlist: String

  /// The folder of a movie's file: `day.segments` of `day.m3u8` and of `day.mpd`.
  package init(of playlist: String) {
    self.playlist = playlist
    let folder = MediaLocator.folder(of: playlist)
    let own =
      folder.isEmpty ? playlist[...] : playlist.dropFirst(folder == "/" ? 1 : folder.count + 1)
    let stem = own.lastIndex(of: ".").map { own[..<$0] } ?? own
    name = (stem.isEmpty ? String(own) : String(stem)) + Self.ending
    path = MediaLocator.join(folder, name)
  }

  /// `video-00000-9a3f5c2e1d4b6870.m4s`.
  static func name(_ stem: String, _ ending: String, of bytes: [UInt8]) -> String {
    var hash = XXH64()
    hash.update(bytes.span)
    return "\(stem)-\(ImageHash(value: hash.finalize())).\(ending)"
  }

  /// Whether the movie is complete: all files that it names are there, and are what they were.
  package var isComplete: Bool {
    guard let contents, !contents.tracks.isEmpty,
      contents.tracks.allSatisfy({ !$0.isEmpty })
    else { return false }
    return contents.names.allSatisfy { Self.isIntact(MediaLocator.join(path, $0)) }
  }

  /// Whether a file is there and has the hash of its bytes in its name.
  private static func isIntact(_ path: String) -> Bool {
    guard let bytes = try? FileAccess.read(path) else { return false }
    let name = lastPart(path)
    guard let dash = name.lastIndex(of: "-"), let dot = name.lastIndex(of: "."), dash < dot else {
      return false
    }
    return Self.name(String(name[..<dash]), String(name[name.index(after: dot)...]), of: bytes)
      == name
  }

  // MARK: - What the movie names

  /// Names of files of the folder.
  struct Contents {
    /// Of each track of pictures and sound, its index first; those of pictures before those of sound.
    var tracks: [[String]] = []
    /// All others: playlists, texts, chapters.
    var others: [String] = []

    /// All of them.
    var names: Set<String> { Set(tracks.joined()).union(others) }
  }

  /// What the movie's file names; `nil` where that cannot be read, or is none of ours.
  var contents: Contents? {
    guard let text = Self.text(playlist) else { return nil }
    if text.hasPrefix(MovieContainer.playlistHead) { return playlists(text) }
    if text.hasPrefix(MovieContainer.presentationHead) { return Self.presentation(text) }
    return nil
  }

  /// Of a playlist that names others (RFC 8216).
  private func playlists(_ text: String) -> Contents? {
    var contents = Contents()
    var sounds: [[String]] = []
    for line in text.split(separator: "\n") {
      // The folder is this one, whatever it was called.
      guard let name = Self.address(in: line).map(Self.lastPart) else { continue }
      contents.others.append(name)
      if line.hasPrefix("#EXT-X-SESSION-DATA") { continue }
      guard let list = Self.text(MediaLocator.join(path, name)) else { return nil }
      let files = list.split(separator: "\n").compactMap { Self.address(in: $0).map(Self.lastPart) }
      if !line.hasPrefix("#") {
        contents.tracks.append(files)
      } else if line.hasPrefix("#EXT-X-MEDIA:TYPE=AUDIO") {
        sounds.append(files)
      } else {
        contents.others += files
      }
    }
    contents.tracks += sounds
    return contents
  }

  /// Of a description as ours are: what it names stands on lines of its own, and pictures come first.
  private static func presentation(_ text: String) -> Contents {
    var contents = Contents()
    for line in text.split(separator: "\n") {
      if line.contains("<SegmentList ") { contents.tracks.append([]) }
      for mark in ["sourceURL=\"", "media=\""] {
        guard let start = line.firstRange(of: mark)?.upperBound, !contents.tracks.isEmpty else {
          continue
        }
        contents.tracks[contents.tracks.count - 1].append(
          lastPart(String(line[start...].prefix { $0 != "\"" })))
      }
      if let start = line.firstRange(of: "<BaseURL>")?.upperBound, line[start...].first != "." {
        contents.others.append(lastPart(String(line[start...].prefix { $0 != "<" })))
      }
    }
    // Those of one codec stand together there.
    contents.tracks = contents.tracks.enumerated().sorted {
      (rendition($0.element), $0.offset) < (rendition($1.element), $1.offset)
    }.map(\.element)
    return contents
  }

  /// Of a track of pictures its number by the names of its files, 1 for `video-…` and 2 for `video2-…`; of others one
  /// behind all.
  private static func rendition(_ files: [String]) -> Int {
    guard let stem = files.first?.prefix(while: { $0 != "-" }), stem.hasPrefix("video") else {
      return .max
    }
    return Int(stem.dropFirst(5)) ?? 1
  }

  private static func text(_ path: String) -> String? {
    (try? FileAccess.read(path)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func lastPart(_ address: String) -> String {
    address.split(separator: "/").last.map(String.init) ?? ""
  }

  /// What a line of a playlist names; `nil` where it names nothing.
  private static func address(in line: Substring) -> String? {
    if !line.hasPrefix("#") { return String(line) }
    guard let start = line.firstRange(of: "URI=\"")?.upperBound else { return nil }
    return String(line[start...].prefix { $0 != "\"" })
  }

  /// The address of one of its files, relative to the movie's file, with all characters escaped that mean something in
  /// addresses (RFC 3986, 2.3).
  func address(of file: String) -> String {
    let plain = Set("-._~".utf8)
    var result = ""
    for byte in name.utf8 {
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte) || plain.contains(byte)
      if isPlain {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let hexadecimal = String(byte, radix: 16, uppercase: true)
        result += "%" + (byte < 16 ? "0" : "") + hexadecimal
      }
    }
    return result + "/" + file
  }

  /// Names of files that another movie beside this one, of the same name and another kind, has in the folder.
  private var namesOfOthers: Set<String> {
    let endings = MovieContainer.all.filter(\.isSegmented).map(\.ending)
    guard let own = endings.first(where: playlist.hasSuffix) else { return [] }
    return endings.filter { $0 != own }.reduce(into: []) { names, ending in
      let other = SegmentFolder(of: playlist.dropLast(own.count) + ending)
      if let contents = other.contents { names.formUnion(contents.names) }
    }
  }

  /// Removes files of older movies: those that are called by a hash of their own bytes.
  func removeSurplus(besides names: Set<String>) {
    let names = names.union(namesOfOthers)
    for name in FileAccess.names(in: path) where !names.contains(name) {
      guard let dash = name.lastIndex(of: "-"), let dot = name.lastIndex(of: "."), dash < dot,
        ["m3u8", "mp4", "m4s", "vtt", "json"].contains(name[name.index(after: dot)...]),
        ["video", "audio", "subtitles", "chapters"].contains(where: name.hasPrefix)
      else { continue }
      let file = MediaLocator.join(path, name)
      guard !FileAccess.isLink(file), let bytes = try? FileAccess.read(file),
        Self.name(String(name[..<dash]), String(name[name.index(after: dot)...]), of: bytes) == name
      else { continue }
      try? FileAccess.remove(file)
    }
  }
}

/// A track of a movie of segments as one file, which is gone with the value: its index and its segments, one behind the
/// other, are a movie.
final class JoinedTrack {
  let path: String
  private let file: PartialFile

  fileprivate init(_ files: [String], besides playlist: String) throws(MovieWriteError) {
    let file = try PartialFile(besides: playlist)
    for path in files {
      guard let bytes = try? FileAccess.read(path) else {
        throw MovieWriteError(
          "read segments", path: playlist, .refused("the file '\(path)' cannot be read"))
      }
      try file.write(bytes)
    }
    path = file.path
    self.file = file
  }
}

extension SegmentFolder {
  /// The tracks of the movie in the order of its playlist, pictures first.
  func joinedTracks() throws(MovieWriteError) -> [JoinedTrack] {
    var tracks: [JoinedTrack] = []
    for files in contents?.tracks ?? [] {
      let paths = files.map { MediaLocator.join(path, $0) }
      tracks.append(try JoinedTrack(paths, besides: playlist))
    }
    return tracks
  }
}
