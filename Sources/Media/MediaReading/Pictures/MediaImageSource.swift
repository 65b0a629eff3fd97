import LibAV
import MediaOpening
import MediaSources
import BaseValues
package import PlanModel
package import Raster
package import Rendering
package import TimelineModel

/// The pictures of a plan's sources from files, filters and generators. Used by one worker.
package final class MediaImageSource: ImageSource {
  private let plan: RenderPlan
  private let library: MediaLibrary
  private let decodingThreads: Int
  private let pool: ImagePool
  /// What is open, also for other movies that the worker composes.
  private let readers: MediaReaders
  /// Its number among those that read from them.
  private let reader: Int
  /// Numbers of sources among what is open.
  private var sourceNumbers: [MediaID: Int] = [:]
  private let canvasFilters = CanvasFilters()
  private var conformers: [ConformID: ImageConformer] = [:]
  /// Those that bring pictures to BT.709, for masks.
  private var standardConformers: [ConformID: ImageConformer] = [:]
  /// From the codes of BT.709 to those of the movie, once it was asked for.
  private var recoloring: LightTransform?
  /// The last picture given of each.
  private var kept: [ConformID: (number: Int, image: Raster.Image)] = [:]
  /// Of files only: filters and generators are never damaged.
  package private(set) var damage: [MediaID: Set<Int>] = [:]

  /// Opens nothing; every item that the plan's conforms show has to be in the library.
  ///
  /// - Parameters:
  ///   - decodingThreads: that decode one file, at least 1; the pictures do not depend on it.
  ///   - other: a source of another plan's pictures for the same worker, with which files are read together.
  package init(
    plan: RenderPlan, library: MediaLibrary, decodingThreads: Int = 1,
    beside other: MediaImageSource? = nil
  ) {
    readers = other?.readers ?? MediaReaders()
    reader = readers.enter()
    self.plan = plan
    self.library = library
    self.decodingThreads = decodingThreads
    let size = plan.output.size
    let sampleBytes = PixelFormat(depth: plan.output.bitDepth).bytesPerSample
    pool = ImagePool(limitBytes: 24 * size.width * size.height * 3 / 2 * sampleBytes)
  }

  deinit { readers.leave(reader) }

  /// Decodes and conforms; the last picture of each conform is kept.
  ///
  /// - Throws: `RenderError` of kind `media` when a file cannot be read, or is damaged there and
  ///   nothing conceals it.
  package func image(
    _ conform: ConformID, sourceFrame: Int
  ) throws(RenderError) -> Raster.Image {
    if let known = kept[conform], known.number == sourceFrame { return known.image }
    // Given back before another is made, so that its memory can be used again.
    kept[conform] = nil
    let image = try make(plan.conforms[conform.index], conform, sourceFrame)
    kept[conform] = (sourceFrame, image)
    return image
  }

  /// What a file of colours makes of pictures.
  ///
  /// - Throws: `RenderError` of kind `media` for anything else.
  package func look(_ media: MediaID) throws(RenderError) -> ColorLook {
    guard case .look(let file) = try library.source(media) else {
      throw RenderError(.media, "\(library.name(media)) is no file of colours")
    }
    return file.look
  }

  /// What a chain of filters makes of a composed picture.
  ///
  /// - Throws: `RenderError` of kind `media` where it fails, or gives no picture of that size.
  package func filtered(
    _ image: Raster.Image, by media: MediaID, frame: Int
  ) throws(RenderError) -> Raster.Image {
    let source = try library.source(media)
    guard case .canvasFilter(let filter, _, let program) = source else {
      throw RenderError(.media, "\(library.name(media)) is no chain of filters")
    }
    do throws(LibAVError) {
      return try canvasFilters.image(
        image, by: filter.chain, program, frame: frame, rate: plan.output.rate, pool: pool)
    } catch {
      if let failure = program?.failure(error) {
        throw RenderError(
          .media,
          "the chain \(library.name(media)): in frame \(frame) it \(failure.message); "
            + failure.fix)
      }
      throw RenderError(
        .media,
        "the chain \(library.name(media)): frame \(frame) cannot be filtered: \(error); check the "
          + "\"filter\" of the track or clip")
    }
  }

  /// Closes all other files, and gives back their pictures.
  package func retain(only active: Set<MediaID>) {
    readers.retain(only: Set(active.compactMap(sourceNumber)), for: reader)
    for conform in kept.keys where !active.contains(plan.conforms[conform.index].media) {
      kept[conform] = nil
      conformers[conform] = nil
      standardConformers[conform] = nil
    }
  }

  /// Bits of the composed samples.
  private var depth: Int { plan.output.bitDepth }

  /// What they mean.
  private var color: PictureColor { plan.output.color }

  private func make(
    _ recipe: Conform, _ id: ConformID, _ number: Int
  ) throws(RenderError) -> Raster.Image {
    let source = try library.source(recipe.media)
    if let drawn = drawn(source, recipe, number) {
      guard color != .sdr else { return drawn }
      let known = recoloring ?? LightTransform(PictureColor.sdr.lightSource(), to: color)
      recoloring = known
      return drawn.recolored(by: known, pool: pool)
    }
    do throws(LibAVError) {
      let frame = try read(source, recipe, number)
      return try conformer(recipe, id, source).image(of: frame)
    } catch {
      throw failure(error, number, recipe.media, source)
    }
  }

  /// A picture that Cutlist draws itself, in the codes of BT.709; `nil` for all other sources.
  private func drawn(
    _ source: MediaSource, _ recipe: Conform, _ number: Int
  ) -> Raster.Image? {
    if case .generator(let generator, let facts) = source {
      let natural = facts.video?.codedSize ?? recipe.size
      return depth > UInt8.depth
        ? GeneratedFrames.image(
          generator, frame: number, natural: natural, recipe: recipe, rate: plan.output.rate,
          as: UInt16.self, pool: pool)
        : GeneratedFrames.image(
          generator, frame: number, natural: natural, recipe: recipe, rate: plan.output.rate,
          as: UInt8.self, pool: pool)
    }
    if case .color(let color, _) = source {
      let color = SolidColor(color)
      return depth > UInt8.depth
        ? color.image(size: recipe.size, as: UInt16.self) : color.image(size: recipe.size)
    }
    return nil
  }

  /// The brightness of a picture of more than 8 bits, in 16; in movies of other colours that of every file, as in
  /// one of BT.709: what a mask's grey covers does not depend on the movie.
  ///
  /// - Throws: as `image`.
  package func brightness(
    _ conform: ConformID, sourceFrame: Int
  ) throws(RenderError) -> MaskBrightness? {
    let recipe = plan.conforms[conform.index]
    let source = try library.source(recipe.media)
    switch source {
    case .generator, .color:
      guard color != .sdr, let drawn = drawn(source, recipe, sourceFrame) else { return nil }
      return depth > UInt8.depth
        ? MaskBrightness(drawn, on: recipe.size, as: UInt16.self)
        : MaskBrightness(drawn, on: recipe.size, as: UInt8.self)
    case .look, .canvasFilter, .audioFilter: return nil
    case .file, .sequence, .filter, .filtered: break
    }
    do throws(LibAVError) {
      let frame = try read(source, recipe, sourceFrame)
      let conformer =
        color == .sdr
        ? conformer(recipe, conform, source) : standardConformer(recipe, conform, source)
      if let luma = try conformer.deepLuma(of: frame) {
        return MaskBrightness(deepLuma: luma, of: recipe.size)
      }
      if color == .sdr { return nil }
      var image = try conformer.image(of: frame)
      guard depth > UInt8.depth else {
        return MaskBrightness(image, on: recipe.size, as: UInt8.self)
      }
      if image.format.depth == UInt8.depth { image = image.widened(pool: pool) }
      return MaskBrightness(image, on: recipe.size, as: UInt16.self)
    } catch {
      throw failure(error, sourceFrame, recipe.media, source)
    }
  }

  private func conformer(
    _ recipe: Conform, _ id: ConformID, _ source: MediaSource
  ) -> ImageConformer {
    if let known = conformers[id] { return known }
    let conformer = makeConformer(recipe, source, color)
    conformers[id] = conformer
    return conformer
  }

  /// One that brings pictures to BT.709, for masks.
  private func standardConformer(
    _ recipe: Conform, _ id: ConformID, _ source: MediaSource
  ) -> ImageConformer {
    if let known = standardConformers[id] { return known }
    let conformer = makeConformer(recipe, source, .sdr)
    standardConformers[id] = conformer
    return conformer
  }

  private func makeConformer(
    _ recipe: Conform, _ source: MediaSource, _ color: PictureColor
  ) -> ImageConformer {
    ImageConformer(
      recipe, orientation: source.facts.video?.orientation ?? .upright,
      codedSize: source.facts.video?.codedSize ?? recipe.size, reading: source.reading,
      depth: depth, color: color, peak: source.file?.pictures?.peakLuminance, pool: pool,
      cubes: library.cubes)
  }

  private func failure(
    _ error: LibAVError, _ number: Int, _ media: MediaID, _ source: MediaSource
  ) -> RenderError {
    if error == .damagedPicture { return damageError(number, of: media, source) }
    let name = library.name(media)
    if let failure = source.program?.failure(error) {
      return RenderError(
        .media, "\(name): for picture \(number) it \(failure.message); \(failure.fix)")
    }
    if error.isOutOfMemory { return .memory(name, "picture \(number)") }
    if case .filtered = source {
      return RenderError(
        .media,
        "\(name): picture \(number) cannot be filtered: \(error); check the clip's \"filter\"")
    }
    return RenderError(
      .media,
      "\(name): picture \(number) cannot be read: \(error); check that the file plays, and convert "
        + "it anew if it does not")
  }

  private func damageError(
    _ number: Int, of media: MediaID, _ source: MediaSource
  ) -> RenderError {
    let name = library.name(media)
    let time = library.time(ofPicture: number, in: media)
    let place = time.map { " at \($0.decimalApproximation(places: 3)) s of the source" } ?? ""
    let isStill = source.facts.video?.isStill == true
    let picture = isStill ? "the picture" : "picture \(number)\(place)"
    if source.onDamage == .conceal {
      return RenderError(
        .media, "\(name): \(picture) is damaged, and there is no whole one to show instead")
    }
    let wayOut =
      isStill
      ? "" : ", or show the last whole picture: \"onDamage\": \"conceal\" or --on-damage conceal"
    return RenderError(
      .media,
      "\(name): \(picture) is damaged: it, or one that it is made from, cannot be decoded as it "
        + "should; repair or replace the file\(wayOut)")
  }

  private func read(
    _ source: MediaSource, _ recipe: Conform, _ number: Int
  ) throws(LibAVError) -> SharedFrame {
    defer {
      let damaged = readers.takeDamage()
      if !damaged.isEmpty { damage[recipe.media, default: []].formUnion(damaged) }
    }
    guard let known = sourceNumber(recipe.media) else { throw .unusable(for: "find source") }
    return try readers.frame(
      number, of: source, known, recipe.filter, protocols: library.allowedProtocols,
      threads: decodingThreads)
  }

  private func sourceNumber(_ media: MediaID) -> Int? {
    if let known = sourceNumbers[media] { return known }
    guard let source = plan.source(of: media) else { return nil }
    let number = readers.number(of: source)
    sourceNumbers[media] = number
    return number
  }
}
