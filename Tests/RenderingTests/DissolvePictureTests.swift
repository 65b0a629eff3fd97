import BaseValues
import PictureKinds
import PlanModel
import Raster
import Testing
import TimelineModel

@testable import Rendering

@Suite("dissolves of several kinds") struct DissolvePictureTests {
  private typealias Components = (red: Double, green: Double, blue: Double)

  /// A transition of two pictures at a moment.
  private func layer(
    _ name: String, _ values: [String: ParameterValue] = [:], at progress: Progress,
    isEased: Bool = false, from: PictureInput?, to: PictureInput?, in scene: inout PictureScene
  ) throws -> PictureLayer {
    let kind = try #require(TransitionKind.named(name))
    var context = TransitionContext(
      origin: PlanOrigin(track: TrackID(0), item: .transition(0), label: ""),
      choice: kind.choice { values[$0] }, output: scene.size, progress: [progress],
      isEased: isEased, from: from, to: to)
    context.from?.side = .from
    context.to?.side = .to
    kind.lower(&context)
    scene.masks = context.masks.masks
    scene.blendModes = BlendMode.drawn
    scene.effectKinds = EffectKind.all
    return PictureLayer(
      origin: context.origin, name: name, inputs: [context.from, context.to].compactMap(\.self))
  }

  /// BT.709, 8 bits.
  private func codes(_ c: Components) -> [Double] {
    let luma = 0.2126 * c.red + 0.7152 * c.green + 0.0722 * c.blue
    return [
      16 + 219 * luma, 128 + 224 * (c.blue - luma) / 1.8556, 128 + 224 * (c.red - luma) / 1.5748,
    ]
  }

  private func components(_ color: Color) -> Components {
    (Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
  }

  private func expect(
    _ image: Image, _ wanted: Components, at x: Int, _ comment: Comment, within limit: Double = 2
  ) {
    let found = [image.row(0, 0)[x], image.row(1, 0)[x / 2], image.row(2, 0)[x / 2]]
    for (found, wanted) in zip(found, codes(wanted)) {
      #expect(abs(Double(found) - wanted) <= limit, comment)
    }
  }

  @Test("an additive transition is the sum of both, each all there up to or from the middle")
  func additive() throws {
    let colors = [
      Color(red: 200, green: 60, blue: 20), Color(red: 90, green: 250, blue: 140),
      Color(red: 30, green: 20, blue: 240), .white, .black,
    ]
    for a in colors {
      for b in colors {
        for step in 0...8 {
          let p = Double(step) / 8
          var scene = PictureScene(8, 4)
          let layer = try layer(
            "additive", at: Progress(Int128(step), over: 8), from: scene.color(a, 8, 4),
            to: scene.color(b, 8, 4), in: &scene)
          let image = try scene.compose([layer])
          let (one, other) = (components(a), components(b))
          func sum(_ a: Double, _ b: Double) -> Double {
            min(1, a * min(1, 2 - 2 * p) + b * min(1, 2 * p))
          }
          let wanted = (
            sum(one.red, other.red), sum(one.green, other.green), sum(one.blue, other.blue)
          )
          expect(image, wanted, at: 3, "\(a) and \(b) at \(step)/8")
        }
      }
    }
  }

  @Test("where an additive transition has one picture only, that one dissolves")
  func additiveBeside() throws {
    let (red, blue) = (Color(red: 220, green: 0, blue: 0), Color(red: 0, green: 0, blue: 200))
    for (step, isBefore) in [(1, true), (3, false)] {
      var scene = PictureScene(16, 4)
      // Red on the left half, blue everywhere.
      let layer = try layer(
        "additive", at: Progress(Int128(step), over: 4), from: scene.color(red, 8, 4),
        to: scene.color(blue, 16, 4), in: &scene)
      let image = try scene.compose([layer])
      let share = isBefore ? 0.5 : 1
      let left: Components = (220 / 255 * (isBefore ? 1 : 0.5), 0, 200 / 255 * share)
      expect(image, left, at: 2, "both at \(step)/4")
      expect(image, (0, 0, 200 / 255 * share), at: 12, "blue alone at \(step)/4")
    }
    var scene = PictureScene(16, 4)
    let layer = try layer(
      "additive", at: Progress(1, over: 4), from: nil, to: scene.color(blue, 16, 4), in: &scene)
    expect(try scene.compose([layer]), (0, 0, 100 / 255), at: 3, "from nothing")
  }

  @Test("a distance transition dissolves what is near, and shows the incoming one where it is far")
  func distance() throws {
    let colors = [
      Color(red: 200, green: 60, blue: 20), Color(red: 190, green: 80, blue: 60), .white, .black,
      Color(red: 30, green: 20, blue: 240),
    ]
    var counts = (near: 0, far: 0)
    for a in colors {
      for b in colors {
        for step in 0...8 {
          let p = Double(step) / 8
          var scene = PictureScene(8, 4)
          let layer = try layer(
            "distance", at: Progress(Int128(step), over: 8), from: scene.color(a, 8, 4),
            to: scene.color(b, 8, 4), in: &scene)
          let image = try scene.compose([layer])
          let (one, other) = (components(a), components(b))
          let apart =
            (abs(one.red - other.red) + abs(one.green - other.green) + abs(one.blue - other.blue))
            / 3
          // Codes are too coarse to tell them apart.
          if step > 0 && abs(apart - (1 - p)) < 0.01 { continue }
          let isFar = step > 0 && apart > 1 - p
          func mix(_ a: Double, _ b: Double) -> Double { isFar ? b : a * (1 - p) + b * p }
          let wanted = (
            mix(one.red, other.red), mix(one.green, other.green), mix(one.blue, other.blue)
          )
          expect(image, wanted, at: 3, "\(a) and \(b) at \(step)/8")
          if isFar && step < 8 { counts.far += 1 } else { counts.near += 1 }
        }
      }
    }
    #expect(counts.near > 50 && counts.far > 50)
  }

  @Test("a pixel is as far off as its own luma says, whatever the row with its colour holds")
  func distanceOfPixels() throws {
    let size = Size(width: 4, height: 4)
    // One grey against black above, another below; the colours are those of all four.
    func picture(_ upper: UInt8, _ lower: UInt8, _ cb: UInt8, _ cr: UInt8) -> Image {
      var image = MutableImage(format: .yuv420p8, size: size)
      image.fill(y: upper, u: cb, v: cr)
      for y in [1, 3] {
        var row = image.mutableRow(Plane.luma, y)
        row.update(repeating: lower)
      }
      return image.freeze()
    }
    func frame(_ lower: UInt8, at thousandths: Int128) throws -> Image {
      var scene = PictureScene(4, 4)
      let from = scene.source(picture(60, 60, 128, 128))
      let to = scene.source(picture(130, lower, 100, 190))
      let layer = try layer(
        "distance", at: Progress(thousandths, over: 1000), from: from, to: to, in: &scene)
      return try scene.compose([layer])
    }
    // Red, green and blue of (130, 100, 190) and of grey 60 are 192.7, 54.4 and 22.4 of 255 apart by BT.709, 0.352
    // of the mean; those of the row below are 0.443 and 0.235 apart.
    for lower: UInt8 in [130, 155, 75] {
      #expect(try frame(lower, at: 655).samples(Plane.luma, 0) == [130, 130, 130, 130])
      // 60 · 0.36 + 130 · 0.64, dithered.
      #expect(
        try frame(lower, at: 640).samples(Plane.luma, 0).allSatisfy { (104...106).contains($0) })
    }
  }

