import BaseValues
import PlanModel
import Raster
import Rendering
import Synchronization
import TimelineModel
import TitleRendering

/// Draws a plan's texts and shapes once each and lends them to all workers.
final class TitleTexts: TextSource {
  private let renderer: TextRenderer
  private let depth: Int
  private let recoloring: LightTransform?
  private let drawn = Mutex(Drawn())

  /// Pictures that are kept at the same time.
  private struct Drawn {
    var images: [TextRaster: PlacedImage] = [:]
    /// Bytes of their samples.
    var size = 0
  }

  /// Drawn texts kept at the same time; animated colours and shapes make many.
  private static let limit = 256
  /// The most bytes of several of them.
  private static let sizeLimit = 128 << 20

  /// - Parameters:
  ///   - depth: bits of the plan's composed samples.
  ///   - color: what they mean.
  init(renderer: TextRenderer, depth: Int, color: PictureColor) {
    recoloring =
      color == .sdr ? nil : LightTransform(PictureColor.sdr.lightSource(), to: color)
    self.renderer = renderer
    self.depth = depth
  }

  func image(of raster: TextRaster) throws(RenderError) -> PlacedImage {
    if let known = drawn.withLock({ $0.images[raster] }) { return known }
    let image: PlacedImage
    do throws(TitleError) {
      let text = try picture(of: raster)
      image = PlacedImage(image: text.image, originX: text.originX, originY: text.originY)
    } catch {
      let name = raster.shape?.kind.rawValue ?? "text '\(raster.style.text)'"
      throw RenderError(.media, "the \(name) cannot be drawn: \(error)")
    }
    // Three planes and alpha.
    let pixels = image.image.size.width * image.image.size.height
    let size = pixels * 5 / 2 * (depth > 8 ? 2 : 1)
    drawn.withLock { drawn in
      if drawn.images.count >= Self.limit || drawn.size + size > Self.sizeLimit { drawn = Drawn() }
      if drawn.images.updateValue(image, forKey: raster) == nil { drawn.size += size }
    }
    return image
  }

  private func picture(of raster: TextRaster) throws(TitleError) -> TextImage {
    guard let shape = raster.shape else {
      return try renderer.render(
        raster.style, anchorX: raster.anchorX, anchorY: raster.anchorY, scale: raster.scale,
        depth: depth, recoloring: recoloring)
    }
    return try ShapeRenderer.render(
      shape, anchorX: raster.anchorX, anchorY: raster.anchorY, scale: raster.scale, depth: depth,
      recoloring: recoloring)
  }

  private func picture(
    of raster: TextRaster, through transform: TextTransform, on canvas: Size
  ) throws(TitleError) -> TextImage? {
    guard let shape = raster.shape else {
      return try renderer.render(
        raster.style, anchorX: raster.anchorX, anchorY: raster.anchorY, scale: raster.scale,
        through: transform, on: canvas.bounds, depth: depth, recoloring: recoloring)
    }
    return try ShapeRenderer.render(
      shape, anchorX: raster.anchorX, anchorY: raster.anchorY, scale: raster.scale,
      through: transform, on: canvas.bounds, depth: depth, recoloring: recoloring)
  }

  func image(
    of raster: TextRaster, by map: Homography, on canvas: Size
  ) throws(RenderError) -> PlacedImage? {
    guard let transform = TextTransform(map) else { return nil }
    do throws(TitleError) {
      return try picture(of: raster, through: transform, on: canvas).map {
        PlacedImage(image: $0.image, originX: $0.originX, originY: $0.originY)
      }
    } catch {
      // Its picture may be smaller than what is shown of it.
      return nil
    }
  }
}

extension TextTransform {
  /// The way back through an even map, which is in half pixels; `nil` where it is beyond what is
  /// drawn.
  fileprivate init?(_ map: Homography) {
    let (a, b, c) = (Int128(map.a), Int128(map.b), Int128(map.c))
    let (d, e, f) = (Int128(map.d), Int128(map.e), Int128(map.f))
    let i = Int128(map.i)
    let area = a * e - b * d
    guard area != 0 else { return nil }
    func number(_ numerator: Int128, _ bits: Int) -> Int {
      let wide = numerator << Int128(bits)
      let sign: Int128 = (wide < 0) == (area < 0) ? 1 : -1
      let quotient = (wide.magnitude + area.magnitude / 2) / area.magnitude
      return Int(clamping: sign * Int128(min(quotient, 1 << 62)))
    }
    self.init(
      xx: number(e * i, Self.factorBits), xy: number(-b * i, Self.factorBits),
      yx: number(-d * i, Self.factorBits), yy: number(a * i, Self.factorBits),
      dx: number(b * f - c * e, Self.placeBits - 1),
      dy: number(c * d - a * f, Self.placeBits - 1))
  }
}
