import Foundation
import LibAV
import BaseValues
import PlanModel
import Raster
import Testing
import TimelineModel

@testable import MediaReading
@testable import MediaSources

@Suite("conforming colours")
struct LightRouteTests {
  private let pool = ImagePool(limitBytes: 1 << 22)

  private func conformer(
    _ coded: (Int, Int), to size: (Int, Int), _ reading: Interpretation = Interpretation(),
    crop: Rect? = nil
  ) -> ImageConformer {
    ImageConformer(
      Conform(
        media: MediaID(0), crop: crop ?? Rect(x: 0, y: 0, width: coded.0, height: coded.1),
        size: Size(width: size.0, height: size.1)),
      orientation: .upright, codedSize: Size(width: coded.0, height: coded.1),
      reading: reading, pool: pool)
  }

  /// A flat picture of 10 bits, 4:2:0.
  private func flat(_ codes: [Int], _ tags: ColorTags, _ width: Int, _ height: Int) throws
    -> SharedFrame
  {
    var frame = try VideoFrame(format: "yuv420p10le", width: width, height: height)
    for plane in 0..<3 {
      let rows = unsafe frame.planeMemory(plane)?.rows ?? 0
      for y in 0..<rows {
        var row = frame.mutableRow(y, ofPlane: plane)
        for x in row.indices { row[x] = UInt8(truncatingIfNeeded: codes[plane] >> (x % 2 * 8)) }
      }
    }
    frame.colour = tags
    return SharedFrame(frame)
  }

  private func codes(_ image: Raster.Image, _ x: Int, _ y: Int) -> [Int] {
    (0..<3).map { Int(image.row($0, $0 == 0 ? y : y / 2)[$0 == 0 ? x : x / 2]) }
  }

  private func expect(
    _ image: Raster.Image, _ wanted: [Int], within limit: Int = 1,
    _ place: SourceLocation = #_sourceLocation
  ) {
    for (x, y) in [(0, 0), (image.size.width - 1, image.size.height - 1)] {
      for (a, b) in zip(codes(image, x, y), wanted) {
        #expect(abs(a - b) <= limit, "\(codes(image, x, y)) at \(x), \(y)", sourceLocation: place)
      }
    }
  }

  private static let pq = ColorTags(
    range: .limited, matrix: .bt2020, primaries: .bt2020, transfer: .pq, chromaLocation: .left)
  private static let hlg = ColorTags(
    range: .limited, matrix: .bt2020, primaries: .bt2020, transfer: .hlg, chromaLocation: .left)

  @Test(
    "HDR is tone-mapped: black stays, white ends at white, reference white a little below",
    arguments: [(48, 32), (31, 17), (96, 64), (1, 1)])
  func toneMapping(size: (Int, Int)) throws {
    let conformer = conformer((48, 32), to: size)
    func luma(_ code: Int, _ tags: ColorTags) throws -> Int {
      let image = try conformer.image(of: flat([code, 512, 512], tags, 48, 32))
      #expect(image.size == Size(width: size.0, height: size.1))
      let found = codes(image, size.0 / 2, size.1 / 2)
      #expect(found[1] == 128 && found[2] == 128)
      return found[0]
    }
    #expect(try luma(64, Self.pq) == 16)
    #expect(try luma(940, Self.pq) == 235)
    #expect(try luma(940, Self.hlg) == 235)
    // 203 cd/m² is 58 % in PQ and 75 % in HLG, and becomes 159 of 203 by the curve of BT.2390.
    #expect(abs(try luma(64 + 508, Self.pq) - 214) <= 1)
    #expect(abs(try luma(64 + 657, Self.hlg) - 214) <= 1)
    // 26 cd/m², 18 % grey, stays what it is: (26 / 203) to the power of 1 / 2.4.
    #expect(abs(try luma(64 + 333, Self.pq) - 109) <= 1)
  }

  @Test("BT.2020 in SDR keeps its greys and gets BT.709's colours")
  func wideGamut() throws {
    let tags = ColorTags(
      range: .limited, matrix: .bt2020, primaries: .bt2020, transfer: .bt2020With10Bits,
      chromaLocation: .left)
    let conformer = conformer((32, 32), to: (32, 32))
    for step in stride(from: 0, through: 876, by: 73) {
      let image = try conformer.image(of: flat([64 + step, 512, 512], tags, 32, 32))
      expect(image, [16 + (step * 219 + 438) / 876, 128, 128])
    }
    // BT.709's red in BT.2020 with gamma 2.4: R′G′B′ = 0.8235, 0.3285, 0.1804.
    let red = [0.8235, 0.3285, 0.1804]
    let y = 0.2627 * red[0] + 0.678 * red[1] + 0.0593 * red[2]
    let stored = [
      Int((64 + 876 * y).rounded()), Int((512 + 896 * (red[2] - y) / 1.8814).rounded()),
      Int((512 + 896 * (red[0] - y) / 1.4746).rounded()),
    ]
    expect(try conformer.image(of: flat(stored, tags, 32, 32)), [63, 102, 240], within: 2)
  }