  @Test("what slides slower and slower does so between pixels, without a line where pictures meet")
  func slides() throws {
    let size = Size(width: 40, height: 20)
    for name in ["push", "cover", "reveal"] {
      for direction in ["left", "right", "up", "down"] {
        let isAcross = direction == "left" || direction == "right"
        let length = Int128(isAcross ? 40 : 20)
        for part in 1..<8 {
          // Five pixels and some eighths.
          var scene = PictureScene(40, 20)
          scene.background = PlanModel.YCbCr(y: 255, cb: 0, cr: 255)
          let layer = try layer(
            name, ["direction": .word(direction)],
            at: Progress(Int128(40 + part), over: 8 * length), isEased: true,
            from: scene.source(.flat(50, 128, 128, size)),
            to: scene.source(.flat(210, 128, 128, size)), in: &scene)
          let image = try scene.compose([layer])
          let line = isAcross ? image.samples(0, 7) : (0..<20).map { image.samples(0, $0)[9] }
          let isBackwards = direction == "left" || direction == "up"
          let codes = (isBackwards ? line.reversed() : line).map(Int.init)
          let comment: Comment = "\(name) \(direction) \(part)/8"
          #expect(codes[..<5].allSatisfy { abs($0 - 210) <= 1 }, comment)
          #expect(abs(codes[5] - (50 + 160 * part / 8)) <= 2, comment)
          #expect(codes[6...].allSatisfy { abs($0 - 50) <= 1 }, comment)
        }
      }
    }
  }

