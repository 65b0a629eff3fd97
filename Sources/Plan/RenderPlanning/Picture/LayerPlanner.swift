internal import Diagnostics
internal import BaseValues
internal import PictureKinds
internal import PlanModel
internal import TimelineModel

/// Works out a layer's picture for each frame of a range.
///
/// A layer that stands still and upright is brought to its size once and moved by whole pixels. One
/// that moves or changes its size is resampled on every frame, straight from its source's pixels;
/// one that is turned from a picture as large as it ever gets.
struct LayerPlanner: Sendable {
  let output: Size
  let rate: FrameRate

  /// Content before it has an entry in the plan's tables.
  private struct Shape {
    /// Size of the picture's pixels; for texts and shapes the raster's scale to 1.
    var content: Size
    var geometry: PerFrame<Geometry>
    /// Frames at which the plane is seen from its edge.
    var isVisible: PerFrame<Bool>
  }

  /// The picture over `frames`, opacity 0 where it cannot be seen; `nil` where it never can.
  ///
  /// - Throws: when an animation's times cannot be computed exactly in 128 bits.
  func picture(
    _ recipe: LayerRecipe, over frames: Range<Int>, _ tables: inout PlanTables
  ) throws(TimeOverflow) -> PictureInput? {
    if frames.isEmpty { return nil }
    let animation = try LayerAnimation(recipe, rate: rate)
    let opacity = self.opacity(animation, frames)
    if opacity == .constant(0) { return nil }
    guard let shape = still(recipe, animation) ?? moving(recipe, animation, frames) else {
      return nil
    }
    let weight = visible(opacity, shape.isVisible, frames.count)
    if weight == .constant(0) { return nil }
    let content = content(recipe, animation, shape.content, frames, weight, &tables)
    var effects: [PlannedEffect] = []
    if let media = recipe.canvasFilter {
      tables.use(media)
      effects.append(
        .filter(media, from: recipe.start, at: recipe.tempo, over: frames, rate: rate))
    }
    for effect in recipe.effects {
      guard let kind = EffectKind.named(effect.kind.name) else { continue }
      if let media = effect.media { tables.use(media.value) }
      effects.append(try effect.planned(as: kind, start: recipe.start, over: frames, rate: rate))
    }
    return PictureInput(
      origin: recipe.origin, content: content, opacity: weight, geometry: shape.geometry,
      effects: effects)
  }

  private func opacity(_ animation: LayerAnimation, _ frames: Range<Int>) -> PerFrame<Int> {
    if !animation.movesOpacity { return .constant(animation.weight(at: frames.lowerBound)) }
    return PerFrame(frames.map { animation.weight(at: $0) })
  }

  private func visible(
    _ opacity: PerFrame<Int>, _ isVisible: PerFrame<Bool>, _ count: Int
  ) -> PerFrame<Int> {
    switch isVisible {
    case .constant(let isVisible): isVisible ? opacity : .constant(0)
    case .varying(let values): PerFrame((0..<count).map { values[$0] ? opacity[$0] : 0 })
    }
  }

  // MARK: - Content

  private func content(
    _ recipe: LayerRecipe, _ animation: LayerAnimation, _ size: Size, _ frames: Range<Int>,
    _ weight: PerFrame<Int>, _ tables: inout PlanTables
  ) -> InputContent {
    switch recipe.subject {
    case .canvas(let fitted): return .group(canvas(fitted, recipe.origin))
    case .filled(let media, let front, let back, let mapping):
      return .group(
        filled(
          front, back,
          { fitted in
            let conform = tables.id(
              of: Conform(
                media: media, crop: fitted.crop, size: fitted.size, filter: recipe.filter))
            return mapping.pictures(conform, frames)
          }, recipe))
    case .source, .text, .shape, .color: break
    }
    return .picture(picture(recipe, animation, size, frames, weight, &tables))
  }

  /// The canvas of an edit, still empty: on a part of it the whole with nothing on it.
  private func canvas(_ fitted: FittedFrame, _ origin: PlanOrigin) -> Composition {
    let crop = fitted.crop
    let size = Size(width: crop.width, height: crop.height)
    if fitted.isWhole { return Composition(size: size, layers: []) }
    let whole = PictureInput(
      origin: origin, content: .group(Composition(size: size, layers: [])),
      geometry: .constant(.offset(x: -crop.x, y: -crop.y)))
    return Composition(size: size, layers: [PictureLayer(whole)])
  }

