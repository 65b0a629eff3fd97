internal import BaseValues
internal import PictureKinds
internal import TimelineModel

/// Up to four numbers in fixed point.
struct AnimatedValue: Hashable, Sendable {
  var x: Int128
  var y: Int128
  var z: Int128
  var w: Int128

  init(x: Int128, y: Int128 = 0, z: Int128 = 0, w: Int128 = 0) {
    self.x = x
    self.y = y
    self.z = z
    self.w = w
  }

  /// Missing numbers are 0.
  init(_ numbers: [Rational]) {
    func number(_ index: Int) -> Int128 {
      index < numbers.count ? FixedPoint.value(numbers[index]) : 0
    }
    self.init(x: number(0), y: number(1), z: number(2), w: number(3))
  }

  /// All four of them, exactly.
  var numbers: [Rational] { [x, y, z, w].map(Rational.init(fixedPoint:)) }

  /// from + (to − from) · p
  init(from: AnimatedValue, to: AnimatedValue, _ p: Progress) {
    self.init(
      x: p.mix(from.x, to.x), y: p.mix(from.y, to.y), z: p.mix(from.z, to.z),
      w: p.mix(from.w, to.w))
  }
}

extension Progress {
  /// a + (b − a) · p, in fixed point.
  fileprivate func mix(_ a: Int128, _ b: Int128) -> Int128 {
    if a == b { return a }
    return FixedPoint.clamp(a + FixedPoint.scale(b - a, numerator, over: denominator))
  }
}

extension Progress {
  /// How far the edges of a part have come that goes from one width to another, so that its size changes by
  /// equal factors in equal times: (r^p − 1) / (r − 1), with the widths' ratio r.
  ///
  /// What all four edges share is gone in straight lines, so that the point about which it zooms rests.
  fileprivate func zooming(from: Int128, to: Int128) -> Progress {
    guard from > 0, to > 0, numerator > 0, numerator < denominator else { return self }
    let isGrowing = to > from
    let power = FixedPoint.logarithm(isGrowing ? to : from, over: isGrowing ? from : to)
    // Nothing that can be seen.
    guard power >= FixedPoint.one >> 20 else { return self }
    let done = isGrowing ? denominator - numerator : numerator
    let whole = FixedPoint.one - FixedPoint.exponential(minus: power)
    let part =
      FixedPoint.one
      - FixedPoint.exponential(minus: FixedPoint.scale(power, done, over: denominator))
    return Progress(isGrowing ? whole - part : part, over: whole)
  }
}

/// One animation ready to be evaluated at any frame, a pure function of the frame's number.
struct KeyframeEvaluator: Sendable {
  private let values: [AnimatedValue]
  /// The same of values with more numbers than four; empty of all others.
  private let lists: [[Int128]]
  /// Over `keyUnit`, rising.
  private let keyTimes: [Int128]
  private let keyUnit: Int128
  private let curves: [EasingCurve]
  /// How a pass as a whole runs.
  private let pace: EasingCurve
  private let autoreverses: Bool
  /// Whether the values are parts of a picture, whose sizes change evenly where they grow by equal factors.
  private let zooms: Bool
  /// Durations of one forward pass since `begin`.
  private let elapsed: FrameLine
  /// The last moment that moves, in the same unit; `nil` without end.
  private let end: WideRational?
  /// The first numerator of `elapsed` at or past `end`.
  private let endNumerator: Int128?

