import PictureKinds
import PixelGeometry
import PlanModel
import Raster
import Rendering
import Synchronization
import Testing

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

  @Test("an effect that nobody knows is an error")
  func unknown() {
    var scene = PictureScene(8, 6)
    var input = scene.source(.flat(90, 100, 110, Size(width: 8, height: 6)))
    input.effects = [effect(1)]
    #expect(throws: RenderError.self) { try scene.compose([PictureLayer(input)]) }
  }
}