  private func picture(
    _ recipe: LayerRecipe, _ animation: LayerAnimation, _ size: Size, _ frames: Range<Int>,
    _ weight: PerFrame<Int>, _ tables: inout PlanTables
  ) -> PerFrame<PictureContent> {
    switch recipe.subject {
    case .canvas, .filled: return .constant(.color(.clear, size))
    case .source(let media, let fitted, let mapping):
      let conform = tables.id(
        of: Conform(media: media, crop: fitted.crop, size: size, filter: recipe.filter))
      return mapping.pictures(conform, frames)
    case .color(let color, _):
      if !animation.movesColor { return .constant(.color(color, size)) }
      return PerFrame(frames.map { .color(animation.color(at: $0, resting: color), size) })
    case .text(let style, let changing):
      return drawn(
        recipe, animation, isMoving: animation.movesColor || changing != nil, frames, weight,
        &tables
      ) { frame, anchor in
        var style = style
        if animation.movesColor {
          style.color = animation.color(at: frame, resting: style.color)
        }
        if let changing { style = changing.style(style, at: frame) }
        return TextRaster(style: style, anchorX: anchor.x, anchorY: anchor.y, scale: size.width)
      }
    case .shape(let shape):
      return drawn(
        recipe, animation, isMoving: animation.movesShape, frames, weight, &tables
      ) { frame, anchor in
        TextRaster(
          shape: animation.shape(at: frame, resting: shape), anchorX: anchor.x,
          anchorY: anchor.y, scale: size.width)
      }
    }
  }

  /// What is drawn for each frame: once for all, or once for each that looks different. Invisible frames
  /// draw nothing, so they take no raster of their own.
  private func drawn(
    _ recipe: LayerRecipe, _ animation: LayerAnimation, isMoving: Bool, _ frames: Range<Int>,
    _ weight: PerFrame<Int>, _ tables: inout PlanTables,
    _ raster: (_ frame: Int, _ anchor: (x: Int, y: Int)) -> TextRaster
  ) -> PerFrame<PictureContent> {
    let anchor = (x: share(recipe.placement.anchor.x), y: share(recipe.placement.anchor.y))
    func id(_ frame: Int) -> RasterID { tables.id(of: raster(frame, anchor)) }
    if !isMoving { return .constant(.text(id(frames.lowerBound))) }
    var current: RasterID?
    var values: [PictureContent] = []
    values.reserveCapacity(frames.count)
    let firstVisible = frames.first { weight[$0 - frames.lowerBound] > 0 }
    for frame in frames {
      let isShown = weight[frame - frames.lowerBound] > 0
      if isShown || current == nil { current = id(isShown ? frame : (firstVisible ?? frame)) }
      if let current { values.append(.text(current)) }
    }
    return PerFrame(values)
  }

  /// In 1/65536.
  private func share(_ fraction: Rational) -> Int {
    Int((FixedPoint.value(fraction) + (1 << 27)) >> 28)
  }

  // MARK: - Shape

