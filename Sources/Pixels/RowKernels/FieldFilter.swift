/// Finds the rows that one field of an interlaced picture lacks: the arithmetic of `FieldRows`.
///
/// Nothing branches on samples: compilers make vectors of comparing and selecting.
public enum FieldFilter {
  private static let changeSlot = 5
  private static let missSlot = 6

  /// Numbers that are found out about a piece: for each of its samples how far the rows above and below
  /// are apart along each of five directions, how much changes from field to field, and how wrong
  /// guesses in the other fields would have been.
  public static let measureCount = 7 * FieldLayout.length

  /// Writes samples of 8 bits as words.
  ///
  /// - Precondition: both rows have the same length.
  public static func widen(_ bytes: Span<UInt8>, into words: inout MutableSpan<UInt16>) {
    precondition(words.count == bytes.count, "rows of unequal length")
    for x in bytes.indices { words[x] = UInt16(bytes[x]) }
  }

  /// Writes as many samples of 8 bits as `bytes` holds.
  ///
  /// - Parameters:
  ///   - rows: from the first of the rows that `FieldLayout` tells of.
  ///   - maximum: the largest sample.
  ///   - step: samples from one to the next of the same component, 1…`FieldLayout.largestStep`.
  ///   - isBetweenFields: whether the other field is there both before and after.
  ///   - measures: memory for `measureCount` numbers.
  ///   - wanted: memory for `FieldLayout.capacity` numbers.
  /// - Precondition: there are as many rows and numbers, and no more samples than `FieldLayout.capacity`.
  public static func write8(
    _ rows: Span<UInt16>, maximum: UInt16, step: Int, isBetweenFields: Bool,
    _ measures: inout MutableSpan<UInt16>, _ wanted: inout MutableSpan<UInt16>,
    into bytes: inout MutableSpan<UInt8>
  ) {
    apply(Int16.self, rows, maximum, step, isBetweenFields, UInt8.self, &measures, &wanted, &bytes)
  }

  /// The same of samples of up to 16 bits, two bytes each, the lower first.
  public static func write16(
    _ rows: Span<UInt16>, maximum: UInt16, step: Int, isBetweenFields: Bool,
    _ measures: inout MutableSpan<UInt16>, _ wanted: inout MutableSpan<UInt16>,
    into bytes: inout MutableSpan<UInt8>
  ) {
    // Sums of 16 samples of up to 11 bits fit into 16, where a vector holds twice as many.
    if maximum < 1 << 11 {
      apply(
        Int16.self, rows, maximum, step, isBetweenFields, UInt16.self, &measures, &wanted, &bytes)
    } else {
      apply(
        Int32.self, rows, maximum, step, isBetweenFields, UInt16.self, &measures, &wanted, &bytes)
    }
  }

  /// - Parameters:
  ///   - lane: holds the sum of any 16 samples.
  ///   - stored: holds any sample.
  @inline(__always)
  private static func apply<
    Lane: FixedWidthInteger & SignedInteger,
    Stored: FixedWidthInteger & UnsignedInteger & BitwiseCopyable
  >(
    _ lane: Lane.Type, _ rows: Span<UInt16>, _ maximum: UInt16, _ step: Int,
    _ isBetweenFields: Bool, _ stored: Stored.Type,
    _ measures: inout MutableSpan<UInt16>, _ wanted: inout MutableSpan<UInt16>,
    _ bytes: inout MutableSpan<UInt8>
  ) {
    let count = bytes.count / MemoryLayout<Stored>.size
    precondition(
      count <= FieldLayout.capacity && rows.count >= FieldLayout.count * FieldLayout.length
        && measures.count == measureCount && wanted.count == FieldLayout.capacity
        && 1 <= step && step <= FieldLayout.largestStep)
    // With a distance that the compiler knows it sees which rows can overlap.
    switch step {
    case 1: filter(lane, rows, maximum, 1, isBetweenFields, stored, &measures, &wanted, &bytes)
    case 2: filter(lane, rows, maximum, 2, isBetweenFields, stored, &measures, &wanted, &bytes)
    default: filter(lane, rows, maximum, step, isBetweenFields, stored, &measures, &wanted, &bytes)
    }
  }

