package import BaseValues
import Diagnostics
package import MediaProbing
import MediaSources
import OutputKinds
import ProjectFormat

/// A first project of the media of a folder: pictures one after the other, sound under them.
///
/// Its text is in the canonical form and compiles; what is in it is meant to be changed.
package struct NewProject: Sendable {
  /// A file and what probing it found.
  package struct File: Sendable {
    /// As the project is to name it.
    package var path: String
    /// What is known of it.
    package var report: MediaReport

    /// A file; nothing is checked.
    package init(path: String, report: MediaReport) {
      self.path = path
      self.report = report
    }

    var isPhoto: Bool { report.picture?.isStill ?? false }
    var isMoving: Bool { report.picture.map { !$0.isStill } ?? false }
    var isSong: Bool { report.picture == nil && report.sound != nil }
  }

  /// In the order of the movie.
  package let pictures: [File]
  /// Sound alone that lies under the movie, in the order of its names: what the movie is long enough for.
  package let songs: [File]
  /// Shorter sound alone, in the order of its names: a voice, a noise.
  package let recordings: [File]
  /// Files with nothing to see or hear, and songs that the movie is too short for.
  package let unused: [File]
  /// Of the movie, in pixels; even.
  package let size: Size
  /// Of the movie, frames a second.
  package let rate: FrameRate
  /// How an editor finds the schema; `nil` for no `$schema`.
  package let schema: String?

  /// How long a photo is seen, and how long it dissolves into the next one.
  static let photoSeconds: Int64 = 4
  static let dissolveSeconds: Int64 = 1

  /// - Parameters:
  ///   - files: in any order.
  ///   - schema: what the project says as `$schema`.
  package init(_ files: [File], schema: String?) {
    let seen = files.filter { $0.report.picture != nil }
    let isDated = seen.allSatisfy { $0.report.details.recorded != nil }
    pictures = seen.sorted { a, b in
      let (first, second) = (a.report.details.recorded ?? "", b.report.details.recorded ?? "")
      return isDated && first != second
        ? first < second : NaturalOrder.precedes(a.path, b.path)
    }
    let videos = pictures.filter(\.isMoving)
    let leading =
      videos.first { $0.report.details.format != "gif" } ?? pictures.first(where: \.isPhoto)
      ?? videos.first
    size = Self.size(leading?.report.picture)
    rate = Self.rate(pictures.first(where: \.isMoving)?.report.picture?.rate)
    self.schema = schema
    let length = Self.seconds(of: pictures)
    var heard: Rational = .zero
    var (songs, recordings): ([File], [File]) = ([], [])
    var unused = files.filter { $0.report.picture == nil && $0.report.sound == nil }
    let sounds = files.filter(\.isSong).sorted { NaturalOrder.precedes($0.path, $1.path) }
    for song in sounds {
      // Shorter than a frame of any movie.
      if let duration = song.report.duration, duration < Rational(1, over: 10) {
        unused.append(song)
        continue
      }
      if !pictures.isEmpty, !Self.isMusic(song, under: length) {
        recordings.append(song)
        continue
      }
      if !pictures.isEmpty, heard >= length {
        unused.append(song)
        continue
      }
      songs.append(song)
      heard = Self.sum(heard, song.report.duration ?? .zero)
    }
    (self.songs, self.recordings, self.unused) = (songs, recordings, unused)
  }

  /// Whether there is anything to make a movie of.
  package var isEmpty: Bool { pictures.isEmpty && songs.isEmpty && recordings.isEmpty }

  /// Whether a sound is taken for music: of 15 seconds, or half the movie.
  private static func isMusic(_ sound: File, under length: Rational) -> Bool {
    guard let duration = sound.report.duration else { return true }
    return duration >= Rational(15) || sum(duration, duration) >= length
  }

  // MARK: - What it is like

  /// The shape of a picture in pixels that can be encoded.
  private static func size(_ picture: MediaReport.Picture?) -> Size {
    let usual = Size(width: 1920, height: 1080)
    guard let picture else { return usual }
    let shown = picture.shownSize
    if picture.isStill {
      return shown.height > shown.width ? Size(width: 1080, height: 1920) : usual
    }
    var size = Size(width: max(shown.width & ~1, 16), height: max(shown.height & ~1, 16))
    while !VideoCodec.usual.limit.allows(size) {
      size = Size(width: size.width / 4 * 2, height: size.height / 4 * 2)
      if size.width < 16 || size.height < 16 { return usual }
    }
    return size
  }

  private static func rate(_ rate: FrameRate?) -> FrameRate {
    let usual = FrameRate(30)
    if let rate, (Rational(1)...Rational(120)).contains(rate.rational) { return rate }
    guard let usual else { preconditionFailure("30 is a frame rate") }
    return usual
  }

  /// How long the pictures are seen, each after the other.
  private static func seconds(of pictures: [File]) -> Rational {
    var sum: Rational = .zero
    for (index, file) in pictures.enumerated() {
      sum = Self.sum(sum, file.isPhoto ? Rational(photoSeconds) : file.report.duration ?? .zero)
      if index > 0, file.isPhoto, pictures[index - 1].isPhoto {
        sum = Self.sum(sum, Rational(-dissolveSeconds))
      }
    }
    return sum
  }

  /// A sum of lengths; what no movie is long enough for does not count.
  private static func sum(_ a: Rational, _ b: Rational) -> Rational { (try? a + b) ?? a }

  // MARK: - Its text

  /// The project's file.
  package func text() -> String {
    let names = MediaNames((pictures + songs + recordings).map(\.path))
    var json = JSONWriter()
    json.object { json in
      if let schema { json.member("$schema", schema) }
      json.member("cutlist", 1)
      json.key("output")
      json.object { json in
        json.member("size", "\(size.width)x\(size.height)")
        json.key("frameRate")
        if rate.seconds == 1 {
          json.integer(rate.frames)
        } else {
          json.string("\(rate.frames)/\(rate.seconds)")
        }
      }
      json.key("media")
      json.object { json in
        for file in pictures + songs + recordings { json.member(names[file.path], file.path) }
      }
      if dissolves { writeDefaults(&json) }
      json.key("tracks")
      json.array { json in
        if !pictures.isEmpty { json.object { json in writePictures(names, &json) } }
        if !songs.isEmpty { json.object { json in writeSongs(names, &json) } }
        if !recordings.isEmpty { json.object { json in writeRecordings(names, &json) } }
      }
    }
    let file = SourceFile(path: "new", bytes: Array(json.text.utf8))
    return CanonicalForm.bytes(of: file).bytes.map { String(decoding: $0, as: UTF8.self) }
      ?? json.text
  }

  private var dissolves: Bool {
    zip(pictures, pictures.dropFirst()).contains { $0.isPhoto && $1.isPhoto }
  }

  private func writeDefaults(_ json: inout JSONWriter) {
    json.key("defaults")
    json.object { json in
      json.key("transition")
      json.object { json in
        json.member("transition", "dissolve")
        json.member("duration", "\(Self.dissolveSeconds)s")
        json.member("mode", "overlap")
      }
    }
  }

  private func writePictures(_ names: MediaNames, _ json: inout JSONWriter) {
    if louder.contains(Self.pictureTrack) { json.member("id", Self.pictureTrack) }
    json.key("video")
    json.array { json in
      for (index, file) in pictures.enumerated() {
        if index > 0, file.isPhoto, pictures[index - 1].isPhoto {
          json.object { $0.member("transition", "default") }
        }
        json.object { json in
          json.member("clip", names[file.path])
          if file.isPhoto { json.member("duration", "\(Self.photoSeconds)s") }
          if !fills(file) { json.member("fit", "blur") }
        }
      }
    }
  }

  /// Whether a picture has the movie's shape, as near as anybody sees.
  private func fills(_ file: File) -> Bool {
    guard let shown = file.report.picture?.shownSize else { return true }
    let difference = shown.width * size.height - shown.height * size.width
    return abs(difference) * 100 <= shown.height * size.width
  }

  private static let pictureTrack = "pictures"

  private static let recordingTrack = "recordings"

  /// The tracks under which music steps back.
  private var louder: [String] {
    guard !songs.isEmpty else { return [] }
    let sounds = pictures.contains { $0.isMoving && $0.report.sound != nil }
    return (sounds ? [Self.pictureTrack] : []) + (recordings.isEmpty ? [] : [Self.recordingTrack])
  }

  private func writeRecordings(_ names: MediaNames, _ json: inout JSONWriter) {
    if louder.contains(Self.recordingTrack) { json.member("id", Self.recordingTrack) }
    json.key("audio")
    json.array { json in
      for file in recordings { json.object { json in json.member("clip", names[file.path]) } }
    }
  }

  private func writeSongs(_ names: MediaNames, _ json: inout JSONWriter) {
    json.key("audio")
    json.array { json in
      for (index, song) in songs.enumerated() {
        json.object { json in
          json.member("clip", names[song.path])
          if index == songs.count - 1, !pictures.isEmpty { json.member("fit", "movie") }
        }
      }
    }
    guard !louder.isEmpty else { return }
    json.key("duck")
    json.object { json in
      json.key("under")
      if louder.count == 1 {
        json.string(louder[0])
      } else {
        json.array { json in for track in louder { json.string(track) } }
      }
      json.member("during", "speech")
      json.member("to", "-12dB")
    }
  }
}

/// Names of media by their files: without the ending where that is enough to tell them apart.
private struct MediaNames {
  private var names: [[UInt8]: String] = [:]

  init(_ paths: [String]) {
    let short = paths.map(Self.withoutEnding)
    let counts = Dictionary(short.map { ($0, 1) }, uniquingKeysWith: +)
    var taken: Set<String> = []
    for (path, name) in zip(paths, short) {
      let wish = counts[name] == 1 && !name.isEmpty ? name : path
      // Bytes that are no text can stand for a file, and are no name.
      let base = JSONText.quoted(wish).contains("\\ud") ? "media" : wish
      var name = base
      var number = 1
      while !taken.insert(name).inserted {
        number += 1
        name = "\(base) \(number)"
      }
      names[Array(path.utf8)] = name
    }
  }

  subscript(_ path: String) -> String { names[Array(path.utf8)] ?? path }

  private static func withoutEnding(_ path: String) -> String {
    let name = Paths.name(path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }
}
