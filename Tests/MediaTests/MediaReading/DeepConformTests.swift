import BaseValues
import LibAV
import PlanModel
import Raster
import Testing
import TimelineModel

@testable import MediaReading
@testable import MediaSources

/// What sources become in a movie of 10 bits.
@Suite("conforming to 10 bits")
struct DeepConformTests {
  private let pool = ImagePool(limitBytes: 1 << 22)
  private let output = ColorTags(
    range: .limited, matrix: .bt709, primaries: .bt709, transfer: .bt709, chromaLocation: .left)

  private func conform(
    _ frame: consuming VideoFrame, to size: Size? = nil, orientation: Orientation = .upright
  ) throws -> Raster.Image {
    let coded = Size(width: frame.width, height: frame.height)
    let shown = orientation.swapsAxes ? Size(width: coded.height, height: coded.width) : coded
    let conformer = ImageConformer(
      Conform(media: MediaID(0), crop: shown.bounds, size: size ?? shown),
      orientation: orientation, codedSize: coded, depth: 10, pool: pool)
    return try conformer.image(of: SharedFrame(frame))
  }

  /// A frame of words, in the order that its format's name says.
  private func deep(
    _ format: String, _ size: Size, _ tags: ColorTags,
    _ value: (_ plane: Int, _ x: Int, _ y: Int) -> Int
  ) throws -> VideoFrame {
    var frame = try VideoFrame(format: format, width: size.width, height: size.height)
    let isBig = format.hasSuffix("be")
    for plane in 0..<frame.planeCount {
      let rows = unsafe frame.planeMemory(plane)?.rows ?? 0
      for y in 0..<rows {
        var row = frame.mutableRow(y, ofPlane: plane)
        for x in 0..<row.count / 2 {
          let code = value(plane, x, y)
          row[2 * x + (isBig ? 1 : 0)] = UInt8(truncatingIfNeeded: code)
          row[2 * x + (isBig ? 0 : 1)] = UInt8(truncatingIfNeeded: code >> 8)
        }
      }
    }
    frame.colour = tags
    return frame
  }

  private func shallow(
    _ format: String, _ size: Size, _ tags: ColorTags,
    _ value: (_ plane: Int, _ x: Int, _ y: Int) -> Int
  ) throws -> VideoFrame {
    var frame = try VideoFrame(format: format, width: size.width, height: size.height)
    for plane in 0..<frame.planeCount {
      let rows = unsafe frame.planeMemory(plane)?.rows ?? 0
      for y in 0..<rows {
        var row = frame.mutableRow(y, ofPlane: plane)
        for x in row.indices { row[x] = UInt8(truncatingIfNeeded: value(plane, x, y)) }
      }
    }
    frame.colour = tags
    return frame
  }

  private func codes(_ image: Raster.Image, _ plane: Int, _ y: Int) -> [Int] {
    let row = image.row(plane, y, as: UInt16.self)
    return row.indices.map { Int(row[$0]) }
  }

