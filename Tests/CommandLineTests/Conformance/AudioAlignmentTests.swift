import Foundation
import BaseValues
import PlanModel
import Testing

@testable import CommandLineInterface

/// Sound stays with its pictures however many cuts there are.
///
/// Ten minutes that alternate between a source of 29.97 pictures a second with sound of 48 kHz and
/// one of 25 with 44.1 kHz. No cut falls on a frame or on a sample: each clip is 15/7 s long.
@Suite("sound alignment")
struct AudioAlignmentTests {
  private static let clips = 280
  private static let length = Rational(15, 7) ?? .one

  private static func start(_ clip: Int) throws -> Rational {
    try length * Rational(Int64(clip))
  }

  /// In point of a clip: whole seconds of the source are at different places in it.
  private static func inPoint(_ clip: Int) -> Rational { Rational(Int64(clip % 8), 3) ?? .zero }

  /// Pictures a second of a clip's source.
  private static func sourceRate(_ clip: Int) throws -> Rational {
    try clip % 2 == 0 ? Rational(30000) / Rational(1001) : Rational(25)
  }

  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    for (name, rate, sampleRate) in [("film", "30000/1001", 48_000), ("tape", "25", 44_100)] {
      let text = Projects.counter(seconds: 5, rate: rate, size: "160x90").replacing(
        "\"bitRate\"", with: "\"sampleRate\": \(sampleRate), \"bitRate\"")
      try sandbox.write(name + ".json", text)
      try #require(sandbox.render(name + ".json", to: name + ".mp4").status == 0)
    }
  }

  private func edit(_ rate: String) throws -> ComposedEdit {
    let clips = (0..<Self.clips).map { clip in
      """
      { "clip": "\(clip % 2 == 0 ? "film" : "tape")", "in": "\(Self.inPoint(clip))s",
        "duration": "\(Self.length)s" }
      """
    }
    try sandbox.write(
      "edit.json",
      """
      { "cutlist": 1, "output": { "size": "160x90", "frameRate": "\(rate)" },
        "media": { "film": "film.mp4", "tape": "tape.mp4" },
        "tracks": [ { "video": [ \(clips.joined(separator: ", ")) ] } ] }
      """)
    return try ComposedEdit(sandbox.file("edit.json"))
  }

  @Test(
    "every cut of ten minutes is on its exact frame and sample",
    arguments: ["24", "25", "30000/1001", "50", "60"])
  func cuts(outputRate: String) throws {
    let rate = try #require(FrameRate.parse(outputRate)).rational
    let edit = try edit(outputRate)
    let sound = try #require(edit.plan.audio)
    let spans = sound.spans
    #expect(spans.count == Self.clips)
    for (clip, span) in spans.enumerated() {
      let start = try Self.start(clip)
      let end = try Self.start(clip + 1)
      let from = try (start * Rational(48_000)).rounded()
      // The movie ends with its last frame.
      let to = min(try (end * Rational(48_000)).rounded(), sound.sampleCount)
      #expect(span.samples == from..<to, "clip \(clip)")
      // The source's sound at the first sample: no further than half a sample from where it is.
      let wanted = try (Self.inPoint(clip) - start) * Rational(48_000) + Rational(from)
      let apart = try (Rational(span.sourceSample) - wanted).magnitude()
      #expect(try apart * Rational(2) <= .one, "clip \(clip) is \(apart) samples off")
      let frames =
        Int(try (start * rate).rounded())..<Int(try (end * rate).rounded())
      for frame in [frames.lowerBound, frames.upperBound - 1] {
        let elapsed = try max(Rational(Int64(frame)) / rate, start) - start
        let expected = try ((Self.inPoint(clip) + elapsed) * Self.sourceRate(clip)).floor()
        #expect(edit.sourceFrame(frame) == Int(expected), "clip \(clip), frame \(frame)")
      }
    }
  }

  @Test(
    "flash and beep come together after ten minutes as at the start", arguments: ["25", "60"])
  func flashesAndBeeps(outputRate: String) throws {
    let rate = try #require(FrameRate.parse(outputRate)).rational
    let edit = try edit(outputRate)
    let clips = RealMedia.isExhaustive ? Array(0..<Self.clips) : [0, 1, 2, 3, 276, 277, 278, 279]
    var worst: Int64 = 0
    var seen = 0
    for clip in clips {
      let start = try Self.start(clip)
      let inPoint = Self.inPoint(clip)
      let end = try inPoint + Self.length
      for second in inPoint.ceil()..<end.ceil() {
        // A beep that a cut does not end early, nor its flash.
        let beep = try start + Rational(second) - inPoint
        guard try Rational(second) - inPoint >= Rational(1) / Rational(10),
          try end - Rational(second) >= Rational(1) / Rational(5)
        else { continue }
        seen += 1
        let sample = try (beep * Rational(48_000)).rounded()
        let sound = try edit.samples(sample - 2400..<sample + 2400)
        let onset = try #require(sound.firstIndex { abs($0) > 0.1 })
        worst = max(worst, abs(Int64(onset) - 2400))
        let sourceRate = try Self.sourceRate(clip)
        let flash = try (Rational(second) * sourceRate).ceil()
        let frame = try ((start + Rational(flash) / sourceRate - inPoint) * rate).ceil()
        // Where the output has fewer frames than the source it may miss the flash itself.
        let time = try inPoint + Rational(frame) / rate - start
        let number = try (time * sourceRate).floor()
        let expected = FrameCode(frame: Int(number), clip: 1, flash: number == flash)
        #expect(try edit.code(Int(frame)) == expected, "clip \(clip)")
        #expect(try edit.code(Int(frame) - 1)?.flash == false, "clip \(clip)")
      }
    }
    #expect(seen >= clips.count)
    #expect(worst <= 48, "samples between a beep and its second")
    if RealMedia.isExhaustive {
      print("ALIGNMENT at \(outputRate): \(seen) beeps, worst \(worst) samples of 1/48000 s")
    }
  }
}

