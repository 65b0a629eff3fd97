import BaseValues
import Testing

@testable import Raster

/// Coverage of shapes, by their areas.
@Suite("masks of shapes") struct MaskOutlineTests {
  /// Coverage of all samples, 1 being whole.
  private func coverage(
    _ masks: [PictureMask], _ size: Size, room: Int = 0
  ) -> [[Double]] {
    let wide = Size(width: size.width + 2 * room, height: size.height + 2 * room)
    let plane = PictureMask.coverage(of: masks, size: wide, basis: size).plane
    return (0..<wide.height).map { y in
      plane.samples.array[plane.row(y)].map { Double($0) / 32768 }
    }
  }

  private func area(_ rows: [[Double]]) -> Double { rows.joined().reduce(0, +) }

  @Test("an upright rectangle covers of each sample what lies in it, across exactly")
  func rectangle() {
    let size = Size(width: 20, height: 10)
    let mask = PictureMask(
      .rectangle(radius: 0), box: (x: 0.1125, y: 0.25, width: 0.5, height: 0.45))
    let rows = coverage([mask], size)
    // From 2.25 to 12.25 and from 2.5 to 7.
    for (y, row) in rows.enumerated() {
      let down = max(0, min(Double(y + 1), 7) - max(Double(y), 2.5))
      for (x, share) in row.enumerated() {
        let across = max(0, min(Double(x + 1), 12.25) - max(Double(x), 2.25))
        #expect(share == across * down, "\(x),\(y)")
      }
    }
  }

  @Test("the area of a shape is the formula's, wherever it stands and however it is turned")
  func areas() {
    let size = Size(width: 200, height: 150)
    let box = (x: 0.2, y: 0.2, width: 0.5, height: 0.4)
    let (width, height) = (100.0, 60.0)
    let ellipse = Double.pi * width * height / 4
    let corners = 4 - Double.pi
    for turns in [0, 0.013, 0.125, 0.3, -7.25] {
      func found(_ shape: PictureMask.Shape) -> Double {
        area(coverage([PictureMask(shape, box: box, turns: turns)], size))
      }
      #expect(abs(found(.rectangle(radius: 0)) - width * height) < 3, "\(turns)")
      #expect(abs(found(.ellipse) - ellipse) < 3, "\(turns)")
      let round = width * height - corners * 15 * 15
      #expect(abs(found(.rectangle(radius: 0.1)) - round) < 3, "\(turns)")
      // No more than half the shorter side.
      let full = width * height - corners * 30 * 30
      #expect(abs(found(.rectangle(radius: 1)) - full) < 3, "\(turns)")
      let triangle = found(.polygon([(0.5, 0), (1, 1), (0, 1)], isSmooth: false))
      #expect(abs(triangle - width * height / 2) < 3, "\(turns)")
    }
  }

  @Test("a polygon that crosses itself is filled where it winds around something")
  func star() {
    // A pentagram's points on a circle of radius 50, by 144°: cos and sin from a table.
    let unit = [
      (1.0, 0.0), (-0.809017, 0.587785), (0.309017, -0.951057), (0.309017, 0.951057),
      (-0.809017, -0.587785),
    ]
    let mask = PictureMask(
      .polygon(unit.map { (0.5 + $0.0 / 2, 0.5 + $0.1 / 2) }, isSmooth: false),
      box: (x: 0, y: 0, width: 1, height: 1))
    let rows = coverage([mask], Size(width: 100, height: 100))
    // Ten triangles between the middle, a point and a corner of the pentagon inside, by Python.
    #expect(abs(area(rows) - 1.1225699 * 2500) < 4)
    #expect(rows[50][50] == 1)
  }