  /// - Parameter start: movie time at which the item begins.
  /// - Throws: when the animation's times cannot be computed exactly in 128 bits.
  init?(_ animation: Animation, start: Rational, rate: FrameRate) throws(TimeOverflow) {
    let count = min(animation.values.count, animation.keyTimes.count)
    guard count > 0 else { return nil }
    let written = animation.values.prefix(count)
    values = written.map { AnimatedValue($0) }
    let length = written.map(\.count).min() ?? 0
    lists = length > 4 ? written.map { $0.prefix(length).map { FixedPoint.value($0) } } : []
    (keyTimes, keyUnit) = Self.commonUnit(Array(animation.keyTimes.prefix(count)))
    var curves: [EasingCurve] = []
    let writtenSeconds = (try? animation.duration * animation.tempo) ?? animation.duration
    for (index, easing) in animation.easings.enumerated() {
      guard index + 1 < count else { break }
      // Only springs move in seconds, and they need not be exact.
      let seconds =
        (try? (animation.keyTimes[index + 1] - animation.keyTimes[index]) * writtenSeconds)
        ?? writtenSeconds
      curves.append(EasingCurve(easing, over: seconds))
    }
    self.curves = curves
    pace = EasingCurve(animation.pace, over: writtenSeconds)
    autoreverses = animation.autoreverses
    zooms = animation.property == .view
    let begin = try WideRational(start) + WideRational(animation.begin)
    // Without a duration the last value shows from `begin` on.
    let isInstant = animation.duration <= .zero
    let duration = isInstant ? WideRational.one : WideRational(animation.duration)
    elapsed = try FrameLine(rate: rate, start: begin, factor: try .one / duration)
    if isInstant {
      end = WideRational(animation.autoreverses ? 2 : 1)
      endNumerator = 0
    } else if let repeatCount = animation.repeatCount {
      let passes = try WideRational(repeatCount) * WideRational(animation.autoreverses ? 2 : 1)
      let last = try passes * WideRational(Rational(1))
      let scaled = try last * WideRational(elapsed.denominator, over: 1)
      end = last.numerator > 0 ? last : .zero
      endNumerator = max(0, scaled.floor + (scaled.denominator == 1 ? 0 : 1))
    } else {
      end = nil
      endNumerator = nil
    }
  }

  /// Whether the animation has begun at `frame`.
  func hasBegun(at frame: Int) -> Bool { elapsed.numerator(at: frame) >= 0 }

  /// Whether the animation has ended at `frame`.
  func hasEnded(at frame: Int) -> Bool {
    endNumerator.map { elapsed.numerator(at: frame) >= $0 } ?? false
  }

  /// The value at `frame`; held before the beginning and after the end.
  func value(at frame: Int) -> AnimatedValue { value(at: place(at: frame)) }

  /// All numbers of the value at `frame`, of those that have more than four; `nil` of all others.
  func numbers(at frame: Int) -> [Rational]? {
    if lists.isEmpty { return nil }
    let place = place(at: frame)
    guard let eased = eased(place) else {
      return lists[place.key].map { Rational(fixedPoint: $0) }
    }
    return zip(lists[place.key], lists[place.key + 1]).map {
      Rational(fixedPoint: eased.mix($0, $1))
    }
  }

  /// Where an animation stands: on a key, or between it and the next one.
  struct Place: Hashable, Sendable {
    /// The last key that is not after the moment.
    var key: Int
    /// How far the moment is to the next key; `nil` on a key.
    var progress: Progress?
  }

  /// The place at `frame`; held before the beginning and after the end.
  func place(at frame: Int) -> Place {
    let position = elapsed.numerator(at: frame)
    if position < 0 { return Place(key: 0) }
    if let end, let endNumerator, position >= endNumerator {
      return place(passes: end.numerator, over: end.denominator)
    }
    return place(passes: position, over: elapsed.denominator)
  }

  /// The values at a place's key, and at the next one where it is on its way there.
  func values(from place: Place) -> [AnimatedValue] {
    Array(values[place.key...(place.progress == nil ? place.key : place.key + 1)])
  }

  /// A place's progress after easing; `nil` on a key.
  func eased(_ place: Place) -> Progress? {
    guard let progress = place.progress else { return nil }
    let curve = place.key < curves.count ? curves[place.key] : .linear
    return curve(progress)
  }

  private func value(at place: Place) -> AnimatedValue {
    guard let eased = eased(place) else { return values[place.key] }
    let (from, to) = (values[place.key], values[place.key + 1])
    return AnimatedValue(
      from: from, to: to, zooms ? eased.zooming(from: from.z, to: to.z) : eased)
  }

