import Foundation
import LibAV
import MovieWriting
import BaseValues
import OutputKinds
import Raster
import Testing
import TimelineModel
import SeededNumbers

@testable import MediaReading
@testable import MediaSources

@Suite("damaged pictures")
struct DamagedPictureTests {
  private let folder: WritingFolder

  init() throws { folder = try WritingFolder() }

  /// A movie of 90 pictures in groups of 40, 30 and 20.
  private func movie() throws -> [UInt8] {
    let rate = try Media.rate(25)
    var settings = Synthetic.settings(rate: rate, preset: "veryfast")
    settings.size = Size(width: 160, height: 96)
    try writeMovie(
      folder.file("movie.mp4"), rate: rate, chunks: [40, 30, 20], sampleRate: nil,
      settings: settings)
    return try folder.bytes("movie.mp4")
  }

  /// The movie with bytes of some packets, counted in decoding order, turned over, but for the
  /// lengths of their units, and for what the first packet says of all.
  private func bytes(damagedAt packets: Range<Int>) throws -> [UInt8] {
    var bytes = try movie()
    var number = 0
    var input = try InputFile(path: folder.file("movie.mp4"))
    while let packet = try input.readPacket() {
      if packets.contains(number), let position = packet.position {
        let spared = number == 0 ? packet.size * 3 / 4 : 6
        for byte in Int(position) + min(spared, packet.size)..<Int(position) + packet.size {
          bytes[byte] ^= 0x5a
        }
      }
      number += 1
    }
    return bytes
  }

  private func movie(damagedAt packets: Range<Int>) throws -> MediaFile {
    try source(try bytes(damagedAt: packets))
  }

