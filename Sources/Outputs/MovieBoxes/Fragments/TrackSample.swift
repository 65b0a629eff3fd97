/// A sample of a track: where it lies in its file, and when it is decoded and shown.
package struct TrackSample: Hashable, Sendable {
  /// Bytes of the file.
  package var place: Range<Int>
  /// When it is decoded, in units of the track's scale from the first sample on.
  package var time: Int
  /// How long it lasts, in the same units.
  package var duration: Int
  /// How much later than it is decoded it is shown; below 0 where it is shown before.
  package var shift: Int
  /// Whether decoding can begin with it.
  package var isSync: Bool
}

/// The samples of a track from its table `stbl` (ISO/IEC 14496-12, 8.5 to 8.7).
enum SampleTable {
  /// More samples than a movie of the greatest length has.
  private static let mostSamples = 1 << 28

  /// - Throws: `BoxError` for tables that lack something, or do not agree.
  static func samples(of table: Box) throws(BoxError) -> [TrackSample] {
    var samples = try places(of: table)
    try setTimes(&samples, table["stts"])
    if let shifts = table["ctts"] { try setShifts(&samples, shifts) }
    if let list = table["stss"] {
      for number in try rows(list, of: 1) {
        guard samples.indices.contains(number - 1) else { throw disagreement }
        samples[number - 1].isSync = true
      }
    } else {
      // Without a list every sample is one.
      for index in samples.indices { samples[index].isSync = true }
    }
    return samples
  }

  private static var disagreement: BoxError { BoxError("the tables of a track do not agree") }

  /// The numbers of a table of rows: a version, flags and a count come before them.
  private static func rows(_ box: Box?, of width: Int, _ size: Int = 4) throws(BoxError) -> [Int] {
    guard let box else { throw BoxError("a track lacks a table") }
    var fields = BoxFields(box)
    _ = try fields.number(4)
    let count = try fields.number(4)
    guard count <= box.bytes.count / (width * size) else {
      throw BoxError("a table '\(box.type)' is too short")
    }
    var numbers: [Int] = []
    numbers.reserveCapacity(count * width)
    for _ in 0..<count * width { numbers.append(try fields.number(size)) }
    return numbers
  }

  private static func sizes(_ box: Box?) throws(BoxError) -> [Int] {
    guard let box else { throw BoxError("a track lacks the sizes of its samples") }
    var fields = BoxFields(box)
    _ = try fields.number(4)
    let common = try fields.number(4)
    let count = try fields.number(4)
    guard count <= mostSamples else { throw BoxError("a track has too many samples") }
    if common > 0 { return [Int](repeating: common, count: count) }
    guard count <= box.bytes.count / 4 else { throw BoxError("a table of sizes is too short") }
    var sizes: [Int] = []
    sizes.reserveCapacity(count)
    for _ in 0..<count { sizes.append(try fields.number(4)) }
    return sizes
  }

  /// Where samples lie: one behind the other in chunks, of which a table has the places and another one the
  /// counts, from some chunk on.
  private static func places(of table: Box) throws(BoxError) -> [TrackSample] {
    let sizes = try sizes(table["stsz"])
    let offsets = table["stco"]
    let chunks = try rows(offsets ?? table["co64"], of: 1, offsets == nil ? 8 : 4)
    let runs = try rows(table["stsc"], of: 3)
    var samples: [TrackSample] = []
    samples.reserveCapacity(sizes.count)
    for run in stride(from: 0, to: runs.count, by: 3) {
      let first = runs[run]
      let end = run + 3 < runs.count ? runs[run + 3] : chunks.count + 1
      guard first >= 1, end >= first, end <= chunks.count + 1 else { throw disagreement }
      for chunk in first..<end {
        var place = chunks[chunk - 1]
        for _ in 0..<runs[run + 1] {
          guard samples.count < sizes.count else { throw disagreement }
          let (after, overflow) = place.addingReportingOverflow(sizes[samples.count])
          if overflow { throw disagreement }
          samples.append(
            TrackSample(place: place..<after, time: 0, duration: 0, shift: 0, isSync: false))
          place = after
        }
      }
    }
    guard samples.count == sizes.count else { throw disagreement }
    return samples
  }

  private static func setTimes(_ samples: inout [TrackSample], _ box: Box?) throws(BoxError) {
    let rows = try rows(box, of: 2)
    var (number, time) = (0, 0)
    for row in stride(from: 0, to: rows.count, by: 2) {
      guard rows[row] <= samples.count - number else { throw disagreement }
      for _ in 0..<rows[row] {
        samples[number].time = time
        samples[number].duration = rows[row + 1]
        time += rows[row + 1]
        number += 1
      }
    }
    guard number == samples.count else { throw disagreement }
  }

  private static func setShifts(_ samples: inout [TrackSample], _ box: Box) throws(BoxError) {
    let rows = try rows(box, of: 2)
    var number = 0
    for row in stride(from: 0, to: rows.count, by: 2) {
      guard rows[row] <= samples.count - number else { throw disagreement }
      // In version 0 they are not below 0, and no movie needs as many units that it matters.
      let shift = Int(Int32(truncatingIfNeeded: rows[row + 1]))
      for index in number..<number + rows[row] { samples[index].shift = shift }
      number += rows[row]
    }
  }
}
