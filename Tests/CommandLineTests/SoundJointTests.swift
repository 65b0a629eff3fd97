import Foundation
import Testing

/// Where sound is put together: on the sample, without a click, and below its ceiling in the end.
@Suite struct SoundJointTests {
  private static let rate = 48_000

  /// A WAVE file of one channel of 32-bit floats.
  private func write(_ samples: [Double], _ name: String, _ sandbox: Sandbox) throws {
    func bytes(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var file = Array("RIFF".utf8) + bytes(36 + 4 * samples.count, 4) + Array("WAVEfmt ".utf8)
    file += bytes(16, 4) + bytes(3, 2) + bytes(1, 2) + bytes(Self.rate, 4)
    file += bytes(4 * Self.rate, 4) + bytes(4, 2) + bytes(32, 2)
    file += Array("data".utf8) + bytes(4 * samples.count, 4)
    let words = samples.map { Float($0).bitPattern.littleEndian }
    // Safe: they are copied while they are there.
    let data = unsafe words.withUnsafeBytes { unsafe Data($0) }
    try (Data(file) + data).write(to: URL(fileURLWithPath: sandbox.file(name)))
  }

  private func mix(
    _ tracks: String, seconds: String, output: String = "", media: String = "a.wav",
    _ sandbox: Sandbox
  ) throws -> [Double] {
    let file = try sandbox.write(
      "p.json",
      """
      {
        "cutlist": 1,
        "output": { "size": "16x16", "frameRate": 25, "audio": { "channels": 1\(output) } },
        "media": { "a": "\(media)" },
        "tracks": [{ "video": [{ "gap": "\(seconds)s" }] }, \(tracks)]
      }
      """)
    let outcome = sandbox.run(["mix", file, "-o", sandbox.file("p.wav")])
    #expect(outcome.status == 0, "\(outcome.messages)")
    return try samples(ofWave: sandbox.file("p.wav"))[0]
  }

  @Test("impulses at 1,000 odd times land on the planned sample")
  func impulses() throws {
    let sandbox = try Sandbox(readsApart: false)
    var impulse = [Double](repeating: 0, count: 4800)
    impulse[2400] = 0.5
    try write(impulse, "a.wav", sandbox)
    var clips: [String] = []
    var wanted: [Int] = []
    // Ten-millionths of a second; 48,000 and 10⁷ / 1,237 share no factor but 1.
    var time = 0
    for index in 0..<1000 {
      time += 1_100_003 + index * 1237 % 400_009
      let digits = String(time % 10_000_000)
      let fraction = String(repeating: "0", count: 7 - digits.count) + digits
      clips.append(
        "{ \"clip\": \"a\", \"at\": \"\(time / 10_000_000).\(fraction)s\", \"duration\": \"0.1s\" }"
      )
      // The clip's first sample is the nearest one, and so is the source's there.
      let exact = time * Self.rate
      let first = (2 * exact + 10_000_000) / 20_000_000
      let source = (2 * (first * 10_000_000 - exact) + 10_000_000).floor(by: 20_000_000)
      wanted.append(first + 2400 - source)
    }
    let seconds = time / 10_000_000 + 1
    let heard = try mix(
      "{ \"audio\": [\(clips.joined(separator: ", "))] }", seconds: "\(seconds)",
      output: ", \"declick\": 0", sandbox)
    var (found, count, place) = ([Int](), 0, 0)
    while place < heard.count {
      if heard[place] != 0 { count += 1 }
      if heard[place].magnitude > 0.25 { found.append(place) }
      place += 1
    }
    #expect(found == wanted)
    #expect(count == 1000)
  }

  /// A click is a corner: the second difference of a tone of frequency f and amplitude a is at most a·w² with
  /// w = 2πf / rate. A gain that moves by at most s a sample, with corners of s, adds at most a·(s + 2·s·w); where
  /// two ramps of a cut meet the corner is twice as sharp.
  @Test(
    "no joint has a larger second difference than its tone and its gain",
    arguments: [50, 440, 2000, 10_000])
  func joints(_ frequency: Int) throws {
    let sandbox = try Sandbox(readsApart: false)
    let turn = 2 * Double.pi * Double(frequency) / Double(Self.rate)
    try write((0..<16 * Self.rate).map { 0.4 * sin(turn * Double($0)) }, "a.wav", sandbox)
    // Ramps of 5 ms; joins of the pieces that are mixed apart are at 10.24 s.
    let joints: [(name: String, tracks: String, seconds: Int, slope: Double)] = [
      (
        "cuts",
        "{ \"audio\": [{ \"clip\": \"a\", \"in\": \"0.1003s\", \"duration\": \"0.5s\" }, "
          + "{ \"clip\": \"a\", \"in\": \"1.2031s\", \"duration\": \"0.5s\" }] }", 1, 2.0 / 240
      ),
      (
        "steps",
        "{ \"audio\": [{ \"clip\": \"a\", \"duration\": \"1s\", \"automation\": "
          + "[{ \"at\": \"0.3s\", \"gain\": 0 }, { \"at\": \"0.6s\", \"gain\": 1 }] }] }", 1,
        1.0 / 240
      ),
      (
        "fades",
        "{ \"audio\": [{ \"clip\": \"a\", \"in\": \"0.01s\", \"duration\": \"1s\", "
          + "\"fadeIn\": \"0.1s\", \"fadeOut\": { \"duration\": \"0.1s\", \"curve\": \"s-curve\" } }] }",
        1, 1.6 / 4800
      ),
      (
        "ducks",
        "{ \"audio\": [{ \"clip\": \"a\", \"duration\": \"2s\", \"fadeOut\": \"0.1s\" }], \"duck\": "
          + "{ \"under\": \"v\", "
          + "\"to\": 0.2, \"attack\": \"0.1s\", \"release\": \"0.1s\" } }, { \"id\": \"v\", \"audio\": "
          + "[{ \"clip\": \"a\", \"at\": \"0.5s\", \"duration\": \"0.5s\", \"gain\": 0 }] }", 2,
        1.7 / 4800
      ),
      (
        "loops",
        "{ \"audio\": [{ \"clip\": \"a\", \"in\": \"0.0101s\", \"out\": \"0.5s\", \"duration\": \"2s\", "
          + "\"loop\": { \"crossFade\": \"0.05s\" } }] }", 2, 1.0 / 240
      ),
      ("joins", "{ \"audio\": [{ \"clip\": \"a\", \"duration\": \"12s\" }] }", 12, 1.0 / 240),
    ]
    for joint in joints {
      let heard = try mix(joint.tracks, seconds: "\(joint.seconds)", sandbox)
      var (largest, index) = (0.0, 1)
      while index < heard.count - 1 {
        let bend = (heard[index - 1] - 2 * heard[index] + heard[index + 1]).magnitude
        if bend > largest { largest = bend }
        index += 1
      }
      // Two tones may sound at once, and a sample has 24 bits.
      let tones = joint.name == "loops" ? 2.0.squareRoot() : 1
      let bound = tones * 0.4 * (turn * turn + joint.slope * (1 + 2 * turn)) + 4 / 8_388_608
      #expect(largest <= bound, "\(joint.name): \(largest), at most \(bound)")
    }
  }

  /// Bursts of noise that is louder than the ceiling allows; 46 s are two chunks of sound, whose joint lies in a
  /// burst, at 29.9 s.
  @Test(
    "after AAC the true peak stays under the ceiling",
    arguments: [(seconds: 6, rate: 48_000, bits: "192k"), (seconds: 46, rate: 8000, bits: "32k")])
  func encoded(seconds: Int, rate: Int, bits: String) throws {
    let sandbox = try Sandbox(readsApart: false)
    let movie = try sandbox.write(
      "m.json",
      """
      {
        "cutlist": 1,
        "output": {
          "size": "16x16", "frameRate": 5, "video": { "preset": "ultrafast" },
          "audio": { "sampleRate": \(rate), "bitRate": "\(bits)", "gain": "+3dB", "truePeak": -1 }
        },
        "media": {
          "a": {
            "filter": "aevalsrc=(2*random(0)-1)*if(lt(mod(t\\\\,0.75)\\\\,0.2)\\\\,0.9\\\\,0.1):s=\(rate):d=\(seconds)"
          }
        },
        "tracks": [{ "video": [{ "gap": "\(seconds)s" }] }, { "audio": [{ "clip": "a" }] }]
      }
      """)
    var movies: Set<Data> = []
    for jobs in rate == 8000 ? ["1", "3"] : ["2"] {
      let file = sandbox.file("m.mp4")
      let outcome = sandbox.run(["render", movie, "-o", file, "--jobs", jobs, "--no-cache"])
      #expect(outcome.status == 0, "\(outcome.messages)")
      movies.insert(try Data(contentsOf: URL(fileURLWithPath: file)))
    }
    #expect(movies.count == 1)
    let measured = try sandbox.write(
      "n.json",
      """
      {
        "cutlist": 1,
        "output": { "size": "16x16", "frameRate": 5, "audio": { "sampleRate": \(rate) } },
        "media": { "m": "m.mp4" }, "tracks": [{ "video": [{ "clip": "m" }] }]
      }
      """)
    let report = sandbox.run(["loudness", measured, "--json"])
    let data = try #require(
      try JSONSerialization.jsonObject(with: Data(report.output.utf8)) as? [String: Any])
    let levels = try #require(data["levels"] as? [[String: Any]])
    let peak = try #require(levels.first?["truePeak"] as? Double)
    #expect(peak <= -1 && peak > -2.5, "\(peak) dBTP")
  }
}

extension Int {
  fileprivate func floor(by divisor: Int) -> Int {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
