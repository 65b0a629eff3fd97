import LibAV
import BaseValues
import PlanModel
import Raster
import Testing
import TimelineModel

@testable import MediaReading
@testable import MediaSources

@Suite("planes of another size")
struct ResizedPlanesTests {
  private static let tags = ColorTags(
    range: .limited, matrix: .bt709, primaries: .bt709, transfer: .bt709, chromaLocation: .left)

  /// The picture of a frame whose plane p holds `value(p, x, y)`, at another size.
  private func image(
    _ format: String, _ from: Size, crop: Rect? = nil, to size: Size, tags: ColorTags = Self.tags,
    _ value: (Int, Int, Int) -> Int
  ) throws -> Raster.Image {
    var frame = try VideoFrame(format: format, width: from.width, height: from.height)
    for plane in 0..<frame.planeCount {
      for y in 0..<(unsafe frame.planeMemory(plane)?.rows ?? 0) {
        var row = frame.mutableRow(y, ofPlane: plane)
        for x in row.indices { row[x] = UInt8(value(plane, x, y)) }
      }
    }
    frame.colour = tags
    let conformer = ImageConformer(
      Conform(media: MediaID(0), crop: crop ?? from.bounds, size: size), orientation: .upright,
      codedSize: from, pool: ImagePool(limitBytes: 1 << 22))
    return try conformer.image(of: SharedFrame(frame))
  }

  @Test(
    "a ramp of chroma stays where it is, whatever its subsampling and the width",
    arguments: [("yuv420p", 1, 1), ("yuv422p", 1, 0), ("yuv444p", 0, 0), ("yuv411p", 2, 0)],
    [451, 450, 97])
  func sites(format: (name: String, across: Int, down: Int), width: Int) throws {
    // Full range, so that it is not used as it is. Slopes of a quarter of a code for a luma sample are
    // whole codes for none of the subsamplings, so the ramp has steps, which the window keeps within one.
    var tags = Self.tags
    tags.range = .full
    let (from, to) = (Size(width: width, height: 60), Size(width: 2 * width + 38, height: 160))
    let slope = 100 / Double(width)
    let image = try image(format.name, from, to: to, tags: tags) { plane, x, _ in
      plane == 0 ? 128 : Int((78 + slope * Double(x << format.across)).rounded())
    }
    for y in [0, 40, 79] {
      let row = image.row(Plane.cb, y)
      for k in 8..<row.count - 8 {
        // Left edges of luma samples 2k and x lie on each other where k · 2 + ½ is x + ½ in the other scale.
        let place = (2 * Double(k) + 0.5) * Double(from.width) / Double(to.width) - 0.5
        let wanted = 128 + (78 + slope * place - 128) * 224 / 255
        #expect(abs(Double(row[k]) - wanted) <= 1.2, "column \(k) of \(row.count)")
      }
    }
  }