  @Test("10 bits in the output's codes pass through to the bit, in either order of bytes")
  func through() throws {
    let size = Size(width: 1024, height: 6)
    for format in ["yuv420p10le", "yuv420p10be"] {
      func code(_ plane: Int, _ x: Int, _ y: Int) -> Int { (x + 7 * y + 300 * plane) % 1024 }
      let image = try conform(try deep(format, size, output, code))
      #expect(image.format == .yuv420p10 && image.size == size)
      for plane in 0..<3 {
        for y in 0..<image.height(of: plane) {
          #expect(
            codes(image, plane, y) == (0..<image.width(of: plane)).map { code(plane, $0, y) })
        }
      }
    }
    // Words of raw files may have more bits.
    let wild = try conform(try deep("yuv420p10le", size, output) { _, x, _ in 0xFC00 | x % 1024 })
    #expect(codes(wild, 0, 3) == Array(0..<1024))
  }

  @Test("8 bits in the output's codes are given as they lie, to be made four times as large")
  func widened() throws {
    let size = Size(width: 256, height: 2)
    let image = try conform(try shallow("yuv420p", size, output) { _, x, _ in x })
    #expect(image.format == .yuv420p8)
    #expect(codes(image.widened(), 0, 0) == (0..<256).map { 4 * $0 })
    // In another size there are codes between them.
    let larger = try conform(
      try shallow("yuv420p", size, output) { _, x, _ in 100 + x / 64 },
      to: Size(width: 2048, height: 16))
    #expect(larger.format == .yuv420p10)
    #expect(Set(codes(larger, 0, 8)).count > 12)
  }

  @Test("full range of 8 bits is brought to limited range with the rounding of 10 bits")
  func fullRange() throws {
    let size = Size(width: 256, height: 2)
    var tags = output
    tags.range = .full
    let image = try conform(
      try shallow("yuv420p", size, tags) { plane, x, _ in plane == 0 ? x : 128 })
    for (x, code) in codes(image, 0, 1).enumerated() {
      let exact = 64 + 876 * Double(x) / 255
      #expect(abs(Double(code) - exact) <= 0.52, "\(x)")
    }
    #expect(Set(codes(image, 0, 0)).count == 256)
  }

  @Test("R′G′B′ has the codes of BT.709 in 10 bits", arguments: [false, true])
  func colors(isScaled: Bool) throws {
    let size = Size(width: 512, height: 8)
    let image = try conform(
      try shallow("rgb24", size, ColorTags(range: .full, matrix: .rgb)) { _, x, _ in
        [x / 6 % 256, 255 - x / 6 % 256, 77][x % 3]
      }, to: isScaled ? Size(width: 1024, height: 16) : nil)
    #expect(image.format == .yuv420p10)
    let scale = isScaled ? 2 : 1
    for step in stride(from: 4, to: 250, by: 3) {
      // Two columns have a colour; in between scaling mixes them.
      let x = scale * 2 * step
      let (red, green, blue) = (Double(step) / 255, Double(255 - step) / 255, 77.0 / 255)
      let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
      let y = Double(codes(image, 0, 4)[x])
      // Codes have 14 bits in between.
      let tolerance: Double = isScaled ? 2 : 0.56
      #expect(abs(y - 64 - 876 * luma) <= tolerance)
      let exactCb: Double = 512 + 896 * (blue - luma) / 1.8556
      let cb = Double(codes(image, 1, 2)[x / 2])
      #expect(abs(cb - exactCb) <= 2.5)
    }
    let grey = try conform(
      try shallow("rgb24", size, ColorTags(range: .full, matrix: .rgb)) { _, x, _ in x / 3 % 256 })
    for x in 0..<256 {
      let exact = 64 + 876 * Double(x) / 255
      let code = Double(codes(grey, 0, 2)[x])
      #expect(abs(code - exact) <= 0.56)
    }
  }

  @Test("12 bits are dithered to 10, right in the mean")
  func dithered() throws {
    let size = Size(width: 512, height: 64)
    for code in [1000, 1001, 1002, 1003] {
      let image = try conform(
        try deep("yuv420p12le", size, output) { plane, _, _ in plane == 0 ? code : 2048 })
      let all = (0..<64).flatMap { codes(image, 0, $0) }
      let mean = Double(all.reduce(0, +)) / Double(all.count)
      #expect(abs(mean - Double(code) / 4) < 0.01)
      #expect(Set(all).isSubset(of: [250, 251]))
    }
  }

  @Test("pictures of 10 bits with alpha keep their greys and their alpha")
  func alpha() throws {
    let size = Size(width: 800, height: 4)
    // Opaque: codes as they are. Then half: premultiplied.
    for alpha in [1023, 512] {
      let image = try conform(
        try deep("yuva420p10le", size, output) { plane, x, _ in
          plane == 3 ? alpha : plane == 0 ? 100 + x : 512
        })
      #expect(image.format == .yuva420p10)
      #expect(codes(image, Plane.alpha, 1).allSatisfy { $0 == alpha })
      for (x, code) in codes(image, 0, 2).enumerated() {
        let exact = Double(100 + x) * Double(alpha) / 1023
        #expect(abs(Double(code) - exact) <= 1, "\(alpha) \(x)")
      }
      #expect(Set(codes(image, 0, 2)).count > (alpha == 1023 ? 780 : 390))
    }
  }

  @Test("turned pictures of 10 bits have their samples, and no code beyond them")
  func turned() throws {
    let size = Size(width: 10, height: 8)
    func code(_ plane: Int, _ x: Int, _ y: Int) -> Int {
      plane == 0 ? 100 * y + x : (x + y) % 2 == 0 ? 1023 : 0
    }
    for orientation in Orientation.allCases {
      let shown =
        orientation.swapsAxes ? Size(width: size.height, height: size.width) : size
      let image = try conform(
        try deep("yuv420p10le", size, output, code), orientation: orientation)
      #expect(image.format == .yuv420p10 && image.size == shown)
      let all = (0..<shown.height).flatMap { codes(image, 0, $0) }.sorted()
      #expect(all == (0..<8).flatMap { y in (0..<10).map { 100 * y + $0 } })
      for plane in 1...2 {
        for y in 0..<image.height(of: plane) {
          #expect(codes(image, plane, y).allSatisfy { (0...1023).contains($0) })
        }
      }
    }
    let upsideDown = try conform(
      try deep("yuv420p10le", size, output, code), orientation: .rotated180)
    #expect(codes(upsideDown, 0, 0) == (0..<10).map { 709 - $0 })
  }

  @Test("HDR has codes between those of 8 bits")
  func light() throws {
    let size = Size(width: 512, height: 4)
    var tags = output
    (tags.transfer, tags.primaries, tags.matrix) = (.pq, .bt2020, .bt2020)
    let image = try conform(
      try deep("yuv420p10le", size, tags) { plane, x, _ in plane == 0 ? 64 + x : 512 })
    let row = codes(image, 0, 1)
    #expect(image.format == .yuv420p10)
    #expect(Set(row.map { $0 % 4 }).count == 4)
    // It gets brighter, but for what dithering adds.
    #expect(zip(row, row.dropFirst()).allSatisfy { $1 >= $0 - 1 })
  }
}
