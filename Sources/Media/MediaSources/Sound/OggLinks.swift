/// Finds the links of a chain of Ogg streams: one complete stream, headers and all, after another
/// (RFC 3533, 4).
///
/// ```
/// page   BOS BOS header data data … BOS header data …
///        ├─ link ──────────────────┼─ link ──────────
/// ```
package enum OggLinks {
  /// Most links that a file is taken for; a recording of a day of songs has a few hundred.
  package static let limit = 10_000

  /// - Parameters:
  ///   - size: length of the file.
  ///   - read: gives the bytes at a position, `count` or as many as there are.
  /// - Returns: where the links lie; one that is the whole file for a file that is no chain.
  package static func find<E: Error>(
    size: Int64, _ read: (Int64, Int) throws(E) -> [UInt8]
  ) throws(E) -> [Range<Int64>] {
    var starts: [Int64] = []
    var position: Int64 = 0
    var isInHeads = false
    var lost = 0
    while position < size, starts.count <= limit {
      let bytes = try read(position, 27 + 255)
      guard let page = Page(bytes) else {
        lost += 1
        guard lost <= limit, let next = try nextMark(after: position, read) else { break }
        position = next
        continue
      }
      if page.beginsStream, !isInHeads { starts.append(position) }
      isInHeads = page.beginsStream
      position += page.length
    }
    return starts.indices.map { number in
      starts[number]..<(number + 1 < starts.count ? starts[number + 1] : size)
    }
  }

  private struct Page {
    let beginsStream: Bool
    let length: Int64

    init?(_ bytes: [UInt8]) {
      guard bytes.count >= 27, Array(bytes[..<4]) == mark, bytes[4] == 0 else { return nil }
      let segments = Int(bytes[26])
      guard bytes.count >= 27 + segments else { return nil }
      beginsStream = bytes[5] & 2 != 0
      length = 27 + Int64(segments) + bytes[27..<27 + segments].reduce(0) { $0 + Int64($1) }
    }
  }

  private static let mark = Array("OggS".utf8)

  /// The next place where a page may begin.
  private static func nextMark<E: Error>(
    after position: Int64, _ read: (Int64, Int) throws(E) -> [UInt8]
  ) throws(E) -> Int64? {
    var place = position + 1
    while true {
      let bytes = try read(place, 1 << 13)
      guard bytes.count >= mark.count else { return nil }
      for offset in 0...bytes.count - mark.count
      where bytes[offset] == mark[0] && Array(bytes[offset..<offset + mark.count]) == mark {
        return place + Int64(offset)
      }
      place += Int64(bytes.count - mark.count + 1)
    }
  }
}
