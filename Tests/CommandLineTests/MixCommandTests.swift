import Foundation
import Testing

@Suite struct MixCommandTests {
  private static let text = """
    {
      "cutlist": 1,
      "output": { "size": "16x16", "frameRate": 10, "audio": { "sampleRate": 48000 } },
      "media": {
        "low": { "generate": "tone", "frequency": 1000, "level": 0.5 },
        "high": { "generate": "tone", "frequency": 3000, "level": 0.25 }
      },
      "tracks": [
        { "video": [{ "gap": "12s" }] },
        { "id": "a/b", "audio": [{ "clip": "low", "duration": "12s" }] },
        { "audio": [{ "clip": "high", "duration": "11s", "gain": 0.5 }] },
        { "titles": [{ "text": "x", "duration": "1s" }] }
      ]
    }
    """

  @Test("the mix has the samples of its sines, and stems add up to it")
  func mix() throws {
    let sandbox = try Sandbox(readsApart: false)
    let project = try sandbox.write("a.json", Self.text)
    let mix = sandbox.file("mix.wav")
    #expect(sandbox.run(["mix", project, "-o", mix]).status == 0)
    let stems = sandbox.run(["mix", project, "-o", sandbox.file("{track}.wav"), "--json"])
    #expect(stems.status == 0, "\(stems.messages)")
    #expect(stems.output.contains("a-b.wav") && stems.output.contains("3.wav"))
    let all = try leftSamples(ofWave: mix)
    let (low, high) = (
      try leftSamples(ofWave: sandbox.file("a-b.wav")),
      try leftSamples(ofWave: sandbox.file("3.wav"))
    )
    #expect(all.count == 576_000)
    #expect(low.count == all.count && high.count == all.count)
    for place in stride(from: 480, to: 520_000, by: 997) {
      let time = Double(place) / 48_000
      #expect(abs(low[place] - 0.5 * sin(2 * .pi * 1000 * time)) < 2e-6)
      #expect(abs(high[place] - 0.125 * sin(2 * .pi * 3000 * time)) < 2e-6)
      #expect(abs(all[place] - low[place] - high[place]) < 4e-7)
    }
    #expect(high[528_001...].allSatisfy { $0 == 0 })
  }

  @Test(
    "our own files are replaced, those of others only with --force, and other names are refused")
  func names() throws {
    let sandbox = try Sandbox(readsApart: false)
    let project = try sandbox.write("a.json", Self.text)
    let mix = sandbox.file("mix.wav")
    for _ in 0..<2 {
      #expect(sandbox.run(["mix", project, "-o", mix, "--range", "1s..2s"]).status == 0)
    }
    #expect(try leftSamples(ofWave: mix).count == 48_000)
    let other = try sandbox.write("other.wav", "RIFF of somebody else, not empty at all")
    #expect(sandbox.run(["mix", project, "-o", other]).status != 0)
    #expect(sandbox.run(["mix", project, "-o", other, "--force"]).status == 0)
    for wrong in [["-o", "mix.mp3"], ["-o", "-"], []] {
      #expect(sandbox.run(["mix", project] + wrong).status == 2, "\(wrong)")
    }
    // A render to such a name is the same.
    let render = sandbox.file("render.wav")
    #expect(sandbox.run(["render", project, "-o", render, "--range", "1s..2s"]).status == 0)
    #expect(try sandbox.bytes("render.wav") == sandbox.bytes("mix.wav"))
  }

  @Test("the sound is the same with any number of jobs, and libav reads it")
  func jobs() throws {
    let sandbox = try Sandbox(readsApart: false)
    let project = try sandbox.write("a.json", Self.text)
    var files: Set<Data> = []
    for jobs in ["1", "2", "4"] {
      let file = sandbox.file("\(jobs).wav")
      #expect(sandbox.run(["mix", project, "-o", file, "--jobs", jobs]).status == 0)
      files.insert(try Data(contentsOf: URL(fileURLWithPath: file)))
    }
    #expect(files.count == 1)
    let probe = sandbox.run(["probe", sandbox.file("1.wav")])
    #expect(probe.status == 0)
    #expect(probe.output.contains("48000") && probe.output.contains("12 s"), "\(probe.output)")
  }

  /// Samples of a file as ffmpeg decodes them, in 24 bits.
  private func decoded(_ path: String) throws -> Data {
    let sandbox = try Sandbox(readsApart: false)
    let raw = sandbox.file("raw")
    let run = try sandbox.execute(
      "/usr/bin/env",
      ["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-c:a", "pcm_s24le", "-f", "s24le", raw])
    #expect(run.status == 0 && run.messages.isEmpty, "\(run.messages)")
    return try sandbox.bytes("raw")
  }

  @Test("a FLAC file has the samples of the WAVE file, and is the same with any number of jobs")
  func flac() throws {
    let sandbox = try Sandbox(readsApart: false)
    let project = try sandbox.write("a.json", Self.text)
    for range in ["0..12s", "1.1s..3.3s"] {
      let wave = sandbox.file("a.wav")
      #expect(sandbox.run(["mix", project, "-o", wave, "--range", range]).status == 0)
      var files: Set<Data> = []
      for jobs in ["1", "2", "4"] {
        let file = sandbox.file("a.flac")
        let run = sandbox.run(["mix", project, "-o", file, "--jobs", jobs, "--range", range])
        #expect(run.status == 0, "\(run.messages)")
        files.insert(try sandbox.bytes("a.flac"))
      }
      #expect(files.count == 1)
      #expect(try decoded(sandbox.file("a.flac")) == decoded(wave))
      // STREAMINFO: 24 bits, and how many samples there are.
      let head = try [UInt8](#require(files.first).prefix(42))
      let last = head[20...25].reduce(0) { $0 << 8 | Int($1) }
      let count = range == "0..12s" ? 576_000 : 105_600
      #expect(last & 0xf_ffff_ffff == count && last >> 36 & 31 == 23)
      #expect(head[26...].prefix(16).contains { $0 != 0 }, "the MD5 of the samples")
    }
    #expect(sandbox.run(["mix", project, "-o", sandbox.file("{track}.flac")]).status == 0)
    #expect(sandbox.exists("a-b.flac") && sandbox.exists("3.flac"))
    let other = try sandbox.write("other.flac", "fLaC of somebody else, not empty at all")
    #expect(sandbox.run(["mix", project, "-o", other]).status == 2)
    #expect(sandbox.run(["mix", project, "-o", other, "--force"]).status == 0)
  }
}
