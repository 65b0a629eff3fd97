import LibAV
import BaseValues
import PlanModel
import Raster
import Testing
import TimelineModel

@testable import MediaReading
@testable import MediaSources

@Suite("picture conformer")
struct ImageConformerTests {
  private let pool = ImagePool(limitBytes: 1 << 22)

  private func conform(
    _ frame: consuming VideoFrame, to size: (Int, Int), crop: Rect? = nil,
    orientation: Orientation = .upright, coded: (Int, Int)? = nil
  ) throws -> Raster.Image {
    let coded = Size(width: coded?.0 ?? frame.width, height: coded?.1 ?? frame.height)
    let upright = Rect(
      x: 0, y: 0, width: orientation.shownWidth(coded), height: orientation.shownHeight(coded))
    let conformer = ImageConformer(
      Conform(
        media: MediaID(0), crop: crop ?? upright, size: Size(width: size.0, height: size.1)),
      orientation: orientation, codedSize: coded, pool: pool)
    return try conformer.image(of: SharedFrame(frame))
  }

  /// A frame whose plane p holds `value(p, x, y)` at column x and row y.
  private func frame(
    _ format: String, _ width: Int, _ height: Int, tags: ColorTags = ColorTags(),
    _ value: (Int, Int, Int) -> UInt8
  ) throws -> VideoFrame {
    var frame = try VideoFrame(format: format, width: width, height: height)
    for plane in 0..<frame.planeCount {
      let rows = unsafe frame.planeMemory(plane)?.rows ?? 0
      for y in 0..<rows {
        var row = frame.mutableRow(y, ofPlane: plane)
        for x in row.indices { row[x] = value(plane, x, y) }
      }
    }
    frame.colour = tags
    return frame
  }

  private func codes(_ image: Raster.Image, _ x: Int, _ y: Int) -> [Int] {
    (0..<3).map { Int(image.row($0, $0 == 0 ? y : y / 2)[$0 == 0 ? x : x / 2]) }
  }

