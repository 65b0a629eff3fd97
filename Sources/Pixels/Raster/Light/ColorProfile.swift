/// What the codes of a picture mean, by a profile that it carries: a curve for each component, and the
/// light of the three primaries.
///
/// ```
/// R′G′B′ ─ curves ─ light ─ matrix ─▶ light of BT.709's primaries
/// ```
/// Codes of the output are then those of sRGB: what pictures without a profile are taken for.
public struct ColorProfile: Hashable, Sendable {
  /// Light of `steps` codes from black to white, 0…1: of red, green and blue.
  let curves: [[Double]]
  /// Rows of the matrix from light of the profile's primaries to that of BT.709's.
  let matrix: [[Double]]

  /// Codes of a curve.
  static let steps = 4096

  init?(curves: [[Double]], matrix: [[Double]]) {
    let range = 0.0...1.0
    let areCurves = curves.allSatisfy { curve in
      curve.count == Self.steps && curve.allSatisfy { range.contains($0) }
    }
    let isMatrix = matrix.joined().allSatisfy { (number: Double) in
      number.isFinite && number.magnitude < 16
    }
    guard curves.count == 3, areCurves, isMatrix else { return nil }
    self.curves = curves
    self.matrix = matrix
  }

  /// Codes that are light to the power of `gamma`, or those of sRGB, of some primaries.
  ///
  /// - Parameters:
  ///   - gamma: of the codes as PNG writes it, in hundred-thousandths: 45455 for what is meant as sRGB.
  ///   - points: x and y of white, red, green and blue in hundred-thousandths, as PNG writes them; `nil`
  ///     for those of BT.709.
  /// - Returns: `nil` for what are no colours.
  public init?(gamma: Int?, points: [Int]?) {
    var primaries = ColorPrimaries.bt709
    if let points {
      // Rounded as encoders do that write sRGB's.
      guard points.count == 8, points.allSatisfy((1...100_000).contains) else { return nil }
      let rounded: [Int] = points.map { ($0 + 5) / 10 }
      let pairs: [[Int]] = (0..<4).map { index in [rounded[2 * index], rounded[2 * index + 1]] }
      guard pairs.allSatisfy({ $0[1] > 0 }) else { return nil }
      primaries = ColorPrimaries(points: [pairs[1], pairs[2], pairs[3], pairs[0]])
      guard primaries.isTriangle else { return nil }
    }
    var curve: [Double] = []
    if let gamma, !(45_000...46_000).contains(gamma) {
      guard (1000...1_000_000).contains(gamma) else { return nil }
      curve = Self.table { Power.of($0, 100_000 / Double(gamma)) }
    } else {
      curve = Self.table(Self.light(ofCode:))
    }
    self.init(curves: [curve, curve, curve], matrix: primaries.matrix(to: .bt709))
  }

  /// Whether it means what pictures without a profile do, to half a code of 8 bits.
  public var isStandard: Bool {
    for row in 0..<3 {
      for column in 0..<3 {
        let unit: Double = row == column ? 1 : 0
        if (matrix[row][column] - unit).magnitude > 0.002 { return false }
      }
    }
    return curves.allSatisfy { curve in
      stride(from: 0, to: Self.steps, by: 15).allSatisfy { step in
        let code = Double(step) / Double(Self.steps - 1)
        return (Self.code(ofLight: curve[step]) - code).magnitude < 0.5 / 255
      }
    }
  }

  // MARK: - Curves

  static func table(_ light: (_ code: Double) -> Double) -> [Double] {
    (0..<steps).map { min(max(light(Double($0) / Double(steps - 1)), 0), 1) }
  }

  /// IEC 61966-2-1, 5.2.
  static func light(ofCode code: Double) -> Double {
    code <= 0.04045 ? code / 12.92 : Power.of((code + 0.055) / 1.055, 2.4)
  }

  static func code(ofLight light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * Power.of(light, 1 / 2.4) - 0.055
  }
}

// MARK: - ICC

extension ColorProfile {
  /// What is made of a profile's bytes.
  public enum Reading: Hashable, Sendable {
    case profile(ColorProfile)
    /// Why it cannot be used, for people: `it is for CMYK`.
    case unusable(String)
  }

  /// Reads a profile of the International Color Consortium (ICC.1:2022; version 2 alike): one of three
  /// curves and a matrix, or of one curve for grey.
  ///
  /// - Parameter isGrey: whether the picture is stored as grey, which alone a curve for grey is for.
  public static func read(icc bytes: [UInt8], isGrey: Bool = false) -> Reading {
    let file = ProfileBytes(bytes: bytes)
    guard file.text(36) == "acsp", let count = file.number(128), count <= 1024 else {
      return .unusable("it is damaged")
    }
    let space = file.text(16)
    guard space == "RGB " || space == "GRAY" else {
      let name = space.filter { $0.isLetter || $0.isNumber }
      return .unusable("it is for \(name.isEmpty ? "other" : name) colours, not for RGB")
    }
    var tags: [String: (offset: Int, size: Int)] = [:]
    for index in 0..<count {
      let entry = 132 + 12 * index
      guard let offset = file.number(entry + 4), let size = file.number(entry + 8) else {
        return .unusable("it is damaged")
      }
      tags[file.text(entry)] = (offset, size)
    }
    func curve(_ name: String) -> [Double]? {
      tags[name].flatMap { file.curve(at: $0.offset, size: $0.size) }
    }
    if space == "GRAY" {
      guard isGrey else { return .unusable("it is for grey, and the picture has colours") }
      guard let grey = curve("kTRC"),
        isCurve(grey), let profile = ColorProfile(curves: [grey, grey, grey], matrix: identity)
      else { return .unusable("it has no curve for grey") }
      return .profile(profile)
    }
    let columns = ["rXYZ", "gXYZ", "bXYZ"].compactMap { name in
      tags[name].flatMap { file.xyz(at: $0.offset, size: $0.size) }
    }
    let curves = ["rTRC", "gTRC", "bTRC"].compactMap(curve)
    guard columns.count == 3, curves.count == 3, file.text(20) == "XYZ " else {
      return .unusable(
        tags["A2B0"] != nil
          ? "it is made of tables" : "it has neither curves and primaries nor tables")
    }
    guard curves.allSatisfy(isCurve) else { return .unusable("its curves are flat") }
    guard arePrimaries(columns) else { return .unusable("its primaries are none") }
    let toXYZ: [[Double]] = (0..<3).map { row in columns.map { $0[row] } }
    var matrix = Matrix.product(Matrix.inverse(srgbToXYZ), toXYZ)
    // Whole numbers of a profile leave white a little coloured.
    for row in 0..<3 {
      let sum = matrix[row][0] + matrix[row][1] + matrix[row][2]
      if (sum - 1).magnitude < 0.01 { matrix[row] = matrix[row].map { $0 / sum } }
    }
    guard let profile = ColorProfile(curves: curves, matrix: matrix) else {
      return .unusable("its primaries are none")
    }
    return .profile(profile)
  }

