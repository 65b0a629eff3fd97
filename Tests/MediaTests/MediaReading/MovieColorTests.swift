import BaseValues
import Foundation
import LibAV
import PlanModel
import Raster
import Testing
import TimelineModel

@testable import MediaReading
@testable import MediaSources

/// What sources become in movies of HDR and of Display P3.
@Suite("conforming to a movie's colour")
struct MovieColorTests {
  private let pool = ImagePool(limitBytes: 1 << 22)

  private func conform(
    _ frame: consuming VideoFrame, to size: Size? = nil, color: PictureColor, depth: Int = 10,
    peak: Int? = nil
  ) throws -> Raster.Image {
    let coded = Size(width: frame.width, height: frame.height)
    let conformer = ImageConformer(
      Conform(media: MediaID(0), crop: coded.bounds, size: size ?? coded),
      orientation: .upright, codedSize: coded, depth: depth, color: color, peak: peak, pool: pool)
    return try conformer.image(of: SharedFrame(frame))
  }

  private func frame(
    _ format: String, _ size: Size, _ tags: ColorTags, bytes: Int = 2,
    _ value: (_ plane: Int, _ x: Int, _ y: Int) -> Int
  ) throws -> VideoFrame {
    var frame = try VideoFrame(format: format, width: size.width, height: size.height)
    for plane in 0..<frame.planeCount {
      let rows = unsafe frame.planeMemory(plane)?.rows ?? 0
      for y in 0..<rows {
        var row = frame.mutableRow(y, ofPlane: plane)
        for x in row.indices {
          row[x] = UInt8(truncatingIfNeeded: value(plane, x / bytes, y) >> (x % bytes * 8))
        }
      }
    }
    frame.colour = tags
    return frame
  }

  private func codes(_ image: Raster.Image, _ plane: Int, _ y: Int) -> [Int] {
    if image.format.depth == UInt8.depth {
      let row = image.row(plane, y)
      return row.indices.map { Int(row[$0]) }
    }
    let row = image.row(plane, y, as: UInt16.self)
    return row.indices.map { Int(row[$0]) }
  }

