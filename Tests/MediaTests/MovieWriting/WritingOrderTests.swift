import BaseValues
import Rendering
import Testing

@testable import MovieWriting

@Suite("Order of packets and scale of times")
struct WritingOrderTests {
  private func packet(_ time: Int64) -> MoviePacket {
    MoviePacket(data: [], presentation: time, decoding: time, duration: 1, isKey: true)
  }

  private func add(_ packets: [MoviePacket], to interleaver: inout PacketInterleaver) -> Bool {
    interleaver.addSound(packets)
  }

  /// What comes out, as `v3` or `s1024`.
  private func drain(_ interleaver: inout PacketInterleaver, flushing: Bool) -> [String] {
    var names: [String] = []
    while let (track, packet) = interleaver.next(flushing: flushing) {
      names.append((track == .video ? "v" : "s") + "\(packet.decoding)")
    }
    return names
  }

  @Test("packets come out by time, pictures first, and only when nothing earlier can come")
  func order() throws {
    var interleaver = PacketInterleaver(rate: FrameRate(25), sampleRate: 25_600)
    interleaver.addVideo([packet(0), packet(1)], startingAt: 0)
    #expect(drain(&interleaver, flushing: false) == [])
    #expect(add([packet(-1024), packet(0), packet(1024)], to: &interleaver) == true)
    // A picture lasts 1024 samples.
    #expect(drain(&interleaver, flushing: false) == ["s-1024", "v0", "s0", "v1"])
    interleaver.addVideo([packet(0), packet(1)], startingAt: 2)
    #expect(add([packet(2048), packet(2048)], to: &interleaver) == false)
    #expect(add([packet(1024)], to: &interleaver) == false)
    #expect(drain(&interleaver, flushing: false) == ["s1024"])
    #expect(drain(&interleaver, flushing: true) == ["v2", "v3"])
  }

  @Test("a movie of one track holds nothing back")
  func single() throws {
    var pictures = PacketInterleaver(rate: FrameRate(25), sampleRate: nil)
    for start in 0..<1000 { pictures.addVideo([packet(0)], startingAt: Int64(start)) }
    #expect(drain(&pictures, flushing: false) == (0..<1000).map { "v\($0)" })
    var sound = PacketInterleaver(rate: nil, sampleRate: 48_000)
    #expect(add([packet(0), packet(1024)], to: &sound) == true)
    #expect(drain(&sound, flushing: false) == ["s0", "s1024"])
  }

  @Test(
    "the movie's scale holds both tracks' units exactly",
    arguments: [
      (30, 1, 48_000, 600, 48_000), (30_000, 1001, 48_000, 30_000, 240_000),
      (24_000, 1001, 48_000, 24_000, 48_000), (25, 1, 44_100, 600, 88_200),
      (48, 1, 48_000, 1200, 48_000), (30_000, 1001, 44_100, 30_000, 4_410_000),
      (999_983, 1000, 48_000, 999_983, 999_983),
    ])
  func scale(_ frames: Int64, _ seconds: Int64, _ sampleRate: Int, _ video: Int, _ movie: Int)
    throws
  {
    let scale = MovieTimescale(rate: FrameRate(frames, per: seconds), sampleRate: sampleRate)
    #expect(scale.video == video)
    #expect(scale.movie == movie)
  }

  @Test("the scale of one track is its own")
  func singleScale() {
    #expect(MovieTimescale(rate: nil, sampleRate: 44_100).movie == 44_100)
    #expect(MovieTimescale(rate: nil, sampleRate: 44_100).video == nil)
    #expect(MovieTimescale(rate: FrameRate(25), sampleRate: nil).movie == 600)
  }
}
