public import Raster
public import RenderPlanning
import TimelineModel

/// Makes output frames: the only place where pictures are blended.
///
/// Works in the output's own planar Y′CbCr with integers, so a frame has the same bits whatever
/// made it. Every layer is one rule, applied per plane and row:
///
///     result = from·wf + to·wt + below·(1 − αf − αt)
///
/// with the shares in 1.15 fixed point and one rounding at the end. A single layer has no `to`; a
/// dissolve splits its weight between the two; in a push or wipe the two have different pixels and
/// share the chroma samples that lie on the edge. The fast paths below are the same rule where
/// shares are constant.
///
/// Used by one worker only.
public final class Compositor {
  private let plan: RenderPlan
  private let images: any ImageSource
  private let texts: any TextSource
  private let output: PixelRect
  private let pool: ImagePool
  private var fromRow: WeightedRow
  private var toRow: WeightedRow
  private var colors: [ColorKey: Image] = [:]

  private struct ColorKey: Hashable {
    var color: Color
    var size: PictureSize
  }

  public init(plan: RenderPlan, images: any ImageSource, texts: any TextSource) {
    self.plan = plan
    self.images = images
    self.texts = texts
    output = PixelRect(
      x: 0, y: 0, width: plan.output.size.width, height: plan.output.size.height)
    pool = ImagePool(limitBytes: 16 * output.width * output.height * 3 / 2)
    fromRow = WeightedRow(width: output.width)
    toRow = WeightedRow(width: output.width)
  }

  /// The composed output frame. A frame that is one untouched picture is that picture.
  public func compose(_ frame: Int) throws(RenderError) -> Image {
    var layers: [ReadyLayer] = []
    for layer in plan.layers(at: frame) {
      let ready = try prepare(layer)
      if ready.hides(output) { layers.removeAll(keepingCapacity: true) }
      layers.append(ready)
    }
    if layers.count == 1, case .single(let picture) = layers[0], picture.hides(output) {
      return picture.image
    }
    var result = MutableImage(format: .yuv420p8, size: output.size, pool: pool)
    var rest = layers[...]
    if let first = layers.first, first.hides(output) {
      drawBase(first, on: &result)
      rest = rest.dropFirst()
    } else {
      let background = plan.output.background
      result.fill(y: background.y, u: background.cb, v: background.cr)
    }
    for layer in rest { draw(layer, on: &result) }
    return result.freeze()
  }

  // MARK: - Getting the pictures

  private func prepare(_ layer: FrameLayer) throws(RenderError) -> ReadyLayer {
    switch layer {
    case .single(let picture):
      return .single(try prepare(picture))
    case .dissolve(let from, let to, let weight):
      return .dissolve(from: try prepare(from), to: try prepare(to), weight: weight)
    case .disjoint(let from, let to):
      return .disjoint(from: try prepare(from), to: try prepare(to))
    }
  }

  private func prepare(_ picture: FramePicture?) throws(RenderError) -> ReadyPicture? {
    guard let picture else { return nil }
    return try prepare(picture) as ReadyPicture
  }

  private func prepare(_ picture: FramePicture) throws(RenderError) -> ReadyPicture {
    var originX = 0
    var originY = 0
    let image: Image
    switch picture.content {
    case .source(let conform, let sourceFrame):
      image = try images.image(conform, sourceFrame: sourceFrame)
    case .text(let raster):
      let text = try texts.image(of: plan.rasters[raster.index])
      image = text.image
      originX = text.originX
      originY = text.originY
    case .color(let color, let size):
      image = solid(color, size)
    }
    let place: ReadyPicture.Place
    switch picture.geometry {
    case .offset(let x, let y):
      place = .offset(x: x + originX, y: y + originY)
    case .projective(let projection):
      place = .projective(
        Homography(projection).movingLayer(x: -originX, y: -originY))
    }
    let window = picture.window.map {
      PixelRect(x: $0.x, y: $0.y, width: $0.width, height: $0.height).intersection(output)
    }
    return ReadyPicture(
      image: image, place: place, weight: picture.weight, window: window ?? output)
  }

  private func solid(_ color: Color, _ size: PictureSize) -> Image {
    let key = ColorKey(color: color, size: size)
    if let known = colors[key] { return known }
    if colors.count > 32 { colors.removeAll() }
    let image = SolidColor.image(
      red: color.red, green: color.green, blue: color.blue, alpha: color.alpha,
      size: PixelSize(width: size.width, height: size.height))
    colors[key] = image
    return image
  }

  // MARK: - Blending

  /// A layer that covers the whole output: nothing below is read.
  private func drawBase(_ layer: ReadyLayer, on result: inout MutableImage) {
    switch layer {
    case .single(let picture):
      result.copy(from: picture.image)
    case .dissolve(let from?, let to?, let weight):
      for plane in 0..<result.planeCount {
        for y in 0..<result.height(of: plane) {
          var row = result.mutableRow(plane, y)
          Kernels.merge(
            from.image.row(plane, y), to.image.row(plane, y), weight: weight, into: &row)
        }
      }
    case .dissolve, .disjoint:
      draw(layer, on: &result)
    }
  }

