import Foundation
import BaseValues
import OutputKinds
import PlanModel
import Rendering
import Testing
import TimelineModel

@testable import MovieWriting

@Suite struct MovieVerifierTests {
  private static let rate = FrameRate(30_000, per: 1001)!
  private static let settings = Synthetic.settings(rate: rate, gopFrames: 20)

  /// The plan that a movie of three chunks would have been made by.
  private static func plan(lengths: [Int] = [20, 20, 9]) -> RenderPlan {
    var chunks: [Chunk] = []
    var first = 0
    for length in lengths {
      chunks.append(Chunk(index: chunks.count, frames: first..<first + length))
      first += length
    }
    let video = VideoEncoding(
      rateControl: .crf(tenths: 235), preset: "ultrafast", gopFrames: 20, profile: nil)
    return RenderPlan(
      output: PlannedOutput(
        size: Size(width: 320, height: 180), rate: rate, frameCount: first,
        background: YCbCr(y: 16, cb: 128, cr: 128), video: video, audio: nil),
      sources: [], conforms: [], rasters: [], segments: [],
      audio: AudioPlan(
        sampleRate: 48_000, channels: 2, sampleCount: Int64(first) * 48_000 * 1001 / 30_000,
        spans: []), chunks: chunks, ledger: [])
  }

  private func chunk(_ frames: Range<Int>) throws(RenderError) -> EncodedChunk {
    let encoder = try VideoChunkEncoder(Self.settings)
    for number in frames { try encoder.encode(Synthetic.frame(number)) }
    return try encoder.finish()
  }

  @Test("a movie as it was rendered has no problems, and nothing is left beside it")
  func right() throws {
    let folder = try WritingFolder()
    let plan = Self.plan()
    try writeMovie(
      folder.file("a.mp4"), rate: Self.rate, chunks: [20, 20, 9], settings: Self.settings)
    let result = try MovieVerifier.verify(path: folder.file("a.mp4"), plan: plan) {
      (index, _) throws(RenderError) in try chunk(plan.chunks[index].frames)
    }
    #expect(result.problems.isEmpty, "\(result.problems)")
    #expect(result.frameCount == 49 && result.equalChunks == 3)
    #expect(abs(result.sampleCount - 78_478) < 1024)
    #expect(try folder.names == ["a.mp4"])
  }

  @Test("a chunk with another picture is named with the first frame that differs")
  func otherPicture() throws {
    let folder = try WritingFolder()
    let plan = Self.plan()
    try writeMovie(
      folder.file("a.mp4"), rate: Self.rate, chunks: [20, 20, 9], settings: Self.settings)
    let result = try MovieVerifier.verify(path: folder.file("a.mp4"), plan: plan) {
      (index, _) throws(RenderError) in
      guard index == 1 else { return try chunk(plan.chunks[index].frames) }
      let encoder = try VideoChunkEncoder(Self.settings)
      for number in 20..<40 { try encoder.encode(Synthetic.frame(number < 33 ? number : 90)) }
      return try encoder.finish()
    }
    #expect(result.equalChunks == 2)
    #expect(result.problems == ["chunk 1, frames 20..<40, differs from frame 33 on"])
  }

  @Test("missing frames and sound are told")
  func short() throws {
    let folder = try WritingFolder()
    let plan = Self.plan()
    try writeMovie(
      folder.file("a.mp4"), rate: Self.rate, chunks: [20, 20], settings: Self.settings)
    let result = try MovieVerifier.verify(path: folder.file("a.mp4"), plan: plan) {
      (index, _) throws(RenderError) in try chunk(plan.chunks[index].frames)
    }
    #expect(result.problems.first == "the movie has 40 pictures, not 49")
    #expect(result.problems.contains { $0.contains("samples of sound, not 78478") })
    #expect(result.problems.contains("chunk 2, frames 40..<49, differs from frame 40 on"))
    #expect(result.equalChunks == 2)
  }

  @Test("a movie that cannot be read is a failure that names it")
  func unreadable() throws {
    let folder = try WritingFolder()
    try Data("no movie".utf8).write(to: URL(fileURLWithPath: folder.file("a.mp4")))
    let error = #expect(throws: RenderError.self) {
      _ = try MovieVerifier.verify(path: folder.file("a.mp4"), plan: Self.plan()) {
        (_, _) throws(RenderError) in throw RenderError(.disk, "not asked for")
      }
    }
    #expect(error?.kind == .media)
    #expect(error?.message.contains(folder.file("a.mp4")) == true)
  }
}
