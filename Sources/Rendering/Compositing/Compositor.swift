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
  private var reductions: [(original: Image, level: Int, image: Image)] = []

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
      guard let ready = try prepare(layer) else { continue }
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

  private func prepare(_ layer: FrameLayer) throws(RenderError) -> ReadyLayer? {
    switch layer {
    case .single(let picture):
      return try ready(picture).map(ReadyLayer.single)
    case .dissolve(let from, let to, let weight):
      return .dissolve(from: try prepare(from), to: try prepare(to), weight: weight)
    case .disjoint(let from, let to):
      return .disjoint(from: try prepare(from), to: try prepare(to))
    }
  }

  private func prepare(_ picture: FramePicture?) throws(RenderError) -> ReadyPicture? {
    guard let picture else { return nil }
    return try ready(picture)
  }

  private func ready(_ picture: FramePicture) throws(RenderError) -> ReadyPicture? {
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
    let window =
      picture.window.map {
        PixelRect(x: $0.x, y: $0.y, width: $0.width, height: $0.height).intersection(output)
      } ?? output
    switch picture.geometry {
    case .offset(let x, let y):
      return ReadyPicture(
        image: image, x: x + originX, y: y + originY, weight: picture.weight, window: window,
        output: output)
    case .projective(let projection):
      return ReadyPicture(
        image: image, map: Homography(projection, originX: originX, originY: originY),
        weight: picture.weight, window: window, output: output, halved: halved)
    }
  }

  /// The image halved `level` times; those of texts and stills are kept.
  private func halved(_ image: Image, _ level: Int) -> Image {
    guard level > 0 else { return image }
    if let known = reductions.first(where: { $0.original === image && $0.level == level }) {
      return known.image
    }
    let reduced = halved(image, level - 1).halved(pool: pool)
    if reductions.count >= 24 { reductions.removeFirst() }
    reductions.append((image, level, reduced))
    return reduced
  }

  private func solid(_ color: Color, _ size: PictureSize) -> Image {
    let key = ColorKey(color: color, size: size)
    if let known = colors[key] { return known }
    if colors.count > 32 { colors.removeAll() }
    let image = SolidColor(
        red: color.red, green: color.green, blue: color.blue, alpha: color.alpha
      ).image(size: PixelSize(width: size.width, height: size.height))
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
    switch layer {
    case .single(let picture):
      draw(picture, on: &result)
    case .disjoint(let from, let to):
      // Luma pixels belong to one of the two; chroma samples on the edge to both.
      if let from { drawLuma(from, on: &result) }
      if let to { drawLuma(to, on: &result) }
      if from?.isChromaAligned ?? true, to?.isChromaAligned ?? true {
        if let from { drawChroma(from, on: &result) }
        if let to { drawChroma(to, on: &result) }
      } else {
        blendChroma(from, to, weight: nil, on: &result)
      }
    case .dissolve(let from, let to, let weight):
      blendLuma(from, to, weight: weight, on: &result)
      blendChroma(from, to, weight: weight, on: &result)
    }
  }

  private func draw(_ picture: ReadyPicture, on result: inout MutableImage) {
    drawLuma(picture, on: &result)
    drawChroma(picture, on: &result)
  }

  private func drawLuma(_ picture: ReadyPicture, on result: inout MutableImage) {
    if picture.isProjected {
      blendLuma(picture, nil, weight: nil, on: &result)
    } else {
      drawAligned(picture, plane: Plane.luma, on: &result)
    }
  }

  private func drawChroma(_ picture: ReadyPicture, on result: inout MutableImage) {
    if picture.isChromaAligned {
      drawAligned(picture, plane: Plane.cb, on: &result)
      drawAligned(picture, plane: Plane.cr, on: &result)
    } else {
      blendChroma(picture, nil, weight: nil, on: &result)
    }
  }

  /// One picture on the plane's grid: rows are used where they lie.
  private func drawAligned(_ picture: ReadyPicture, plane: Int, on result: inout MutableImage) {
    guard case .offset(let left, let top, _) = picture.place, !picture.area.isEmpty else { return }
    let isLuma = plane == Plane.luma
    let area = isLuma ? picture.area : picture.area.chroma
    let shift = isLuma ? 0 : 1
    let sourceX = area.x - (left >> shift)
    let sourceColumns = sourceX..<(sourceX + area.width)
    for y in area.rows {
      let sourceY = y - (top >> shift)
      let source = picture.image.row(plane, sourceY).extracting(sourceColumns)
      var whole = result.mutableRow(plane, y)
      var row = whole._mutatingExtracting(area.columns)
      if picture.isOpaque {
        Kernels.blend(source, weight: picture.weight, into: &row)
      } else {
        let alpha = picture.image.row(isLuma ? Plane.alpha : Plane.chromaAlpha, sourceY)
          .extracting(sourceColumns)
        Kernels.over(source, alpha: alpha, weight: picture.weight, into: &row)
      }
    }
  }

  /// The general rule on luma.
  ///
  /// - Parameter weight: the share of `to` in a dissolve; `nil` where both keep their own.
  private func blendLuma(
    _ from: ReadyPicture?, _ to: ReadyPicture?, weight: Int?, on result: inout MutableImage
  ) {
    for y in union(from?.area.rows ?? 0..<0, to?.area.rows ?? 0..<0) {
      fromRow.clear()
      toRow.clear()
      if let from { RowSampler.luma(from, y: y, into: &fromRow) }
      if let to { RowSampler.luma(to, y: y, into: &toRow) }
      scale(weight)
      let columns = union(fromRow.columns, toRow.columns)
      guard !columns.isEmpty else { continue }
      var row = result.mutableRow(Plane.luma, y)
      Self.blend(columns, fromRow.first.span, toRow.first.span, fromRow, toRow, into: &row)
    }
  }

  /// The general rule on chroma.
  private func blendChroma(
    _ from: ReadyPicture?, _ to: ReadyPicture?, weight: Int?, on result: inout MutableImage
  ) {
    for y in union(from?.area.chroma.rows ?? 0..<0, to?.area.chroma.rows ?? 0..<0) {
      fromRow.clear()
      toRow.clear()
      if let from { RowSampler.chroma(from, y: y, into: &fromRow) }
      if let to { RowSampler.chroma(to, y: y, into: &toRow) }
      scale(weight)
      let columns = union(fromRow.columns, toRow.columns)
      guard !columns.isEmpty else { continue }
      var cb = result.mutableRow(Plane.cb, y)
      Self.blend(columns, fromRow.first.span, toRow.first.span, fromRow, toRow, into: &cb)
      var cr = result.mutableRow(Plane.cr, y)
      Self.blend(columns, fromRow.second.span, toRow.second.span, fromRow, toRow, into: &cr)
    }
  }

  private func scale(_ weight: Int?) {
    guard let weight else { return }
    fromRow.scale(by: Weight.one - weight)
    toRow.scale(by: weight)
  }

  private static func blend(
    _ columns: Range<Int>, _ from: Span<UInt8>, _ to: Span<UInt8>, _ fromRow: WeightedRow,
    _ toRow: WeightedRow, into row: inout MutableSpan<UInt8>
  ) {
    var target = row._mutatingExtracting(columns)
    Kernels.accumulate(
      from: from.extracting(columns),
      colorWeights: fromRow.colorWeights.span.extracting(columns),
      alphaWeights: fromRow.alphaWeights.span.extracting(columns),
      to: to.extracting(columns),
      colorWeights: toRow.colorWeights.span.extracting(columns),
      alphaWeights: toRow.alphaWeights.span.extracting(columns), into: &target)
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
  /// A planned map for a picture whose top left corner is at (`originX`, `originY`) of the plan's
  /// picture coordinates.
  init(_ projection: Projection, originX: Int, originY: Int) {
    let (x, y) = (Int64(2 * originX), Int64(2 * originY))
    let p = projection
    self.init(
      a: p.a &- x &* p.g, b: p.b &- x &* p.h, c: p.c &- x &* p.i,
      d: p.d &- y &* p.g, e: p.e &- y &* p.h, f: p.f &- y &* p.i,
      g: p.g, h: p.h, i: p.i)
  }
}