  /// Whether codes differ in their light.
  private static func isCurve(_ curve: [Double]) -> Bool {
    (curve.max() ?? 0) - (curve.min() ?? 0) > 1.0 / 16
  }

  /// Whether X, Y, Z of red, green and blue span colours, and add up to a white; profiles have that of
  /// D50 (ICC.1:2022, 6.3.1.1).
  private static func arePrimaries(_ columns: [[Double]]) -> Bool {
    let white = (0..<3).map { row in columns.reduce(0) { $0 + $1[row] } }
    let determinant = Matrix.determinant(columns)
    return determinant.magnitude > 0.001 && white.allSatisfy { (0.25...4).contains($0) }
  }

  private static let identity: [[Double]] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]

  /// sRGB's primaries brought to D50, the white of profiles, by Bradford's matrix (ICC.1:2022, annex E).
  private static let srgbToXYZ = [
    [0.436_065_7, 0.385_151_5, 0.143_078_4],
    [0.222_493_2, 0.716_887_0, 0.060_616_9],
    [0.013_923_9, 0.097_076_4, 0.714_096_3],
  ]
}

/// A profile's numbers, big-endian.
private struct ProfileBytes {
  let bytes: [UInt8]

  func byte(_ offset: Int) -> Int? { bytes.indices.contains(offset) ? Int(bytes[offset]) : nil }

  func half(_ offset: Int) -> Int? {
    guard offset >= 0, offset < bytes.count - 1 else { return nil }
    return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }

  func number(_ offset: Int) -> Int? {
    guard let upper = half(offset), let lower = half(offset + 2) else { return nil }
    return upper << 16 | lower
  }

  /// `s15Fixed16Number`.
  func fixed(_ offset: Int) -> Double? {
    number(offset).map { Double(Int32(truncatingIfNeeded: $0)) / 65536 }
  }

  func text(_ offset: Int) -> String {
    let part = (offset..<offset + 4).compactMap(byte)
    return String(decoding: part.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }

  func xyz(at offset: Int, size: Int) -> [Double]? {
    guard text(offset) == "XYZ ", size >= 20 else { return nil }
    let values = (0..<3).compactMap { fixed(offset + 8 + 4 * $0) }
    return values.count == 3 ? values : nil
  }

  /// Powers that make a picture of codes.
  private var gammas: ClosedRange<Double> { 1.0 / 16...16 }

  /// `curveType` and `parametricCurveType` (10.6 and 10.18).
  func curve(at offset: Int, size: Int) -> [Double]? {
    switch text(offset) {
    case "curv":
      guard let count = number(offset + 8), count <= 1 << 16, count * 2 <= size - 12 else {
        return nil
      }
      if count == 0 { return ColorProfile.table { $0 } }
      let values = (0..<count).compactMap { half(offset + 12 + 2 * $0) }
      guard values.count == count else { return nil }
      if count == 1 {
        let gamma = Double(values[0]) / 256
        guard gammas.contains(gamma) else { return nil }
        return ColorProfile.table { Power.of($0, gamma) }
      }
      return ColorProfile.table { code in
        let place = code * Double(count - 1)
        let first = min(Int(place), count - 2)
        let (low, high) = (Double(values[first]), Double(values[first + 1]))
        return (low + (high - low) * (place - Double(first))) / 65535
      }
    case "para":
      guard let kind = half(offset + 8), kind < 5 else { return nil }
      let count = [1, 3, 4, 5, 7][kind]
      let p = (0..<count).compactMap { fixed(offset + 12 + 4 * $0) }
      guard p.count == count, size >= 12 + 4 * count, gammas.contains(p[0]) else { return nil }
      let (g, a, b) = (p[0], kind > 0 ? p[1] : 1, kind > 0 ? p[2] : 0)
      return ColorProfile.table { code in
        let power = Power.of(a * code + b, g)
        switch kind {
        case 0: return power
        case 1: return a != 0 && code >= -b / a ? power : 0
        case 2: return (a != 0 && code >= -b / a ? power : 0) + p[3]
        case 3: return code >= p[4] ? power : p[3] * code
        default: return code >= p[4] ? power + p[5] : p[3] * code + p[6]
        }
      }
    default: return nil
    }
  }
}
