import Foundation
import Testing

/// Channels, widths, maps and filters of the sum, in what `mix` and `render` write.
@Suite struct SurroundTests {
  /// Tones of 300 Hz, 400 Hz and so on, one a channel.
  private static func tones(_ count: Int, _ layout: String) -> String {
    let tones = (0..<count).map { "0.1*sin(\(600 + 200 * $0)*PI*t)" }.joined(separator: "|")
    return "{ \"filter\": \"aevalsrc=\(tones):c=\(layout):s=48000:d=2\" }"
  }

  private static func project(
    _ channels: String, output: String = "", clip: String = "\"clip\": \"six\"", track: String = ""
  ) -> String {
    """
    {
      "cutlist": 1,
      "output": {
        "size": "16x16", "frameRate": 10,
        "audio": { "channels": \(channels), "declick": 0\(output) }
      },
      "media": {
        "mono": \(tones(1, "mono")), "stereo": \(tones(2, "stereo")), "six": \(tones(6, "5.1"))
      },
      "tracks": [
        { "video": [{ "gap": "1s" }] },
        { "audio": [{ \(clip), "duration": "1s" }]\(track) }
      ]
    }
    """
  }

  /// A period of 100 Hz, of which all frequencies here are multiples; a sine is a cosine three quarters further.
  private static let cosines = (0..<480).map { cos(2 * Double.pi * Double($0) / 480) }

  /// The amplitudes of 300 Hz, 400 Hz and so on in each channel, in thousandths.
  private func tones(
    _ text: String, _ sandbox: Sandbox, channels: Int
  ) throws -> [[Int: Int]] {
    let file = try sandbox.write("a.json", text)
    let outcome = sandbox.run(["mix", file, "-o", sandbox.file("a.wav")])
    #expect(outcome.status == 0, "\(outcome.messages)")
    let samples = try samples(ofWave: sandbox.file("a.wav"))
    #expect(samples.count == channels)
    return samples.map { samples in
      var found: [Int: Int] = [:]
      for frequency in stride(from: 300, through: 1000, by: 100) {
        // Half a second holds whole periods of all of them.
        let (first, count) = (4800, 24_000)
        var (real, imaginary, index) = (0.0, 0.0, first)
        while index < first + count {
          let turn = frequency / 100 * index % 480
          real += samples[index] * Self.cosines[turn]
          imaginary += samples[index] * Self.cosines[(turn + 360) % 480]
          index += 1
        }
        let amplitude = 2 * (real * real + imaginary * imaginary).squareRoot() / Double(count)
        if amplitude > 0.0005 { found[frequency] = Int((amplitude * 1000).rounded()) }
      }
      return found
    }
  }