  @inline(__always)
  private static func filter<
    Lane: FixedWidthInteger & SignedInteger,
    Stored: FixedWidthInteger & UnsignedInteger & BitwiseCopyable
  >(
    _ lane: Lane.Type, _ rows: Span<UInt16>, _ maximum: UInt16, _ step: Int,
    _ isBetweenFields: Bool, _ stored: Stored.Type,
    _ measured: inout MutableSpan<UInt16>, _ made: inout MutableSpan<UInt16>,
    _ bytes: inout MutableSpan<UInt8>
  ) {
    let count = bytes.count / MemoryLayout<Stored>.size
    // Spans of this function's own: those of the caller would be read anew for each number.
    var measures = measured._mutatingExtracting(0..<measureCount)
    // With one sample of the component on either side.
    let columns = FieldLayout.margin &- step..<FieldLayout.margin &+ count &+ step
    measure(0, columns, &measures) { x -> Lane in apart(rows, 0, x) }
    measure(1, columns, &measures) { x -> Lane in apart(rows, step, x) }
    measure(2, columns, &measures) { x -> Lane in apart(rows, 0 &- step, x) }
    measure(3, columns, &measures) { x -> Lane in apart(rows, 2 &* step, x) }
    measure(4, columns, &measures) { x -> Lane in apart(rows, 0 &- 2 &* step, x) }
    if isBetweenFields {
      // With two.
      let columns = FieldLayout.margin &- 2 &* step..<FieldLayout.margin &+ count &+ 2 &* step
      measure(changeSlot, columns, &measures) { x -> Lane in change(rows, x) }
      measure(missSlot, columns, &measures) { x -> Lane in
        let (before, after): (Lane, Lane) = misses(rows, x)
        return fitting(size(before) &+ size(after))
      }
    }
    let known = measures.span
    var wanted = made._mutatingExtracting(0..<FieldLayout.capacity)
    let most = Lane(truncatingIfNeeded: maximum)
    each(count, &wanted) { x, _ -> Lane in
      lesser(greater(inPicture(rows, known, step, x), 0), most)
    }
    if isBetweenFields {
      each(count, &wanted) { x, guess -> Lane in
        let mix = mixed(rows, known, step, guess, most, x)
        return held(rows, lesser(greater(mix, 0), most), x)
      }
    }
    write(Stored.self, wanted.span, &bytes)
  }

  @inline(__always)
  private static func measure<Lane: FixedWidthInteger & SignedInteger>(
    _ slot: Int, _ columns: Range<Int>, _ measures: inout MutableSpan<UInt16>,
    _ value: (Int) -> Lane
  ) {
    let first = slot &* FieldLayout.length
    for x in columns {
      // Safe: `x` is below `rowLength`, and there are rows for all slots.
      unsafe measures[unchecked: first &+ x] = UInt16(truncatingIfNeeded: value(x))
    }
  }

  /// Makes numbers of what they were and their columns, which count from the margin.
  @inline(__always)
  private static func each<Lane: FixedWidthInteger & SignedInteger>(
    _ count: Int, _ numbers: inout MutableSpan<UInt16>, _ value: (Int, Lane) -> Lane
  ) {
    precondition(count <= numbers.count)
    for x in 0..<count {
      // Safe: see above.
      let old = Lane(truncatingIfNeeded: unsafe numbers[unchecked: x])
      unsafe numbers[unchecked: x] = UInt16(
        truncatingIfNeeded: value(x &+ FieldLayout.margin, old))
    }
  }