  @Test("a smooth shape goes through its points")
  func smooth() {
    // Four points of a circle: Catmull and Rom's curve is within 3 % of its radius.
    let mask = PictureMask(
      .polygon([(0.5, 0.1), (0.9, 0.5), (0.5, 0.9), (0.1, 0.5)], isSmooth: true),
      box: (x: 0, y: 0, width: 1, height: 1))
    let rows = coverage([mask], Size(width: 100, height: 100))
    // Integral of the four cubics, done in Python: 4373.3.
    #expect(abs(area(rows) - 4373.3) < 6, "\(area(rows))")
    #expect(rows[50][11] == 1 && rows[50][8] == 0)
  }

  @Test("a soft edge is a Gaussian's, also where the edge or a part of it is beside the picture")
  func feather() {
    // Φ((x + ½ − 50) / 5), by Python.
    let size = Size(width: 100, height: 100)
    let half = PictureMask(
      .rectangle(radius: 0), box: (x: 0.5, y: -3, width: 5, height: 7), feather: 0.2)
    let rows = coverage([half], size)
    for (x, share) in [
      (38, 0.01072), (41, 0.04457), (44, 0.13567), (47, 0.30854), (49, 0.46017), (50, 0.53983),
      (52, 0.69146), (55, 0.86433), (58, 0.95543), (61, 0.98928),
    ] {
      for y in [0, 50, 99] {
        #expect(abs(rows[y][x] - share) < 0.013, "\(x),\(y): \(rows[y][x])")
      }
    }
    #expect(rows[50][80] == 1 && rows[50][20] == 0)
    // The same edge as far left of a picture as half its soft part.
    let beside = PictureMask(
      .rectangle(radius: 0), box: (x: -0.05, y: -3, width: 6, height: 7), feather: 0.2)
    #expect(abs(coverage([beside], size)[50][0] - 0.86433) < 0.013)
  }

  @Test("masks in a row are one: what is in both, in either, or not in the last")
  func combining() {
    let size = Size(width: 40, height: 20)
    func mask(
      _ x: Double, _ combination: PictureMask.Combination, opacity: Double = 1,
      isInverted: Bool = false
    ) -> PictureMask {
      PictureMask(
        .rectangle(radius: 0), box: (x: x, y: 0, width: 0.5, height: 1), opacity: opacity,
        isInverted: isInverted, combination: combination)
    }
    func row(_ masks: [PictureMask]) -> [Double] {
      [5, 15, 25, 35].map { coverage(masks, size)[10][$0] }
    }
    #expect(row([mask(0, .intersect)]) == [1, 1, 0, 0])
    #expect(row([mask(0, .add)]) == [1, 1, 0, 0])
    #expect(row([mask(0, .subtract)]) == [0, 0, 1, 1])
    #expect(row([mask(0, .intersect), mask(0.25, .intersect)]) == [0, 1, 0, 0])
    #expect(row([mask(0, .intersect), mask(0.25, .add)]) == [1, 1, 1, 0])
    #expect(row([mask(0, .intersect), mask(0.25, .subtract)]) == [1, 0, 0, 0])
    #expect(row([mask(0, .intersect, isInverted: true)]) == [0, 0, 1, 1])
    #expect(row([mask(0, .intersect, opacity: 0.25)]) == [0.25, 0.25, 0, 0])
    #expect(
      row([mask(0, .add, opacity: 0.5), mask(0.25, .add, opacity: 0.75)]) == [0.5, 1, 0.75, 0])
    #expect(row([mask(0, .intersect), mask(0.25, .subtract, opacity: 0.5)]) == [1, 0.5, 0, 0])
  }

  @Test("room around a picture moves no mask")
  func room() {
    let size = Size(width: 24, height: 16)
    let mask = PictureMask(
      .ellipse, box: (x: 0.1, y: 0.2, width: 0.7, height: 0.6), turns: 0.1, feather: 0.1)
    let plain = coverage([mask], size)
    let wide = coverage([mask], size, room: 6)
    for y in 0..<16 {
      for x in 0..<24 { #expect(abs(plain[y][x] - wide[y + 6][x + 6]) < 0.0001) }
    }
  }
}
