import BaseValues

/// The edit lists of a movie's tracks (ISO/IEC 14496-12, 8.6.6): which of its media is shown when.
struct MovieEdits {
  struct Edit: Hashable {
    /// On the movie's timeline; `nil` to the end of the media.
    var duration: Rational?
    /// Where the media begin; `nil` where nothing is shown.
    var media: Rational?
    /// Whether one moment of the media is shown all the time.
    var isDwell = false
    /// How fast its media are played, in 1/65536.
    var rate = Self.ownSpeed

    static let ownSpeed = 0x10000
  }

  struct Track {
    /// Seconds of a unit of the media's times.
    var tick: Rational
    var edits: [Edit]
    /// Whether edits were left out behind one that never ends.
    var isCut = false

    /// What of the list is not followed, for people.
    var unfollowed: [String] {
      var words: [String] = []
      if let edit = edits.first(where: { !$0.isDwell && $0.rate != Edit.ownSpeed }),
        let rate = Rational(Int64(edit.rate), Int64(Edit.ownSpeed))
      {
        words.append(
          "an edit list plays a part of its media at \(rate.decimalApproximation(places: 3)) times "
            + "its speed; it is played at its own speed")
      }
      if isCut {
        words.append(
          "an edit list has an edit that is longer than any media; it is shown to the end of its "
            + "media, and the edits after it are left out")
      }
      return words
    }

    /// Whether libav shows what it says, but for a beginning within a picture: one edit at full speed,
    /// with nothing before it, or one without media.
    var isPlain: Bool {
      if isCut { return false }
      let rest = edits.first?.media == nil ? edits.dropFirst() : edits[...]
      // Of one without a duration libav shows nothing.
      return rest.count <= 1
        && rest.allSatisfy { $0.media != nil && !$0.isDwell && $0.duration != nil }
    }
  }

  /// Seconds of a unit of the movie's times.
  let tick: Rational
  /// By their numbers in the movie.
  let tracks: [Int: Track]

  /// Gives some bytes at a position, or as many as there are.
  typealias Read<E: Error> = (Int64, Int) throws(E) -> [UInt8]

  /// - Parameter size: of the file.
  /// - Returns: `nil` for what is no movie, or has no header that can be read.
  static func find<E: Error>(size: Int64, _ read: Read<E>) throws(E) -> MovieEdits? {
    guard let movie = try boxes(in: 0..<size, read).first(where: { $0.name == "moov" }) else {
      return nil
    }
    var tick: Rational?
    var tracks: [Int: Track] = [:]
    for box in try boxes(in: movie.content, read) {
      if box.name == "mvhd" { tick = try clock(box, read) }
      guard box.name == "trak", let tick else { continue }
      if let track = try track(box, movieTick: tick, read) { tracks[track.number] = track.track }
    }
    return tick.map { MovieEdits(tick: $0, tracks: tracks) }
  }

  private static func track<E: Error>(
    _ box: Box, movieTick: Rational, _ read: Read<E>
  ) throws(E) -> (number: Int, track: Track)? {
    var (number, tick): (Int?, Rational?)
    var list: Box?
    for part in try boxes(in: box.content, read) {
      switch part.name {
      case "tkhd":
        let header = try read(part.content.lowerBound, 24)
        guard header.count == 24 else { return nil }
        number = Int(Self.number(header[0] == 1 ? header[20..<24] : header[12..<16]))
      case "mdia":
        guard let header = try boxes(in: part.content, read).first(where: { $0.name == "mdhd" })
        else { return nil }
        tick = try clock(header, read)
      case "edts": list = try boxes(in: part.content, read).first { $0.name == "elst" }
      default: break
      }
    }
    guard let number, let tick else { return nil }
    let edits = try list.map { (list) throws(E) in
      try Self.edits(list, movieTick: movieTick, mediaTick: tick, read)
    }
    return (
      number, Track(tick: tick, edits: edits?.edits ?? [], isCut: edits?.isCut ?? false)
    )
  }

  /// Edits of a list; more are not read.
  private static let mostEdits = 100_000

  /// Seconds that no media are long.
  private static let longestEdit = Rational(1 << 32)

  private static func edits<E: Error>(
    _ list: Box, movieTick: Rational, mediaTick: Rational, _ read: Read<E>
  ) throws(E) -> (edits: [Edit], isCut: Bool) {
    let length = Int(min(list.content.upperBound - list.content.lowerBound, 20 * 100_001))
    let bytes = try read(list.content.lowerBound, length)
    guard bytes.count >= 8 else { return ([], false) }
    let isLong = bytes[0] == 1
    let size = isLong ? 20 : 12
    let count = min(Int(number(bytes[4..<8])), (bytes.count - 8) / size, mostEdits)
    var edits: [Edit] = []
    for index in 0..<count {
      let at = 8 + index * size
      let (duration, media): (Int64, Int64)
      if isLong {
        duration = number(bytes[at..<at + 8])
        media = number(bytes[at + 8..<at + 16])
      } else {
        duration = number(bytes[at..<at + 4])
        media = Int64(Int32(truncatingIfNeeded: number(bytes[at + 4..<at + 8])))
      }
      // A whole number and a fraction, of two bytes each.
      let rate = Int(Int32(truncatingIfNeeded: number(bytes[at + size - 4..<at + size])))
      var edit = Edit(
        duration: try? Rational(duration) * movieTick, isDwell: rate == 0, rate: rate)
      if media >= 0 { edit.media = try? Rational(media) * mediaTick }
      if duration == 0 {
        // One without a duration at the end shows all that is left.
        if index + 1 < count { continue }
        edit.duration = nil
      } else if edit.media != nil, !edit.isDwell,
        duration < 0 || edit.duration.map({ $0 > longestEdit }) ?? true
      {
        edit.duration = nil
        edits.append(edit)
        return (edits, index + 1 < count)
      }
      edits.append(edit)
    }
    return (edits, false)
  }

  // MARK: - Boxes

  private struct Box {
    var name: String
    var content: Range<Int64>
  }

  /// Boxes side by side; more are not looked at.
  private static let mostBoxes = 4096

  private static func boxes<E: Error>(
    in range: Range<Int64>, _ read: Read<E>
  ) throws(E) -> [Box] {
    var boxes: [Box] = []
    var position = range.lowerBound
    while position + 8 <= range.upperBound, boxes.count < mostBoxes {
      let header = try read(position, 16)
      guard header.count >= 8 else { break }
      var size = number(header[0..<4])
      var start = position + 8
      if size == 1, header.count == 16 {
        size = number(header[8..<16])
        start += 8
      }
      if size == 0 { size = range.upperBound - position }
      guard size >= start - position, size <= range.upperBound - position else { break }
      boxes.append(
        Box(
          name: String(decoding: header[4..<8], as: UTF8.self), content: start..<position + size))
      position += size
    }
    return boxes
  }

  /// Seconds of a unit of a header's times: the number after two times, of 32 or 64 bits.
  private static func clock<E: Error>(_ box: Box, _ read: Read<E>) throws(E) -> Rational? {
    let header = try read(box.content.lowerBound, 24)
    guard header.count == 24 else { return nil }
    let units = number(header[0] == 1 ? header[20..<24] : header[12..<16])
    return units > 0 ? Rational(1, units) : nil
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    bytes.reduce(0) { $0 << 8 | Int64($1) }
  }
}
