import PixelGeometry
import PlanModel
import Raster
import TimelineModel

@testable import Rendering

/// The rule of `Compositor` once more, sample by sample, as plainly as it can be said.
struct PlainCompositor {
  let scene: PictureScene
  private let plan: RenderPlan

  /// What a picture contributes to one sample.
  private struct Contribution {
    var sample: UInt8
    var alpha: UInt8
    var weight: Int
  }

  init(_ scene: PictureScene) {
    self.scene = scene
    plan = scene.plan
  }

  func compose(_ frame: Int) -> [[[UInt8]]] {
    let background = plan.output.background
    var planes = [background.y, background.cb, background.cr].enumerated().map { plane, value in
      let size = PixelFormat.yuv420p8.size(ofPlane: plane, in: scene.size)
      return Array(repeating: Array(repeating: value, count: size.width), count: size.height)
    }
    for layer in plan.layers(at: frame) {
      for plane in 0..<3 {
        let pictures = layer.inputs.map { (read(plane, of: $0), $0.share[0]) }
        for y in planes[plane].indices {
          for x in planes[plane][y].indices {
            var sum = 0
            var cover = 0
            for (read, share) in pictures {
              guard var part = read(x, y) else { continue }
              part.weight = Self.product(part.weight, share)
              sum += 255 * Int(part.sample) * part.weight
              cover += Int(part.alpha) * part.weight
            }
            let one = 255 * 32768
            sum += Int(planes[plane][y][x]) * (one - cover)
            planes[plane][y][x] = UInt8(min(255, Reference.rounded(sum, over: one)))
          }
        }
      }
    }
    return planes
  }

  private static func product(_ a: Int, _ b: Int) -> Int {
    Reference.rounded(a * b, over: 32768)
  }

  /// A way to read the samples of a plane where the picture stands.
  private func read(_ plane: Int, of input: PictureInput) -> (Int, Int) -> Contribution? {
    let image: Image
    var (originX, originY) = (0, 0)
    switch input.picture?[0] {
    case .source(let id, _):
      image = scene.images[id.index]
    case .text(let id):
      image = scene.texts[id.index].image
      (originX, originY) = (scene.texts[id.index].originX, scene.texts[id.index].originY)
    case .gradient, nil: return { _, _ in nil }
    case .color(let color, let size):
      image = SolidColor(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
        .image(size: size)
    }
    let bounds = scene.size.bounds
    let window =
      input.coverage[0].window.map {
        $0.intersection(bounds)
      } ?? bounds
    switch input.geometry[0] {
    case .offset(let x, let y):
      return { column, row in
        read(
          plane, of: image, x: x + originX, y: y + originY, window, input.opacity[0], column, row)
      }
    case .projective(let p):
      let (u, v) = (Int64(2 * originX), Int64(2 * originY))
      let map = Homography(
        a: p.a - u * p.g, b: p.b - u * p.h, c: p.c - u * p.i, d: p.d - v * p.g, e: p.e - v * p.h,
        f: p.f - v * p.i, g: p.g, h: p.h, i: p.i)
      return project(plane, of: image, map, window, input.opacity[0])
    }
  }

  private func read(
    _ plane: Int, of image: Image, x: Int, y: Int, _ window: Rect, _ opacity: Int,
    _ column: Int, _ row: Int
  ) -> Contribution? {
    if plane == Plane.luma {
      guard window.contains(x: column, y: row),
        image.size.bounds.contains(x: column - x, y: row - y)
      else { return nil }
      return Contribution(
        sample: image.row(plane, row - y)[column - x],
        alpha: image.format.hasAlpha ? image.row(Plane.alpha, row - y)[column - x] : 255,
        weight: opacity)
    }
    func chroma(_ plane: Int) -> (sample: UInt8, weight: UInt16)? {
      Reference.chroma(
        column: column, row: row, of: plane, in: image, x: x, y: y, region: window,
        output: scene.size)
    }
    guard let color = chroma(plane) else { return nil }
    return Contribution(
      sample: color.sample,
      alpha: image.format.hasAlpha ? chroma(Plane.chromaAlpha)?.sample ?? 0 : 255,
      weight: Self.product(Int(color.weight), opacity))
  }

  /// Through a map; the covered share of each sample is the sampler's, tested with it.
  private func project(
    _ plane: Int, of image: Image, _ map: Homography, _ window: Rect, _ opacity: Int
  ) -> (Int, Int) -> Contribution? {
    guard
      let sampler = ProjectiveSampler(homography: map, layer: image.size, output: scene.size)
    else { return { _, _ in nil } }
    let level = sampler.level(limit: 6)
    var small = image
    for _ in 0..<level { small = small.halved() }
    let coverage = Self.coverage(sampler, chroma: plane != Plane.luma, image.size)
    return { column, row in
      let covered = coverage[row][column]
      guard covered > 0 else { return nil }
      func sample(_ plane: Int) -> UInt8 {
        let isLuma = plane == Plane.luma || plane == Plane.alpha
        return Reference.project(
          map, x: isLuma ? 2 * column + 1 : 4 * column + 2, y: isLuma ? 2 * row + 1 : 4 * row + 2,
          alpha: covered, plane: plane, of: small, exponent: isLuma ? level : level + 1)
      }
      let isLuma = plane == Plane.luma
      let alphaPlane = isLuma ? Plane.alpha : Plane.chromaAlpha
      // The share of the sample's luma pixels that are in the window.
      var (shown, existing) = (0, 0)
      for y in isLuma ? [row] : [2 * row, 2 * row + 1] {
        for x in isLuma ? [column] : [2 * column, 2 * column + 1]
        where scene.size.bounds.contains(x: x, y: y) {
          existing += 1
          shown += window.contains(x: x, y: y) ? 1 : 0
        }
      }
      return Contribution(
        sample: sample(plane), alpha: image.format.hasAlpha ? sample(alphaPlane) : covered,
        weight: Self.product(32768 * shown / existing, opacity))
    }
  }

  private static func coverage(
    _ sampler: ProjectiveSampler, chroma: Bool, _ size: Size
  ) -> [[UInt8]] {
    let opaque = Image.flat(0, 0, 0, size)
    let output = chroma ? sampler.output.chroma : sampler.output
    return (0..<output.height).map { y in
      var first = [UInt8](repeating: 0, count: output.width)
      var second = first
      var alpha = first
      var firstSpan = first.mutableSpan
      var secondSpan = second.mutableSpan
      var alphaSpan = alpha.mutableSpan
      let columns = 0..<output.width
      if chroma {
        sampler.writeChroma(
          of: opaque, row: y, columns: columns, cb: &firstSpan, cr: &secondSpan, alpha: &alphaSpan)
      } else {
        sampler.writeLuma(
          of: opaque, row: y, columns: columns, samples: &firstSpan, alpha: &alphaSpan)
      }
      return alpha
    }
  }
}