  @Test("a dither shows each pixel of one picture or of the other, and none goes back")
  func dither() throws {
    for (size, side) in [(Rational.zero, 1), (Rational(1, 10) ?? .one, 6)] {
      var shown = [Bool](repeating: false, count: 80 * 60)
      for step in 0...8 {
        var scene = PictureScene(80, 60)
        let layer = try layer(
          "dither", ["size": .number(size)], at: Progress(Int128(step), over: 8),
          from: scene.color(.black, 80, 60), to: scene.color(.white, 80, 60), in: &scene)
        let image = try scene.compose([layer])
        var count = 0
        for y in 0..<60 {
          for x in 0..<80 {
            let code = image.row(0, y)[x]
            #expect(code == 16 || code == 235)
            let isTo = code == 235
            #expect(isTo || !shown[y * 80 + x])
            // All of a block is as its upper left pixel.
            #expect(code == image.row(0, y / side * side)[x / side * side])
            shown[y * 80 + x] = isTo
            count += isTo ? 1 : 0
          }
        }
        let share = Double(count) / 4800
        // 140 blocks, 4800 pixels: some four standard deviations.
        #expect(abs(share - Double(step) / 8) < (side == 1 ? 0.03 : 0.17))
        if step == 0 || step == 8 { #expect(share == Double(step / 8)) }
      }
    }
  }

  @Test(
    "what changes pictures on the way leaves them alone at both ends",
    arguments: ["desaturate", "mosaic", "streak", "additive", "distance", "dither", "overlay"])
  func ends(name: String) throws {
    let size = Size(width: 40, height: 20)
    let (a, b) = (Image.noise(.yuv420p8, size, seed: 5), Image.noise(.yuv420p8, size, seed: 6))
    for (progress, wanted) in [(Progress.begin, a), (.end, b)] {
      var scene = PictureScene(40, 20)
      let (from, to) = (scene.source(a), scene.source(b))
      let layer = try layer(name, at: progress, from: from, to: to, in: &scene)
      #expect(try scene.compose([layer]).planes() == wanted.planes(), "\(name)")
    }
  }

  @Test("in the middle there are no colours, squares of a size, and lines")
  func middles() throws {
    let size = Size(width: 40, height: 40)
    let noise = Image.noise(.yuv420p8, size, seed: 7)
    func middle(
      _ name: String, _ values: [String: ParameterValue], of picture: Image? = nil
    ) throws -> Image {
      var scene = PictureScene(40, 40)
      let (from, to) = (scene.source(picture ?? noise), scene.source(picture ?? noise))
      let layer = try layer(
        name, values, at: Progress(1, over: 2), from: from, to: to, in: &scene)
      return try scene.compose([layer])
    }
    // Red that is no redder than red can be.
    let grey = try middle("desaturate", [:], of: .flat(90, 110, 180, size))
    for plane in 1...2 {
      for y in 0..<20 { #expect(grey.samples(plane, y).allSatisfy { abs(Int($0) - 128) <= 1 }) }
    }
    let squares = try middle("mosaic", ["squares": .number(Rational(1, 4) ?? .one)])
    let first = squares.samples(0, 0)
    #expect(first == (0..<40).map { first[$0 / 10 * 10] } && Set(first).count > 1)
    for y in 1..<10 { #expect(squares.samples(0, y) == first) }
    // Blurred across, a row changes less from column to column than before; rows stay apart.
    let streaks = try middle("streak", ["length": .number(Rational(1, 2) ?? .one)])
    func roughness(_ image: Image) -> Int {
      (0..<40).reduce(0) { sum, y in
        let row = image.samples(0, y).map(Int.init)
        return sum + zip(row, row.dropFirst()).reduce(0) { $0 + abs($1.0 - $1.1) }
      }
    }
    #expect(roughness(streaks) * 4 < roughness(noise))
  }

  @Test("an order of 16 bits gives more coverages than 8 bits have, in a movie of 8 bits")
  func deepOrder() throws {
    let canvas = Size(width: 2000, height: 2)
    let luma = (0..<4000).map { (place: Int) -> UInt16 in
      let light = 219 * 256 * (place % 2000) / 1999
      return UInt16(4096 + light)
    }
    let brightness = try #require(MaskBrightness(deepLuma: luma, of: canvas))
    #expect(brightness.isDeep)
    let ramp = MaskRamp(threshold: 0, softness: 32768)
    let coverage = ramp.coverage(of: brightness, as: UInt16.self)
    var row = WeightedRow<UInt8>(width: 2000)
    row.columns = 0..<2000
    row.setWeight(Weight.one)
    row.mask(coverage.row(Plane.coverage, 0, as: UInt16.self))
    #expect(Set(row.weights).count == 1024)
    for x in 0..<2000 {
      let wanted = 32768 * Double(x) / 1999
      #expect(abs(Double(row.weights[x]) - wanted) < 34)
    }
    // What the inverted ramp leaves makes up the rest.
    var rest = WeightedRow<UInt8>(width: 2000)
    rest.columns = 0..<2000
    rest.setWeight(Weight.one)
    let inverted = MaskRamp(threshold: 0, softness: 32768, isInverted: true)
    rest.mask(
      inverted.coverage(of: brightness, as: UInt16.self).row(Plane.coverage, 0, as: UInt16.self))
    #expect(zip(row.weights, rest.weights).allSatisfy { $0 + $1 == 32768 })
  }
}
