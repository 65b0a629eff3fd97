import AudioMixing
import Diagnostics
import FileSystem
import Foundation
import MediaOpening
import BaseValues
import PlanModel
import Testing
import TimelineModel

@testable import MediaProbing
@testable import MediaReading
@testable import MediaSources

@Suite("choice of streams of sound")
struct AudioSelectionTests {
  private func write(_ tracks: [QuickTime.Track], _ folder: WritingFolder) throws -> String {
    let path = folder.file("tracks.mov")
    try Data(QuickTime.movie(tracks)).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func level(_ level: Int16, count: Int = 48_000) -> [Int16] {
    Array(repeating: level, count: count)
  }

  /// What a plan of one span hears of a source.
  private func heard(
    _ source: MediaFile, from start: Int64 = 0, count: Int, channels: Int = 2
  ) throws -> AudioBuffer {
    var library = MediaLibrary()
    library.add(.file(source), for: Media.item("tracks.mov"))
    let sounds = MediaAudioSource(spans: [], rate: 48_000, channels: channels, library: library)
    var buffer = AudioBuffer(channelCount: channels, frameCount: count)
    try sounds.read(MediaID(0), span: 0, from: start, into: &buffer)
    return buffer
  }

  @Test("a stream is chosen by number or by any code of its language")
  func choice() throws {
    let folder = try WritingFolder()
    let path = try write(
      [
        .init(samples: level(1000), language: "eng"), .init(samples: level(2000), language: "deu"),
        .init(samples: level(3000), language: "eng"),
      ], folder)
    for (selection, value) in [
      (nil, 1000), (.streams([0]), 1000), (.streams([2]), 3000), (.language("eng"), 1000),
      (.language("en-GB"), 1000), (.language("ger"), 2000), (.language("de"), 2000),
      (.language("DEU"), 2000),
    ] as [(AudioSelection?, Float)] {
      let source = try Media.probe(path, audio: selection)
      #expect(source.facts.audio?.channels == 1)
      let samples = try heard(source, from: 20_000, count: 10)
      #expect(
        samples.channels
          == [[Float]](repeating: .init(repeating: value / 32_768, count: 10), count: 2))
    }
  }

  @Test("the stream that the file marks as its default comes first")
  func `default`() throws {
    let folder = try WritingFolder()
    let path = try write(
      [
        .init(samples: level(1000), language: "eng", isEnabled: false),
        .init(samples: level(2000), language: "eng"),
      ], folder)
    for selection in [nil, .language("eng")] as [AudioSelection?] {
      let samples = try heard(try Media.probe(path, audio: selection), from: 9000, count: 1)
      #expect(samples.channels == [[2000 / 32_768], [2000 / 32_768]])
    }
  }

