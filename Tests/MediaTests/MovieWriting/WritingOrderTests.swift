import LibAV
import OutputKinds
import Testing

@testable import MovieWriting

@Suite("Order of packets and scale of times")
struct WritingOrderTests {
  private func packet(_ time: Int64) -> EncodedPacket {
    EncodedPacket(data: [], presentation: time, decoding: time, duration: 1, isKey: true)
  }

  private func add(
    _ packets: [EncodedPacket], _ track: Int, from start: Int64 = 0,
    to interleaver: inout PacketInterleaver
  ) -> Bool {
    interleaver.add(packets, to: track, from: start)
  }

  /// What comes out, as `v3` or `s1024`.
  private func drain(_ interleaver: inout PacketInterleaver, flushing: Bool) -> [String] {
    var names: [String] = []
    while let (track, packet) = interleaver.next(flushing: flushing) {
      names.append("\(["v", "s", "t"][track])" + "\(packet.decoding)")
    }
    return names
  }

  @Test("packets come out by time, pictures first, and only when nothing earlier can come")
  func order() throws {
    var interleaver = PacketInterleaver(timeBases: [Fraction(1, 25), Fraction(1, 25_600)])
    #expect(add([packet(0), packet(1)], 0, to: &interleaver))
    #expect(drain(&interleaver, flushing: false) == [])
    #expect(add([packet(-1024), packet(0), packet(1024)], 1, to: &interleaver) == true)
    // A picture lasts 1024 samples.
    #expect(drain(&interleaver, flushing: false) == ["s-1024", "v0", "s0", "v1"])
    #expect(add([packet(0), packet(1)], 0, from: 2, to: &interleaver))
    #expect(add([packet(2048), packet(2048)], 1, to: &interleaver) == false)
    #expect(add([packet(1024)], 1, to: &interleaver) == false)
    #expect(drain(&interleaver, flushing: false) == ["s1024"])
    #expect(drain(&interleaver, flushing: true) == ["v2", "v3"])
  }

  @Test("a movie of one track holds nothing back")
  func single() throws {
    var pictures = PacketInterleaver(timeBases: [Fraction(1, 25)])
    for start in 0..<1000 { _ = pictures.add([packet(0)], to: 0, from: Int64(start)) }
    #expect(drain(&pictures, flushing: false) == (0..<1000).map { "v\($0)" })
    var sound = PacketInterleaver(timeBases: [Fraction(1, 48_000)])
    #expect(add([packet(0), packet(1024)], 0, to: &sound) == true)
    #expect(drain(&sound, flushing: false) == ["v0", "v1024"])
  }

  @Test("any number of tracks comes out by time, those of the same time in the order of the tracks")
  func manyTracks() {
    var interleaver = PacketInterleaver(
      timeBases: [Fraction(1, 25), Fraction(1, 100), Fraction(1, 1000)])
    #expect(add([packet(0), packet(1), packet(2)], 0, to: &interleaver))
    #expect(add([packet(40), packet(60)], 2, to: &interleaver))
    #expect(drain(&interleaver, flushing: false) == [])
    #expect(add([packet(3), packet(4), packet(9)], 1, to: &interleaver))
    #expect(drain(&interleaver, flushing: false) == ["v0", "s3", "v1", "s4", "t40", "t60"])
    #expect(!add([packet(60)], 2, to: &interleaver) && interleaver.hasPackets(of: 2))
    #expect(drain(&interleaver, flushing: true) == ["v2", "s9"])
  }
}