  /// The shape of a layer at rest, upright and not mirrored; `nil` where it must be resampled.
  private func still(_ recipe: LayerRecipe, _ animation: LayerAnimation) -> Shape? {
    // A view is drawn the same way at rest as while it moves.
    if animation.movesPose || recipe.view != nil { return nil }
    let pose = animation.pose(at: 0).layer
    let scale = pose.scale
    if pose.isRotated || scale.x <= 0 || scale.y <= 0 { return nil }
    let content: Size
    var corner = (x: pose.position.x, y: pose.position.y)
    switch recipe.subject {
    case .text, .shape:
      // Whole enlargements are drawn at their size.
      guard scale.x == scale.y, scale.x % FixedPoint.one == 0, scale.x <= 8 * FixedPoint.one
      else { return nil }
      content = Size(width: FixedPoint.rounded(scale.x), height: 1)
    case .source(_, let fitted, _):
      guard let size = scaled(fitted.size, scale) else { return nil }
      content = size
      corner = self.corner(of: content, recipe.placement.anchor, at: pose)
    case .color(_, let size):
      guard let size = scaled(size, scale) else { return nil }
      content = size
      corner = self.corner(of: content, recipe.placement.anchor, at: pose)
    case .canvas(let fitted):
      // It has its pixels already.
      guard let size = scaled(fitted.size, scale),
        recipe.keepsPixels
          || size.width == fitted.crop.width && size.height == fitted.crop.height
      else { return nil }
      content = size
      corner = self.corner(of: content, recipe.placement.anchor, at: pose)
    case .filled:
      // It is drawn at the output's size.
      guard scale.x == FixedPoint.one, scale.y == FixedPoint.one else { return nil }
      content = output
      corner = self.corner(of: content, recipe.placement.anchor, at: pose)
    }
    if recipe.placement.keepsFractions, hasFraction(pose.position.x, pose.position.y),
      hasFraction(corner.x, corner.y)
    {
      return nil
    }
    let (x, y) = (FixedPoint.rounded(corner.x), FixedPoint.rounded(corner.y))
    guard recipe.keepsPixels else {
      return Shape(
        content: content, geometry: .constant(.offset(x: x, y: y)), isVisible: .constant(true))
    }
    let own = pixels(recipe, or: content)
    guard let geometry = picked(own, shownAs: content, x: x, y: y) else { return nil }
    return Shape(
      content: own, geometry: .constant(geometry), isVisible: .constant(true))
  }

  /// The pixels that a picture has itself, as far as there may be so many.
  private func pixels(_ recipe: LayerRecipe, or content: Size) -> Size {
    switch recipe.subject {
    case .source(_, let fitted, _), .canvas(let fitted): fitted.pixels
    case .text, .shape, .color, .filled: content
    }
  }

  /// A picture's pixels as they are, over a rectangle of whole pixels; `nil` where that cannot be computed.
  func picked(_ own: Size, shownAs size: Size, x: Int, y: Int) -> Geometry? {
    // u = (X − 2x) · own width / width in half pixels, and v in the same way, over a common denominator.
    let (across, down) = (
      Int128(own.width) * Int128(size.height), Int128(own.height) * Int128(size.width)
    )
    let rows = [
      [across, 0, -2 * Int128(x) * across], [0, down, -2 * Int128(y) * down],
      [0, 0, Int128(size.width) * Int128(size.height)],
    ]
    return Projection(rows: rows, over: output).map(Geometry.nearest)
  }

  /// Whether a position lies between pixels, by more than a sampler tells apart.
  private func hasFraction(_ x: Int128, _ y: Int128) -> Bool {
    [x, y].contains { raw in
      abs(raw - Int128(FixedPoint.rounded(raw)) << 44) > FixedPoint.one >> 11
    }
  }

  /// The whole-pixel size at a scale, `nil` above the largest side.
  private func scaled(_ size: Size, _ scale: AnimatedValue) -> Size? {
    let width = max(1, FixedPoint.rounded(Int128(size.width) * scale.x))
    let height = max(1, FixedPoint.rounded(Int128(size.height) * scale.y))
    let limit = Conform.largestSide
    return width <= limit && height <= limit ? Size(width: width, height: height) : nil
  }

  private func corner(
    of size: Size, _ anchor: Point, at pose: LayerPose
  ) -> (x: Int128, y: Int128) {
    (
      pose.position.x - FixedPoint.value(anchor.x) * Int128(size.width),
      pose.position.y - FixedPoint.value(anchor.y) * Int128(size.height)
    )
  }

