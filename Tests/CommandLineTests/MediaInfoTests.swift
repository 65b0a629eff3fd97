import Foundation
import Testing

@testable import CommandLineInterface

/// What MediaInfo, which shares no code with libav, says of each kind of file.
///
/// `CUTLIST_UPDATE_SNAPSHOTS=1` writes the kept texts again.
@Suite(
  "MediaInfo's view of each kind of file", .timeLimit(.minutes(60)),
  .enabled(if: MediaInfo.isThere, "mediainfo is not installed"))
struct MediaInfoTests {
  /// The name of the kept text, the ending of the movie, and what its output says.
  private static let kinds: [(name: String, ending: String, output: String)] = [
    ("mp4", "mp4", ""),
    ("mp4-fragmented", "mp4", #""fragmented": true"#),
    (
      "mp4-hevc-hdr10", "mp4",
      #""color": "hdr10", "video": { "codec": "hevc", "preset": "ultrafast" }"#
    ),
    (
      "mp4-av1-hlg", "mp4",
      #""color": "hlg", "video": { "codec": "av1", "preset": 12 }, "audio": { "codec": "opus" }"#
    ),
    ("mov", "mov", #""color": "p3""#),
    ("mov-prores", "mov", #""video": { "codec": "prores" }, "audio": { "codec": "pcm_s24le" }"#),
    (
      "mov-prores-4444", "mov",
      #""video": { "codec": "prores", "profile": "4444" }, "audio": { "codec": "alac" }"#
    ),
    ("mov-dnxhr", "mov", #""video": { "codec": "dnxhd" }"#),
    ("mkv", "mkv", ""),
    (
      "mkv-ffv1", "mkv",
      #""video": { "codec": "ffv1", "bitDepth": 10 }, "audio": { "codec": "flac" }"#
    ),
    ("mkv-mjpeg", "mkv", #""video": { "codec": "mjpeg" }, "audio": { "codec": "ac3" }"#),
    ("webm", "webm", #""video": { "codec": "vp9", "speed": 8 }"#),
    ("nut", "nut", ""), ("gif", "gif", ""), ("webp", "webp", ""),
    ("m4a", "m4a", ""), ("mp3", "mp3", ""), ("opus", "ogg", ""), ("flac", "flac", ""),
    ("wav", "wav", ""),
  ]

  @Test("it sees what was meant", arguments: 0..<20)
  func kind(_ index: Int) throws {
    let (name, ending, output) = Self.kinds[index]
    let sandbox = try Sandbox(readsApart: false)
    let more = output.isEmpty ? "" : ", \(output)"
    let audio =
      output.contains("\"audio\"")
      ? more.replacing(
        "\"audio\": {", with: "\"audio\": { \"language\": \"de-CH\", \"name\": \"Stimmen\",")
      : more + #", "audio": { "language": "de-CH", "name": "Stimmen" }"#
    try sandbox.write(
      "a.json",
      """
      { "cutlist": 1,
        "output": { "size": "256x144", "frameRate": 25\(audio),
          "metadata": { "title": "Brücken", "artist": "Ann Lee", "date": "2026-11-28" } },
        "media": { "a": { "generate": "counter" }, "t": { "generate": "tone", "frequency": 440 } },
        "markers": [ { "name": "Eins", "at": "0s", "chapter": true }, { "name": "Zwei", "at": "1s", "chapter": true } ],
        "tracks": [ { "video": [ { "clip": "a", "duration": "2s", "audio": false } ] },
          { "audio": [ { "clip": "t", "duration": "2s" } ] },
          { "output": "track", "subtitles": { "language": "en" },
            "titles": [ { "at": "0.5s", "duration": "1s", "text": "Good evening" } ] } ] }
      """)
    let outcome = sandbox.render("a.json", to: "a.\(ending)", "--no-cache")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let found = try MediaInfo.text(of: sandbox.file("a.\(ending)"))
    let kept = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "MediaInfo/\(name).txt")
    if try GallerySnapshot.isUpdating(ProcessInfo.processInfo.environment) {
      try found.write(to: kept, atomically: true, encoding: .utf8)
    }
    #expect(found == (try String(contentsOf: kept, encoding: .utf8)))
  }
}

private enum MediaInfo {
  private static let path = "/usr/bin/mediainfo"

  static var isThere: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// What depends on the file's place, or on the encoders' versions.
  private static let left = [
    "Complete name", "File size", "Stream size", "Source stream size", "Bit rate",
    "Nominal bit rate", "Maximum bit rate",
    "Overall bit rate", "Overall bit rate mode", "Bits/(Pixel*Frame)", "Writing library",
    "Encoding settings", "Compression ratio", "Minimum bit rate", "Unique ID", "CompleteName_Last",
  ]

  static func text(of file: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = [file]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .filter { line in !left.contains { line.hasPrefix($0 + " ") } }
    .joined(separator: "\n")
  }
}