  @inline(__always)
  private static func write<Stored: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ stored: Stored.Type, _ samples: Span<UInt16>, _ bytes: inout MutableSpan<UInt8>
  ) {
    let size = MemoryLayout<Stored>.size
    let count = bytes.count / size
    precondition(count <= samples.count)
    var output = unsafe bytes.mutableBytes
    for x in 0..<count {
      // Safe: see above; `bytes` holds `count` samples.
      let sample = Stored(truncatingIfNeeded: unsafe samples[unchecked: x])
      unsafe output.storeBytes(
        of: sample.littleEndian, toUncheckedByteOffset: x &* size, as: Stored.self)
    }
  }

  /// A sample of a kept row, with the margin before it counted.
  @inline(__always)
  private static func at<Lane: FixedWidthInteger & SignedInteger>(
    _ rows: Span<UInt16>, _ part: Int, _ x: Int
  ) -> Lane {
    // Safe: columns are looked at up to the margin on either side, and there are rows for all slots.
    Lane(truncatingIfNeeded: unsafe rows[unchecked: part &+ x])
  }

  @inline(__always)
  private static func measure<Lane: FixedWidthInteger & SignedInteger>(
    _ measures: Span<UInt16>, _ slot: Int, _ x: Int
  ) -> Lane {
    // Safe: as in `at`.
    Lane(truncatingIfNeeded: unsafe measures[unchecked: slot &* FieldLayout.length &+ x])
  }

  /// How far the row above, a distance ahead, is from the row below, as far behind.
  @inline(__always)
  private static func apart<Lane: FixedWidthInteger & SignedInteger>(
    _ rows: Span<UInt16>, _ ahead: Int, _ x: Int
  ) -> Lane {
    size(at(rows, FieldLayout.own(-1), x &+ ahead) &- at(rows, FieldLayout.own(1), x &- ahead))
  }

  // MARK: - How wrong guesses are

  /// How much changes between the fields around: by how much rows of the own field are not the mean of
  /// those before and after, and how much the other field has changed; of each distance from the wanted
  /// row the greater of the two sides. Half of the sum, of which farther rows of the own field are five
  /// eighths and changes of the other field a half.
  @inline(__always)
  private static func change<Lane: FixedWidthInteger & SignedInteger>(
    _ rows: Span<UInt16>, _ x: Int
  ) -> Lane {
    func sample(_ part: Int) -> Lane { at(rows, part, x) }
    func bend(_ distance: Int) -> Lane {
      size(
        2 &* sample(FieldLayout.own(distance)) &- sample(FieldLayout.ownBefore(distance))
          &- sample(FieldLayout.ownAfter(distance)))
    }
    func change(_ distance: Int) -> Lane {
      size(sample(FieldLayout.otherBefore(distance)) &- sample(FieldLayout.otherAfter(distance)))
    }
    let near: Lane = greater(bend(-1), bend(1))
    let far: Lane = greater(bend(-3), bend(3))
    let others: Lane = change(0) &+ greater(change(-2), change(2))
    return fitting((near &+ far >> 1 &+ far >> 3 &+ others >> 1) >> 1)
  }

  /// By how much the rows of the two other fields are not what curves through their rows above and below
  /// say, twice; the curve is −1/8, 5/8, 5/8, −1/8 of four rows.
  @inline(__always)
  private static func misses<Lane: FixedWidthInteger & SignedInteger>(
    _ rows: Span<UInt16>, _ x: Int
  ) -> (before: Lane, after: Lane) {
    func miss(_ row: (Int) -> Int) -> Lane {
      let inner: Lane = at(rows, row(-2), x) &+ at(rows, row(2), x)
      let outer: Lane = at(rows, row(-4), x) &+ at(rows, row(4), x)
      return 2 &* at(rows, row(0), x) &- inner &+ (outer &- inner) >> 2
    }
    return (miss(FieldLayout.otherBefore), miss(FieldLayout.otherAfter))
  }

  /// A number that a word holds: of samples of 16 bits there could be more.
  @inline(__always)
  private static func fitting<Lane: FixedWidthInteger & SignedInteger>(_ value: Lane) -> Lane {
    lesser(value, Lane(clamping: UInt16.max))
  }

  /// Twice the mean of what is found of the two samples on either side.
  @inline(__always)
  private static func twiceBeside<Lane: FixedWidthInteger & SignedInteger>(
    _ measures: Span<UInt16>, _ slot: Int, _ step: Int, _ x: Int
  ) -> Lane {
    func found(_ x: Int) -> Lane { measure(measures, slot, x) }
    let near: Lane = found(x &- step) &+ found(x &+ step)
    let far: Lane = found(x &- 2 &* step) &+ found(x &+ 2 &* step)
    return near >> 1 &+ far >> 1
  }

  // MARK: - Guesses

  /// From the own field alone: its rows above and below, with a little of what the outer ones say of
  /// a bend; five eighths of that and three of what lies along an edge, where one is plain to see.
  @inline(__always)
  private static func inPicture<Lane: FixedWidthInteger & SignedInteger>(
    _ rows: Span<UInt16>, _ measures: Span<UInt16>, _ step: Int, _ x: Int
  ) -> Lane {
    let upper: Lane = at(rows, FieldLayout.own(-1), x)
    let lower: Lane = at(rows, FieldLayout.own(1), x)
    let sum = upper &+ lower
    let outer: Lane = at(rows, FieldLayout.own(-3), x) &+ at(rows, FieldLayout.own(3), x)
    // Here and below twice the guess.
    let straight = sum &+ (sum &- outer) >> 2

    func apart(_ slot: Int) -> Lane {
      measure(measures, slot, x &- step) &+ measure(measures, slot, x)
        &+ measure(measures, slot, x &+ step)
    }
    // An edge has to fit twice as well.
    let limit = apart(0) >> 1
    var (least, along) = (limit, sum)
    @inline(__always)
    func consider(_ slot: Int, _ ahead: Int) {
      let found = apart(slot)
      let both: Lane =
        at(rows, FieldLayout.own(-1), x &+ ahead) &+ at(rows, FieldLayout.own(1), x &- ahead)
      along = choose(isLess(found, least), both, along)
      least = lesser(found, least)
    }
    consider(1, step)
    consider(2, 0 &- step)
    consider(3, 2 &* step)
    consider(4, 0 &- 2 &* step)
    // What lies along it is between what it divides.
    let edge = lesser(greater(along, 2 &* lesser(upper, lower)), 2 &* greater(upper, lower))
    let gap = edge &- straight
    return (straight &+ (isLess(least, limit) & (gap >> 2 &+ gap >> 3)) &+ 1) >> 1
  }

  /// From the rows of all fields.
  ///
  /// - Parameters:
  ///   - own: the guess from the own field alone.
  ///   - most: the largest sample.
  @inline(__always)
  private static func mixed<Lane: FixedWidthInteger & SignedInteger>(
    _ rows: Span<UInt16>, _ measures: Span<UInt16>, _ step: Int, _ own: Lane, _ most: Lane, _ x: Int
  ) -> Lane {
    func sample(_ part: Int) -> Lane { at(rows, part, x) }
    let (upper, lower) = (sample(FieldLayout.own(-1)), sample(FieldLayout.own(1)))
    let sum = upper &+ lower
    let bend = sum &- sample(FieldLayout.own(-3)) &- sample(FieldLayout.own(3))
    let missed: (before: Lane, after: Lane) = misses(rows, x)

    // Coarse detail of the own field and fine detail of the others, near the own field's.
    let crossed = (sum &+ bend >> 4 &+ 1) >> 1 &+ (missed.before &+ missed.after) >> 4
    let limit = size(bend) >> 4
    let limited = own &+ lesser(greater(crossed &- own, 0 &- limit), limit)
    let inPicture = lesser(greater(limited, 0), most)

    // Half a field's change of speed is an eighth of that over two fields.
    let before = sample(FieldLayout.ownBefore(-1)) &+ sample(FieldLayout.ownBefore(1))
    let after = sample(FieldLayout.ownAfter(-1)) &+ sample(FieldLayout.ownAfter(1))
    let still = (sample(FieldLayout.otherBefore(0)) &+ sample(FieldLayout.otherAfter(0))) >> 1
    let inTime = still &+ (sum &- (before &+ after) >> 1 &+ 4) >> 3

    // How wrong the two are likely to be.
    let beside: Lane = twiceBeside(measures, missSlot, step, x) >> 2
    let both = lesser(size(missed.before), size(missed.after))
    let inSpace = beside &+ both >> 2 &+ size(upper &- lower) >> 1
    let gap = inTime &- inPicture
    let excess = greater(2 &* size(gap) &- inSpace &- inSpace >> 1, 0)
    let wrong: Lane = twiceBeside(measures, changeSlot, step, x) &+ 2 &* excess
    // A quarter less at each of four ratios.
    let quarters =
      4 &+ isLess(inSpace, wrong >> 1) &+ isLess(inSpace, wrong &- wrong >> 2)
      &+ isLess(inSpace, wrong &+ wrong >> 2) &+ isLess(inSpace >> 1, wrong)
    return inPicture &+ (gap &* quarters &+ 2) >> 2
  }

  /// A sample that is no farther from what stands still than the rows around allow.
  @inline(__always)
  private static func held<Lane: FixedWidthInteger & SignedInteger>(
    _ rows: Span<UInt16>, _ wanted: Lane, _ x: Int
  ) -> Lane {
    func sample(_ part: Int) -> Lane { at(rows, part, x) }
    func others(_ distance: Int) -> Lane {
      sample(FieldLayout.otherBefore(distance)) &+ sample(FieldLayout.otherAfter(distance))
    }
    let (upper, lower) = (sample(FieldLayout.own(-1)), sample(FieldLayout.own(1)))
    let still = others(0) >> 1
    let change = size(sample(FieldLayout.otherBefore(0)) &- sample(FieldLayout.otherAfter(0)))
    let changeBefore =
      (size(sample(FieldLayout.ownBefore(-1)) &- upper)
        &+ size(sample(FieldLayout.ownBefore(1)) &- lower)) >> 1
    let changeAfter =
      (size(sample(FieldLayout.ownAfter(-1)) &- upper)
        &+ size(sample(FieldLayout.ownAfter(1)) &- lower)) >> 1
    let movement = greater(change >> 1, greater(changeBefore, changeAfter))
    let above = others(-2) >> 1 &- upper
    let below = others(2) >> 1 &- lower
    let (fromUpper, fromLower) = (still &- upper, still &- lower)
    let most = greater(greater(fromUpper, fromLower), lesser(above, below))
    let least = lesser(lesser(fromUpper, fromLower), greater(above, below))
    let farthest = greater(movement, greater(least, 0 &- most))
    // A quarter of the movement more: the rows around do not show all detail that moves.
    let reach = choose(isLess(0, movement), farthest &+ movement >> 2, 0)
    return lesser(greater(wanted, still &- reach), still &+ reach)
  }

  // MARK: - Without branches

  @inline(__always)
  private static func lesser<Number: FixedWidthInteger>(_ a: Number, _ b: Number) -> Number {
    a < b ? a : b
  }

  @inline(__always)
  private static func greater<Number: FixedWidthInteger>(_ a: Number, _ b: Number) -> Number {
    a > b ? a : b
  }

  /// All bits where `a` is less than `b`, else none. A condition could become a branch on it.
  @inline(__always)
  private static func isLess<Number: FixedWidthInteger & SignedInteger>(
    _ a: Number, _ b: Number
  ) -> Number {
    (a &- b) &>> Number(truncatingIfNeeded: Number.bitWidth &- 1)
  }

  /// The first value where the mask has all bits, the second where it has none.
  @inline(__always)
  private static func choose<Number: FixedWidthInteger & SignedInteger>(
    _ mask: Number, _ first: Number, _ second: Number
  ) -> Number {
    second ^ ((first ^ second) & mask)
  }

  @inline(__always)
  private static func size<Lane: FixedWidthInteger & SignedInteger>(_ value: Lane) -> Lane {
    greater(value, 0 &- value)
  }
}