  private func expectFlat(
    _ image: Raster.Image, _ wanted: [Int], within limit: Int = 1,
    _ place: SourceLocation = #_sourceLocation
  ) {
    for plane in 0..<3 {
      for code in codes(image, plane, 0) {
        #expect(
          abs(code - wanted[plane]) <= limit, "plane \(plane): \(code)", sourceLocation: place)
      }
    }
  }

  private static let size = Size(width: 1024, height: 4)

  @Test(
    "pictures that have the movie's codes keep every one of them",
    arguments: [PictureColor.hdr10, .hlg, .p3])
  func kept(color: PictureColor) throws {
    func code(_ plane: Int, _ x: Int, _ y: Int) -> Int { (x + 7 * y + 300 * plane) % 1024 }
    let image = try conform(
      try frame("yuv420p10le", Self.size, ColorGuess.output(color), code), color: color, peak: 4000)
    for plane in 0..<3 {
      for y in 0..<image.height(of: plane) {
        #expect(codes(image, plane, y) == (0..<image.width(of: plane)).map { code(plane, $0, y) })
      }
    }
  }

  @Test("8 bits of Display P3 pass through a movie of 8 bits, and those of the others do not")
  func keptBytes() throws {
    let tags = ColorGuess.output(.p3)
    func code(_ plane: Int, _ x: Int, _ y: Int) -> Int {
      plane == 0 ? x % 256 : 90 + 60 * (plane - 1)
    }
    let same = try conform(
      try frame("yuv420p", Self.size, tags, bytes: 1, code), color: .p3, depth: 8)
    #expect(codes(same, 0, 1) == (0..<1024).map { $0 % 256 })
    #expect(Set(codes(same, 1, 1)) == [90] && Set(codes(same, 2, 0)) == [150])
    let other = try conform(
      try frame("yuv420p", Self.size, tags, bytes: 1, code), color: .sdr, depth: 8)
    #expect(codes(other, 2, 0) != codes(same, 2, 0))
  }

  @Test("white of BT.709 is 203 cd/m² in 8 and 10 bits, in R′G′B′, scaled, and with alpha")
  func white() throws {
    let small = Size(width: 32, height: 16)
    let limited = ColorGuess.output
    let rgb = ColorTags(range: .full, matrix: .rgb, primaries: .bt709, transfer: .bt709)
    for (color, luma) in [(PictureColor.hdr10, 573), (.hlg, 721), (.p3, 940)] {
      let wanted = [luma, 512, 512]
      expectFlat(
        try conform(
          try frame("yuv420p", small, limited, bytes: 1) { plane, _, _ in plane == 0 ? 235 : 128 },
          color: color
        ).widenedIfNeeded, wanted)
      expectFlat(
        try conform(
          try frame("yuv420p10le", small, limited) { plane, _, _ in plane == 0 ? 940 : 512 },
          color: color), wanted)
      expectFlat(
        try conform(
          try frame("rgb24", small, rgb, bytes: 1) { _, _, _ in 255 }, color: color), wanted)
      expectFlat(
        try conform(
          try frame("gbrp10le", small, rgb) { _, _, _ in 1023 },
          to: Size(width: 20, height: 10), color: color), wanted)
      let half = try conform(
        try frame("rgba", small, rgb, bytes: 1) { _, x, _ in x % 4 == 3 ? 128 : 255 }, color: color)
      #expect(half.format == .yuva420p10)
      // 128 / 255 of the codes; alpha of 8 bits comes half a code too large out of libswscale.
      expectFlat(half, wanted.map { ($0 * 128 + 127) / 255 }, within: 2)
    }
  }

  @Test(
    "PQ and HLG become each other's codes: 203 cd/m² is 573 and 721 of 10 bits, 1000 is 723 and 940"
  )
  func between() throws {
    let small = Size(width: 32, height: 16)
    for (quantized, gamma) in [(573, 721), (723, 940), (64, 64)] {
      expectFlat(
        try conform(
          try frame("yuv420p10le", small, ColorGuess.output(.hdr10)) { plane, _, _ in
            plane == 0 ? quantized : 512
          }, color: .hlg, peak: 1000), [gamma, 512, 512], within: 2)
      expectFlat(
        try conform(
          try frame("yuv420p10le", small, ColorGuess.output(.hlg)) { plane, _, _ in
            plane == 0 ? gamma : 512
          }, color: .hdr10), [quantized, 512, 512], within: 2)
    }
  }

  @Test("full range, another size and chroma of another siting stay in the movie's codes")
  func sameLight() throws {
    let small = Size(width: 32, height: 16)
    var tags = ColorGuess.output(.hdr10)
    tags.chromaLocation = .topLeft
    func code(_ plane: Int, _ x: Int, _ y: Int) -> Int { [600, 400, 700][plane] }
    expectFlat(
      try conform(try frame("yuv420p10le", small, tags, code), color: .hdr10), [600, 400, 700])
    expectFlat(
      try conform(
        try frame("yuv422p10le", small, tags, code), to: Size(width: 48, height: 20), color: .hdr10),
      [600, 400, 700])
    tags.range = .full
    // 600 of 0…1023 is 64 + 600 · 876 / 1023.
    expectFlat(
      try conform(try frame("yuv420p10le", small, tags, code), color: .hdr10),
      [578, 414, 677])
    // R′G′B′ of PQ: 0.5 of each is grey.
    let rgb = ColorTags(range: .full, matrix: .rgb, primaries: .bt2020, transfer: .pq)
    expectFlat(
      try conform(try frame("gbrp10le", small, rgb) { _, _, _ in 512 }, color: .hdr10),
      [502, 512, 512])
  }

  @Test("HDR becomes Display P3 by the tone curve that brings it to BT.709: greys are the same")
  func toneMapping() throws {
    let small = Size(width: 32, height: 16)
    for code in [64, 300, 573, 700, 940] {
      func picture(_ color: PictureColor) throws -> Raster.Image {
        try conform(
          try frame("yuv420p10le", small, ColorGuess.output(.hdr10)) { plane, _, _ in
            plane == 0 ? code : 512
          }, color: color)
      }
      let standard = try picture(.sdr)
      expectFlat(try picture(.p3), (0..<3).map { codes(standard, $0, 0)[0] })
    }
  }
}

extension Raster.Image {
  fileprivate var widenedIfNeeded: Raster.Image {
    format.depth == UInt8.depth ? widened() : self
  }
}
