import Foundation
import BaseValues
import Testing

@testable import Raster

@Suite("wipes' shapes") struct WipeShapeTests {
  @Test("each shape has a number and a name of its own, and they rise")
  func names() {
    let numbers = WipeShape.all.map(\.number)
    #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
    #expect(Set(WipeShape.all.map(\.name)).count == numbers.count)
    let others = WipeShape.all.flatMap(\.otherNames)
    #expect(Set(others).count == others.count)
    #expect(WipeShape.numbered(201)?.name == "clock-cw12" && WipeShape.numbered(9) == nil)
    #expect(WipeShape.named("iris-heart")?.number == 130 && WipeShape.named("heart") == nil)
  }

  /// What another program has uncovered; see the file.
  private func records() throws -> [(number: Int, quarters: Int, rows: [UInt32])] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "gstreamer-wipes.txt")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { line in
        let words = line.split(separator: " ")
        return (
          try #require(Int(words[0])), try #require(Int(words[1])),
          words.dropFirst(2).map { UInt32($0, radix: 16) ?? 0 }
        )
      }
  }

  @Test("shapes of SMPTE 258M uncover what GStreamer does, but for its rounding at edges")
  func otherProgram() throws {
    let side = 24
    let records = try records()
    #expect(Set(records.map(\.number)).count == 70)
    for record in records {
      let shape = try #require(WipeShape.numbered(record.number))
      let size = Size(width: side, height: side)
      let values = MaskBrightness(shape, of: size, on: size).values
      func ours(_ x: Int, _ y: Int) -> Bool {
        4 * Int(values[y * side + x]) <= record.quarters << 15
      }
      // That program does not paint the last row of most masks.
      for y in 0..<side - 1 {
        for x in 0..<side {
          let theirs = record.rows[y] >> UInt32(side - 1 - x) & 1 == 1
          let around = (max(0, y - 2)...min(side - 1, y + 2)).flatMap { row in
            (max(0, x - 2)...min(side - 1, x + 2)).map { ours($0, row) }
          }
          if !around.contains(theirs) {
            Issue.record("\(shape.name) at \(record.quarters)/4, \(x), \(y)")
          }
        }
      }
    }
  }

  @Test("every shape begins early and ends late, on canvases of any size")
  func ranges() {
    for shape in WipeShape.all {
      let size = Size(width: 63, height: 35)
      let values = MaskBrightness(shape, of: size, on: size).values
      let (least, most) = (values.min() ?? 0, values.max() ?? 0)
      #expect(least < 2000 && most > 30_000 && most <= 32768, "\(shape.name) \(least) \(most)")
      for (width, height) in [(1, 1), (1, 9), (16, 2), (7, 7)] {
        let size = Size(width: width, height: height)
        #expect(MaskBrightness(shape, of: size, on: size).values.count == width * height)
      }
    }
  }

  @Test("a mask that is told for another size is drawn at that, in the upper left corner")
  func otherSize() throws {
    let bar = try #require(WipeShape.numbered(1))
    let mask = MaskBrightness(
      bar, of: Size(width: 4, height: 1), on: Size(width: 6, height: 2))
    #expect(Array(mask.values.prefix(6)) == [4096, 12288, 20480, 28672, 32768, 32768])
  }

  @Test("angles are those of the C library to a few millionths of a turn")
  func angles() {
    for step in 0..<3600 {
      let angle = Double(step) / 3600 * 2 * Double.pi
      let turns = WipePlace.turns(3 * sin(angle), -3 * cos(angle))
      let error = abs(turns - Double(step) / 3600)
      #expect(min(error, 1 - error) < 4e-6)
    }
    #expect(WipePlace.turns(0, 0) == 0 && abs(WipePlace.turns(1, -1) - 0.125) < 1e-12)
    #expect(WipePlace.turns(0, 5) == 0.5 && WipePlace.turns(-1, 0) == 0.75)
  }

  @Test("a circle grows evenly to the canvas's corners, an ellipse as wide as it is")
  func circle() throws {
    let size = Size(width: 40, height: 30)
    let circle = MaskBrightness(try #require(WipeShape.numbered(119)), of: size, on: size)
    let ellipse = MaskBrightness(try #require(WipeShape.numbered(120)), of: size, on: size)
    func distance(_ x: Double, _ y: Double, _ stretch: Double) -> Double {
      (x * x / stretch / stretch + y * y).squareRoot()
    }
    for y in 0..<30 {
      for x in 0..<40 {
        let (across, down) = (Double(x) - 19.5, Double(y) - 14.5)
        for (mask, stretch) in [(circle, 1.0), (ellipse, 2)] {
          let share = distance(across, down, stretch) / distance(19.5, 14.5, stretch)
          #expect(abs(Double(mask.values[40 * y + x]) - 32768 * share) <= 1)
        }
      }
    }
  }

  /// Root of the mean square of what is off, over pixels through which an edge runs, from what 16 × 16 points of
  /// each pixel say.
  private func edgeError(
    _ number: Int, _ threshold: Int, isUncovered: (_ x: Double, _ y: Double) -> Bool
  ) throws -> (error: Double, pixels: Int) {
    let size = Size(width: 96, height: 64)
    let shape = try #require(WipeShape.numbered(number))
    let edges = MaskBrightness(hard: shape, of: size, on: size)
    let ramp = MaskRamp(threshold: threshold, softness: 0, isInverted: true)
    let found = ramp.coverage(of: edges, as: UInt8.self)
    var (sum, count) = (0.0, 0)
    for y in 0..<size.height {
      let row = found.row(Plane.coverage, y, as: UInt8.self)
      for x in 0..<size.width {
        var inside = 0
        for point in 0..<256 {
          let (across, down) = (Double(point % 16) + 0.5, Double(point / 16) + 0.5)
          if isUncovered(Double(x) + across / 16, Double(y) + down / 16) { inside += 1 }
        }
        let error = Double(row[x]) / 255 - Double(inside) / 256
        if inside == 0 || inside == 256 {
          #expect(abs(error) < 0.02, "\(shape.name) \(x) \(y)")
        } else {
          sum += error * error
          count += 1
        }
      }
    }
    return ((sum / Double(count)).squareRoot(), count)
  }

  @Test("hard edges of wipes cover pixels by the part that they uncover")
  func hardEdges() throws {
    // The last pixel's middle is uncovered last.
    let farthest = (47.5 * 47.5 + 31.5 * 31.5).squareRoot()
    let circle = try edgeError(119, 13107) { x, y in
      let radius = 0.4 * farthest
      return (x - 48) * (x - 48) + (y - 32) * (y - 32) < radius * radius
    }
    let diagonal = try edgeError(41, 9830) { x, y in (x / 96 + y / 64) / 2 < 0.3 }
    let diamond = try edgeError(102, 13107) { x, y in
      (abs(x / 48 - 1) + abs(y / 32 - 1)) / 2 < 0.4
    }
    // A hand at 60 degrees; what is uncovered begins along the pixels at twelve o'clock.
    let clock = try edgeError(201, 5461) { x, y in
      let (across, up) = (x - 48, 32 - y)
      return across >= 0 && across < up * 1.732_050_8
    }
    for (error, pixels) in [circle, diagonal, diamond, clock] {
      #expect(error < 0.033 && pixels > 30, "\(error) of \(pixels)")
    }
    // Pixels that are uncovered each on its own stay whole.
    let noise = try #require(WipeShape.numbered(1001))
    let size = Size(width: 20, height: 9)
    let grains = MaskRamp(threshold: 16384, softness: 0)
      .coverage(of: MaskBrightness(hard: noise, of: size, on: size), as: UInt8.self)
    #expect(Set(grains.samples(Plane.coverage, 4)) == [0, 255])
  }

  @Test("figures hold what they should: corners on the outline, the origin within")
  func outlines() {
    let square = WipeOutline.polygon([.init(-1, -1), .init(1, -1), .init(1, 1), .init(-1, 1)])
    #expect(square.scale(at: 0.5, 0.25) == 0.5 && square.scale(at: -3, 1) == 3)
    let disc = WipeOutline.disc(x: 1, y: 0, radius: 2)
    #expect(disc.scale(at: 3, 0) == 1 && disc.scale(at: -2, 0) == 2)
    let rounded = WipeOutline.roundedRectangle(width: 4, height: 2, radius: 0.5)
    #expect(rounded.scale(at: 2, 0) == 1 && rounded.scale(at: 1, -2) == 2)
    let corner = 0.5 * 0.5.squareRoot()
    #expect(abs(rounded.scale(at: 1.5 + corner, 0.5 + corner) - 1) < 1e-12)
    #expect(square.turned(1).scale(at: 1, 0) == 1)
    #expect(WipeOutline.union([square, disc]).scale(at: 3, 0) == 1)
    #expect(WipeOutline.intersection([square, disc]).scale(at: 3, 0) == 3)
  }
}