  @Test("a ramp of 16 bits keeps its depth as the order of a wipe, one of 8 bits has no more")
  func deepLuma() throws {
    let size = Size(width: 2000, height: 4)
    func conformer(_ width: Int) -> ImageConformer {
      ImageConformer(
        Conform(
          media: MediaID(0), crop: size.bounds, size: Size(width: width, height: 4)),
        orientation: .upright, codedSize: size, pool: pool)
    }
    func code(_ x: Int) -> Int { (65535 * x + 999) / 1999 }
    func ramp() throws -> SharedFrame {
      SharedFrame(
        try frame("gray16le", 2000, 4, tags: ColorTags(range: .full, matrix: .bt709)) { _, x, _ in
          UInt8(truncatingIfNeeded: code(x / 2) >> (x % 2 == 0 ? 0 : 8))
        })
    }
    let luma = try #require(try conformer(2000).deepLuma(of: ramp()))
    for y in 0..<4 {
      for x in 0..<2000 {
        // Black is 16 and white 235 of 256 parts.
        let wanted = 16 * 256 + 219 * 256 * Double(code(x)) / 65535
        #expect(abs(Double(luma[y * 2000 + x]) - wanted) <= 2)
      }
    }
    let brightness = try #require(MaskBrightness(deepLuma: luma, of: size))
    let row = (0..<2000).map { brightness.value(x: $0, y: 1) }
    for x in 0..<2000 { #expect(abs(row[x] - (32768 * x + 999) / 1999) <= 2) }
    #expect(Set(row).count == 2000)
    // What a soft edge lets through.
    let soft = MaskRamp(threshold: 0, softness: 32768).coverage(
      of: brightness, as: UInt16.self, pool: pool)
    #expect(Set((0..<2000).map { soft.row(0, 1, as: UInt16.self)[$0] }).count > 255)
    // A scaled one.
    let wide = try #require(try conformer(3000).deepLuma(of: ramp()))
    #expect(Set(wide[0..<3000]).count > 1900)
    let flat = SharedFrame(try frame("gray", 2000, 4) { _, x, _ in UInt8(truncatingIfNeeded: x) })
    #expect(try conformer(2000).deepLuma(of: flat) == nil)
  }

  @Test("a picture that has the output's shape is used where it lies")
  func passthrough() throws {
    let tags = ColorTags(
      range: .limited, matrix: .bt709, primaries: .bt709, transfer: .bt709, chromaLocation: .left)
    let frame = try frame("yuv420p", 32, 16, tags: tags) { _, x, y in UInt8(16 + x + y) }
    let base = unsafe frame.planeMemory(0)?.base
    let image = try conform(frame, to: (32, 16))
    let used = unsafe image.withUnsafePlane(0) { start, _ in Int(bitPattern: start) }
    let decoded = Int(bitPattern: base)
    #expect(used == decoded)
  }

  /// R'G'B' in thousandths, and BT.709 limited-range codes from the standard's equations.
  private static let colors: [(Int, Int, Int)] = [
    (1000, 1000, 1000), (750, 750, 0), (0, 750, 750), (0, 750, 0), (750, 0, 750), (750, 0, 0),
    (0, 0, 750), (0, 0, 0), (500, 500, 500), (300, 600, 200),
  ]

  /// The codes of a colour by ITU-R BT.601 or BT.709 (luma weights), limited or full range.
  private func expected(
    _ color: (Int, Int, Int), red: Double, blue: Double, full: Bool
  ) -> [Int] {
    let (r, g, b) = (Double(color.0) / 1000, Double(color.1) / 1000, Double(color.2) / 1000)
    let y = red * r + (1 - red - blue) * g + blue * b
    let cb = (b - y) / (2 * (1 - blue))
    let cr = (r - y) / (2 * (1 - red))
    return full
      ? [y * 255, cb * 255 + 128, cr * 255 + 128].map { min(255, Int($0.rounded())) }
      : [y * 219 + 16, cb * 224 + 128, cr * 224 + 128].map { Int($0.rounded()) }
  }

  @Test(
    "colours of either matrix and range come out as BT.709 limited, within two codes",
    arguments: ["yuv420p", "yuv422p", "yuv444p"],
    [(.smpte170M, false), (.smpte170M, true), (.bt709, false), (.bt709, true)]
      as [(MatrixCode, Bool)])
  func matrices(format: String, kind: (matrix: MatrixCode, full: Bool)) throws {
    let (red, blue) = kind.matrix == .bt709 ? (0.2126, 0.0722) : (0.299, 0.114)
    for color in Self.colors {
      let source = expected(color, red: red, blue: blue, full: kind.full)
      let wanted = expected(color, red: 0.2126, blue: 0.0722, full: false)
      let tags = ColorTags(range: kind.full ? .full : .limited, matrix: kind.matrix)
      for size in [(48, 32), (31, 21), (96, 64)] {
        let frame = try frame(format, 48, 32, tags: tags) { plane, _, _ in UInt8(source[plane]) }
        let image = try conform(frame, to: size)
        for (x, y) in [(0, 0), (size.0 / 2, size.1 / 2), (size.0 - 1, size.1 - 1)] {
          let found = codes(image, x, y)
          for (a, b) in zip(found, wanted) {
            #expect(abs(a - b) <= 2, "\(color) at \(x), \(y): \(found), not \(wanted)")
          }
        }
      }
    }
  }

  @Test("RGB comes out as BT.709 limited, within two codes")
  func rgb() throws {
    for color in Self.colors {
      let levels = [color.0, color.1, color.2].map { UInt8((Double($0) * 0.255).rounded()) }
      let frame = try frame("rgb24", 40, 30) { _, x, _ in levels[x % 3] }
      let found = codes(try conform(frame, to: (40, 30)), 20, 15)
      let wanted = expected(color, red: 0.2126, blue: 0.0722, full: false)
      for (a, b) in zip(found, wanted) { #expect(abs(a - b) <= 2, "\(found), not \(wanted)") }
    }
  }

  @Test("pictures without tags are BT.601 when small and BT.709 when large")
  func guess() {
    func matrix(_ width: Int, _ height: Int) -> MatrixCode {
      ColorGuess.complete(
        ColorTags(), format: StoredPixelFormat(named: "yuv420p"),
        size: Size(width: width, height: height)
      ).matrix
    }
    #expect(matrix(640, 480) == .smpte170M)
    #expect(matrix(720, 576) == .smpte170M)
    #expect(matrix(1280, 720) == .bt709)
    #expect(matrix(720, 1280) == .bt709)
    let jpeg = ColorGuess.complete(
      ColorTags(), format: StoredPixelFormat(named: "yuvj420p"), size: Size(width: 8, height: 8))
    #expect(jpeg.range == .full)
    for (name, range) in [
      ("gray", RangeCode.full), ("ya8", .full), ("ya16le", .full), ("yuva420p", .limited),
    ] {
      let guess = ColorGuess.complete(
        ColorTags(), format: StoredPixelFormat(named: name), size: Size(width: 8, height: 8))
      #expect(guess.range == range, "\(name)")
    }
  }

  /// Where a pixel of the upright picture is stored, by the meaning of EXIF's orientation tag.
  private func stored(
    _ orientation: Orientation, _ x: Int, _ y: Int, width: Int, height: Int
  ) -> (Int, Int) {
    switch orientation {
    case .upright: (x, y)
    case .mirroredHorizontally: (width - 1 - x, y)
    case .rotated180: (width - 1 - x, height - 1 - y)
    case .mirroredVertically: (x, height - 1 - y)
    case .transposed: (y, x)
    case .rotatedClockwise: (y, width - 1 - x)
    case .transversed: (height - 1 - y, width - 1 - x)
    case .rotatedCounterclockwise: (height - 1 - y, x)
    }
  }

  /// Where a stored place is in the upright picture: `stored` the other way round.
  private func shown(
    _ orientation: Orientation, _ x: Double, _ y: Double, width: Int, height: Int
  ) -> (Double, Double) {
    let (right, bottom) = (Double(width - 1), Double(height - 1))
    return switch orientation {
    case .upright: (x, y)
    case .mirroredHorizontally: (right - x, y)
    case .rotated180: (right - x, bottom - y)
    case .mirroredVertically: (x, bottom - y)
    case .transposed: (y, x)
    case .rotatedClockwise: (right - y, x)
    case .transversed: (right - y, bottom - x)
    case .rotatedCounterclockwise: (y, bottom - x)
    }
  }

  /// Luma is the same sample by sample; chroma is a slope, which says where it lies.
  @Test(
    "all eight orientations show the same picture, whole and cropped, chroma where it was",
    arguments: Orientation.allCases)
  func orientations(orientation: Orientation) throws {
    let tags = ColorTags(range: .limited, matrix: .bt709, chromaLocation: .left)
    let (width, height) = (24, 16)
    func luma(_ x: Int, _ y: Int) -> UInt8 { UInt8(20 + x * 7 + y) }
    func slope(_ plane: Int, _ x: Double, _ y: Double) -> Double {
      Double(40 * plane) + 3 * x + 4 * y
    }
    let frame = try frame(
      "yuv420p", orientation.swapsAxes ? height : width, orientation.swapsAxes ? width : height,
      tags: tags
    ) { _, _, _ in 0 }
    var filled = consume frame
    for y in 0..<height {
      for x in 0..<width {
        let (sx, sy) = stored(orientation, x, y, width: width, height: height)
        var row = filled.mutableRow(sy, ofPlane: 0)
        row[sx] = luma(x, y)
      }
    }
    for plane in 1..<3 {
      for sy in 0..<filled.height / 2 {
        var row = filled.mutableRow(sy, ofPlane: plane)
        for sx in row.indices {
          let (x, y) = shown(
            orientation, Double(2 * sx), Double(2 * sy) + 0.5, width: width, height: height)
          row[sx] = UInt8(slope(plane, x, y).rounded())
        }
      }
    }
    let copy = try filled.newReference()
    let whole = try conform(filled, to: (width, height), orientation: orientation)
    let crop = Rect(x: 4, y: 2, width: 12, height: 8)
    let part = try conform(copy, to: (12, 8), crop: crop, orientation: orientation)
    for (image, left, top) in [(whole, 0, 0), (part, 4, 2)] {
      for y in 0..<image.size.height {
        let row = image.row(0, y)
        #expect(row.indices.allSatisfy { row[$0] == luma($0 + left, y + top) }, "row \(y)")
      }
      for plane in 1..<3 {
        for y in 1..<image.size.chroma.height - 1 {
          for x in 2..<image.size.chroma.width - 2 {
            let wanted = slope(plane, Double(2 * x + left), Double(2 * y + top) + 0.5)
            let found = Double(image.row(plane, y)[x])
            #expect(abs(found - wanted) <= 1.5, "plane \(plane) at \(x), \(y)")
          }
        }
      }
    }
  }

  @Test(
    "chroma that is sited elsewhere comes to the left, without and with other codes",
    arguments: [ChromaLocation.center, .topLeft, .top, .bottomLeft, .bottom, .left],
    [(MatrixCode.bt709, RangeCode.limited), (.bt709, .full), (.smpte170M, .limited)])
  func sitings(location: ChromaLocation, codes: (MatrixCode, RangeCode)) throws {
    let tags = ColorTags(
      range: codes.1, matrix: codes.0, primaries: .bt709, transfer: .bt709,
      chromaLocation: location)
    let (column, row): (Double, Double) =
      switch location {
      case .center: (0.5, 0.5)
      case .topLeft: (0, 0)
      case .top: (0.5, 0)
      case .bottomLeft: (0, 1)
      case .bottom: (0.5, 1)
      default: (0, 0.5)
      }
    // The same picture, sited here and there: what comes out is the same within rounding.
    func picture(_ column: Double, _ row: Double, _ tags: ColorTags) throws -> Raster.Image {
      let frame = try frame("yuv420p", 32, 24, tags: tags) { plane, x, y in
        if plane == 0 { return 100 }
        let (x, y) = (Double(2 * x) + column, Double(2 * y) + row)
        return UInt8((80 + 2 * x + (plane == 1 ? 2 : -1) * y).rounded())
      }
      return try conform(frame, to: (32, 24))
    }
    var left = tags
    left.chromaLocation = .left
    let found = try picture(column, row, tags)
    let wanted = try picture(0, 0.5, left)
    for plane in 0..<3 {
      for y in 2..<found.height(of: plane) - 2 {
        for x in 2..<found.width(of: plane) - 2 {
          let difference = Int(found.row(plane, y)[x]) - Int(wanted.row(plane, y)[x])
          #expect(abs(difference) <= 1, "plane \(plane) at \(x), \(y)")
        }
      }
    }
  }

  @Test("codes of 8 bits in another matrix become the nearest of BT.709, in one step")
  func oneStep() throws {
    let tags = ColorTags(
      range: .limited, matrix: .smpte170M, primaries: .bt709, transfer: .bt709,
      chromaLocation: .left)
    for (red, green, blue) in Self.colors {
      let source = expected((red, green, blue), red: 0.299, blue: 0.114, full: false)
      // What those codes, rounded as they are, mean: H.273 with BT.601's coefficients.
      let (y, pb, pr) = (
        Double(source[0] - 16) / 219, Double(source[1] - 128) / 224, Double(source[2] - 128) / 224
      )
      let (r, b) = (y + 1.402 * pr, y + 1.772 * pb)
      let g = (y - 0.299 * r - 0.114 * b) / 0.587
      let luma = 0.2126 * r + 0.7152 * g + 0.0722 * b
      let wanted = [
        16 + 219 * luma, 128 + 224 * (b - luma) / 1.8556, 128 + 224 * (r - luma) / 1.5748,
      ]
      let frame = try frame("yuv420p", 32, 16, tags: tags) { plane, _, _ in UInt8(source[plane]) }
      let found = codes(try conform(frame, to: (32, 16)), 15, 7)
      for (a, b) in zip(found, wanted) {
        #expect(abs(Double(a) - b) < 0.52, "\(found), not \(wanted)")
      }
    }
  }

  @Test("display matrices mean the eight orientations")
  func matrices() {
    let matrices: [([Int32], Orientation?)] = [
      ([1, 0, 0, 1], .upright), ([-1, 0, 0, 1], .mirroredHorizontally),
      ([-1, 0, 0, -1], .rotated180), ([1, 0, 0, -1], .mirroredVertically),
      ([0, 1, 1, 0], .transposed), ([0, 1, -1, 0], .rotatedClockwise),
      ([0, -1, -1, 0], .transversed), ([0, -1, 1, 0], .rotatedCounterclockwise),
      ([1, 1, -1, 1], nil), ([0, 0, 0, 0], nil),
    ]
    for (m, orientation) in matrices {
      let fixed = [m[0] << 16, m[1] << 16, 0, m[2] << 16, m[3] << 16, 0, 0, 0, 1 << 30]
      #expect(Orientation(displayMatrix: fixed) == orientation, "\(m)")
    }
    #expect(Orientation(displayMatrix: nil) == nil)
    #expect(Orientation(displayMatrix: [1, 0]) == nil)
  }

  @Test("colours of transparent pixels do not bleed when a picture is scaled")
  func alpha() throws {
    // White at the left, fully transparent red at the right.
    let pixels: [[UInt8]] = [[255, 255, 255, 255], [255, 0, 0, 0]]
    for size in [(64, 32), (27, 13), (150, 90)] {
      let frame = try frame("rgba", 64, 32) { _, x, _ in pixels[x / 4 < 32 ? 0 : 1][x % 4] }
      let image = try conform(frame, to: size)
      #expect(image.format == .yuva420p8)
      for y in 0..<size.1 {
        let (luma, alpha) = (image.row(Plane.luma, y), image.row(Plane.alpha, y))
        for x in luma.indices {
          #expect(abs(Int(luma[x]) * 255 - 235 * Int(alpha[x])) <= 3 * 255)
        }
      }
      for y in 0..<image.height(of: Plane.cb) {
        let (cb, cr) = (image.row(Plane.cb, y), image.row(Plane.cr, y))
        let alpha = image.row(Plane.chromaAlpha, y)
        for x in cb.indices {
          #expect(abs(Int(cb[x]) * 255 - 128 * Int(alpha[x])) <= 3 * 255)
          #expect(abs(Int(cr[x]) * 255 - 128 * Int(alpha[x])) <= 3 * 255)
        }
      }
    }
  }

  @Test("a stream that changes its size keeps its shape and its crop")
  func sizeChange() throws {
    // Green at the right half; the crop is the right half of the first size.
    let tags = ColorTags(range: .limited, matrix: .bt709)
    let crop = Rect(x: 32, y: 0, width: 32, height: 32)
    for (width, height) in [(64, 32), (32, 16), (128, 64)] {
      let frame = try frame("yuv420p", width, height, tags: tags) { plane, x, _ in
        plane == 0 ? (x < width / 2 ? 40 : 200) : 128
      }
      let image = try conform(frame, to: (16, 16), crop: crop, coded: (64, 32))
      #expect(codes(image, 8, 8)[0] == 200)
      #expect(codes(image, 1, 1)[0] > 190)
    }
  }
}