  @Test(
    "more chroma than the output has comes to its places, luma stays as it is, whole pictures and parts of them",
    arguments: [("yuv422p", 1, 0), ("yuv444p", 0, 0), ("yuv411p", 2, 0), ("yuv440p", 0, 1)],
    [(64, 36, 0, 0), (101, 57, 0, 0), (60, 34, 4, 2), (33, 21, 1, 1)])
  func ownSize(
    format: (name: String, across: Int, down: Int), part: (width: Int, height: Int, x: Int, y: Int)
  ) throws {
    let crop = Rect(x: part.x, y: part.y, width: part.width, height: part.height)
    let size = crop.size
    func code(_ x: Double, _ y: Double) -> Double { 60 + 0.9 * x + 0.7 * y }
    let image = try image(
      format.name, Size(width: part.width + part.x, height: part.height + part.y), crop: crop,
      to: size
    ) { plane, x, y in
      // Chroma lies at the left, and half way down.
      plane == 0
        ? 16 + (x * 7 + y * 13) % 200
        : Int(
          code(
            Double(x << format.across), Double(y << format.down) + Double(1 << format.down - 1) / 2
          ).rounded())
    }
    for y in 0..<size.height {
      let row = image.row(Plane.luma, y)
      for x in 0..<size.width {
        #expect(Int(row[x]) == 16 + ((x + part.x) * 7 + (y + part.y) * 13) % 200, "\(x), \(y)")
      }
    }
    // Near the edges the window sees the last samples again.
    for plane in [Plane.cb, Plane.cr] {
      for y in 3..<size.height / 2 - 3 {
        let row = image.row(plane, y)
        for x in 3..<row.count - 3 {
          let wanted = code(Double(2 * x + part.x), Double(2 * y + part.y) + 0.5)
          // What is cut between chroma samples is rounded once more.
          #expect(
            abs(Double(row[x]) - wanted) <= (part.x % 2 == 0 ? 1 : 1.6),
            "\(x), \(y) of plane \(plane)")
        }
      }
    }
  }

  @Test(
    "rows that are read some hundred at a time make one picture",
    arguments: [(2000, 900), (900, 2000), (1999, 101)])
  func bands(heights: (from: Int, to: Int)) throws {
    var tags = Self.tags
    tags.range = .full
    for format in ["yuv420p", "nv12", "yuv422p"] {
      let (from, to) = (Size(width: 16, height: heights.from), Size(width: 24, height: heights.to))
      let image = try image(format, from, to: to, tags: tags) { plane, _, y in
        plane == 0 ? 20 + y * 200 / heights.from : 128
      }
      for y in 8..<heights.to - 8 {
        let place = (Double(y) + 0.5) * Double(from.height) / Double(to.height) - 0.5
        let wanted = 16 + (20 + place * 200 / Double(heights.from)) * 219 / 255
        #expect(abs(Double(image.row(Plane.luma, y)[9]) - wanted) <= 1.5, "row \(y), \(format)")
      }
    }
  }

  @Test("colours of R′G′B′ are those of BT.709 at any size, by its equations")
  func colors() throws {
    for (r, g, b) in [
      (255, 0, 0), (12, 200, 77), (0, 0, 255), (255, 255, 255), (1, 2, 3), (90, 90, 90),
    ] {
      let components = [r, g, b]
      let y = 0.2126 * Double(r) + 0.7152 * Double(g) + 0.0722 * Double(b)
      let wanted = [
        16 + 219 * y / 255, 128 + 224 * (Double(b) - y) / 1.8556 / 255,
        128 + 224 * (Double(r) - y) / 1.5748 / 255,
      ]
      let image = try image(
        "rgb24", Size(width: 31, height: 300), to: Size(width: 50, height: 411),
        tags: ColorTags(range: .full, matrix: .rgb)
      ) { _, x, _ in components[x % 3] }
      for plane in 0..<3 {
        for y in [0, 100, 205] {
          #expect(abs(Double(image.row(plane, y)[11]) - wanted[plane]) <= 0.52)
        }
      }
    }
  }

  /// Words whose bytes are alike are 257 times as much as one of them.
  @Test(
    "colours of deep R′G′B′ are those of BT.709 at any size, and white is not beyond white",
    arguments: ["rgb48le", "rgb48be", "gbrp16le"],
    [Size(width: 31, height: 30), Size(width: 50, height: 77)])
  func deepColors(format: String, size: Size) throws {
    for (r, g, b) in [(255, 255, 255), (128, 128, 128), (0, 255, 0), (200, 50, 90), (0, 0, 0)] {
      let components = format.hasPrefix("gbrp") ? [g, b, r] : [r, g, b]
      let y = 0.2126 * Double(r) + 0.7152 * Double(g) + 0.0722 * Double(b)
      let wanted = [
        16 + 219 * y / 255, 128 + 224 * (Double(b) - y) / 1.8556 / 255,
        128 + 224 * (Double(r) - y) / 1.5748 / 255,
      ]
      let image = try image(
        format, Size(width: 31, height: 30), to: size, tags: ColorTags(range: .full, matrix: .rgb)
      ) { plane, x, _ in components[format.hasPrefix("gbrp") ? plane : x / 2 % 3] }
      for plane in 0..<3 {
        var sum = 0.0
        for y in 0..<image.height(of: plane) {
          let row = image.row(plane, y)
          for x in row.indices {
            #expect(abs(Double(row[x]) - wanted[plane]) < 1.01)
            sum += Double(row[x])
          }
        }
        let count = image.width(of: plane) * image.height(of: plane)
        #expect(abs(sum / Double(count) - wanted[plane]) < 0.06, "plane \(plane)")
        if (r, g, b) == (255, 255, 255), plane == Plane.luma { #expect(sum == 235 * Double(count)) }
      }
    }
  }

  @Test(
    "pictures of 16 bits with alpha have the codes of those of 8", arguments: [127, 128, 200, 254])
  func deepAlpha(level: Int) throws {
    for (format, step) in [("rgba64le", 2), ("ya16le", 2), ("rgba", 1), ("ya8", 1)] {
      let size = Size(width: 20, height: 10)
      let components = format.hasPrefix("ya") ? 2 : 4
      let image = try image(
        format, size, to: size,
        tags: ColorTags(range: .full, matrix: format.hasPrefix("ya") ? .unspecified : .rgb)
      ) { _, x, _ in x / step % components == components - 1 ? 255 : level }
      #expect(image.format == .yuva420p8)
      let wanted = UInt8((16 + 219 * Double(level) / 255).rounded())
      #expect(image.row(Plane.luma, 5)[7] == wanted, "\(format)")
      #expect(image.row(Plane.alpha, 5)[7] == 255)
    }
  }

  @Test("big-endian grey is scaled as other grey")
  func bigEndianGrey() throws {
    var tags = Self.tags
    tags.range = .full
    let (from, to) = (Size(width: 3, height: 5), Size(width: 64, height: 48))
    let levels = [200, 20, 90, 60, 240, 10, 130, 80, 33, 180, 70, 220, 5, 150, 111]
    let found = try image("gray16be", from, to: to, tags: tags) { _, x, y in levels[3 * y + x / 2] }
    let wanted = try image("gray", from, to: to, tags: tags) { _, x, y in levels[3 * y + x] }
    for y in 0..<48 {
      for x in 0..<64 {
        #expect(
          abs(Int(found.row(Plane.luma, y)[x]) - Int(wanted.row(Plane.luma, y)[x])) <= 1)
      }
    }
  }

  @Test(
    "a picture that is cut between its chroma samples has colours where they were, whatever its size",
    arguments: [
      ("yuv420p", 1, 1, 65, 37), ("yuv422p", 1, 0, 65, 37), ("yuv411p", 2, 0, 101, 64),
      ("yuv410p", 2, 2, 333, 77), ("yuv440p", 0, 1, 65, 37), ("yuv420p", 1, 1, 64, 36),
    ], [(1, 0), (0, 1), (1, 1), (3, 3)])
  func uneven(
    format: (name: String, across: Int, down: Int, width: Int, height: Int), cut: (x: Int, y: Int)
  ) throws {
    var tags = Self.tags
    tags.range = .full
    let from = Size(width: format.width, height: format.height)
    let crop = Rect(
      x: cut.x, y: cut.y, width: from.width - cut.x, height: from.height - cut.y)
    let to = Size(width: 302, height: 202)
    let slopes = (x: 60 / Double(from.width), y: 60 / Double(from.height))
    func code(_ x: Double, _ y: Double) -> Double { 70 + slopes.x * x + slopes.y * y }
    // Chroma lies at the left, and half way down.
    let half = Double(1 << format.down - 1) / 2
    let image = try image(format.name, from, crop: crop, to: to, tags: tags) { plane, x, y in
      plane == 0
        ? 128
        : Int(code(Double(x << format.across), Double(y << format.down) + half).rounded())
    }
    for plane in [Plane.cb, Plane.cr] {
      for y in stride(from: 6, to: 95, by: 11) {
        for x in stride(from: 6, to: 145, by: 9) {
          let column =
            (2 * Double(x) + 0.5) * Double(crop.width) / 302 - 0.5 + Double(cut.x)
          let row = (2 * Double(y) + 1) * Double(crop.height) / 202 - 0.5 + Double(cut.y)
          let limits = (
            Double(((from.width - 1) >> format.across) << format.across),
            Double(((from.height - 1) >> format.down) << format.down) + half
          )
          guard column < limits.0 - 1, row > half, row < limits.1 - 1 else { continue }
          let wanted = 128 + (code(column, row) - 128) * 224 / 255
          #expect(
            abs(Double(image.row(plane, y)[x]) - wanted) <= 1.7, "\(x), \(y) of plane \(plane)")
        }
      }
    }
  }

  @Test("R′G′B′ in its own size keeps chroma of luma's size for when it is resampled")
  func detail() throws {
    let size = Size(width: 21, height: 12)
    let rgb = try image("rgb24", size, to: size, tags: ColorTags(range: .full, matrix: .rgb)) {
      _, x, y in (x / 3 + y).isMultiple(of: 2) ? [255, 0, 0][x % 3] : [0, 0, 255][x % 3]
    }
    let planes = try #require(rgb.detail?.planes())
    #expect(planes.cb.size == size && planes.cr.size == size)
    // The codes of BT.709's red and blue.
    for x in 0..<21 {
      #expect(planes.cb.row(Plane.luma, 4)[x] == (x.isMultiple(of: 2) ? 102 : 240))
      #expect(planes.cr.row(Plane.luma, 4)[x] == (x.isMultiple(of: 2) ? 240 : 118))
    }
    let larger = try image(
      "rgb24", size, to: Size(width: 30, height: 20), tags: ColorTags(range: .full, matrix: .rgb)
    ) { _, _, _ in 9 }
    #expect(larger.detail == nil)
    #expect(try image("yuv420p", size, to: size) { _, _, _ in 128 }.detail == nil)
    #expect(try image("yuv422p", size, to: size) { _, _, _ in 128 }.detail == nil)
  }

  @Test(
    "4:4:4 in its own size keeps its chroma, in BT.709's codes, for when it is resampled",
    arguments: [
      // Codes of red and of blue, by BT.601, by JFIF, which has BT.601's in full range, and by BT.709.
      (ColorTags(range: .limited, matrix: .smpte170M), [81, 90, 240], [41, 240, 110]),
      (ColorTags(range: .full, matrix: .smpte170M), [76, 85, 255], [29, 255, 107]),
      (ColorTags(range: .limited, matrix: .bt709), [63, 102, 240], [32, 240, 118]),
    ])
  func planarDetail(colors: (tags: ColorTags, red: [Int], blue: [Int])) throws {
    let size = Size(width: 22, height: 13)
    let whole = try image(
      "yuv444p", Size(width: 25, height: 15), crop: Rect(x: 3, y: 1, width: 22, height: 13),
      to: size, tags: colors.tags
    ) { plane, x, y in
      (x + y).isMultiple(of: 2) ? colors.red[plane] : colors.blue[plane]
    }
    let planes = try #require(whole.detail?.planes())
    #expect(planes.cb.size == size && planes.cr.size == size)
    for y in 0..<size.height {
      let (cb, cr) = (planes.cb.row(Plane.luma, y), planes.cr.row(Plane.luma, y))
      for x in 0..<size.width {
        let wanted = (x + y).isMultiple(of: 2) ? (102, 240) : (240, 118)
        #expect(abs(Int(cb[x]) - wanted.0) <= 1 && abs(Int(cr[x]) - wanted.1) <= 1, "\(x), \(y)")
      }
    }
  }

  @Test("a picture shown very small, or with one side longer than the other, is made")
  func extremes() throws {
    var tags = Self.tags
    tags.range = .full
    for (from, to) in [
      (Size(width: 4000, height: 8), Size(width: 9, height: 300)),
      (Size(width: 3, height: 700), Size(width: 300, height: 1)),
      (Size(width: 1, height: 1), Size(width: 33, height: 21)),
      (Size(width: 2049, height: 5), Size(width: 64, height: 6)),
    ] {
      for format in ["yuv420p", "yuv410p", "gray", "rgb24", "nv12"] {
        let grey = 16 + 219 * 90 / 255
        // Swscale's sums of thousands of samples are not that near.
        let most = max(from.width / to.width, from.height / to.height) > 32 ? 3 : 1
        let image = try image(
          format, from, to: to,
          tags: format == "rgb24" ? ColorTags(range: .full, matrix: .rgb) : tags
        ) { plane, _, _ in plane == 0 || format == "rgb24" ? 90 : 128 }
        #expect(image.size == to)
        #expect(
          abs(Int(image.row(Plane.luma, to.height / 2)[to.width / 2]) - grey) <= most, "\(format)")
        #expect(abs(Int(image.row(Plane.cb, 0)[0]) - 128) <= 1, "\(format)")
      }
    }
  }
}