  @Test("tags that a project gives count more than the file's")
  func said() throws {
    let untagged = ColorTags()
    let hdr = ColorSpaceTags(matrix: .bt2020, primaries: .bt2020, transfer: .pq)
    let frame = try flat([700, 450, 600], Self.pq, 32, 32)
    let wanted = try conformer((32, 32), to: (32, 32)).image(of: frame)
    let found = try conformer((32, 32), to: (32, 32), Interpretation(colors: hdr)).image(
      of: flat([700, 450, 600], untagged, 32, 32))
    for plane in 0..<3 {
      for y in 0..<found.height(of: plane) {
        let (a, b) = (found.row(plane, y), wanted.row(plane, y))
        #expect(a.indices.allSatisfy { a[$0] == b[$0] })
      }
    }
    // And an SDR that was tagged as HDR by mistake.
    let sdr = ColorSpaceTags(matrix: .bt709, range: .limited, primaries: .bt709, transfer: .sdr)
    let plain = try conformer((32, 32), to: (32, 32), Interpretation(colors: sdr)).image(of: frame)
    expect(plain, [175, 113, 150])
    let full = ColorSpaceTags(matrix: .bt709, range: .full, primaries: .bt709, transfer: .sdr)
    let fullImage = try conformer((32, 32), to: (32, 32), Interpretation(colors: full)).image(
      of: flat([1023, 512, 512], Self.pq, 32, 32))
    expect(fullImage, [235, 128, 128])
  }

  @Test("primaries and transfers of SDR systems are taken for one another")
  func practice() {
    for primaries in [1, 2, 5, 6, 7].compactMap(PrimariesCode.init) {
      for transfer in [1, 2, 4, 5, 6, 7, 13, 14, 15].compactMap(TransferCode.init) {
        let tags = ColorTags(matrix: .smpte170M, primaries: primaries, transfer: transfer)
        #expect(tags.lightSource(peak: nil) == nil)
      }
    }
    let untagged = ColorGuess.complete(
      ColorTags(matrix: .bt2020), format: StoredPixelFormat(named: "yuv420p10le"),
      size: Size(width: 64, height: 64))
    #expect(untagged.primaries == .bt2020)
    #expect(untagged.lightSource(peak: nil)?.primaries == .bt2020)
    let dark = ColorTags(primaries: .bt2020, transfer: .pq).lightSource(peak: 4)
    #expect(dark?.transfer == .perceptualQuantizer(peak: 203))
  }

  @Test("a stream that changes its format keeps its colours, and each picture has the same shape")
  func formatChange() throws {
    let conformer = conformer((32, 32), to: (20, 16))
    let tags = ColorTags(
      range: .limited, matrix: .bt709, primaries: .bt709, transfer: .bt709, chromaLocation: .left)
    let formats = ["yuv420p", "yuv422p", "yuv444p", "rgb24", "rgba", "yuv420p10le"]
    for round in 0..<2 {
      for format in formats {
        let frame: SharedFrame
        if format == "yuv420p10le" {
          frame = try flat([126 * 4, 512, 512], tags, 32, 32)
        } else {
          var made = try VideoFrame(format: format, width: 32, height: 32)
          for plane in 0..<made.planeCount {
            let rows = unsafe made.planeMemory(plane)?.rows ?? 0
            let level: UInt8 = format.hasPrefix("rgb") ? 128 : plane == 0 ? 126 : 128
            for y in 0..<rows {
              var row = made.mutableRow(y, ofPlane: plane)
              for x in row.indices { row[x] = format == "rgba" && x % 4 == 3 ? 255 : level }
            }
          }
          made.colour = format.hasPrefix("rgb") ? ColorTags() : tags
          frame = SharedFrame(made)
        }
        let image = try conformer.image(of: frame)
        #expect(image.size == Size(width: 20, height: 16))
        #expect(image.format.hasAlpha == (format == "rgba"), "\(format), round \(round)")
        expect(image, [126, 128, 128])
      }
    }
  }

  @Test("no picture memory is taken from the system once a source runs")
  func steadyState() throws {
    for format in ["yuv420p10le", "rgba", "yuv422p", "yuva444p10le"] {
      for tags in [ColorTags(range: .limited, matrix: .bt709), Self.pq] {
        let pool = ImagePool(limitBytes: 1 << 22)
        let conformer = ImageConformer(
          Conform(
            media: MediaID(0), crop: Rect(x: 1, y: 1, width: 30, height: 30),
            size: Size(width: 24, height: 18)),
          orientation: .rotatedClockwise, codedSize: Size(width: 32, height: 32), pool: pool)
        var allocations: [Int] = []
        for _ in 0..<6 {
          var frame = try VideoFrame(format: format, width: 32, height: 32)
          for plane in 0..<frame.planeCount {
            for y in 0..<(unsafe frame.planeMemory(plane)?.rows ?? 0) {
              var row = frame.mutableRow(y, ofPlane: plane)
              for x in row.indices { row[x] = 1 }
            }
          }
          frame.colour = tags
          _ = try conformer.image(of: SharedFrame(frame))
          allocations.append(pool.statistics.allocations)
        }
        #expect(allocations.first == allocations.last, "\(format)")
      }
    }
  }

