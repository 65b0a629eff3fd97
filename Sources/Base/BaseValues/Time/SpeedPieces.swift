/// A stretch of time in which a speed changes evenly or not at all.
package struct SpeedPiece: Hashable, Sendable {
  /// `nil` for the first one, which has no start.
  package var start: WideRational?
  /// `nil` for the last one, which has no end.
  package var end: WideRational?
  /// The time at which what follows holds.
  package var origin: WideRational
  /// Seconds of source that have run since time 0.
  package var covered: WideRational
  package var speed: WideRational
  /// Change of speed in a second.
  package var acceleration: WideRational

  /// Seconds of source that have run at a time of the piece.
  func covered(at time: WideRational) throws(TimeOverflow) -> WideRational {
    let elapsed = try time - origin
    if acceleration == .zero { return try covered + speed * elapsed }
    let mean = try speed + acceleration * elapsed * SpeedPieces.half
    return try covered + mean * elapsed
  }

  /// The time at which the speed is 0; `nil` where it does not change.
  func turn() throws(TimeOverflow) -> WideRational? {
    acceleration == .zero ? nil : try origin - speed / acceleration
  }

  /// The piece with the opposite direction of time.
  func mirrored() throws(TimeOverflow) -> SpeedPiece {
    func opposite(_ time: WideRational?) throws(TimeOverflow) -> WideRational? {
      guard let time else { return nil }
      return try .zero - time
    }
    return SpeedPiece(
      start: try opposite(end), end: try opposite(start), origin: try .zero - origin,
      covered: covered, speed: try .zero - speed, acceleration: acceleration)
  }
}

/// All of time, cut where a speed begins to change otherwise.
package struct SpeedPieces: Hashable, Sendable {
  package private(set) var pieces: [SpeedPiece]

  fileprivate static let half = WideRational(Rational(1, over: 2))

  func piece(at time: WideRational) throws(TimeOverflow) -> SpeedPiece {
    for piece in pieces {
      guard let end = piece.end else { return piece }
      if try time.isBelow(end) { return piece }
    }
    throw TimeOverflow()
  }

  /// The curve with the opposite direction of time.
  func mirrored() throws(TimeOverflow) -> SpeedPieces {
    var result = self
    result.pieces = try pieces.reversed().map { piece throws(TimeOverflow) in
      try piece.mirrored()
    }
    return result
  }

  /// The first time from 0 on after which what has run is outside of bounds; where the speed changes
  /// on the way there, to less than 1/65536 of a second before it. `nil` where it never is.
  ///
  /// - Parameters:
  ///   - low: the least that may have run; `nil` for no such bound.
  ///   - high: the most.
  func leaves(_ low: WideRational?, _ high: WideRational?) throws(TimeOverflow) -> WideRational? {
    func isOutside(_ value: WideRational) throws(TimeOverflow) -> Bool {
      if let low, try value.isBelow(low) { return true }
      if let high, try high.isBelow(value) { return true }
      return false
    }
    if try isOutside(.zero) { return .zero }
    for piece in pieces {
      for part in try piece.monotoneParts() {
        guard let end = part.end else {
          let bound = part.piece.speed.numerator < 0 ? low : high
          guard let bound, part.piece.speed != .zero else { return nil }
          return try part.piece.origin + (bound - part.piece.covered) / part.piece.speed
        }
        guard try isOutside(part.piece.covered(at: end)) else { continue }
        if part.piece.acceleration == .zero {
          let bound = part.piece.speed.numerator < 0 ? low : high
          guard let bound else { return nil }
          return try part.piece.origin + (bound - part.piece.covered) / part.piece.speed
        }
        // The last tick that is not outside.
        var first = try (part.start * .ticks).floor
        var last = try (end * .ticks).floor + 1
        while last - first > 1 {
          let middle = first + (last - first) / 2
          let time = try WideRational(middle, over: WideRational.ticks.numerator)
          if try isOutside(part.piece.covered(at: time)) { last = middle } else { first = middle }
        }
        let time = try WideRational(first, over: WideRational.ticks.numerator)
        return try time.isBelow(part.start) ? part.start : time
      }
    }
    return nil
  }
}

extension SpeedPiece {
  /// A part in which the source runs in one direction.
  fileprivate struct MonotonePart {
    var piece: SpeedPiece
    var start: WideRational
    var end: WideRational?
  }

  /// The parts of what lies after time 0.
  fileprivate func monotoneParts() throws(TimeOverflow) -> [MonotonePart] {
    if let end, try !WideRational.zero.isBelow(end) { return [] }
    let first = start.map { $0.numerator < 0 ? .zero : $0 } ?? .zero
    guard let turn = try turn(), try first.isBelow(turn), let end, try turn.isBelow(end) else {
      return [MonotonePart(piece: self, start: first, end: end)]
    }
    return [
      MonotonePart(piece: self, start: first, end: turn),
      MonotonePart(piece: self, start: turn, end: end),
    ]
  }
}

extension WideRational {
  /// Parts of a second to which the end of material is looked for.
  fileprivate static let ticks = WideRational(65_536)

  package func isBelow(_ other: WideRational) throws(TimeOverflow) -> Bool {
    try (self - other).numerator < 0
  }
}

extension SpeedCurve {
  /// The stretches in which the speed changes evenly or not at all.
  ///
  /// - Throws: where the points do not rise, and where a fraction does not fit 128 bits.
  package func pieces() throws(TimeOverflow) -> SpeedPieces {
    guard isOrdered, let first = points.first else { throw TimeOverflow() }
    var pieces = [
      SpeedPiece(
        start: nil, end: WideRational(first.at), origin: WideRational(first.at), covered: .zero,
        speed: WideRational(first.speed), acceleration: .zero)
    ]
    for (index, point) in points.enumerated() {
      let origin = WideRational(point.at)
      let speed = WideRational(point.speed)
      let next = index + 1 < points.count ? points[index + 1] : nil
      var acceleration = WideRational.zero
      if let next, !point.isHeld {
        acceleration =
          try (WideRational(next.speed) - speed) / (WideRational(next.at) - origin)
      }
      pieces.append(
        SpeedPiece(
          start: origin, end: next.map { WideRational($0.at) }, origin: origin,
          covered: try pieces[index].covered(at: origin), speed: speed,
          acceleration: acceleration))
    }
    // Counted from time 0 instead of the first point.
    var result = SpeedPieces(pieces: pieces)
    let before = try result.piece(at: .zero).covered(at: .zero)
    result = SpeedPieces(
      pieces: try pieces.map { piece throws(TimeOverflow) in
        var piece = piece
        piece.covered = try piece.covered - before
        return piece
      })
    return result
  }

  /// The time from 0 on at which what has run since leaves bounds, and for how long it stays within
  /// them before time 0; `nil` where it never leaves.
  ///
  /// - Parameters:
  ///   - low: the least that may have run; `nil` for no such bound.
  ///   - high: the most.
  public func leaving(
    _ low: Rational?, _ high: Rational?
  ) throws(TimeOverflow) -> (after: Rational?, before: Rational?) {
    let pieces = try pieces()
    let bounds = (low.map { WideRational($0) }, high.map { WideRational($0) })
    let after = try pieces.leaves(bounds.0, bounds.1)
    let before = try pieces.mirrored().leaves(bounds.0, bounds.1)
    return (
      try after.map { time throws(TimeOverflow) in try time.rational() },
      try before.map { time throws(TimeOverflow) in try time.rational() }
    )
  }
}
