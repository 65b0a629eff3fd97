import BaseValues
import PictureKinds
import PlanModel
import Raster
import Rendering
import Testing
import TimelineModel

/// Pictures that effects make transparent or draw around, among others.
@Suite struct MaskedPictureTests {
  private let size = Size(width: 40, height: 20)

  private func effect(_ name: String, _ values: [String: ParameterValue]) throws -> PlannedEffect {
    let kind = try #require(EffectKind.named(name))
    return PlannedEffect(
      name: name, parameters: kind.lower(kind.choice { values[$0] }).map { .constant($0) })
  }

  private func share(_ hundredths: Int64) -> ParameterValue {
    .number(Rational(hundredths, 100) ?? .zero)
  }

  /// What the left half, or another part, is left of.
  private func half(_ more: [String: ParameterValue] = [:]) throws -> PlannedEffect {
    try effect("mask", ["width": share(50)].merging(more) { $1 })
  }

  /// Codes of a row of luma.
  private func luma(_ image: Image, _ y: Int = 9) -> [Int] {
    let row = image.row(Plane.luma, y)
    return row.indices.map { Int(row[$0]) }
  }

  private func scene() -> PictureScene {
    var scene = PictureScene(size.width, size.height)
    scene.effectKinds = EffectKind.all
    return scene
  }

  @Test(
    "outside of a mask the picture below is seen, and inside the masked one, to the bit",
    arguments: [8, 10])
  func below(depth: Int) throws {
    var scene = scene()
    let (lower, upper) = (
      Image.noise(.yuv420p8, size, seed: 1), Image.noise(.yuv420p8, size, seed: 2)
    )
    let bottom = scene.source(lower)
    var top = scene.source(upper)
    top.effects = [try half()]
    scene.frames = [[PictureLayer(bottom), PictureLayer(top)]]
    // Of a colour the plan knows that it hides what is below, unless it is masked.
    var color = scene.color(.white, 40, 20)
    #expect(scene.plan.hides(PictureLayer(color)))
    color.effects = [try half()]
    #expect(!scene.plan.hides(PictureLayer(color)))
    let frame = try scene.compositor(depth: depth).compose(0)
    for y in 0..<20 {
      for x in 0..<40 {
        let wanted = Int((x < 20 ? upper : lower).row(Plane.luma, y)[x])
        let found =
          depth == 8
          ? Int(frame.row(Plane.luma, y)[x])
          : Int(frame.row(Plane.luma, y, as: UInt16.self)[x]) / 4
        #expect(found == wanted)
      }
    }
  }

  @Test("masks in a row are one mask, with others between them they are not")
  func row() throws {
    var scene = scene()
    var input = scene.source(.flat(200, 128, 128, size))
    let (left, right) = (
      try half(), try half(["x": share(50), "combine": .word("add")])
    )
    input.effects = [left, right]
    let both = try scene.compose([PictureLayer(input)])
    #expect([5, 35].map { luma(both)[$0] } == [200, 200])
    input.effects = [left, try effect("brightness", [:]), right]
    let inTurn = try scene.compose([PictureLayer(input)])
    #expect([5, 35].map { luma(inTurn)[$0] } == [16, 16])
  }

  @Test("a shadow is seen of a picture that is beside the canvas")
  func beside() throws {
    var scene = scene()
    scene.background = PlanModel.YCbCr(y: 200, cb: 128, cr: 128)
    var input = scene.source(.flat(90, 128, 128, size), x: -40, y: 0)
    input.effects = [
      try effect("shadow", ["x": share(50), "y": share(0), "blur": share(0)])
    ]
    let frame = try scene.compose([PictureLayer(input)])
    #expect(!scene.plan.visible(PictureLayer(input), at: 0).isEmpty)
    let row = luma(frame)
    // Half of black over the background, as far as half the height.
    #expect(row[5] < 120 && row[9] < 120 && row[10] == 200)
    input.effects = []
    #expect(scene.plan.visible(PictureLayer(input), at: 0).isEmpty)
  }

  @Test("in a dissolve each masked picture has its share where it is, and the background the rest")
  func dissolve() throws {
    var scene = scene()
    var from = scene.source(.flat(216, 128, 128, size))
    var to = scene.source(.flat(116, 128, 128, size))
    from.effects = [try half()]
    to.effects = [try half(["x": share(25)])]
    let frame = try scene.compose([scene.dissolve(from, to, 8192)])
    let row = luma(frame)
    // 16 + ¾ · 200; 16 + ¾ · 200 + ¼ · 100; 16 + ¼ · 100; 16.
    for (x, wanted) in [(5, 166), (15, 191), (25, 41), (35, 16)] {
      #expect(abs(row[x] - wanted) <= 1, "\(x): \(row[x])")
    }
  }

  @Test("a group is masked as a whole, and a blend mode mixes what is left")
  func groups() throws {
    var scene = scene()
    let bottom = scene.source(.flat(235, 128, 128, size))
    let inner = scene.source(.flat(100, 128, 128, size))
    var group = scene.group([PictureLayer(inner)])
    group.effects = [try half()]
    let plain = try scene.compose([PictureLayer(bottom), PictureLayer(group)])
    #expect([5, 35].map { luma(plain)[$0] } == [100, 235])
    let multiplied = try scene.compose([
      PictureLayer(bottom), PictureLayer(group, blendMode: BlendModeName(rawValue: "multiply")),
    ])
    #expect([5, 35].map { luma(multiplied)[$0] } == [100, 235])
  }

  @Test("a mask moves, scales and mirrors with its picture")
  func mapped() throws {
    var scene = scene()
    // Half as large in the middle, mirrored: what was left is right.
    var input = scene.source(
      .flat(200, 128, 128, size),
      .projective(Projection(a: -2, b: 0, c: 120, d: 0, e: 2, f: -20, g: 0, h: 0, i: 1)))
    input.effects = [try half()]
    let row = luma(try scene.compose([PictureLayer(input)]))
    #expect([2, 14, 26, 37].map { row[$0] } == [16, 16, 200, 16])
  }
}
