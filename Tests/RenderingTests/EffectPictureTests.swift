import Foundation
import BaseValues
import PictureKinds
import PlanModel
import Raster
import Rendering
import Synchronization
import Testing
import TimelineModel

@Suite struct EffectPictureTests {
  /// How often changes were made.
  private final class Count: Sendable {
    let value = Mutex(0)
  }

  /// Takes `amount` of 65535 from every component.
  private func darken(_ count: Count = Count()) -> EffectKind {
    let amount = Parameter.whole(
      "amount", "", "", in: -65535...65535, default: 0, examples: [0])
    return EffectKind("darken", "", parameters: [amount.description]) { values in
      let part = values[amount]
      return ColorChange { block, size in
        // Once for a row of each picture, as these are narrow.
        count.value.withLock { $0 += 1 }
        for x in 0..<size {
          block[x].red -= Float(part) / 65535
          block[x].green -= Float(part) / 65535
          block[x].blue -= Float(part) / 65535
        }
      }
    }
  }

  private static func change(_ amount: Int) -> ColorChange {
    ColorChange(ColorMatrix(gain: 1, offset: -Double(amount) / 65535))
  }

  private func effect(_ amount: Int) -> PlannedEffect {
    PlannedEffect(name: "darken", parameters: [.constant(amount)])
  }

  @Test("effects are done in their order before a picture is placed")
  func order() throws {
    let image = Image.noise(.yuva420p8, Size(width: 8, height: 6), seed: 7)
    let (first, second) = (Self.change(9000), Self.change(-9000))
    var expected = PictureScene(20, 12)
    // In one pass, without anything being cut between them.
    let changed = ColorChange(inTurn: [first, second]).applied(to: image)
    let wanted = try expected.compose([PictureLayer(expected.source(changed, x: 3, y: 2))])

    var scene = PictureScene(20, 12)
    scene.effectKinds = [darken()]
    var input = scene.source(image, x: 3, y: 2)
    input.effects = [effect(9000), effect(-9000)]
    #expect(ImageHash(try scene.compose([PictureLayer(input)])) == ImageHash(wanted))
  }

  @Test("a picture that stays is changed once, and again when the effect's integers change")
  func kept() throws {
    let count = Count()
    var scene = PictureScene(8, 6)
    scene.effectKinds = [darken(count)]
    let image = Image.noise(.yuv420p8, Size(width: 8, height: 6), seed: 8)
    let source = scene.source(image)
    scene.frames = [100, 100, 100, 200, 200].map { amount in
      var input = source
      input.effects = [effect(amount)]
      return [PictureLayer(input)]
    }
    let compositor = scene.compositor()
    for frame in 0..<5 { _ = try compositor.compose(frame) }
    #expect(count.value.withLock { $0 } == 2 * 3)
  }

  @Test("what comes out of a text is seen around it, wherever the text is")
  func spreading() throws {
    let size = Size(width: 40, height: 20)
    var block = MutableImage(format: .yuva420p8, size: size)
    SolidColor(red: 255, green: 255, blue: 255).fill(&block)
    let text = block.freeze()
    let kind = try #require(EffectKind.all.first { $0.name == "blur" })
    let (radius, deviation) = (try #require(Rational(3, 20)), 3.0)
    let numbers = kind.lower(kind.choice { $0 == "radius" ? .number(radius) : nil })
    for geometry in [
      Geometry.offset(x: 30, y: 30),
      .projective(Projection(a: 1, b: 0, c: -60, d: 0, e: 1, f: -60, g: 0, h: 0, i: 1)),
    ] {
      var scene = PictureScene(100, 80)
      scene.effectKinds = EffectKind.all
      var input = scene.text(text, originX: 0, originY: 0, geometry)
      input.effects = [PlannedEffect(name: "blur", parameters: numbers.map { .constant($0) })]
      let frame = try scene.compose([PictureLayer(input)])
      let row = frame.row(Plane.luma, 40)
      // The block is at 30…69; half of it is left at its edges, and nothing three deviations on.
      for (x, sigmas) in [(26, 3.5), (29, 0.5), (30, -0.5), (69, -0.5), (70, 0.5), (73, 3.5)] {
        let share = 0.5 * erfc(sigmas / deviation / 2.0.squareRoot())
        #expect(abs(Double(row[x]) - (16 + 219 * share)) <= 6, "\(geometry) \(x): \(row[x])")
      }
      #expect(row[18] == 16 && row[82] == 16 && row[50] == 235)
    }
  }

  @Test("an effect that nobody knows is an error")
  func unknown() {
    var scene = PictureScene(8, 6)
    var input = scene.source(.flat(90, 100, 110, Size(width: 8, height: 6)))
    input.effects = [effect(1)]
    #expect(throws: RenderError.self) { try scene.compose([PictureLayer(input)]) }
  }
}
