import Foundation
import Testing

/// Files with several streams of sound, through the commands: recorded screens with a microphone.
@Suite struct StreamCommandTests {
  /// A recording with the game in stereo in stream 0 and a microphone in stream 1.
  private static func recording(_ sandbox: Sandbox) throws -> String {
    let path = sandbox.file("rec.mkv")
    let run = try sandbox.execute(
      "/usr/bin/env",
      [
        "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=red:s=32x18:r=10:d=1",
        "-f", "lavfi", "-i", "aevalsrc=0.2*sin(600*PI*t)|0.1*sin(800*PI*t):c=stereo:s=48000:d=1",
        "-f", "lavfi", "-i", "aevalsrc=0.05*sin(1000*PI*t):c=mono:s=48000:d=1",
        "-map", "0", "-map", "1", "-map", "2", "-c:v", "ffv1", "-c:a", "pcm_s16le",
        "-metadata:s:a:1", "title=Mic", "-metadata:s:a:1", "language=eng", path,
      ])
    try #require(run.status == 0, "\(run.messages)")
    return path
  }

  private static func project(_ media: String, clip: String = "", more: String = "") -> String {
    """
    { "cutlist": 1,
      "output": { "size": "32x18", "frameRate": 10, "audio": { "declick": 0 } },
      "media": { "rec": \(media), "mic": { "file": "rec.mkv", "audioStream": 1 } },
      "tracks": [ { "video": [ { "clip": "rec"\(clip) } ] }\(more) ] }
    """
  }

  private func said(_ text: String, _ sandbox: Sandbox) throws -> String {
    let path = try sandbox.write("a.json", text)
    return sandbox.run(["check", path, "--no-cache", "--silence", "unused-media"]).messages
  }

  @Test("sound that nobody asked for is named once, with the ways to hear it")
  func unheard() throws {
    let sandbox = try Sandbox()
    _ = try Self.recording(sandbox)
    let found = try said(Self.project("\"rec.mkv\""), sandbox)
    #expect(
      found.contains(
        "'rec' (rec.mkv) has further sound, which is not heard: stream 1 (eng, \"Mic\", 1 channel) "
          + "[unheard-streams]"), "\(found)")
    #expect(found.contains("\"audioStream\": \"all\"") && found.contains("\"audioStream\": 1"))
    let microphone = ", { \"audio\": [ { \"clip\": \"mic\" } ] }"
    for (media, clip, more) in [
      ("{ \"file\": \"rec.mkv\", \"audioStream\": \"all\" }", "", ""),
      ("{ \"file\": \"rec.mkv\", \"audioStream\": 0 }", "", ""),
      ("\"rec.mkv\"", ", \"muted\": true", ""), ("\"rec.mkv\"", "", microphone),
    ] {
      let found = try said(Self.project(media, clip: clip, more: more), sandbox)
      #expect(!found.contains("unheard-streams"), "\(media)\(clip)\(more): \(found)")
    }
  }

  /// Both channels of samples of 24 bits.
  private static func stereo(_ data: Data) -> [[Double]] {
    let bytes = [UInt8](data)
    return [0, 3].map { first in
      stride(from: first, to: bytes.count, by: 6).map { place -> Double in
        let low = Int(bytes[place]) | Int(bytes[place + 1]) << 8
        let word = low | Int(Int8(bitPattern: bytes[place + 2])) << 16
        return Double(word) / 8_388_608
      }
    }
  }

  @Test("all streams sound as ffmpeg's amix adds them, forward and backwards")
  func mixed() throws {
    let sandbox = try Sandbox()
    let path = try Self.recording(sandbox)
    for (clip, filter) in [("", ""), (", \"speed\": -1", ",areverse")] {
      let reference = sandbox.file("reference.raw")
      let run = try sandbox.execute(
        "/usr/bin/env",
        [
          "ffmpeg", "-nostdin", "-v", "error", "-y", "-i", path, "-filter_complex",
          "[0:a:1]pan=stereo|c0=c0|c1=c0[m];[0:a:0][m]amix=normalize=0\(filter)", "-c:a",
          "pcm_s24le", "-f", "s24le", reference,
        ])
      try #require(run.status == 0, "\(run.messages)")
      for selection in ["\"all\"", "[0, 1]", "[1, 0]"] {
        let media = "{ \"file\": \"rec.mkv\", \"audioStream\": \(selection) }"
        let project = try sandbox.write("a.json", Self.project(media, clip: clip))
        let outcome = sandbox.run(["mix", project, "-o", sandbox.file("a.wav")])
        #expect(outcome.status == 0, "\(outcome.messages)")
        let ours = try samples(ofWave: sandbox.file("a.wav"))
        let theirs = Self.stereo(try sandbox.bytes("reference.raw"))
        #expect(ours.map(\.count) == theirs.map(\.count))
        let largest = zip(ours.joined(), theirs.joined()).map { abs($0 - $1) }.max() ?? 1
        #expect(largest < 2.0 / 8_388_608, "\(selection)\(clip): \(largest)")
      }
    }
  }
}
