import Foundation
import BaseValues
import Testing
import TimelineModel

@testable import MediaSources

/// Files from the field: `CUTLIST_SHARED`, or the folder `shared` beside the package.
private let realSound: String = {
  let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  let beside = package.deletingLastPathComponent().appendingPathComponent("shared").path
  let folder = ProcessInfo.processInfo.environment["CUTLIST_SHARED"] ?? beside
  return folder + "/media/real/"
}()

@Suite(
  .enabled(
    if: FileManager.default.fileExists(atPath: realSound),
    "the shared media folder is not beside the package"))
struct RealAudioTests {
  @Test(
    "what is read from the middle is what is read from the beginning, bit for bit",
    arguments: [
      "audio/gapless.mp3", "audio/mono-440hz.ogg", "audio/aac-2048-priming.m4a",
      "audio/test-6-5.1.opus", "audio/loop_amen_full.flac", "video/dvd_still_frame.mpg",
      "video/tears_of_steel.webm", "video/VID_0001.ogg", "video/chaplin.mp4",
    ])
  func sweep(name: String) throws {
    let source = try Media.probe(realSound + name)
    let seconds = try #require(source.facts.audio?.range).end.floor()
    let count = Int(min(7, seconds)) * 48_000
    let whole = try Media.samples(source, count: count)
    #expect(whole.contains { abs($0) > 0.01 })
    for start in [1, 30_011, 60_000, 238_900, 241_000, 300_007] where start + 4000 <= count {
      let part = try Media.samples(source, from: Int64(start), count: 4000)
      #expect(part == Array(whole[start..<start + 4000]), "from \(start)")
    }
  }

  @Test("Vorbis in WebM is sought")
  func vorbis() throws {
    let source = try Media.probe(realSound + "video/tears_of_steel.webm")
    #expect(source.sounds.first?.index?.knowsPlaces == true)
  }

  @Test("padding that a LAME tag or an edit list counts is dropped at both ends")
  func gapless() throws {
    for (name, milliseconds) in [
      ("audio/sine-1009ms-1ch-32000hz-gapless-with-lame-tag.mp3", 1009),
      ("audio/440hz-10ms.m4a", 10),
    ] {
      let source = try Media.probe(realSound + name)
      let samples = try Media.samples(source, count: 60_000)
      let first = try #require(samples.firstIndex { abs($0) > 0.1 })
      let last = try #require(samples.lastIndex { abs($0) > 0.1 })
      #expect(first < 48, "\(name)")
      #expect(abs(last - milliseconds * 48) < 150, "\(name)")
    }
  }
  @Test(
    "sound is as long as what a decoder gives of it, to the sample",
    arguments: [
      // Padding that fills the last packet and a part of the one before it.
      ("audio/sine-1009ms-1ch-32000hz-gapless-with-lame-tag.mp3", 32288),
      ("audio/gapless.mp3", 682_880), ("audio/mono.mp3", 106_031),
      // Ogg's durations already leave the padding out.
      ("audio/mono-440hz.ogg", 1_323_000), ("audio/stereo-440hz.ogg", 1_323_000),
      ("audio/sample_8bit.wav", 44_100), ("video/chaplin.mp4", 423_977),
    ])
  func length(name: String, samples: Int64) throws {
    let audio = try #require(try Media.probe(realSound + name).facts.audio)
    let range = try #require(audio.range)
    #expect(range.start == .zero)
    #expect(try range.end * Rational(Int64(audio.sampleRate)) == Rational(samples))
  }
}
