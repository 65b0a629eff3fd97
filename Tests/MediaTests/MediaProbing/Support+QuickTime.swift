/// QuickTime movies of uncompressed sound, made by hand.
enum QuickTime {
  struct Track {
    /// Those of all channels, one channel after another in each moment.
    var samples: [Int16]
    var channels = 1
    var rate = 48_000
    var language = "und"
    /// Milliseconds after the movie's start at which it begins, by an empty edit.
    var delay = 0
    var isEnabled = true
    /// Milliseconds, and the sample with which the media begin, -1 for none; empty to show all.
    var edits: [(milliseconds: Int, media: Int)] = []
    /// How fast the media of each edit are played, in 1/65536; at their own speed where none is said.
    var rates: [Int] = []
  }

  /// A movie of tracks of 16-bit samples (QuickTime File Format, chapter 2).
  static func movie(_ tracks: [Track]) -> [UInt8] {
    let type = box("ftyp", Array("qt  ".utf8) + number(0, 4) + Array("qt  ".utf8))
    // The header's size does not depend on the offsets in it.
    let size = type.count + moov(tracks, offset: 0).count + 8
    var data: [UInt8] = []
    for track in tracks {
      for sample in track.samples { data += number(Int(sample), 2).reversed() }
    }
    return type + moov(tracks, offset: size) + box("mdat", data)
  }

  private static func moov(_ tracks: [Track], offset: Int) -> [UInt8] {
    var offset = offset
    var content = box(
      "mvhd",
      number(0, 12) + number(1000, 4) + number(10_000, 4) + number(0x10000, 4) + number(0x100, 2)
        + number(0, 10) + matrix + number(0, 24) + number(tracks.count + 1, 4))
    for (place, track) in tracks.enumerated() {
      content += trak(track, number: place + 1, offset: offset)
      offset += track.samples.count * 2
    }
    return box("moov", content)
  }

  private static func trak(_ track: Track, number id: Int, offset: Int) -> [UInt8] {
    let count = track.samples.count / track.channels
    let milliseconds = count * 1000 / track.rate
    let header = box(
      "tkhd",
      number(track.isEnabled ? 7 : 6, 4) + number(0, 8) + number(id, 4) + number(0, 4)
        + number(track.delay + milliseconds, 4) + number(0, 12) + number(0x100, 2) + number(0, 2)
        + matrix + number(0, 8))
    var edits = number(0, 4) + number(track.delay > 0 ? 2 : 1, 4)
    if track.delay > 0 { edits += number(track.delay, 4) + number(-1, 4) + number(0x10000, 4) }
    edits += number(milliseconds, 4) + number(0, 4) + number(0x10000, 4)
    if !track.edits.isEmpty {
      let isLong = track.edits.contains { $0.milliseconds >= 1 << 32 }
      let width = isLong ? 8 : 4
      edits = [isLong ? 1 : 0] + number(0, 3) + number(track.edits.count, 4)
      for (place, edit) in track.edits.enumerated() {
        let rate = track.rates.indices.contains(place) ? track.rates[place] : 0x10000
        edits += number(edit.milliseconds, width) + number(edit.media, width) + number(rate, 4)
      }
    }
    let code = track.language.utf8.reduce(0) { $0 << 5 | (Int($1) - 0x60) }
    let mediaHeader = box(
      "mdhd",
      number(0, 12) + number(track.rate, 4) + number(count, 4) + number(code, 2)
        + number(0, 2))
    let handler = box("hdlr", number(0, 4) + Array("mhlrsoun".utf8) + number(0, 13))
    let description = box(
      "sowt",
      number(0, 6) + number(1, 2) + number(0, 8) + number(track.channels, 2) + number(16, 2)
        + number(0, 4)
        + number(track.rate, 2) + number(0, 2))
    let table = box(
      "stbl",
      box("stsd", number(0, 4) + number(1, 4) + description)
        + box("stts", number(0, 4) + number(1, 4) + number(count, 4) + number(1, 4))
        + box(
          "stsc",
          number(0, 4) + number(1, 4) + number(1, 4) + number(count, 4)
            + number(1, 4))
        + box("stsz", number(0, 4) + number(2 * track.channels, 4) + number(count, 4))
        + box("stco", number(0, 4) + number(1, 4) + number(offset, 4)))
    let reference = box("dref", number(0, 4) + number(1, 4) + box("alis", number(1, 4)))
    let media = box(
      "minf", box("smhd", number(0, 8)) + box("dinf", reference) + table)
    return box(
      "trak", header + box("edts", box("elst", edits)) + box("mdia", mediaHeader + handler + media))
  }

  private static let matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000].flatMap {
    number($0, 4)
  }

  private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    number(content.count + 8, 4) + Array(name.utf8) + content
  }

  /// Big-endian; zeros for the number 0 of any length.
  private static func number(_ value: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
  }
}
