import Raster

extension Reference {
  /// Twin of `FieldRows`: a plane with the rows of one field made anew.
  ///
  /// - Parameters:
  ///   - fields: rows of the pictures that hold the fields around, in the order of time.
  ///   - keepsEven: whether rows 0, 2, 4 … are the own field.
  ///   - step: samples from one to the next of the same component.
  package static func deinterlaced(
    _ fields: Fields, keepsEven: Bool, maximum: Int, step: Int = 1
  ) -> [[Int]] {
    let own = fields.own
    let (height, width) = (own.count, own.first?.count ?? 0)
    var result = own
    for y in 0..<height where (y % 2 == 0) != keepsEven {
      /// The sample in a row from the wanted one, in a column beyond the row's ends that of the last
      /// one of its component.
      func sample(_ picture: [[Int]], _ dy: Int, _ x: Int) -> Int {
        var x = x
        while x < 0 { x += step }
        while x >= width { x -= step }
        return picture[mirrored(y + dy, in: height)][min(max(x, 0), width - 1)]
      }
      func inPicture(_ x: Int) -> Int {
        func pair(_ d: Int) -> (Int, Int) {
          (sample(own, -1, x + d * step), sample(own, 1, x - d * step))
        }
        func apart(_ d: Int) -> Int {
          [-1, 0, 1].reduce(0) { sum, k in
            let (a, b) = (x + (k + d) * step, x + (k - d) * step)
            return sum + abs(sample(own, -1, a) - sample(own, 1, b))
          }
        }
        let (upper, lower) = pair(0)
        let outer = sample(own, -3, x) + sample(own, 3, x)
        // Twice what is guessed.
        let straight = upper + lower + (upper + lower - outer) >> 2
        var (least, best) = (apart(0) / 2, 0)
        for d in [1, -1, 2, -2] where apart(d) < least { (least, best) = (apart(d), d) }
        guard best != 0 else { return min(max((straight + 1) >> 1, 0), maximum) }
        let along = pair(best).0 + pair(best).1
        let edge = min(max(along, 2 * min(upper, lower)), 2 * max(upper, lower))
        let gap = edge - straight
        return min(max((straight + gap >> 2 + gap >> 3 + 1) >> 1, 0), maximum)
      }
      guard let b = fields.otherBefore, let a = fields.otherAfter else {
        for x in 0..<width { result[y][x] = inPicture(x) }
        continue
      }
      let (p, n) = (fields.before, fields.after)
      /// What changes from field to field in a column.
      func change(_ x: Int) -> Int {
        func bend(_ dy: Int) -> Int {
          abs(2 * sample(own, dy, x) - sample(p, dy, x) - sample(n, dy, x))
        }
        func other(_ dy: Int) -> Int { abs(sample(b, dy, x) - sample(a, dy, x)) }
        let far = max(bend(-3), bend(3))
        let others = other(0) + max(other(-2), other(2))
        return min((max(bend(-1), bend(1)) + far / 2 + far / 8 + others / 2) / 2, 65535)
      }
      /// Twice what the rows of the other fields lack of curves through their neighbours.
      func misses(_ x: Int) -> (before: Int, after: Int) {
        func miss(_ field: [[Int]]) -> Int {
          let inner = sample(field, -2, x) + sample(field, 2, x)
          let outer = sample(field, -4, x) + sample(field, 4, x)
          return 2 * sample(field, 0, x) - inner + (outer - inner) >> 2
        }
        return (miss(b), miss(a))
      }
      let columns = -2 * step..<width + 2 * step
      let changes = columns.map(change)
      let missed = columns.map(misses)
      let sizes = missed.map { min(abs($0.before) + abs($0.after), 65535) }
      for x in 0..<width {
        func o(_ dy: Int) -> Int { sample(own, dy, x) }
        func both(_ dy: Int) -> Int { sample(b, dy, x) + sample(a, dy, x) }
        func same(_ dy: Int) -> Int { sample(p, dy, x) + sample(n, dy, x) }
        let sum = o(-1) + o(1)
        let bend = sum - o(-3) - o(3)
        let miss = missed[x + 2 * step]
        let crossed = (sum + bend >> 4 + 1) >> 1 + (miss.before + miss.after) >> 4
        let limit = abs(bend) / 16
        let guess = inPicture(x)
        let limited = min(max(min(max(crossed, guess - limit), guess + limit), 0), maximum)

        let still = both(0) / 2
        let inTime = still + (sum - (same(-1) + same(1)) / 2 + 4) >> 3
        let gap = inTime - limited

        func twiceBeside(_ found: [Int]) -> Int {
          [1, 2].reduce(0) { $0 + (found[x + (2 - $1) * step] + found[x + (2 + $1) * step]) / 2 }
        }
        let inSpace =
          twiceBeside(sizes) / 4 + min(abs(miss.before), abs(miss.after)) / 4
          + abs(o(-1) - o(1)) / 2
        let excess = max(2 * abs(gap) - inSpace - inSpace / 2, 0)
        let wrong = twiceBeside(changes) + 2 * excess
        let worse = [
          inSpace < wrong / 2, inSpace < wrong - wrong / 4, inSpace < wrong + wrong / 4,
          inSpace / 2 < wrong,
        ]
        let quarters = worse.count { !$0 }
        var wanted = limited + (gap * quarters + 2) >> 2
        wanted = min(max(wanted, 0), maximum)
        let movement = max(
          abs(sample(b, 0, x) - sample(a, 0, x)) / 2,
          (abs(sample(p, -1, x) - o(-1)) + abs(sample(p, 1, x) - o(1))) / 2,
          (abs(sample(n, -1, x) - o(-1)) + abs(sample(n, 1, x) - o(1))) / 2)
        let (above, below) = (both(-2) / 2 - o(-1), both(2) / 2 - o(1))
        let most = max(still - o(-1), still - o(1), min(above, below))
        let least = min(still - o(-1), still - o(1), max(above, below))
        // A quarter of the movement more: the rows around do not show all detail that moves.
        let reach = movement == 0 ? 0 : max(movement, least, -most) + movement / 4
        result[y][x] = min(max(wanted, still - reach), still + reach)
      }
    }
    return result
  }

  /// The pictures that hold the fields around the one that is kept.
  package struct Fields {
    package var own: [[Int]]
    /// The same field a picture before, and a picture after.
    package var before: [[Int]]
    package var after: [[Int]]
    /// The other field, half a picture before and after; `nil` where there is none.
    package var otherBefore: [[Int]]?
    package var otherAfter: [[Int]]?

    package init(
      own: [[Int]], before: [[Int]], after: [[Int]], otherBefore: [[Int]]?, otherAfter: [[Int]]?
    ) {
      self.own = own
      self.before = before
      self.after = after
      self.otherBefore = otherBefore
      self.otherAfter = otherAfter
    }
  }

  /// The row that stands for `y`: beyond the edges as in a mirror on the first and last row.
  private static func mirrored(_ y: Int, in height: Int) -> Int {
    FieldRows.mirrored(y, in: height)
  }
}
