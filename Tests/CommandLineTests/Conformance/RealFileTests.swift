import Foundation
import BaseValues
import PlanModel
import Rendering
import Testing

@testable import CommandLineInterface

/// Each file of a table either has the pictures and the sound that it should and goes through an edit
/// of two cuts up to the encoder, or is refused as it should.
enum FileCheck {
  static func check(_ file: FileExpectation, in folder: String) throws {
    let path = folder + file.path
    let outcome = inProcess(["probe", "--json", "--", path])
    let report = try JSONDecoder().decode(ProbeReport.self, from: Data(outcome.output.utf8))
    let found = try #require(report.files.first)
    switch file.outcome {
    case .refused(let id):
      #expect(found.error?.id == id)
      try refuses(path)
    case .damaged:
      if found.error == nil { try composesOrRefuses(path, found) } else { try refuses(path) }
    case .renders:
      #expect(found.error == nil, "\(found.error?.message ?? "")")
      try compare(file, found)
      #expect(try composes(path, found) > 0)
    }
  }

  /// Milliseconds that a codec's block of sound may be longer than what is heard of it.
  private static let block = 30

  private static func compare(_ file: FileExpectation, _ found: ProbeReport.File) throws {
    let video = found.video
    #expect(video.map { "\($0.shownWidth)x\($0.shownHeight)" } == file.size)
    #expect(video?.still ?? false == file.isStill)
    if let pictures = file.pictures {
      let video = try #require(video)
      #expect(video.frames == pictures.count)
      // Clocks count milliseconds or longer ticks.
      #expect(abs(try milliseconds(video.first) - pictures.first) <= 2)
      #expect(abs(try milliseconds(video.last) - pictures.last) <= 2)
    }
    let audio = found.audio
    #expect((audio != nil) == (file.sound != nil))
    if let audio, let sound = file.sound {
      #expect(abs(audio.firstSample * 1000 / audio.sampleRate - sound.lowerBound) <= block)
      #expect(abs((audio.lastSample + 1) * 1000 / audio.sampleRate - sound.upperBound) <= block)
    }
  }

  /// Rounded down.
  private static func milliseconds(_ time: String?) throws -> Int {
    let parts = try #require(time).split(separator: "/").compactMap { Int64($0) }
    let exact = try #require(Rational(parts[0], parts.count > 1 ? parts[1] : 1))
    return Int(try (exact * Rational(1000)).floor())
  }

  // MARK: - Edits

  /// Composes the beginning of a file and, after a cut, its middle.
  ///
  /// - Returns: pictures and samples that were made.
  private static func composes(_ path: String, _ found: ProbeReport.File) throws -> Int {
    let sandbox = try Sandbox()
    try sandbox.write("edit.json", try project(path, found))
    let edit = try ComposedEdit(sandbox.file("edit.json"))
    var made = try edit.samples(0..<(edit.plan.audio?.sampleCount ?? 0)).count
    if found.video != nil {
      for frame in 0..<edit.frameCount {
        _ = try edit.image(frame)
        made += 1
      }
    }
    return made
  }

  private static func composesOrRefuses(_ path: String, _ found: ProbeReport.File) throws {
    do {
      #expect(try composes(path, found) > 0)
    } catch let refusal as ComposedEdit.Refusal {
      #expect(refusal.status == 1 || refusal.status == 3)
      #expect(!refusal.messages.isEmpty)
    } catch let damage as RenderError {
      #expect(damage.kind == .media)
      #expect(damage.message.contains("is damaged"))
    }
  }

  private static func refuses(_ path: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("edit.json", try project(path, ProbeReport.File()))
    let outcome = sandbox.run("check", sandbox.file("edit.json"))
    #expect(outcome.status == 3)
    #expect(!outcome.output.isEmpty || !outcome.messages.isEmpty)
  }

  /// Frames of a hundredth of a second, so that the shortest sounds and movies hold one.
  private static func project(_ path: String, _ found: ProbeReport.File) throws -> String {
    let file = String(decoding: try JSONEncoder().encode(path), as: UTF8.self)
    var end = 1
    if let last = found.video?.last { end = try milliseconds(last) }
    if found.video == nil, let audio = found.audio {
      end = audio.lastSample * 1000 / audio.sampleRate
    }
    let clips = [0, end < 30 ? 0 : end / 2].map { start in
      "{ \"clip\": \"m\", \"in\": \"\(Double(start) / 1000)s\", \"duration\": \"1f\" }"
    }
    let kind = found.video == nil && found.audio != nil ? "audio" : "video"
    return """
      { "cutlist": 1, "output": { "size": "160x90", "frameRate": 100 }, "media": { "m": \(file) },
        "tracks": [ { "\(kind)": [ \(clips.joined(separator: ", ")) ] } ] }
      """
  }
}

/// What `cutlist probe --json` says, as far as it is looked at here.
struct ProbeReport: Decodable {
  struct Problem: Decodable {
    var id: String
    var message: String
  }

  struct Video: Decodable {
    var shownWidth: Int
    var shownHeight: Int
    var still: Bool
    var frames: Int?
    var first: String?
    var last: String?
  }

  struct Audio: Decodable {
    var sampleRate: Int
    var firstSample: Int
    var lastSample: Int
  }

  struct File: Decodable {
    var error: Problem?
    var video: Video?
    var audio: Audio?
  }

  var files: [File]
}

@Suite("real files", .enabled(if: RealMedia.real != nil, "\(RealMedia.absence)"))
struct RealFileTests {
  @Test("a real file is what it is known to be", arguments: FileExpectation.real)
  func file(_ file: FileExpectation) throws {
    try FileCheck.check(file, in: try #require(RealMedia.real))
  }

  @Test("every real file is in the table")
  func isComplete() throws {
    let folder = try #require(RealMedia.real)
    var names: [String] = []
    for kind in ["video", "audio", "image"] {
      names += try FileManager.default.contentsOfDirectory(atPath: folder + kind)
        .filter { $0 != "counter" && !$0.hasSuffix(".json") }.map { kind + "/" + $0 }
    }
    #expect(names.sorted() == FileExpectation.real.map(\.path).sorted())
  }
}

@Suite("generated files", .enabled(if: RealMedia.generated != nil, "\(RealMedia.noGenerated)"))
struct GeneratedFileTests {
  @Test("a generated file is what it was made to be", arguments: FileExpectation.generated)
  func file(_ file: FileExpectation) throws {
    try FileCheck.check(file, in: try #require(RealMedia.generated))
  }
}
