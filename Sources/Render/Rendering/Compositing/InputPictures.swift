import PictureKinds
import BaseValues
import PlanModel
import Raster
import TimelineModel

/// Gets the pictures of inputs in samples of one depth. What is made here is kept while it is shown.
final class InputPictures<Sample: PixelSample> {
  private let plan: RenderPlan
  private let images: any ImageSource
  private let texts: any TextSource
  private let effectKinds: [EffectKind]
  private let pool: ImagePool
  /// Of the same pictures.
  let masks: InputMasks<Sample>
  private var drawings = RecentValues<PictureContent, Image>()
  /// Frames that are shown with others at once; the next picture often needs them again.
  private var parts = RecentValues<PictureContent, Image>()
  /// Movements from one frame to the next, by the first; in slow motion several pictures lie between
  /// the two.
  private var motions = RecentValues<PictureContent, PairMotion>()
  /// What cuts are told by in frames that are mixed.
  private var shots = RecentValues<PictureContent, ShotGuide>()
  private var derived = RecentValues<Derived, Image>()
  private var turnedTexts = RecentValues<TurnedText, Image>()
  /// Where they stand.
  private var turnedOrigins: [TurnedText: (x: Int, y: Int)] = [:]

  /// From the codes of BT.709 to those of the movie, once it was asked for.
  private var recoloring: LightTransform?

  /// What is made from an image.
  private struct Derived: Hashable {
    enum Change: Hashable {
      case widened
      case resized(Size, Rect)
      case padded(Int)
      /// Effects of one frame, of a picture of that size; more than one where all change colours or all are
      /// masks.
      case effects([PlannedEffect], Size)
    }

    var original: ObjectIdentifier
    var change: Change
  }

  /// A text as a map shows it.
  private struct TurnedText: Hashable {
    var raster: RasterID
    var map: Homography
    var canvas: Size
  }

  init(
    _ plan: RenderPlan, _ images: any ImageSource, _ texts: any TextSource,
    _ effectKinds: [EffectKind], _ pool: ImagePool
  ) {
    self.plan = plan
    self.images = images
    self.texts = texts
    self.effectKinds = effectKinds
    self.pool = pool
    masks = InputMasks(plan, images, pool)
  }

  /// Forgets what neither this frame nor the one before has used.
  func endFrame() {
    drawings.endFrame()
    parts.endFrame()
    motions.endFrame()
    shots.endFrame()
    derived.endFrame()
    masks.endFrame()
    turnedTexts.endFrame()
    if turnedOrigins.count > 2 * turnedTexts.count + 16 {
      turnedOrigins = turnedOrigins.filter { turnedTexts.contains($0.key) }
    }
  }

  /// The image of a content.
  func image(of content: PictureContent) throws(RenderError) -> PlacedImage {
    switch content {
    case .source(let conform, let sourceFrame):
      let image = widened(try images.image(conform, sourceFrame: sourceFrame))
      return PlacedImage(image: image, originX: 0, originY: 0)
    case .blend(let conform, let blend):
      return try made(content) { () throws(RenderError) in try blended(conform, blend) }
    case .flow(let conform, let point):
      return try made(content) { () throws(RenderError) in try flowing(conform, point) }
    case .text(let raster):
      var text = try texts.image(of: plan.rasters[raster.index])
      text.image = widened(text.image)
      return text
    case .color(let color, let size):
      return drawn(content) {
        recolored(
          SolidColor(color).image(size: Size(drawing: size), as: Sample.self, pool: pool))
      }
    case .gradient(let from, let to, let size, let isVertical):
      return drawn(content) {
        recolored(
          Gradient.image(
            size: Size(drawing: size), from: SolidColor(from), to: SolidColor(to),
            direction: isVertical ? .down : .right, as: Sample.self, pool: pool))
      }
    }
  }

  /// The image of a content that is made of frames, made once.
  private func made(
    _ content: PictureContent, _ make: () throws(RenderError) -> Image
  ) throws(RenderError) -> PlacedImage {
    if let known = drawings.find(content) {
      return PlacedImage(image: known, originX: 0, originY: 0)
    }
    let image = try make()
    drawings.insert(image, for: content, keeping: nil)
    return PlacedImage(image: image, originX: 0, originY: 0)
  }

  /// A frame of a source that is shown with others at once.
  private func part(
    _ conform: ConformID, _ frame: Int, isKept: Bool = true
  ) throws(RenderError) -> Image {
    let content = PictureContent.source(conform, sourceFrame: frame)
    if let known = parts.find(content) { return known }
    let image = widened(try images.image(conform, sourceFrame: frame))
    if isKept { parts.insert(image, for: content, keeping: nil) }
    return image
  }

