extension Reference {
  /// Twin of `FieldRows`: a plane with the rows of its later field made anew.
  ///
  /// - Parameters:
  ///   - planes: rows of the picture before (`nil`: there is none), the picture, the one after.
  ///   - keepsEven: whether rows 0, 2, 4 … are the earlier field.
  package static func deinterlaced(
    before: [[Int]]?, _ own: [[Int]], after: [[Int]], keepsEven: Bool, maximum: Int
  ) -> [[Int]] {
    let height = own.count
    var result = own
    for y in 0..<height where (y % 2 == 0) != keepsEven {
      for x in own[y].indices {
        func o(_ dy: Int) -> Int { own[mirrored(y + dy, in: height)][x] }
        let spatial = (5077 * (o(-1) + o(1)) - 981 * (o(-3) + o(3))) >> 13
        guard let before else {
          result[y][x] = min(max(spatial, 0), maximum)
          continue
        }
        func b(_ dy: Int) -> Int { before[mirrored(y + dy, in: height)][x] }
        func a(_ dy: Int) -> Int { after[mirrored(y + dy, in: height)][x] }
        // Rows of the later field lie in the picture before and in the picture itself.
        func both(_ dy: Int) -> Int { b(dy) + o(dy) }
        let still = both(0) / 2
        let movement = max(
          abs(b(0) - o(0)) / 2, (abs(b(-1) - o(-1)) + abs(b(1) - o(1))) / 2,
          (abs(a(-1) - o(-1)) + abs(a(1) - o(1))) / 2)
        let (above, below) = (both(-2) / 2 - o(-1), both(2) / 2 - o(1))
        let most = max(still - o(-1), still - o(1), min(above, below))
        let least = min(still - o(-1), still - o(1), max(above, below))
        let reach = movement == 0 ? 0 : max(movement, least, -most)
        let high = 5570 * both(0) - 3801 * (both(-2) + both(2)) + 1016 * (both(-4) + both(4))
        let low = 4309 * (o(-1) + o(1)) - 213 * (o(-3) + o(3))
        let wanted = abs(o(-1) - o(1)) > abs(b(0) - o(0)) ? ((high >> 2) + low) >> 13 : spatial
        result[y][x] = min(max(min(max(wanted, still - reach), still + reach), 0), maximum)
      }
    }
    return result
  }

  /// The row that stands for `y`: beyond the edges as in a mirror on the first and last row.
  private static func mirrored(_ y: Int, in height: Int) -> Int {
    FieldRows.mirrored(y, in: height)
  }
}
