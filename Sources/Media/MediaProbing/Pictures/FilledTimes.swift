import BaseValues

/// Times of pictures of which only some have one of their own, in the order in which they are shown.
///
/// ```
/// stored   3600   ·     ·   14400   ·        a dot has none
/// filled   3600  7200 10800 14400 18000
/// ```
/// A picture between two that have a time lies where its share of the fields in between says, so
/// that a picture that repeats a field is longer. Before the first and after the last that have one
/// all fields are equally long.
enum FilledTimes {
  struct Picture {
    /// In ticks; `nil` where the container gives none.
    var time: Int64?
    /// Fields that it is shown for, at least 1.
    var fieldCount: Int
  }

  /// - Parameters:
  ///   - pictures: in the order in which they are shown.
  ///   - fieldTicks: ticks of a field by what the codec says of its rate.
  /// - Returns: rising times, one a picture; `nil` where no picture has a time, or they are too far
  ///   apart.
  static func times(_ pictures: [Picture], fieldTicks: Rational?) -> [Int64]? {
    var known = knownPlaces(pictures)
    guard let first = known.first, var last = known.last, let start = pictures[first].time,
      var end = pictures[last].time
    else { return nil }
    // Fields before each picture.
    var fields: [Int64] = [0]
    for picture in pictures { fields.append(fields[fields.count - 1] + Int64(picture.fieldCount)) }
    func between(_ a: Int, _ b: Int) -> Int64 { fields[b] - fields[a] }

    let measured =
      first < last ? try? Rational(end) - Rational(start) : nil
    var field = fieldLength(
      measured: measured.flatMap { try? $0 / Rational(between(first, last)) }, coded: fieldTicks)
    if let fieldTicks,
      field == fieldTicks || isUsual(fieldTicks, between: known, pictures, fields: fields)
    {
      field = fieldTicks
      known = withoutStrays(known, pictures, fields: fields, field: field)
      last = known.last ?? last
      end = pictures[last].time ?? end
    }
    var result: [Int64] = []
    result.reserveCapacity(pictures.count)
    var next = 0
    for index in pictures.indices {
      while next < known.count, known[next] < index { next += 1 }
      let time: Int64?
      if next < known.count, known[next] == index {
        time = pictures[index].time
      } else if next == 0 {
        time = offset(start, field, fields: -between(index, first))
      } else if next == known.count {
        time = offset(end, field, fields: between(last, index))
      } else {
        let (before, after) = (known[next - 1], known[next])
        time = share(
          of: pictures[before].time ?? 0, pictures[after].time ?? 0,
          between(before, index), between(before, after))
      }
      guard let time, result.last.map({ $0 < time }) ?? true else { return nil }
      result.append(time)
    }
    return result
  }

  /// Places of the pictures that have a time, but for those that do not rise.
  private static func knownPlaces(_ pictures: [Picture]) -> [Int] {
    var places: [Int] = []
    var last: (place: Int, time: Int64)?
    for (index, picture) in pictures.enumerated() {
      guard let time = picture.time, time.magnitude < 1 << 60 else { continue }
      // Pictures in between need a tick each.
      if let last, time - last.time < Int64(index - last.place) { continue }
      places.append(index)
      last = (index, time)
    }
    return places
  }

  /// Leaves out times that belong to a neighbour in the order of storage: they are up to three
  /// pictures off what the fields say, and those around them are not. A picture whose code begins at
  /// the end of one packet may be given the time of the next one, which lies in the same packet as
  /// its own rest.
  private static func withoutStrays(
    _ known: [Int], _ pictures: [Picture], fields: [Int64], field: Rational
  ) -> [Int] {
    /// How far a time is from what the fields say after another, in ticks.
    func distance(_ place: Int, after other: Int) -> Int64? {
      guard let time = pictures[place].time, let before = pictures[other].time,
        let said = offset(before, field, fields: fields[place] - fields[other])
      else { return nil }
      return abs(time &- said)
    }
    func agrees(_ place: Int, with other: Int) -> Bool {
      distance(place, after: other).map { $0 <= 2 } ?? false
    }
    guard let most = try? (field * Rational(8)).rounded() else { return known }
    var result: [Int] = []
    for (number, place) in known.enumerated() {
      if let before = result.last, let off = distance(place, after: before), off > 2, off <= most {
        let next = known[(number + 1)...].prefix(3)
        // Of the last one those before it must tell.
        if next.contains(where: { agrees($0, with: before) })
          || next.isEmpty && result.count > 1 && agrees(before, with: result[result.count - 2])
        {
          continue
        }
      }
      result.append(place)
    }
    return result
  }

  /// Whether half of the times at least are as far from the one before as fields of a length say.
  private static func isUsual(
    _ field: Rational, between known: [Int], _ pictures: [Picture], fields: [Int64]
  ) -> Bool {
    let agreeing = zip(known, known.dropFirst()).count { before, after in
      guard let start = pictures[before].time, let end = pictures[after].time,
        let said = offset(start, field, fields: fields[after] - fields[before])
      else { return false }
      return abs(end &- said) <= max(2, (end &- start) / 100)
    }
    return agreeing > 0 && 2 * agreeing >= known.count - 1
  }

  /// What the codec says is exact, but may be wrong; what was measured is to the tick.
  private static func fieldLength(measured: Rational?, coded: Rational?) -> Rational {
    guard let measured else { return coded ?? .one }
    guard let coded, let ratio = try? measured / coded, let low = Rational(99, 100),
      let high = Rational(101, 100), ratio > low, ratio < high
    else { return measured }
    return coded
  }

  private static func offset(_ time: Int64, _ field: Rational, fields: Int64) -> Int64? {
    (try? Rational(time) + Rational(fields) * field)?.rounded()
  }

  /// The time after `part` of `whole` fields from `start` to `end`, to the nearest tick.
  private static func share(
    of start: Int64, _ end: Int64, _ part: Int64, _ whole: Int64
  ) -> Int64? {
    guard whole > 0 else { return nil }
    let twice = 2 * Int128(end - start) * Int128(part) + Int128(whole)
    return start + Int64(clamping: twice / (2 * Int128(whole)))
  }
}
