import Foundation
import BaseValues
import Testing

@testable import CommandLineInterface

/// Movies made of counters, decoded without Cutlist's own indexing and read back by the code in
/// their frames and by their beeps.
@Suite("frame truth")
struct FrameTruthTests {
  /// A clip a second: where each begins in the source.
  private static let starts = [1, 5, 3, 7].map { Rational($0, 2) ?? .zero }

  private static func output(_ rate: String, crf: Int) -> String {
    """
    "output": { "size": "160x90", "frameRate": "\(rate)",
                "audio": { "channels": 1, "codec": "alac" },
                "video": { "preset": "ultrafast", "crf": \(crf) } }
    """
  }

  @Test(
    "every frame outside a transition and every beep is where exact arithmetic says",
    arguments: ["24", "25", "30000/1001", "30", "60"])
  func cuts(sourceRate: String) throws {
    let sandbox = try Sandbox(readsApart: false)
    try sandbox.write(
      "source.json",
      """
      { "cutlist": 1, \(Self.output(sourceRate, crf: 18)),
        "media": { "c": { "generate": "counter", "clip": 7 } },
        "tracks": [ { "video": [ { "clip": "c", "duration": "5s" } ] } ] }
      """)
    #expect(sandbox.render("source.json", to: "source.mp4").status == 0)
    let source = try #require(FrameRate.parse(sourceRate)).rational
    for outputRate in ["24", "25", "30000/1001", "30", "60"] {
      try sandbox.write(
        "edit.json",
        """
        { "cutlist": 1, \(Self.output(outputRate, crf: 12)),
          "media": { "m": "source.mp4" },
          "tracks": [ { "video": [
            { "clip": "m", "in": "1/2s", "duration": "1s" },
            { "transition": "push", "duration": "0.2s" },
            { "clip": "m", "in": "5/2s", "duration": "1s" },
            { "transition": "wipe", "direction": "up", "duration": "0.2s" },
            { "clip": "m", "in": "3/2s", "duration": "1s" },
            { "transition": "dissolve", "duration": "0.2s" },
            { "clip": "m", "in": "7/2s", "duration": "1s" } ] } ] }
        """)
      #expect(sandbox.render("edit.json", to: "edit.mp4").status == 0)
      let rate = try #require(FrameRate.parse(outputRate)).rational
      let movie = try Movie(sandbox.file("edit.mp4"))
      #expect(movie.pictures.count == Int(try (Rational(4) * rate).rounded()))
      for (frame, picture) in movie.pictures.enumerated() {
        let time = try Rational(Int64(frame)) / rate
        #expect(picture.time == time)
        let distance = try [1, 2, 3].map { try (time - Rational($0)).magnitude() }.min() ?? .zero
        // Half the transition and a frame.
        if distance <= (try #require(Rational(1, 10)) + Rational(1) / rate) { continue }
        let clip = min(3, Int(time.floor()))
        let inside = try time - Rational(Int64(clip))
        let expected = try ((Self.starts[clip] + inside) * source).floor()
        let code = FrameCode(frame: Int(expected), clip: 7, flash: picture.code?.flash ?? false)
        #expect(picture.code == code, "\(sourceRate) to \(outputRate), frame \(frame)")
      }
      // The source beeps at whole seconds: in the middle of each clip.
      #expect(movie.sampleRate == 48_000)
      let beeps = movie.beeps
      #expect(beeps.count == 4, "\(sourceRate) to \(outputRate): \(beeps)")
      for (clip, sample) in beeps.enumerated() {
        #expect(
          abs(sample - (48_000 * clip + 24_000)) <= 48,
          "\(sourceRate) to \(outputRate), beep \(clip) at sample \(sample)")
      }
    }
  }
}

extension FrameTruthTests {
  @Test("backwards, held and stretched, every frame and beep is where exact arithmetic says")
  func retiming() throws {
    let sandbox = try Sandbox(readsApart: false)
    try sandbox.write(
      "source.json",
      """
      { "cutlist": 1, \(Self.output("25", crf: 18)),
        "media": { "c": { "generate": "counter", "clip": 7 } },
        "tracks": [ { "video": [ { "clip": "c", "duration": "6s" } ] } ] }
      """)
    #expect(sandbox.render("source.json", to: "source.mp4").status == 0)
    try sandbox.write(
      "edit.json",
      """
      { "cutlist": 1, \(Self.output("30", crf: 12)),
        "media": { "m": "source.mp4" },
        "tracks": [ { "video": [
          { "clip": "m", "in": "1.5s", "out": "3.5s", "speed": -1 },
          { "clip": "m", "freeze": "2.5s", "duration": "1s" },
          { "clip": "m", "in": "0.5s", "out": "4.5s", "stretchTo": "2s", "audio": false },
          { "clip": "m", "in": "0.5s", "out": "5.5s", "speed": -2.5, "audio": false } ] } ] }
      """)
    #expect(sandbox.render("edit.json", to: "edit.mp4").status == 0)
    let movie = try Movie(sandbox.file("edit.mp4"))
    #expect(movie.pictures.count == 210)
    for (frame, picture) in movie.pictures.enumerated() {
      let time = Rational(Int64(frame), 30) ?? .zero
      let position: Rational
      var isBackwards = false
      switch frame {
      case ..<60: (position, isBackwards) = (try Rational(7, 2)! - time, true)
      case ..<90: position = Rational(5, 2)!
      case ..<150: position = try Rational(1, 2)! + (time - Rational(3)) * Rational(2)
      default:
        (position, isBackwards) = (
          try Rational(11, 2)! - (time - Rational(5)) * Rational(5, 2)!, true
        )
      }
      let inFrames = try position * Rational(25)
      let number = isBackwards ? (try inFrames.negated().floor()) * -1 - 1 : inFrames.floor()
      #expect(picture.code?.frame == Int(number), "frame \(frame)")
    }
    // A beep of 50 ms from each whole second of the source on: backwards it ends there.
    let beeps = movie.beeps
    #expect(beeps.count == 2, "\(beeps)")
    for (beep, seconds) in zip(beeps, [0.45, 1.45]) {
      #expect(abs(Double(beep) - seconds * 48_000) <= 96, "\(beeps)")
    }
  }
}

extension Movie {
  /// The samples at which the sound becomes loud after a tenth of a second in which it was not.
  fileprivate var beeps: [Int] {
    var onsets: [Int] = []
    var lastLoud = -sampleRate
    for (place, sample) in samples.enumerated() where abs(sample) > 0.15 {
      if place - lastLoud > sampleRate / 10 { onsets.append(place) }
      lastLoud = place
    }
    return onsets
  }
}