  /// The shape of a layer that is resampled; `nil` where it is never visible.
  private func moving(
    _ recipe: LayerRecipe, _ animation: LayerAnimation, _ frames: Range<Int>
  ) -> Shape? {
    let moments = animation.movesPose ? frames : frames.lowerBound..<(frames.lowerBound + 1)
    let poses = moments.map { animation.pose(at: $0) }
    guard let scale = contentScale(recipe, poses) else { return nil }
    var geometries: [Geometry] = []
    var isVisible: [Bool] = []
    geometries.reserveCapacity(poses.count)
    isVisible.reserveCapacity(poses.count)
    for (index, pose) in poses.enumerated() {
      if index > 0, pose == poses[index - 1] {
        geometries.append(geometries[index - 1])
        isVisible.append(isVisible[index - 1])
        continue
      }
      let geometry = geometry(recipe, pose, scale)
      geometries.append(geometry ?? .offset(x: 0, y: 0))
      isVisible.append(geometry != nil)
    }
    return Shape(
      content: scale.content, geometry: PerFrame(geometries), isVisible: PerFrame(isVisible))
  }

  /// Where a picture stands in a pose; `nil` where it is seen from its edge or from behind.
  func geometry(
    _ recipe: LayerRecipe, _ pose: (layer: LayerPose, group: LayerPose), _ scale: ContentScale
  ) -> Geometry? {
    GeometryPlanner(output: output).projection(
      pose.layer, group: pose.group, perspective: FixedPoint.value(recipe.perspective),
      content: scale
    ).map(recipe.keepsPixels ? Geometry.nearest : Geometry.projective)
  }

  /// The size at which a layer's picture is made.
  ///
  /// Pictures keep the pixels of their source, up to twice as many as they ever show, beyond which
  /// nobody sees a difference. Texts and colours are made so large that they are never enlarged
  /// afterwards (up to the largest side).
  func contentScale(
    _ recipe: LayerRecipe, _ poses: [(layer: LayerPose, group: LayerPose)]
  ) -> ContentScale? {
    var largest = AnimatedValue(x: 0)
    for (layer, group) in poses {
      let outer = max(magnitude(group.scale.x), magnitude(group.scale.y))
      largest.x = max(largest.x, FixedPoint.multiply(magnitude(layer.scale.x), outer))
      largest.y = max(largest.y, FixedPoint.multiply(magnitude(layer.scale.y), outer))
    }
    let layer: Size
    switch recipe.subject {
    case .text, .shape:
      let scale = max(largest.x, largest.y)
      let whole = min(
        max(1, Int(clamping: (scale + FixedPoint.one - 1) >> 44)), TextRaster.scales.upperBound)
      return ContentScale(
        content: Size(width: whole, height: whole), layer: Size(width: 1, height: 1),
        isText: true)
    case .source(_, let fitted, _): layer = fitted.size
    case .color(_, let size): layer = size
    case .canvas(let fitted): layer = fitted.size
    case .filled: return ContentScale(content: output, layer: output)
    }
    func side(_ length: Int, _ factor: Int128) -> Int {
      min(max(1, FixedPoint.rounded(Int128(length) * factor)), Conform.largestSide)
    }
    var content = Size(
      width: side(layer.width, largest.x), height: side(layer.height, largest.y))
    if recipe.keepsPixels {
      content = pixels(recipe, or: content)
    } else if case .source(_, let fitted, _) = recipe.subject {
      content = Size(
        width: min(fitted.crop.width, side(content.width, 2 * FixedPoint.one)),
        height: min(fitted.crop.height, side(content.height, 2 * FixedPoint.one)))
    }
    if case .canvas(let fitted) = recipe.subject {
      content = Size(width: fitted.crop.width, height: fitted.crop.height)
    }
    return ContentScale(content: content, layer: layer)
  }

  private func magnitude(_ raw: Int128) -> Int128 { min(abs(raw), FixedPoint.one << 12) }
}

extension SourceFrameMapping {
  /// The pictures that some frames show, each one of the source's or mixed from several.
  fileprivate func pictures(
    _ conform: ConformID, _ frames: Range<Int>
  ) -> PerFrame<PictureContent> {
    if let points = points(frames) {
      return PerFrame(
        points.map { point in
          point.share == 0
            ? .source(conform, sourceFrame: point.frames.lowerBound) : .flow(conform, point)
        })
    }
    guard let windows = windows(frames) else {
      return sourceFrames(frames).map { .source(conform, sourceFrame: $0) }
    }
    return PerFrame(
      windows.map { window in
        let shares = window.shares
        return shares.count == 1
          ? .source(conform, sourceFrame: shares[0].frame) : .blend(conform, window)
      })
  }
}
