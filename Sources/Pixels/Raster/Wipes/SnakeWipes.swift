extension WipeShape {
  static let snakeWipes = [
    WipeShape(
      301, "snake-tl-h", "a row of blocks after the other from the upper left corner, to and fro",
      alsoCalled: ["snakewipe", "snake", "toplefthorizontal"]
    ) { $0.snake() },
    WipeShape(
      302, "snake-tl-v",
      "a column of blocks after the other from the upper left corner, to and fro",
      alsoCalled: ["topleftvertical"]
    ) { $0.transposed.snake() },
    WipeShape(
      303, "snake-tl-d", "diagonals of blocks from the upper left corner, to and fro",
      alsoCalled: ["topleftdiagonal"]
    ) { $0.diagonalSnake() },
    WipeShape(
      304, "snake-tr-d", "diagonals of blocks from the upper right corner, to and fro",
      alsoCalled: ["toprightdiagonal"]
    ) { $0.mirrored.diagonalSnake() },
    WipeShape(
      305, "snake-br-d", "diagonals of blocks from the lower right corner, to and fro",
      alsoCalled: ["bottomrightdiagonal"]
    ) { $0.turned.diagonalSnake() },
    WipeShape(
      306, "snake-bl-d", "diagonals of blocks from the lower left corner, to and fro",
      alsoCalled: ["bottomleftdiagonal"]
    ) { $0.flipped.diagonalSnake() },
  ]

  static let parallelSnakeWipes = [
    WipeShape(
      320, "parallelsnakes-v-t", "columns of blocks in both halves, from the top",
      alsoCalled: ["parallelsnakeswipe", "verticaltopsame"]
    ) { $0.half(columns: 2).transposed.snake() },
    WipeShape(
      321, "parallelsnakes-v-b", "columns of blocks in both halves, from the bottom",
      alsoCalled: ["verticalbottomsame"]
    ) { $0.flipped.half(columns: 2).transposed.snake() },
    WipeShape(
      322, "parallelsnakes-v-tl", "columns of blocks from the upper left and lower right corners",
      alsoCalled: ["verticaltopleftopposite"]
    ) { ($0.u < 0.5 ? $0 : $0.turned).half(columns: 2).transposed.snake() },
    WipeShape(
      323, "parallelsnakes-v-bl", "columns of blocks from the lower left and upper right corners",
      alsoCalled: ["verticalbottomleftopposite"]
    ) { ($0.u < 0.5 ? $0.flipped : $0.mirrored).half(columns: 2).transposed.snake() },
    WipeShape(
      324, "parallelsnakes-h-l", "rows of blocks in both halves, from the left",
      alsoCalled: ["horizontalleftsame"]
    ) { $0.half(rows: 2).snake() },
    WipeShape(
      325, "parallelsnakes-h-r", "rows of blocks in both halves, from the right",
      alsoCalled: ["horizontalrightsame"]
    ) { $0.mirrored.half(rows: 2).snake() },
    WipeShape(
      326, "parallelsnakes-h-tl", "rows of blocks from the upper left and lower right corners",
      alsoCalled: ["horizontaltopleftopposite"]
    ) { ($0.v < 0.5 ? $0 : $0.turned).half(rows: 2).snake() },
    WipeShape(
      327, "parallelsnakes-h-tr", "rows of blocks from the upper right and lower left corners",
      alsoCalled: ["horizontaltoprightopposite"]
    ) { ($0.v < 0.5 ? $0.mirrored : $0.flipped).half(rows: 2).snake() },
    WipeShape(
      328, "parallelsnakes-d-bl",
      "diagonals of blocks from the lower left and upper right corners to the middle",
      alsoCalled: ["diagonalbottomleftopposite"]
    ) { $0.flipped.diagonalSnakes() },
    WipeShape(
      329, "parallelsnakes-d-tl",
      "diagonals of blocks from the upper left and lower right corners to the middle",
      alsoCalled: ["diagonaltopleftopposite"]
    ) { $0.diagonalSnakes() },
    WipeShape(
      340, "boxsnakes-t", "spirals in the left and right halves, from the top",
      alsoCalled: ["boxsnakeswipe", "boxsnakes", "twoboxtop"]
    ) { $0.inLeftHalf.half(columns: 2).spiral() },
    WipeShape(
      341, "boxsnakes-b", "spirals in the left and right halves, from the bottom",
      alsoCalled: ["twoboxbottom"]
    ) { $0.inLeftHalf.flipped.half(columns: 2).spiral() },
    WipeShape(
      342, "boxsnakes-l", "spirals in the upper and lower halves, from the left",
      alsoCalled: ["twoboxleft"]
    ) { $0.inUpperHalf.half(rows: 2).transposed.spiral() },
    WipeShape(
      343, "boxsnakes-r", "spirals in the upper and lower halves, from the right",
      alsoCalled: ["twoboxright"]
    ) { $0.inUpperHalf.mirrored.half(rows: 2).transposed.spiral() },
    WipeShape(
      344, "boxsnakes-4-v", "spirals in the four quarters, up and down from the corners",
      alsoCalled: ["fourboxvertical"]
    ) { $0.inUpperHalf.inLeftHalf.part(columns: 2, rows: 2).transposed.spiral() },
    WipeShape(
      345, "boxsnakes-4-h", "spirals in the four quarters, to the sides from the corners",
      alsoCalled: ["fourboxhorizontal"]
    ) { $0.inUpperHalf.inLeftHalf.part(columns: 2, rows: 2).spiral() },
  ]
}