  @Test("a language or a number that the file does not have is an error that lists what it has")
  func missing() throws {
    let folder = try WritingFolder()
    let path = try write(
      [.init(samples: level(1), language: "eng"), .init(samples: level(1), language: "fra")],
      folder)
    let prober = try Media.prober(MediaLocator(projectFolder: "/"))
    guard case .failure(let language) = prober.probe(Media.item(path, audio: .language("jpn"))),
      case .failure(let number) = prober.probe(Media.item(path, audio: .streams([0, 2])))
    else {
      Issue.record("probing succeeded")
      return
    }
    #expect(language.diagnostic.id == .mediaStream)
    #expect(language.diagnostic.message == "'\(path)' has no sound in the language 'jpn'")
    #expect(
      language.diagnostic.notes.map(\.message) == [
        "stream 0: eng (pcm_s16le, 1 channel)", "stream 1: fra (pcm_s16le, 1 channel)",
      ])
    #expect(language.diagnostic.fixes.map(\.message) == ["use \"eng\", or a number"])
    #expect(number.diagnostic.message == "'\(path)' has no audio stream 2")
  }

  @Test("mono streams are put together, each with its own rate and start")
  func joined() throws {
    let folder = try WritingFolder()
    var impulse = level(0, count: 44_100)
    impulse[22_050] = 20_000
    let path = try write(
      [
        .init(samples: level(1000)), .init(samples: impulse, rate: 44_100),
        .init(samples: level(4000, count: 24_000), delay: 500),
      ], folder)
    let source = try Media.probe(path, audio: .streams([2, 1]))
    #expect(source.facts.audio?.channels == 2)
    #expect(source.facts.audio?.range == (try TimeRange(start: .zero, duration: .one)))
    let samples = try heard(source, count: 48_000)
    #expect(
      samples.channels[0] == Array(repeating: 0, count: 24_000)
        + Array(repeating: 4000 / 32_768, count: 24_000))
    let peak = samples.channels[1].indices.max { samples.channels[1][$0] < samples.channels[1][$1] }
    #expect(peak == 24_000)
    // Mono is the mean of both.
    let mono = try heard(source, from: 30_000, count: 1, channels: 1)
    #expect(mono.channels == [[2000 / 32_768]])
  }

  @Test("six mono streams are 5.1")
  func surround() throws {
    let folder = try WritingFolder()
    let path = try write(
      (0..<6).map { .init(samples: level($0 == 3 ? 9999 : Int16(1000 * ($0 + 1)))) }, folder)
    let source = try Media.probe(path, audio: .streams(Array(0..<6)))
    let samples = try heard(source, from: 1000, count: 1)
    let third = Float(0.5.squareRoot())
    #expect(abs(samples.channels[0][0] * 32_768 - (1000 + third * 3000 + third * 5000)) < 0.01)
    #expect(abs(samples.channels[1][0] * 32_768 - (2000 + third * 3000 + third * 6000)) < 0.01)
  }

  /// A track whose channels have a level each.
  private func track(_ levels: [Int16]) -> QuickTime.Track {
    // Somewhat more than what is listened to.
    let moment = (0..<24_000).flatMap { _ in levels }
    return .init(samples: moment, channels: levels.count)
  }

  @Test("streams of different channels are mixed, and so is everything with all")
  func mixed() throws {
    let folder = try WritingFolder()
    let cases: [([[Int16]], AudioSelection, [Float])] = [
      // The game in stereo and the microphone, in either order.
      ([[1000, 2000], [400]], .streams([0, 1]), [1400, 2400]),
      ([[1000, 2000], [400]], .streams([1, 0]), [1400, 2400]),
      ([[1000, 2000], [400]], .all, [1400, 2400]),
      ([[1000, 2000], [30, 40]], .streams([0, 1]), [1030, 2040]),
      ([[1000, 2000], [30, 40], [5]], .streams([0, 1, 2]), [1035, 2045]),
      ([[1000, 2000], [30, 40], [5], [7, 8]], .all, [1042, 2053]),
      // Microphones: left and right where they are listed, in the middle where all are heard.
      ([[1000], [400]], .streams([0, 1]), [1000, 400]),
      ([[1000], [400]], .all, [1400, 1400]),
      ([[1000], [400], [20]], .streams([0, 1, 2]), [1420, 1420]),
      ([[1], [2], [4], [8], [16], [32], [64]], .streams(Array(0..<7)), [127, 127]),
      ([[1], [2], [4], [8], [16], [32], [64], [128], [256]], .streams(Array(0..<9)), [511, 511]),
    ]
    for (levels, selection, wanted) in cases {
      let path = try write(levels.map(track), folder)
      let source = try Media.probe(path, audio: selection)
      #expect(source.facts.audio?.channels == levels.joined().count)
      let samples = try heard(source, from: 20_000, count: 2)
      for (side, value) in wanted.enumerated() {
        for sample in samples.channels[side] {
          #expect(abs(sample * 32_768 - value) < 0.01, "\(levels) \(selection)")
        }
      }
      // In surround the middle is the centre, and nothing is taken for low-frequency effects.
      let surround = try heard(source, from: 20_000, count: 1, channels: 6)
      let sum = surround.channels.reduce(0) { $0 + $1[0] * 32_768 }
      #expect(abs(sum - levels.joined().reduce(0) { $0 + Float($1) }) < 0.01)
      #expect(surround.channels[3] == [0])
    }
  }

  @Test("codes of languages mean the same in every standard")
  func languages() {
    for (tag, wanted) in [
      ("ger", "deu"), ("deu", "de"), ("en-US", "eng"), ("eng", "en-US"), ("fre", "fr"),
      ("xyz", "XYZ"), ("pt-BR", "pt_br"),
    ] { #expect(Language.matches(tag, wanted), "\(tag), \(wanted)") }
    for (tag, wanted) in [
      ("eng", "ger"), ("en-US", "en-GB"), (nil, "eng"), ("", "eng"), ("eng", ""), ("e", "eng"),
    ] { #expect(!Language.matches(tag, wanted), "\(tag ?? "none"), \(wanted)") }
  }
}