  private func draw(_ layer: ReadyLayer, on result: inout MutableImage) {
    for plane in 0..<result.planeCount {
      switch layer {
      case .single(let picture):
        draw(picture, nil, weight: nil, plane: plane, on: &result)
      case .disjoint(let from, let to):
        if let from, let to, !from.isAligned(to: plane, output: output)
          || !to.isAligned(to: plane, output: output)
        {
          draw(from, to, weight: nil, plane: plane, on: &result)
        } else {
          // Different samples: one after the other is the same.
          draw(from, nil, weight: nil, plane: plane, on: &result)
          draw(to, nil, weight: nil, plane: plane, on: &result)
        }
      case .dissolve(let from, let to, let weight):
        draw(from, to, weight: weight, plane: plane, on: &result)
      }
    }
  }

  /// Blends one or two pictures into a plane.
  ///
  /// - Parameter weight: the share of `to` in a dissolve; `nil` where both keep their own.
  private func draw(
    _ from: ReadyPicture?, _ to: ReadyPicture?, weight: Int?, plane: Int,
    on result: inout MutableImage
  ) {
    let isLuma = PixelFormat.isLuma(plane)
    let fromArea = from.map { isLuma ? $0.area : $0.area.chroma } ?? .empty
    let toArea = to.map { isLuma ? $0.area : $0.area.chroma } ?? .empty
    let rows = union(fromArea.rows, toArea.rows)
    if let from, to == nil, weight == nil, from.isAligned(to: plane, output: output) {
      drawAligned(from, area: fromArea, plane: plane, on: &result)
      return
    }
    for y in rows {
      fromRow.clear()
      toRow.clear()
      if let from {
        RowSampler.sample(from, plane: plane, y: y, output: output, into: &fromRow)
        if let weight { fromRow.scale(by: Weight.one - weight) }
      }
      if let to {
        RowSampler.sample(to, plane: plane, y: y, output: output, into: &toRow)
        if let weight { toRow.scale(by: weight) }
      }
      let columns = union(fromRow.columns, toRow.columns)
      guard !columns.isEmpty else { continue }
      var row = result.mutableRow(plane, y)
      blend(columns, into: &row)
    }
  }

  /// One picture on the plane's grid: rows are used where they lie.
  private func drawAligned(
    _ picture: ReadyPicture, area: PixelRect, plane: Int, on result: inout MutableImage
  ) {
    guard case .offset(let left, let top) = picture.place, !area.isEmpty else { return }
    let shift = PixelFormat.isLuma(plane) ? 0 : 1
    let sourceX = area.x - (left >> shift)
    for y in area.rows {
      let sourceY = y - (top >> shift)
      let source = picture.image.row(plane, sourceY).extracting(sourceX..<(sourceX + area.width))
      var whole = result.mutableRow(plane, y)
      var row = whole.extracting(area.columns)
      if picture.isOpaque {
        Kernels.merge(source, weight: picture.weight, into: &row)
      } else {
        let alpha = picture.image.row(PixelFormat.alphaPlane(of: plane), sourceY)
          .extracting(sourceX..<(sourceX + area.width))
        Kernels.over(source, alpha: alpha, weight: picture.weight, into: &row)
      }
    }
  }

  private func blend(_ columns: Range<Int>, into row: inout MutableSpan<UInt8>) {
    for x in columns {
      let below =
        32768 &- Int32(fromRow.alphaWeights[x]) &- Int32(toRow.alphaWeights[x])
      let sum =
        Int32(fromRow.samples[x]) &* Int32(fromRow.colorWeights[x])
        &+ Int32(toRow.samples[x]) &* Int32(toRow.colorWeights[x])
        &+ Int32(row[x]) &* max(0, below)
      row[x] = UInt8(truncatingIfNeeded: min(255, (sum &+ 16384) &>> 15))
    }
  }

  private func union(_ a: Range<Int>, _ b: Range<Int>) -> Range<Int> {
    if a.isEmpty { return b }
    if b.isEmpty { return a }
    return min(a.lowerBound, b.lowerBound)..<max(a.upperBound, b.upperBound)
  }
}

/// A layer of one frame with its pixels at hand.
enum ReadyLayer {
  case single(ReadyPicture)
  case dissolve(from: ReadyPicture?, to: ReadyPicture?, weight: Int)
  case disjoint(from: ReadyPicture?, to: ReadyPicture?)

  /// Whether nothing below the layer can be seen, by its form alone.
  func hides(_ output: PixelRect) -> Bool {
    switch self {
    case .single(let picture): picture.hides(output)
    case .dissolve(let from?, let to?, _): from.hides(output) && to.hides(output)
    case .dissolve, .disjoint: false
    }
  }
}

extension Homography {
  init(_ projection: Projection) {
    self.init(
      a: projection.a, b: projection.b, c: projection.c, d: projection.d, e: projection.e,
      f: projection.f, g: projection.g, h: projection.h, i: projection.i)
  }
}