extension WipePlace {
  /// Blocks in a row and in a column.
  fileprivate static let blocks = 8

  fileprivate func half(columns: Double = 1, rows: Double = 1) -> WipePlace {
    part(columns: columns, rows: rows)
  }

  /// The column and the row of its block.
  fileprivate var block: (column: Int, row: Int) {
    func index(_ share: Double) -> Int {
      min(max(Int(share * Double(Self.blocks)), 0), Self.blocks - 1)
    }
    return (index(u), index(v))
  }

  /// Rows of blocks from the upper left corner, the first one rightwards.
  fileprivate func snake() -> Double {
    let row = block.row
    let along = row % 2 == 0 ? u : 1 - u
    return (Double(row) + along) / Double(Self.blocks)
  }

  /// The place of its block on diagonals from the upper left corner, to and fro, from 0.
  private var diagonalIndex: Int {
    let (column, row) = block
    let (diagonal, last) = (column + row, Self.blocks - 1)
    let isRising = diagonal % 2 == 0
    let along = (isRising ? column : row) - max(0, diagonal - last)
    if diagonal <= last { return diagonal * (diagonal + 1) / 2 + along }
    let rest = 2 * last + 1 - diagonal
    return Self.blocks * Self.blocks - rest * (rest + 1) / 2 + along
  }

  fileprivate func diagonalSnake() -> Double {
    (Double(diagonalIndex) + 0.5) / Double(Self.blocks * Self.blocks)
  }

  /// From both ends to the middle.
  fileprivate func diagonalSnakes() -> Double {
    let order = diagonalSnake()
    return 2 * min(order, 1 - order)
  }

  /// Blocks along the edges from the upper left corner clockwise, then further in.
  func spiral() -> Double {
    let (column, row) = block
    let last = Self.blocks - 1
    let ring = min(min(column, row), min(last - column, last - row))
    let side = last - 2 * ring
    let blocks = Double(Self.blocks)
    let (first, share): (Int, Double)
    if row == ring, column < last - ring {
      (first, share) = (column - ring, (u * blocks).fraction)
    } else if column == last - ring, row < last - ring {
      (first, share) = (side + row - ring, (v * blocks).fraction)
    } else if row == last - ring, column > ring {
      (first, share) = (2 * side + last - ring - column, 1 - (u * blocks).fraction)
    } else {
      (first, share) = (3 * side + last - ring - row, 1 - (v * blocks).fraction)
    }
    let outer = Self.blocks * Self.blocks - (side + 1) * (side + 1)
    return (Double(outer + first) + share) / (blocks * blocks)
  }
}
