import BaseValues
import PlanModel
import Raster
import Testing
import TimelineModel

@testable import Rendering

private enum Direction: CaseIterable {
  case left, right, up, down
}

@Suite struct TransitionPictureTests {
  @Test("a dissolve at one half is the mean of the two pictures, dithered where that is not whole")
  func halfDissolve() throws {
    for size in [Size(width: 16, height: 10), Size(width: 7, height: 5)] {
      var scene = PictureScene(size.width, size.height)
      let (a, b) = (
        Image.noise(.yuv420p8, size, seed: 1), Image.noise(.yuv420p8, size, seed: 2)
      )
      let layer = scene.dissolve(scene.source(a), scene.source(b), 16384)
      let result = try scene.compose([layer])
      var rounded = [0, 0, 0]
      for (plane, rows) in result.planes().enumerated() {
        for (y, row) in rows.enumerated() {
          for (found, (a, b)) in zip(row, zip(a.samples(plane, y), b.samples(plane, y))) {
            let sum = Int(a) + Int(b)
            #expect(Int(found) == sum / 2 || Int(found) == (sum + 1) / 2)
            rounded[sum % 2 == 0 ? 0 : Int(found) == sum / 2 ? 1 : 2] += 1
          }
        }
      }
      // Half of those that are not whole go up.
      #expect(abs(rounded[1] - rounded[2]) < (rounded[1] + rounded[2]) / 2)
    }
  }

  @Test("a dissolve from nothing shows what is below by the share that is missing")
  func dissolveFromNothing() throws {
    var scene = PictureScene(6, 4)
    scene.background = YCbCr(y: 100, cb: 60, cr: 200)
    let picture = scene.source(.flat(200, 160, 100, scene.size))
    let layer = scene.dissolve(nil, picture, 8192)
    #expect(try scene.compose([layer]).planes() == Image.flat(125, 85, 175, scene.size).planes())
  }

  @Test(
    "a push shows the two pictures next to each other at every offset, without a line between",
    arguments: [Size(width: 14, height: 10), Size(width: 9, height: 7)])
  func push(size: Size) throws {
    let from = Image.flat(200, 200, 200, size)
    let to = Image.flat(200, 200, 200, size)
    for direction in Direction.allCases {
      let isAcross = direction == .left || direction == .right
      let length = isAcross ? size.width : size.height
      for move in 1..<length {
        // A background that would show at once.
        var scene = PictureScene(size.width, size.height)
        scene.background = YCbCr(y: 0, cb: 0, cr: 0)
        let sign = direction == .left || direction == .up ? -1 : 1
        let (first, second) = (sign * move, sign * (move - length))
        func planned(_ image: Image, _ offset: Int) -> PictureInput {
          let (x, y) = isAcross ? (offset, 0) : (0, offset)
          return scene.source(
            image, x: x, y: y,
            window: Rect(
              x: max(0, x), y: max(0, y), width: size.width - abs(x), height: size.height - abs(y)))
        }
        let layer = scene.disjoint(planned(from, first), planned(to, second))
        let result = try scene.compose([layer])
        if result.planes() != from.planes() { Issue.record("\(direction) by \(move)") }
      }
    }
  }

  @Test("a push moves each picture by whole luma pixels and mixes chroma on the edge by share")
  func pushedSamples() throws {
    let size = Size(width: 8, height: 4)
    var scene = PictureScene(8, 4)
    let from = Image.noise(.yuv420p8, size, seed: 3)
    let to = Image.noise(.yuv420p8, size, seed: 4)
    let layer = scene.disjoint(
      scene.source(from, x: -3, window: Rect(x: 0, y: 0, width: 5, height: 4)),
      scene.source(to, x: 5, window: Rect(x: 5, y: 0, width: 3, height: 4)))
    let result = try scene.compose([layer])
    for y in 0..<4 {
      #expect(result.samples(0, y) == Array((from.samples(0, y) + to.samples(0, y))[3..<11]))
    }
    for plane in 1...2 {
      for y in 0..<2 {
        let (a, b) = (from.samples(plane, y).map(Int.init), to.samples(plane, y).map(Int.init))
        // Luma pairs of the output: (3, 4), (5, 6), (7, 0'), (1', 2') of the pictures.
        let found = result.samples(plane, y).map(Int.init)
        #expect(found[0] == (a[1] + a[2] + 1) / 2 && found[1] == (a[2] + a[3] + 1) / 2)
        #expect(found[3] == (b[0] + b[1] + 1) / 2)
        // Of two pictures, and dithered.
        #expect(((a[3] + b[0]) / 2...(a[3] + b[0] + 1) / 2).contains(found[2]))
      }
    }
  }

  @Test("a wipe mixes chroma on an odd edge by share, whatever the background")
  func wipe() throws {
    for size in [Size(width: 8, height: 6), Size(width: 7, height: 5)] {
      for edge in 0...size.width {
        var scene = PictureScene(size.width, size.height)
        scene.background = YCbCr(y: 0, cb: 0, cr: 0)
        let layer = scene.disjoint(
          scene.source(
            .flat(50, 60, 70, size),
            window: Rect(x: 0, y: 0, width: edge, height: size.height)),
          scene.source(
            .flat(150, 160, 170, size),
            window: Rect(x: edge, y: 0, width: size.width - edge, height: size.height)))
        let result = try scene.compose([layer])
        for y in 0..<size.height {
          let expected = (0..<size.width).map { UInt8($0 < edge ? 50 : 150) }
          #expect(result.samples(0, y) == expected)
        }
        let shares = (0..<size.chroma.width).map { column -> (from: Int, all: Int) in
          let pair = (2 * column)..<min(2 * column + 2, size.width)
          return (pair.clamped(to: 0..<edge).count, pair.count)
        }
        for y in 0..<size.chroma.height {
          for (plane, low) in [(1, 60), (2, 70)] {
            let expected = shares.map { UInt8(low + 100 * ($0.all - $0.from) / $0.all) }
            #expect(result.samples(plane, y) == expected, "edge \(edge) of \(size)")
          }
        }
      }
    }
  }

  @Test("a clip fitted between bars dissolves to one that fills the output")
  func containedDissolve() throws {
    // 4:3 in 16:9: bars of the background, here 2 pixels on either side.
    var scene = PictureScene(16, 9)
    scene.background = YCbCr(y: 20, cb: 120, cr: 130)
    let narrow = scene.source(.flat(100, 80, 90, Size(width: 12, height: 9)), x: 2)
    let full = scene.source(.flat(200, 160, 30, scene.size))
    let result = try scene.compose([scene.dissolve(narrow, full, 8192)])
    // A quarter of the full picture, three quarters of the other or of the background.
    for y in 0..<9 {
      let row = result.samples(0, y)
      #expect(row[0] == 65 && row[1] == 65 && row[14] == 65 && row[15] == 65)
      #expect(row[2..<14].allSatisfy { $0 == 125 })
    }
    for y in 0..<5 {
      let row = result.samples(1, y)
      #expect(row.first == 130 && row.last == 130 && row[1..<7].allSatisfy { $0 == 100 })
    }
  }
}