  /// What lies between two frames of a source.
  private func flowing(_ conform: ConformID, _ point: FramePoint) throws(RenderError) -> Image {
    let frames = point.frames
    let key = PictureContent.source(conform, sourceFrame: frames.lowerBound)
    if let known = motions.find(key) { return known.image(at: point.share, pool: pool) }
    let first = try part(conform, frames.lowerBound)
    let second = try part(conform, frames.upperBound)
    guard let motion = PairMotion(from: first, to: second) else { throw Self.unequalFrames }
    motions.insert(motion, for: key, keeping: nil)
    return motion.image(at: point.share, pool: pool)
  }

  private static var unequalFrames: RenderError {
    RenderError(.media, "frames of a source that are shown at once have different forms")
  }

  /// Several frames of a source as one image; over a cut those of the shot that takes up more of it.
  private func blended(
    _ conform: ConformID, _ blend: FrameBlend
  ) throws(RenderError) -> Image {
    let shares = blend.shares
    func part(_ index: Int) throws(RenderError) -> Image {
      // Windows that follow each other share the frames at their ends.
      try self.part(
        conform, shares[index].frame, isKept: index == 0 || index == shares.count - 1)
    }
    var result: Image?
    // Where each shot begins.
    var starts = [0]
    var last: ShotGuide?
    func look(at index: Int, _ image: Image) {
      let isEnd = index == 0 || index == shares.count - 1
      let guide = shot(conform, shares[index].frame, image, isKept: isEnd)
      if last?.isCut(before: guide) == true { starts.append(index) }
      last = guide
    }
    if shares.count == 2 {
      let (first, second) = (try part(0), try part(1))
      look(at: 0, first)
      look(at: 1, second)
      if starts.count > 1 { return shares[0].share > shares[1].share ? first : second }
      result = first.mixed(with: second, weight: shares[1].share, pool: pool)
    } else {
      var mean = ImageMean()
      var isOfOneForm = true
      for index in shares.indices where isOfOneForm {
        let image = try part(index)
        look(at: index, image)
        isOfOneForm = mean.add(image, weight: shares[index].share)
      }
      if isOfOneForm, starts.count > 1 {
        mean = ImageMean()
        for (index, share) in Self.longestShot(starts, shares.map(\.share)) {
          isOfOneForm = mean.add(try part(index), weight: share) && isOfOneForm
        }
      }
      result = isOfOneForm ? mean.image(pool: pool) : nil
    }
    guard let result else { throw Self.unequalFrames }
    return result
  }

  /// The places of the frames of the shot that takes up most, and their shares of it, which add up to
  /// 32768; of two that take up as much the first.
  ///
  /// - Parameter starts: the place of each shot's first frame.
  private static func longestShot(_ starts: [Int], _ shares: [Int]) -> [(place: Int, share: Int)] {
    var best = (places: 0..<0, total: 0)
    for (start, end) in zip(starts, starts.dropFirst() + [shares.count]) {
      let total = shares[start..<end].reduce(0, +)
      if total > best.total { best = (start..<end, total) }
    }
    var sum = 0
    return best.places.map { place in
      let before = (sum * FrameBlend.one + best.total / 2) / best.total
      sum += shares[place]
      return (place, (sum * FrameBlend.one + best.total / 2) / best.total - before)
    }
  }

  private func shot(
    _ conform: ConformID, _ frame: Int, _ image: Image, isKept: Bool
  ) -> ShotGuide {
    let key = PictureContent.source(conform, sourceFrame: frame)
    if let known = shots.find(key) { return known }
    let guide = ShotGuide(image)
    if isKept { shots.insert(guide, for: key, keeping: nil) }
    return guide
  }

  /// A text that a map turns or scales, drawn so; `nil` for all else, and where the map only moves
  /// it: then its picture is as sharp.
  func turnedText(
    _ input: PictureInput, by map: Homography, on canvas: Size
  ) throws(RenderError) -> PlacedImage? {
    guard case .picture(let picture) = input.content, case .text(let raster) = picture[0],
      input.effects.isEmpty, map.isAffine, map.i > 0, map.isWithinLimits,
      !(map.isUpright && map.a == map.i && map.e == map.i)
    else { return nil }
    let key = TurnedText(raster: raster, map: map, canvas: canvas)
    if let known = turnedTexts.find(key), let origin = turnedOrigins[key] {
      return PlacedImage(image: known, originX: origin.x, originY: origin.y)
    }
    guard var text = try texts.image(of: plan.rasters[raster.index], by: map, on: canvas)
    else { return nil }
    if text.image.format.depth < Sample.depth { text.image = text.image.widened(pool: pool) }
    turnedTexts.insert(text.image, for: key, keeping: nil)
    turnedOrigins[key] = (text.originX, text.originY)
    return text
  }