  /// The place after `passes / unit` forward durations. A whole number of them is the end of the
  /// pass before, so that the end of the last pass shows the last value.
  private func place(passes: Int128, over unit: Int128) -> Place {
    var pass = passes / unit
    var phase = passes - pass * unit
    if phase == 0, pass > 0, isEnd(passes, over: unit) {
      pass -= 1
      phase = unit
    }
    if autoreverses, !pass.isMultiple(of: 2) { phase = unit - phase }
    if pace == .linear { return place(phase: phase, over: unit) }
    let paced = pace(Progress(phase, over: unit)).bounded
    return place(phase: paced.numerator, over: paced.denominator)
  }

  private func isEnd(_ passes: Int128, over unit: Int128) -> Bool {
    guard let end else { return false }
    return end.numerator == passes && end.denominator == unit
  }

  private func place(phase: Int128, over unit: Int128) -> Place {
    // Units are at most 2^63 and 2^40.
    let scaled = phase * keyUnit
    var index = 0
    while index + 1 < keyTimes.count, keyTimes[index + 1] * unit <= scaled { index += 1 }
    let key = keyTimes[index] * unit
    guard index + 1 < keyTimes.count,
      scaled > key || index < curves.count && curves[index].jumpsAtOnce
    else { return Place(key: index) }
    let length = keyTimes[index + 1] * unit - key
    return Place(key: index, progress: Progress(scaled - key, over: length))
  }

  /// The key times over their common denominator; rounded to 2^−40 where that is larger.
  private static func commonUnit(_ times: [Rational]) -> (times: [Int128], unit: Int128) {
    let bounded = times.map { min(max($0, .zero), .one) }
    var unit: Int128 = 1
    for time in bounded where unit <= 1 << 40 {
      let denominator = Int128(time.denominator)
      unit *= denominator / greatestCommonDivisor(unit, denominator)
    }
    unit = min(unit, 1 << 40)
    let scaled = bounded.map {
      roundDivide(Int128($0.numerator) * unit, by: Int128($0.denominator))
    }
    return (scaled, unit)
  }
}

/// All animations of one property of an item.
struct PropertyAnimation: Sendable {
  /// In the order of their beginnings; of equal ones the later in the project comes last.
  private var animations: [KeyframeEvaluator] = []
  /// Where each stands among the item's animations.
  private var indices: [Int] = []

  var isEmpty: Bool { animations.isEmpty }

  /// - Throws: when an animation's times cannot be computed exactly in 128 bits.
  init(
    _ property: AnimatedProperty, in animations: [Animation], start: Rational, rate: FrameRate
  ) throws(TimeOverflow) {
    let matching = animations.enumerated().filter { $0.element.property == property }
      .sorted { ($0.element.begin, $0.offset) < ($1.element.begin, $1.offset) }
    for (index, animation) in matching {
      if let evaluator = try KeyframeEvaluator(animation, start: start, rate: rate) {
        self.animations.append(evaluator)
        indices.append(index)
      }
    }
  }

  /// The animation that decides at `frame`, and its index among the item's; `nil` without any.
  /// Of those begun it is the one that began last.
  func deciding(at frame: Int) -> (animation: KeyframeEvaluator, index: Int)? {
    if let index = animations.lastIndex(where: { $0.hasBegun(at: frame) }) {
      return (animations[index], indices[index])
    }
    return animations.isEmpty ? nil : (animations[0], indices[0])
  }

  /// All numbers of the value at `frame`, of those that have more than four; `nil` of all others.
  func numbers(at frame: Int) -> [Rational]? {
    deciding(at: frame)?.animation.numbers(at: frame)
  }

  /// The value at `frame`, `nil` without animations.
  func value(at frame: Int) -> AnimatedValue? { deciding(at: frame)?.animation.value(at: frame) }
}
