import PlanModel
import Rendering
import Synchronization
import TimelineModel
import TitleRendering

/// Draws a plan's texts once each and lends them to all workers.
final class TitleTexts: TextSource {
  private let renderer: TextRenderer
  private let drawn = Mutex<[TextRaster: PlacedImage]>([:])

  /// Drawn texts kept at the same time; animated colours make many.
  private static let limit = 256

  init(renderer: TextRenderer) { self.renderer = renderer }

  func image(of raster: TextRaster) throws(RenderError) -> PlacedImage {
    if let known = drawn.withLock({ $0[raster] }) { return known }
    let image: PlacedImage
    do throws(TitleError) {
      let text = try renderer.render(
        raster.style, anchorX: raster.anchorX, anchorY: raster.anchorY, scale: raster.scale)
      image = PlacedImage(image: text.image, originX: text.originX, originY: text.originY)
    } catch {
      throw RenderError(.media, "the text '\(raster.style.text)' cannot be drawn: \(error)")
    }
    drawn.withLock { drawn in
      if drawn.count >= Self.limit { drawn.removeAll() }
      drawn[raster] = image
    }
    return image
  }
}