  private func source(_ bytes: [UInt8]) throws -> MediaFile {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file("hit.mp4")))
    return try Media.probe(folder.file("hit.mp4"))
  }

  private func reader(
    _ source: MediaFile, _ policy: DamagePolicy, note: @escaping (Int) -> Void = { _ in }
  ) throws -> FrameReader {
    var source = source
    source.onDamage = policy
    return try FrameReader(.file(source), protocols: [], noteDamage: note)
  }

  private func hashes(_ reader: FrameReader, _ order: [Int]) throws -> [Int: UInt64] {
    var result: [Int: UInt64] = [:]
    for number in order { result[number] = try reader.frame(number).hash }
    return result
  }

  /// Numbers of the pictures that are refused.
  private func refused(_ source: MediaFile, _ order: [Int]) throws -> Set<Int> {
    let pictures = try reader(source, .error)
    var result: Set<Int> = []
    for number in order {
      do throws(LibAVError) {
        _ = try pictures.frame(number)
      } catch {
        #expect(error == .damagedPicture)
        result.insert(number)
      }
    }
    return result
  }

  @Test("a damaged picture and what is made from it are refused, in whatever order they are read")
  func error() throws {
    let source = try movie(damagedAt: 55..<58)
    let forward = try refused(source, Array(0..<90))
    #expect(forward.max() == 69, "until the next key picture")
    #expect((50...58).contains(try #require(forward.min())), "the group begins whole")
    #expect(try refused(source, (0..<90).reversed()) == forward)
    var random = SeededGenerator(seed: 3)
    #expect(try refused(source, (0..<90).shuffled(using: &random)) == forward)
    for number in [forward.min() ?? 0, 69, 70] {
      #expect(try refused(source, [number]).isEmpty == !forward.contains(number), "\(number)")
    }
  }

  @Test("concealing holds the last whole picture, in whatever order they are read")
  func conceal() throws {
    let source = try movie(damagedAt: 55..<58)
    let damaged = try refused(source, Array(0..<90))
    let whole = try #require((0..<90).last { $0 < damaged.min() ?? 0 })
    var noted: [Int] = []
    let forward = try hashes(try reader(source, .conceal) { noted.append($0) }, Array(0..<90))
    #expect(noted == damaged.sorted())
    let level = Int(Media.level(try reader(source, .conceal).frame(69)))
    #expect(abs(level - Int(Synthetic.level(whole))) <= 2, "the frame before the damage")
    for number in damaged where number > whole + 3 { #expect(forward[number] == forward[whole]) }
    #expect(try hashes(try reader(source, .conceal), (0..<90).reversed()) == forward)
    var random = SeededGenerator(seed: 9)
    #expect(try hashes(try reader(source, .conceal), (0..<90).shuffled(using: &random)) == forward)
    for number in [69, 60, 89] {
      #expect(try reader(source, .conceal).frame(number).hash == forward[number])
    }
  }

  @Test("before the first whole picture that one is shown")
  func beginning() throws {
    let source = try movie(damagedAt: 0..<39)
    let damaged = try refused(source, Array(0..<90))
    #expect(damaged.isSuperset(of: 0..<39))
    let first = try #require((0..<90).first { !damaged.contains($0) })
    let shown = try hashes(try reader(source, .conceal), [0, 5, 17, first])
    #expect(Set(shown.values).count == 1)
    #expect(try reader(source, .conceal).frame(17).hash == shown[first])
  }

  @Test("where nothing is whole there is nothing to show")
  func nothingWhole() throws {
    var source = try source(try movie())
    let damaged = try bytes(damagedAt: 0..<90)
    try Data(damaged).write(to: URL(fileURLWithPath: folder.file("hit.mp4")))
    source.onDamage = .conceal
    let reader = try FrameReader(.file(source), protocols: [])
    #expect(throws: LibAVError.damagedPicture) { try reader.frame(50) }
  }

  @Test("a missing packet damages the pictures that are made from it")
  func missing() throws {
    _ = try movie()
    // Written anew without a picture that others are made from: its place in the index is kept.
    var input = try InputFile(path: folder.file("movie.mp4"))
    var bytes = try folder.bytes("movie.mp4")
    var number = 0
    while let packet = try input.readPacket() {
      // A unit of a kind that decoders pass over (12, filler) where a picture was.
      if number == 52, let position = packet.position { bytes[Int(position) + 4] = 0x0c }
      number += 1
    }
    let source = try source(bytes)
    let forward = try refused(source, Array(0..<90))
    #expect(forward.isSubset(of: 40..<70))
    #expect(try refused(source, (0..<90).reversed()) == forward)
  }

  @Test("a movie without damage is read as before, and nothing is refused")
  func healthy() throws {
    _ = try movie()
    let source = try Media.probe(folder.file("movie.mp4"))
    #expect(try refused(source, Array(0..<90)).isEmpty)
    #expect(try refused(source, (0..<90).reversed()).isEmpty)
    let expected = try hashes(try reader(source, .error), Array(0..<90))
    #expect(try hashes(try reader(source, .conceal), Array(0..<90)) == expected)
  }

  @Test("what HEVC's decoder gives up without marking the picture counts as damage")
  func given() throws {
    var bytes = [UInt8](
      try #require(Data(base64Encoded: Self.hevc, options: .ignoreUnknownCharacters)))
    #expect(try refused(source(bytes), [0, 1, 0]) == [])
    // A quantizer of a block beyond all that there are; the block is shown as noise.
    bytes[71] ^= 0x81
    #expect(try refused(source(bytes), [0, 1, 0]) == [0, 1])
  }

  /// Two pictures of 64×64, the second made from the first: x265's, as MP4.
  private static let hevc = """
    AAAAHGZ0eXBpc29tAAACAGlzb21pc28ybXA0MQAAAAhmcmVlAAAA/G1kYXQAAADXKAGvBJj+GKLsxvE1mXBwGR/ty/dLNQm/
    SE+WesrCIzOnU57eCFWoVPKMPLDQZIDXL5+UTXBV+lXGPR6AH52Cv7DhU8y7rdxMnDdFgyU+uiMoL0bDczvnTy/8DiC3T+Kf
    DhaCLXCVkONMB05HcU5X/hlYCxQKdc2zXmWIh6WIRURznzg9c3pqrvV2rISSvQEQbytF1jpq+RFJCVZ5HbEAl8ieTv/46qx2
    PDYWX8HhLRZ9RWd54Yk98JvFCedEGX2xXW/RFABxux4cOfIKD5++PlbkkNV+I4AAAAAVAgHQCX4RCAkw0b9+j0l0JtyORCGA
    AAADV21vb3YAAABsbXZoZAAAAAAAAAAAAAAAAAAAA+gAAADIAAEAAAEAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAA
    AAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIAAAKmdHJhawAAAFx0a2hkAAAAAwAAAAAAAAAA
    AAAAAQAAAAAAAADIAAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAABAAAAAQAAA
    AAAAJGVkdHMAAAAcZWxzdAAAAAAAAAABAAAAyAAAAAAAAQAAAAACHm1kaWEAAAAgbWRoZAAAAAAAAAAAAAAAAAAAKAAAAAgA
    VcQAAAAAAC1oZGxyAAAAAAAAAAB2aWRlAAAAAAAAAAAAAAAAVmlkZW9IYW5kbGVyAAAAAcltaW5mAAAAFHZtaGQAAAABAAAA
    AAAAAAAAAAAkZGluZgAAABxkcmVmAAAAAAAAAAEAAAAMdXJsIAAAAAEAAAGJc3RibAAAAQlzdHNkAAAAAAAAAAEAAAD5aHZj
    MQAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAABAAEAASAAAAEgAAAAAAAAAAQxMYXZjIGxpYngyNjUAAAAAAAAAAAAAAAAAAAAA
    AAAAABj//wAAAHVodmNDAQFgAAAAkAAAAAAAHvAA/P34+AAADwOgAAEAGEABDAH//wFgAAADAJAAAAMAAAMAHpWYCaEAAQAo
    QgEBAWAAAAMAkAAAAwAAAwAeoCCBBZZWaSTK8BaAgAAAAwCAAAAFBKIAAQAHRAHBcvQiQAAAAApmaWVsAQAAAAAQcGFzcAAA
    AAEAAAABAAAAFGJ0cnQAAAAAAAAmIAAAJiAAAAAYc3R0cwAAAAAAAAABAAAAAgAABAAAAAAUc3RzcwAAAAAAAAABAAAAAQAA
    ABxzdHNjAAAAAAAAAAEAAAABAAAAAgAAAAEAAAAcc3RzegAAAAAAAAAAAAAAAgAAANsAAAAZAAAAFHN0Y28AAAAAAAAAAQAA
    ACwAAAA9dWR0YQAAADVtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABtZGlyYXBwbAAAAAAAAAAAAAAAAAhpbHN0
    """
}
