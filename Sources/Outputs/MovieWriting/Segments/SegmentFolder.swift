import BaseValues
import FileSystem
import MovieBoxes
import OutputKinds
import Raster

/// The folder beside a playlist with the files that it names. Each is called by a hash of its bytes, and by that it is
/// known as ours; others are never touched.
package struct SegmentFolder {
  static let ending = ".segments"

  /// The folder's path.
  package let path: String
  /// Its name alone.
  let name: String
  private let playlist: String

  /// The folder of a playlist: `day.segments` of `day.m3u8`.
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

  /// Whether the playlist's movie is complete: all files that it names are there, and are what they were.
  package var isComplete: Bool {
    guard let paths = mediaPlaylists, !paths.isEmpty else { return false }
    return (paths + textPlaylists).allSatisfy { path in
      guard let files = Self.files(of: path), !files.isEmpty else { return false }
      return ([path] + files).allSatisfy(Self.isIntact)
    }
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

  /// Paths of the playlists of tracks, in the order of the movie's; `nil` where that is none of ours.
  var mediaPlaylists: [String]? {
    guard let text = Self.text(playlist), text.hasPrefix(MovieContainer.playlistHead) else {
      return nil
    }
    var video: [String] = []
    var sound: [String] = []
    for line in text.split(separator: "\n") {
      // The folder is this one, whatever it was called.
      guard let name = Self.address(in: line).map({ MediaLocator.join(path, Self.lastPart($0)) })
      else { continue }
      if !line.hasPrefix("#") { video.append(name) }
      if line.hasPrefix("#EXT-X-MEDIA:TYPE=AUDIO") { sound.append(name) }
    }
    return video + sound
  }

  /// Paths of the playlists of texts.
  private var textPlaylists: [String] {
    (Self.text(playlist) ?? "").split(separator: "\n").compactMap { line in
      line.hasPrefix("#EXT-X-MEDIA:TYPE=SUBTITLES")
        ? Self.address(in: line).map { MediaLocator.join(path, Self.lastPart($0)) } : nil
    }
  }

  /// Paths of the files of a track, its index first; `nil` where its playlist cannot be read.
  static func files(of playlist: String) -> [String]? {
    guard let text = text(playlist) else { return nil }
    let folder = MediaLocator.folder(of: playlist)
    return text.split(separator: "\n").compactMap { line in
      address(in: line).map { MediaLocator.join(folder, lastPart($0)) }
    }
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

  /// Removes files of older movies: those that are called by a hash of their own bytes.
  func removeSurplus(besides names: Set<String>) {
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
    for path in mediaPlaylists ?? [] {
      tracks.append(try JoinedTrack(Self.files(of: path) ?? [], besides: playlist))
    }
    return tracks
  }
}
