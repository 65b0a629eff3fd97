/// Why bytes are no boxes, or boxes not those of a movie.
package struct BoxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, in words.
  package var reason: String
  /// Where, in bytes from the beginning; `nil` where it is no matter of bytes.
  package var offset: Int?

  init(_ reason: String, at offset: Int? = nil) {
    self.reason = reason
    self.offset = offset
  }

  /// `a box does not fit where it lies at byte 9`.
  package var description: String {
    offset.map { "\(reason) at byte \($0)" } ?? reason
  }
}

/// How much is read of boxes.
package struct BoxLimits: Hashable, Sendable {
  /// Boxes in boxes.
  package var depth = 16
  /// All of them together.
  package var count = 100_000

  /// Limits far above what movies have.
  package init(depth: Int = 16, count: Int = 100_000) {
    self.depth = depth
    self.count = count
  }
}

/// The beginning of a box: how long it is and what.
package struct BoxHeader: Hashable, Sendable {
  /// The most bytes that one has.
  package static let longest = 16

  /// What the box is.
  package var type: BoxType
  /// How its size is written.
  package var form: Box.SizeForm
  /// Of the header alone.
  package var length: Int
  /// Of the whole box; at least `length`.
  package var size: Int

  /// The header at the beginning of bytes.
  ///
  /// - Parameters:
  ///   - bytes: at least 8 of them; 16 unless there are no more.
  ///   - rest: bytes from here to the end of the file.
  /// - Returns: `nil` where the box would be shorter than its header or longer than what is there.
  package init?(_ bytes: ArraySlice<UInt8>, rest: Int) {
    guard bytes.count >= 8 else { return nil }
    let start = bytes.startIndex
    func number(_ offset: Int, _ count: Int) -> UInt64 {
      bytes[(start + offset)..<(start + offset + count)].reduce(0) { $0 << 8 | UInt64($1) }
    }
    type = BoxType(UInt32(truncatingIfNeeded: number(4, 4)))
    switch number(0, 4) {
    case 0: (form, length, size) = (.toEnd, 8, rest)
    case 1:
      guard bytes.count >= 16, let wide = Int(exactly: number(8, 8)) else { return nil }
      (form, length, size) = (.wide, 16, wide)
    case let short: (form, length, size) = (.short, 8, Int(short))
    }
    guard size >= length, size <= rest else { return nil }
  }
}

extension Box {
  /// The boxes of a file, or of any range of one that begins with a box.
  ///
  /// - Parameter offset: where the bytes begin in the file, for errors.
  /// - Throws: `BoxError` where the bytes are no boxes, and beyond the limits.
  package static func boxes(
    in bytes: [UInt8], limits: BoxLimits = BoxLimits(), at offset: Int = 0
  ) throws(BoxError) -> [Box] {
    var reader = BoxReader(bytes: bytes, limits: limits, offset: offset)
    let (boxes, tail) = try reader.read(bytes.indices, depth: 0)
    guard tail.isEmpty else {
      throw BoxError("there is less than a box", at: offset + bytes.count - tail.count)
    }
    return boxes
  }
}

private struct BoxReader {
  let bytes: [UInt8]
  let limits: BoxLimits
  let offset: Int
  var count = 0

  /// Boxes that hold nothing but boxes.
  private static let containers: Set<BoxType> = [
    "moov", "trak", "mdia", "minf", "dinf", "stbl", "edts", "udta", "tref", "gmhd", "mvex", "moof",
    "traf", "mfra", "ilst",
  ]
  /// Boxes of what people have added, which programs write less carefully: those that are wrong stay bytes.
  private static let loose: Set<BoxType> = ["udta", "meta", "ilst"]

  mutating func read(
    _ range: Range<Int>, depth: Int, in parent: BoxType? = nil
  ) throws(BoxError) -> ([Box], tail: [UInt8]) {
    guard depth <= limits.depth else {
      throw BoxError("boxes lie more than \(limits.depth) deep", at: offset + range.lowerBound)
    }
    var boxes: [Box] = []
    var position = range.lowerBound
    while range.upperBound - position >= 8 {
      let rest = range.upperBound - position
      guard
        let header = BoxHeader(bytes[position..<min(position + 16, range.upperBound)], rest: rest)
      else { throw BoxError("a box does not fit where it lies", at: offset + position) }
      // Only the last box of a file may be open; inside of others a zero ends a list.
      if parent != nil, header.form == .toEnd { break }
      count += 1
      guard count <= limits.count else {
        throw BoxError("there are more than \(limits.count) boxes", at: offset + position)
      }
      let content = (position + header.length)..<(position + header.size)
      boxes.append(
        Box(
          header.type, try read(header.type, content, depth, in: parent), sizeForm: header.form))
      position += header.size
    }
    return (boxes, Array(bytes[position..<range.upperBound]))
  }

  private mutating func read(
    _ type: BoxType, _ range: Range<Int>, _ depth: Int, in parent: BoxType?
  ) throws(BoxError) -> Box.Content {
    var start = range.lowerBound
    if type == "meta" {
      guard let length = metaHead(range) else { return .bytes(Array(bytes[range])) }
      start += length
    } else if !Self.containers.contains(type), parent != "ilst" {
      return .bytes(Array(bytes[range]))
    }
    let before = count
    do throws(BoxError) {
      let (boxes, tail) = try read(start..<range.upperBound, depth: depth + 1, in: type)
      return .boxes(head: Array(bytes[range.lowerBound..<start]), boxes, tail: tail)
    } catch {
      guard Self.loose.contains(type) || parent == "ilst", count <= limits.count,
        depth < limits.depth
      else { throw error }
      count = before
      return .bytes(Array(bytes[range]))
    }
  }

  /// Bytes before the boxes of `meta`: a version and flags by ISO/IEC 14496-12 (8.11.1), nothing by
  /// QuickTime; `nil` where no `hdlr` follows, which is to come first.
  private func metaHead(_ range: Range<Int>) -> Int? {
    [4, 0].first { head in
      let place = range.lowerBound + head
      guard range.upperBound - place >= 8,
        let header = BoxHeader(
          bytes[place..<min(place + 16, range.upperBound)], rest: range.upperBound - place)
      else { return false }
      return header.type == "hdlr"
    }
  }
}
