import PlanModel
import Raster
import Rendering
import Testing

@Suite struct CompositorRuleTests {
  @Test(
    "any stack of layers follows the rule bit by bit",
    arguments: [false, true])
  func rule(projective: Bool) throws {
    for seed in UInt64(0)..<(projective ? 200 : 400) {
      var generator = SceneGenerator(seed: seed, projective: projective)
      let scene = generator.make()
      try check(scene, seed, as: UInt8.self)
    }
  }

  @Test(
    "any expression follows the rule bit by bit: groups in groups, masks, blend modes, transitions",
    arguments: [false, true], [8, 10])
  func expression(projective: Bool, depth: Int) throws {
    for seed in UInt64(0)..<(projective ? 80 : 120) {
      var generator = SceneGenerator(
        seed: seed, projective: projective, expression: true, depth: depth)
      let scene = generator.make()
      if depth == 8 {
        try check(scene, seed, as: UInt8.self)
      } else {
        try check(scene, seed, as: UInt16.self)
      }
    }
  }

  private func check<Sample: PixelSample>(
    _ scene: PictureScene, _ seed: UInt64, as sample: Sample.Type
  ) throws {
    let image = try scene.compositor(depth: Sample.depth).compose(0)
    guard image.size == scene.size, image.format == PixelFormat(sample, hasAlpha: false) else {
      Issue.record("seed \(seed): \(image.format) of \(image.size)")
      return
    }
    let planes = image.planes(as: sample)
    let expected = PlainCompositor(scene, as: sample).compose(0)
    if planes != expected {
      Issue.record("seed \(seed): \(difference(planes, expected)) of \(scene.size)")
    }
  }

  private func difference<Sample: PixelSample>(
    _ a: [[[Sample]]], _ b: [[[Sample]]]
  ) -> String {
    for plane in a.indices {
      for y in a[plane].indices {
        for x in a[plane][y].indices where a[plane][y][x] != b[plane][y][x] {
          return "plane \(plane) (\(x), \(y)) is \(a[plane][y][x]), not \(b[plane][y][x])"
        }
      }
    }
    return "none"
  }
}