  @Test("each channel is heard from its loudspeaker")
  func places() throws {
    let sandbox = try Sandbox(readsApart: false)
    let six = try tones(Self.project("\"5.1\""), sandbox, channels: 6)
    #expect(six == (0..<6).map { [300 + 100 * $0: 100] })
    let eight = try tones(Self.project("8"), sandbox, channels: 8)
    #expect(
      eight == [[300: 100], [400: 100], [500: 100], [600: 100], [:], [:], [700: 100], [800: 100]])
    let two = try tones(Self.project("2"), sandbox, channels: 2)
    #expect(two == [[300: 100, 500: 71, 700: 71], [400: 100, 500: 71, 800: 71]])
    for (clip, wanted) in [("mono", [2: 300]), ("stereo", [0: 300, 1: 400])] {
      let found = try tones(
        Self.project("6", clip: "\"clip\": \"\(clip)\""), sandbox, channels: 6)
      #expect(found == (0..<6).map { channel in wanted[channel].map { [$0: 100] } ?? [:] })
    }
  }

  @Test("maps send channels where they say, of clips and of tracks")
  func maps() throws {
    let sandbox = try Sandbox(readsApart: false)
    let map =
      "\"channelMap\": { \"left\": [1, { \"from\": \"lfe\", \"gain\": 0.5 }], \"right\": 6 }"
    let clip = try tones(
      Self.project("2", clip: "\"clip\": \"six\", \(map)"), sandbox, channels: 2)
    #expect(clip == [[300: 100, 600: 50], [800: 100]])
    let swapped = ", \"channelMap\": { \"left\": \"right\", \"right\": \"left\", \"sideLeft\": 5 }"
    let track = try tones(Self.project("6", track: swapped), sandbox, channels: 6)
    #expect(track == [[400: 100], [300: 100], [:], [:], [700: 100], [:]])
    let both = "\"clip\": \"mono\", \"pan\": -1, \"channelMap\": { \"left\": 1, \"right\": 1 }"
    #expect(
      try tones(Self.project("6", clip: both), sandbox, channels: 6)
        == [[300: 100], [:], [:], [:], [:], [:]])
  }

  @Test("width is of pairs, before pan, on clips and tracks")
  func widths() throws {
    let sandbox = try Sandbox(readsApart: false)
    let clip = "\"clip\": \"stereo\", \"width\": 0.5"
    #expect(
      try tones(Self.project("2", clip: clip), sandbox, channels: 2)
        == [[300: 75, 400: 25], [300: 25, 400: 75]])
    #expect(
      try tones(
        Self.project("2", clip: clip + ", \"pan\": 1", track: ", \"width\": 0"), sandbox,
        channels: 2) == [[300: 13, 400: 38], [300: 13, 400: 38]])
  }

  @Test(
    "a chain of the output hears the sum, stems do not go through it, and its gain comes after it")
  func master() throws {
    let sandbox = try Sandbox(readsApart: false)
    let filter = ", \"gain\": 0.5, \"audioFilter\": \"volume=0.5\""
    let text = Self.project("2", output: filter, clip: "\"clip\": \"stereo\"")
    #expect(try tones(text, sandbox, channels: 2) == [[300: 25], [400: 25]])
    let file = try sandbox.write("a.json", text)
    #expect(sandbox.run(["mix", file, "-o", sandbox.file("{track}.wav")]).status == 0)
    let stem = try samples(ofWave: sandbox.file("2.wav"))
    let mix = try samples(ofWave: sandbox.file("a.wav"))
    for place in stride(from: 0, to: 48_000, by: 97) {
      #expect(abs(stem[0][place] / 2 - mix[0][place]) < 2e-7)
    }
    let plan = sandbox.run(["plan", file])
    #expect(plan.output.contains("bus 0 samples 0..47999 output: through \"volume=0.5\""))
  }

  @Test("what has memory gives the same whatever the jobs and the range", .timeLimit(.minutes(60)))
  func masterDeterminism() throws {
    let sandbox = try Sandbox(readsApart: false)
    let text = Self.project(
      "6",
      output: ", \"audioFilter\": \"acompressor=threshold=0.02:ratio=4:attack=5:release=100\"",
      track: ", \"width\": 0.3"
    ).replacing("\"1s\"", with: "\"2s\"")
    let file = try sandbox.write("a.json", text)
    var files: Set<Data> = []
    for jobs in ["1", "2", "4"] {
      let name = sandbox.file("\(jobs).wav")
      #expect(sandbox.run(["mix", file, "-o", name, "--jobs", jobs]).status == 0)
      files.insert(try Data(contentsOf: URL(fileURLWithPath: name)))
    }
    #expect(files.count == 1)
    let whole = try samples(ofWave: sandbox.file("1.wav"))
    let part = sandbox.file("part.wav")
    #expect(sandbox.run(["mix", file, "-o", part, "--range", "0.7s..1.4s"]).status == 0)
    let cut = try samples(ofWave: part)
    for channel in 0..<6 {
      #expect(cut[channel] == Array(whole[channel][33_600..<67_200]))
    }
  }

  @Test("sound of 192 kHz is mixed, and refused in a movie")
  func rates() throws {
    let sandbox = try Sandbox(readsApart: false)
    let text = Self.project("2", output: ", \"sampleRate\": 192000", clip: "\"clip\": \"stereo\"")
    let file = try sandbox.write("a.json", text)
    let mixed = sandbox.run(["mix", file, "-o", sandbox.file("a.wav")])
    #expect(mixed.status == 0)
    #expect(!mixed.messages.contains("[rate-of-mix-alone]"))
    let checked = sandbox.run(["check", file])
    #expect((checked.output + checked.messages).contains("[rate-of-mix-alone]"))
    #expect(try samples(ofWave: sandbox.file("a.wav"), rate: 192_000)[0].count == 192_000)
    #expect(sandbox.run(["mix", file, "-o", sandbox.file("a.flac")]).status == 0)
    #expect(sandbox.run(["probe", sandbox.file("a.flac")]).output.contains("192000 Hz"))
    let movie = sandbox.run(["render", file, "-o", sandbox.file("a.mp4")])
    #expect(movie.status == 1)
    #expect(movie.messages.contains("AAC has no 192000 Hz, only up to 96000"))
  }

  @Test("movies say their layouts", arguments: [("1", "mono"), ("6", "5.1"), ("8", "7.1")])
  func movies(_ channels: String, _ layout: String) throws {
    let sandbox = try Sandbox(readsApart: false)
    let file = try sandbox.write("a.json", Self.project(channels))
    let movie = sandbox.file("a.mp4")
    #expect(sandbox.run(["render", file, "-o", movie]).status == 0)
    #expect(sandbox.run(["probe", movie]).output.contains("48000 Hz, \(layout)"))
    for form in ["wav", "flac"] {
      #expect(sandbox.run(["mix", file, "-o", sandbox.file("a.\(form)")]).status == 0)
      let probed = sandbox.run(["probe", sandbox.file("a.\(form)")]).output
      // Mono WAVE files do not name their loudspeaker.
      let word = form == "wav" && layout == "mono" ? "1 channel" : layout
      #expect(probed.contains("48000 Hz, \(word)"), "\(probed)")
    }
  }
}
