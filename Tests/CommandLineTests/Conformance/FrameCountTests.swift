import Foundation
import Testing

/// Counts pictures by decoding them with ffprobe.
enum IndependentCount {
  private static let ffprobe = ["/usr/bin/ffprobe", "/usr/local/bin/ffprobe"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  static var isThere: Bool { ffprobe != nil }

  static func decodedPictures(_ path: String, stream: Int) throws -> Int {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(ffprobe))
    process.arguments = [
      "-v", "quiet", "-count_frames", "-select_streams", "\(stream)", "-show_entries",
      "stream=nb_read_frames", "-of", "default=nk=1:nw=1", "file:" + path,
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Int(text.split(separator: "\n").first ?? "") ?? 0
  }
}

/// What `probe` says of the number of pictures agrees with what ffprobe counts when it decodes the
/// whole file, or the file is said to be damaged. Runs when `CUTLIST_EXHAUSTIVE` is set.
@Suite(
  "counts of pictures",
  .enabled(
    if: RealMedia.isExhaustive && IndependentCount.isThere, "needs CUTLIST_EXHAUSTIVE and ffprobe"))
struct FrameCountTests {
  /// Files of the tables that are there, with their folders.
  static let files: [String] =
    [(RealMedia.real, FileExpectation.real), (RealMedia.generated, FileExpectation.generated)]
    .flatMap { folder, files in
      folder.map { folder in
        files.compactMap { file in
          if case .refused = file.outcome { return nil }
          return folder + file.path
        }
      } ?? []
    }

  private struct Report: Decodable {
    struct Stream: Decodable {
      var index: Int
      var kind: String
      var used: Bool
    }
    struct Video: Decodable { var frames: Int? }
    struct Irregularity: Decodable { var id: String }
    struct File: Decodable {
      var streams: [Stream]?
      var video: Video?
      var irregularities: [Irregularity]?
    }
    var files: [File]
  }

  @Test("a file has as many pictures as an independent count finds", arguments: files)
  func count(_ path: String) throws {
    let outcome = inProcess(["probe", "--json", "--no-cache", "--", path])
    let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    let file = try #require(report.files.first)
    guard let frames = file.video?.frames,
      let stream = file.streams?.first(where: { $0.kind == "video" && $0.used })
    else { return }
    let counted = try IndependentCount.decodedPictures(path, stream: stream.index)
    let isExplained = file.irregularities?.contains { $0.id == "damaged" } == true
    #expect(frames == counted || isExplained, "\(frames), but \(counted) can be decoded")
  }
}