  // MARK: - Alpha

  private func rgba(_ pixel: (Int) -> [UInt8], _ tags: ColorTags = ColorTags()) throws
    -> SharedFrame
  {
    var frame = try VideoFrame(format: "rgba", width: 32, height: 16)
    for y in 0..<16 {
      var row = frame.mutableRow(y, ofPlane: 0)
      for x in row.indices { row[x] = pixel(x / 4)[x % 4] }
    }
    frame.colour = tags
    return SharedFrame(frame)
  }

  @Test("straight, premultiplied and ignored alpha")
  func alpha() throws {
    func straight(_ x: Int) -> [UInt8] { [240, 120, 30, UInt8(x * 8)] }
    func multiplied(_ x: Int) -> [UInt8] {
      let color = straight(x)
      return color.prefix(3).map { UInt8((Int($0) * Int(color[3]) + 127) / 255) } + [color[3]]
    }
    let plain = try conformer((32, 16), to: (32, 16)).image(of: rgba(straight))
    let reading = Interpretation(alpha: .premultiplied)
    let found = try conformer((32, 16), to: (32, 16), reading).image(of: rgba(multiplied))
    for plane in 0..<plain.planeCount {
      for y in 0..<plain.height(of: plane) {
        let (a, b) = (plain.row(plane, y), found.row(plane, y))
        for x in a.indices { #expect(abs(Int(a[x]) - Int(b[x])) <= 1, "plane \(plane) \(x), \(y)") }
      }
    }
    let opaque = try conformer((32, 16), to: (32, 16), Interpretation(alpha: .ignore)).image(
      of: rgba(straight))
    #expect(opaque.format == .yuv420p8)
    #expect(codes(opaque, 0, 0) == codes(opaque, 30, 0))
  }

  @Test("HDR with alpha goes through light as HDR without, straight or premultiplied")
  func alphaAndLight() throws {
    let tags = ColorTags(range: .full, matrix: .rgb, primaries: .bt2020, transfer: .pq)
    let color: [UInt8] = [150, 120, 90]
    let opaque = try conformer((32, 16), to: (32, 16), Interpretation(alpha: .ignore)).image(
      of: rgba({ _ in color + [255] }, tags))
    let whole = try conformer((32, 16), to: (32, 16)).image(of: rgba({ _ in color + [255] }, tags))
    expect(whole, codes(opaque, 0, 0), within: 1)
    let half = color.map { UInt8((Int($0) * 128 + 127) / 255) } + [128]
    let thin = try conformer((32, 16), to: (32, 16), Interpretation(alpha: .premultiplied)).image(
      of: rgba({ _ in half }, tags))
    expect(thin, codes(opaque, 0, 0).map { ($0 * 128 + 127) / 255 }, within: 2)
    #expect(thin.row(Plane.alpha, 3)[5] == 128)
  }

  // MARK: - Crop

  @Test("parts that begin between chroma samples do not move", arguments: ["yuv420p", "nv12"])
  func oddCrop(format: String) throws {
    // Luma tells columns and rows; chroma is a ramp over columns, sited at the left.
    var frame = try VideoFrame(format: format, width: 64, height: 32)
    for y in 0..<32 {
      var row = frame.mutableRow(y, ofPlane: 0)
      for x in row.indices { row[x] = UInt8(20 + x + 3 * y) }
    }
    for plane in 1..<frame.planeCount {
      for y in 0..<16 {
        var row = frame.mutableRow(y, ofPlane: plane)
        let step = format == "nv12" ? 2 : 1
        for x in row.indices { row[x] = UInt8(40 + 4 * (x / step)) }
      }
    }
    frame.colour = ColorTags(
      range: .limited, matrix: .bt709, primaries: .bt709, transfer: .bt709, chromaLocation: .left)
    let shared = SharedFrame(frame)
    for (x, y) in [(0, 0), (1, 0), (0, 1), (5, 3), (6, 2)] {
      let crop = Rect(x: x, y: y, width: 40, height: 20)
      let image = try conformer((64, 32), to: (40, 20), crop: crop).image(of: shared)
      for row in 0..<20 {
        let luma = image.row(Plane.luma, row)
        for column in 0..<40 {
          #expect(abs(Int(luma[column]) - (20 + x + column + 3 * (y + row))) <= 1)
        }
      }
      for row in 0..<10 {
        let cb = image.row(Plane.cb, row)
        // Two codes a column of luma; the last sample has nothing behind it.
        for column in 0..<19 {
          #expect(
            abs(Int(cb[column]) - (40 + 2 * (x + 2 * column))) <= 1,
            "\(cb[column]) at \(column), \(row) of the part at \(x), \(y)")
        }
      }
    }
  }
}
