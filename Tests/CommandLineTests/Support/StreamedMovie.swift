import Foundation

@testable import CommandLineInterface

/// A movie of segments, read from its playlists by the letter of RFC 8216.
struct StreamedMovie {
  struct Track {
    var lines: [String] = []
    /// Seconds of each segment, as written.
    var lengths: [String] = []
    var index = ""
    var segments: [String] = []

    /// The sum of all lengths in microseconds.
    var microseconds: Int { lengths.reduce(0) { $0 + Self.microseconds($1) } }

    /// Of six digits behind the point.
    static func microseconds(_ text: String) -> Int {
      let parts = text.split(separator: ".")
      return parts.count == 2 && parts[1].count == 6
        ? (Int(parts[0]) ?? 0) * 1_000_000 + (Int(parts[1]) ?? 0) : -1
    }

    /// What a line of a tag says.
    func value(_ tag: String) -> String? {
      lines.first { $0.hasPrefix(tag + ":") }.map { String($0.dropFirst(tag.count + 1)) }
    }
  }

  let lines: [String]
  /// Attributes of the pictures, and of the sound.
  var pictures: [String: String] = [:]
  var sound: [String: String] = [:]
  var video = Track()
  /// All renditions of the pictures, with what is said of each.
  var renditions: [(attributes: [String: String], track: Track)] = []
  var audio: Track?

  init(_ path: String) throws {
    lines = try Self.lines(path)
    let folder = (path as NSString).deletingLastPathComponent
    for (place, line) in lines.enumerated() {
      if line.hasPrefix("#EXT-X-MEDIA:") {
        sound = Self.attributes(line)
        audio = try Self.track(Self.path(sound["URI"] ?? "", in: folder))
      } else if line.hasPrefix("#EXT-X-STREAM-INF:") {
        pictures = Self.attributes(line)
        video = try Self.track(Self.path(lines[place + 1], in: folder))
        renditions.append((pictures, video))
      }
    }
  }

  private static func path(_ address: String, in folder: String) -> String {
    folder + "/" + (address.removingPercentEncoding ?? address)
  }

  private static func lines(_ path: String) throws -> [String] {
    let text = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
    return text.split(separator: "\n").map(String.init)
  }

  private static func track(_ path: String) throws -> Track {
    let folder = (path as NSString).deletingLastPathComponent
    var track = Track(lines: try lines(path))
    for line in track.lines {
      if line.hasPrefix("#EXT-X-MAP:") {
        track.index = Self.path(attributes(line)["URI"] ?? "", in: folder)
      } else if line.hasPrefix("#EXTINF:") {
        track.lengths.append(String(line.dropFirst(8).dropLast()))
      } else if !line.hasPrefix("#") {
        track.segments.append(Self.path(line, in: folder))
      }
    }
    return track
  }

  /// Names and values of a tag; commas within quotation marks belong to values.
  private static func attributes(_ line: String) -> [String: String] {
    var result: [String: String] = [:]
    var parts = [""]
    var isQuoted = false
    for character in line.drop(while: { $0 != ":" }).dropFirst() {
      if character == "\"" {
        isQuoted.toggle()
      } else if character == ",", !isQuoted {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    for part in parts {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      if pair.count == 2 { result[pair[0]] = pair[1] }
    }
    return result
  }

  /// The index of a track with some of its segments behind it, as a file.
  static func join(_ track: Track, _ segments: Range<Int>, to path: String) throws -> String {
    var data = Data()
    for file in [track.index] + track.segments[segments] {
      data += try Data(contentsOf: URL(fileURLWithPath: file))
    }
    try data.write(to: URL(fileURLWithPath: path))
    return path
  }
}