/// The numbered files in `CUTLIST_MEDIA` that have sound; prints a line a file.
@Suite(
  "sound of numbered files", .enabled(if: RealMedia.generated != nil, "\(RealMedia.noGenerated)"))
struct NumberedAudioTests {
  /// Samples by which the container says that the sound is later than the pictures. FFmpeg writes
  /// Opus into Matroska too early by the encoder's delay, in whole milliseconds.
  private static let delays = [
    "ts_audio_late_500ms.mp4": 24_000, "ts_video_late_720ms.mp4": -34_560,
    "cod_vp9.webm": -336, "fc_2997_ms.mkv": -336,
  ]
  /// Files that do not say how much their encoder added in front.
  private static let vague: Set<String> = ["fc_25.avi"]

  private static let names = EveryNumberedFrameTests.names.filter { name in
    !["fc_1fps_2h.mp4", "fc_25.gif", "single_frame.mp4", "video_only.mp4"].contains(name)
      && !name.hasPrefix("fc_vfr") && !name.hasPrefix("geo_hdv") && !name.hasPrefix("geo_ntsc")
  }

  @Test("a beep is heard where its flash is seen", arguments: names)
  func together(name: String) throws {
    let path = try #require(RealMedia.generated) + name
    let source = try CounterSource(path)
    let times = try EveryNumberedFrameTests.times(source, name)
    let sandbox = try Sandbox()
    try sandbox.write(
      "edit.json",
      """
      { "cutlist": 1, "output": { "size": "160x90", "frameRate": 50 },
        "media": { "m": "\(path)" },
        "tracks": [ { "video": [ { "clip": "m", "duration": "1.9s", "fit": "stretch" } ] } ] }
      """)
    let edit = try ComposedEdit(sandbox.file("edit.json"))
    var worst = 0
    var seen = 0
    for (place, code) in source.codes.enumerated() where code?.flash == true {
      // A flash begins on the first frame at or after its second.
      guard let code, place == 0 || source.codes[place - 1]?.flash == false else { continue }
      guard let time = times.indices.contains(place) ? times[place] : nil, time < Rational(17, 10)!
      else { break }
      let rate = try Self.rate(name)
      let late = try rate.map { rate in
        let second = try (Rational(Int64(code.frame)) / rate).floor()
        return try Rational(Int64(code.frame)) / rate - Rational(second)
      }
      let sample = Int(try ((time - (late ?? .zero)) * Rational(48_000)).rounded())
      let beep = sample + Self.delays[name, default: 0]
      // What the container puts before the start is not heard from its beginning.
      guard beep >= 0 else { continue }
      let from = max(0, beep - 2400)
      let sound = try edit.samples(Int64(from)..<Int64(from + 4800))
      guard let onset = sound.firstIndex(where: { abs($0) > 0.1 }) else { continue }
      let apart = from + onset - beep
      if abs(apart) > abs(worst) { worst = apart }
      seen += 1
    }
    print("BEEPS \(name): \(seen) seen, worst \(worst) samples")
    #expect(seen > 0, "\(name)")
    #expect(abs(worst) <= 48 || Self.vague.contains(name), "\(name): \(worst) samples")
  }

  /// Pictures a second by the file's name, where it is not whole: seconds begin between pictures.
  private static func rate(_ name: String) throws -> Rational? {
    if name.contains("23976") { return try Rational(24000) / Rational(1001) }
    if name.contains("2997") || name == "tc_dropframe.mov" || name == "geo_1080p.mp4" {
      return try Rational(30000) / Rational(1001)
    }
    if name.contains("5994") { return try Rational(60000) / Rational(1001) }
    return nil
  }
}