  /// The image after the effects of one frame, in their order.
  ///
  /// - Parameter isLoose: whether it is a part of something transparent, as a text is, so that there is
  ///   room around it for what comes out of it.
  /// - Throws: where there is no such effect.
  func changed(
    _ placed: PlacedImage, by effects: [PlannedEffect], isLoose: Bool
  ) throws(RenderError) -> PlacedImage {
    var result = placed
    let basis = placed.image.size
    let steps = try EffectStep.steps(
      of: effects, effectKinds, in: plan.output.color
    ) { media throws(RenderError) in
      try images.look(media)
    }
    for step in steps {
      let change = Derived.Change.effects(step.effects, basis)
      switch step.change {
      case .colors(let changes):
        let image = result.image
        result.image = derived(image, change) {
          ColorChange(inTurn: changes).applied(to: image, pool: pool)
        }
      case .masks(let masks):
        let image = result.image
        result.image = derived(image, change) {
          image.masked(
            by: self.masks.coverage(of: masks, step.effects, image.size, basis), pool: pool)
        }
      case .chain(let media, let frame):
        let image = result.image
        let key = Derived(original: image.identity, change: change)
        if let known = derived.find(key) {
          result.image = known
        } else {
          let made = widened(try images.filtered(image, by: media, frame: frame))
          derived.insert(made, for: key, keeping: image)
          result.image = made
        }
      case .filter(let filter):
        let margin = filter.margin(basis: basis)
        if filter.drawsAround || isLoose && result.image.format.hasAlpha {
          result = padded(result, by: margin)
        }
        let image = result.image
        result.image = derived(image, change) {
          filter.applied(to: image, basis: basis, pool: pool)
        }
      }
    }
    return result
  }

  /// The picture with transparent room around it, if that can be had.
  private func padded(_ placed: PlacedImage, by margin: Int) -> PlacedImage {
    let image = placed.image
    guard margin > 0, image.size.isWithin(65536 - 2 * margin) else { return placed }
    return PlacedImage(
      image: derived(image, .padded(margin)) { image.padded(by: margin, pool: pool) },
      originX: placed.originX - margin, originY: placed.originY - margin)
  }

  /// The image in one of the sizes in which it is sampled.
  func resized(_ image: Image, to level: LayerLevel) -> Image {
    if level.part == image.size.bounds && level.size == image.size { return image }
    return derived(image, .resized(level.size, level.part)) {
      image.resized(to: level.size, part: level.part, pool: pool)
    }
  }

  private func widened(_ image: Image) -> Image {
    guard image.format.depth < Sample.depth else { return image }
    return derived(image, .widened) { image.widened(pool: pool) }
  }

  private func derived(
    _ image: Image, _ change: Derived.Change, _ make: () -> Image
  ) -> Image {
    let key = Derived(original: image.identity, change: change)
    if let known = derived.find(key) { return known }
    let made = make()
    // While the original is kept no other image can have its identity.
    derived.insert(made, for: key, keeping: image)
    return made
  }

  /// The image of a content that needs no source, made once.
  /// A picture in the codes of BT.709 in those of the movie.
  private func recolored(_ image: Image) -> Image {
    let color = plan.output.color
    guard color != .sdr else { return image }
    let known = recoloring ?? LightTransform(PictureColor.sdr.lightSource(), to: color)
    recoloring = known
    return image.recolored(by: known, pool: pool)
  }

  private func drawn(_ content: PictureContent, _ draw: () -> Image) -> PlacedImage {
    if let known = drawings.find(content) {
      return PlacedImage(image: known, originX: 0, originY: 0)
    }
    let image = draw()
    drawings.insert(image, for: content, keeping: nil)
    return PlacedImage(image: image, originX: 0, originY: 0)
  }
}

extension SolidColor {
  fileprivate init(_ color: Color) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }
}

extension Size {
  /// Whether no side is longer.
  fileprivate func isWithin(_ limit: Int) -> Bool { width <= limit && height <= limit }

  /// The size of something that is drawn, within what can be.
  init(drawing size: Size) {
    self.init(width: min(max(1, size.width), 65536), height: min(max(1, size.height), 65536))
  }
}
