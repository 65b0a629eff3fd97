import Diagnostics
import BaseValues
import Testing
import TimelineModel

@testable import ProjectFormat

/// Clips of `song.mov`, which has 2 s of pictures and 8 s of sound.
@Suite("held pictures")
struct HeldPictureTests {
  private func clips(_ written: String) throws -> [Clip] {
    let compiled = compile(
      """
      { "cutlist": 1, "media": { "song": "song.mov", "b": "b.mov", "quiet": "silent.mov" },
        "tracks": [ { "video": [ \(written) ] } ] }
      """)
    #expect(
      compiled.diagnostics.filter { $0.severity == .error }.isEmpty, "\(compiled.diagnostics)")
    return try #require(compiled.timeline).tracks[0].clips
  }

  private func lengths(_ written: String) throws -> [Rational] {
    try clips(written).map(\.placed.duration)
  }

  @Test(
    "a clip that holds its last picture lasts as long as its media's sound, where that is longer")
  func whole() throws {
    #expect(try lengths(#"{ "clip": "song", "hold": true }"#) == [Rational(8)])
    #expect(try lengths(#"{ "clip": "song", "hold": false }"#) == [Rational(2)])
    #expect(try lengths(#"{ "clip": "song", "in": "1.5s", "hold": true }"#) == [Rational(13, 2)!])
    #expect(try lengths(#"{ "clip": "song", "speed": 2, "hold": true }"#) == [Rational(4)])
    #expect(try lengths(#"{ "clip": "song", "speed": -2, "hold": true }"#) == [Rational(4)])
    #expect(try lengths(#"{ "clip": "song", "stretchTo": "1s", "hold": true }"#) == [Rational(1)])
    // As long as its pictures where its sound is not longer, or there is none.
    #expect(
      try lengths(#"{ "clip": "b", "hold": true }, { "clip": "quiet", "hold": true }"#)
        == [Rational(10), Rational(10)])
  }

  @Test("a clip may hold its last picture beyond its media, and in a transition")
  func beyond() throws {
    #expect(
      try lengths(
        #"""
        { "clip": "quiet", "in": "9s", "duration": "5s", "hold": true },
        { "transition": "dissolve", "duration": "1s" }, { "clip": "b", "in": "2s", "out": "4s" }
        """#) == [Rational(5), Rational(2)])
    #expect(
      try lengths(
        #"""
        { "clip": "song", "duration": "4s", "hold": true,
          "speed": [{ "at": "0s", "speed": 1 }, { "at": "4s", "speed": 2 }] }
        """#) == [Rational(4)])
  }

  @Test("times of other items know how long it is held")
  func times() throws {
    #expect(
      try lengths(
        #"{ "clip": "song", "id": "a", "hold": true }, { "clip": "b", "until": "{a.end + 1s}" }"#)
        == [Rational(8), Rational(1)])
  }
}
