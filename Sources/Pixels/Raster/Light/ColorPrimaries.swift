/// The colours that red, green, blue and white are, as CIE 1931 chromaticities.
public struct ColorPrimaries: Hashable, Sendable {
  /// x and y of red, green, blue and white, in ten-thousandths.
  let points: [[Int]]

  private static let d65 = [3127, 3290]

  /// ITU-R BT.709-6, item 1.3; sRGB has the same.
  public static let bt709 = ColorPrimaries(points: [
    [6400, 3300], [3000, 6000], [1500, 600], d65,
  ])
  /// ITU-R BT.2020-2 and BT.2100-2.
  public static let bt2020 = ColorPrimaries(
    points: [[7080, 2920], [1700, 7970], [1310, 460], d65])
  /// SMPTE EG 432-1: Display P3.
  public static let displayP3 = ColorPrimaries(
    points: [[6800, 3200], [2650, 6900], [1500, 600], d65])
  /// SMPTE RP 431-2: digital cinema, with its own white, which stays white.
  public static let digitalCinema = ColorPrimaries(
    points: [[6800, 3200], [2650, 6900], [1500, 600], [3140, 3510]])

  /// Rows of the matrix from these primaries' linear R, G, B to those of `other`. White becomes
  /// white, whatever it is.
  func matrix(to other: ColorPrimaries) -> [[Double]] {
    let product = Matrix.product(Matrix.inverse(other.toXYZ), toXYZ)
    // Between different whites each row is scaled so that white stays neutral.
    return product.map { row in row.map { $0 / (row[0] + row[1] + row[2]) } }
  }

  /// Whether they are colours at all, not on one line.
  var isTriangle: Bool {
    let (r, g, b) = (points[0], points[1], points[2])
    let area = (g[0] - r[0]) * (b[1] - r[1]) - (b[0] - r[0]) * (g[1] - r[1])
    return area.magnitude > 100_000
  }

  /// Columns are X, Y, Z of red, green and blue, white having Y = 1. SMPTE RP 177.
  private var toXYZ: [[Double]] {
    let xyz = points.map { point in
      [point[0], point[1], 10_000 - point[0] - point[1]].map { Double($0) / Double(point[1]) }
    }
    let unscaled = (0..<3).map { row in (0..<3).map { xyz[$0][row] } }
    let inverse = Matrix.inverse(unscaled)
    let scale = inverse.map { row in
      row[0] * xyz[3][0] + row[1] * xyz[3][1] + row[2] * xyz[3][2]
    }
    return unscaled.map { row in (0..<3).map { row[$0] * scale[$0] } }
  }
}

/// 3 × 3 matrices as rows.
enum Matrix {
  static func product(_ a: [[Double]], _ b: [[Double]]) -> [[Double]] {
    a.map { row in
      (0..<3).map { row[0] * b[0][$0] + row[1] * b[1][$0] + row[2] * b[2][$0] }
    }
  }

  static func determinant(_ m: [[Double]]) -> Double {
    m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
      - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
      + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
  }

  /// By cofactors; the determinant of real primaries is not 0.
  static func inverse(_ m: [[Double]]) -> [[Double]] {
    func cofactor(_ row: Int, _ column: Int) -> Double {
      let (r1, r2) = ((row + 1) % 3, (row + 2) % 3)
      let (c1, c2) = ((column + 1) % 3, (column + 2) % 3)
      return m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1]
    }
    let determinant = (0..<3).map { m[0][$0] * cofactor(0, $0) }.reduce(0, +)
    return (0..<3).map { row in (0..<3).map { cofactor($0, row) / determinant } }
  }
}
