import LibAV
import PixelGeometry
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
    _ format: String, _ from: Size, to size: Size, tags: ColorTags = Self.tags,
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
      Conform(media: MediaID(0), crop: from.bounds, size: size), orientation: .upright,
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
