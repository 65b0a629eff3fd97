import LibAV
public import Raster
public import RenderPlanning
public import Rendering
public import TimelineModel

/// The pictures of a plan's sources from files, filters and generators. Used by one worker.
public final class MediaImageSource: ImageSource {
  private let plan: RenderPlan
  private let library: MediaLibrary
  private let pool: ImagePool
  private var readers: [MediaID: Reader] = [:]
  private var conformers: [ConformID: PictureConformer] = [:]
  private var kept: [ConformID: [(number: Int, image: Raster.Image)]] = [:]

  private enum Reader {
    case file(PictureReader)
    case filter(FilterPictures)
  }

  public init(plan: RenderPlan, library: MediaLibrary) {
    self.plan = plan
    self.library = library
    let size = plan.output.size
    pool = ImagePool(limitBytes: 24 * size.width * size.height * 3 / 2)
  }

  public func image(
    _ conform: ConformID, sourceFrame: Int
  ) throws(RenderError) -> Raster.Image {
    if let known = kept[conform]?.last(where: { $0.number == sourceFrame }) { return known.image }
    let recipe = plan.conforms[conform.index]
    let image = try make(recipe, conform, sourceFrame)
    var list = kept[conform] ?? []
    if list.count >= 2 { list.removeFirst() }
    list.append((sourceFrame, image))
    kept[conform] = list
    return image
  }

  public func retain(only active: Set<MediaID>) {
    for media in readers.keys where !active.contains(media) { readers[media] = nil }
    for conform in kept.keys where !active.contains(plan.conforms[conform.index].media) {
      kept[conform] = nil
      conformers[conform] = nil
    }
  }

  private func make(
    _ recipe: Conform, _ id: ConformID, _ number: Int
  ) throws(RenderError) -> Raster.Image {
    let source = try library.source(recipe.media)
    if case .generator(let generator) = source.content {
      return GeneratedPictures.image(
        generator, frame: number, natural: source.facts.video?.codedSize ?? recipe.size,
        recipe: recipe, rate: plan.output.rate, pool: pool)
    }
    if case .color(let color) = source.content {
      return SolidColor(
        red: color.red, green: color.green, blue: color.blue, alpha: color.alpha
      ).image(size: PixelSize(width: recipe.size.width, height: recipe.size.height))
    }
    do throws(LibAVError) {
      let frame = try read(source, recipe.media, number)
      let conformer: PictureConformer
      if let known = conformers[id] {
        conformer = known
      } else {
        conformer = PictureConformer(
          recipe, orientation: source.orientation,
          codedSize: source.facts.video?.codedSize ?? recipe.size, reading: source.reading,
          peak: source.peakLuminance, pool: pool)
        conformers[id] = conformer
      }
      return try conformer.image(of: frame)
    } catch {
      throw RenderError(
        .media, "\(library.name(recipe.media)): picture \(number) cannot be read: \(error)")
    }
  }

  private func read(
    _ source: MediaSource, _ media: MediaID, _ number: Int
  ) throws(LibAVError) -> SharedFrame {
    switch readers[media] {
    case .file(let reader): return try reader.frame(number)
    case .filter(let filter): return try filter.frame(number)
    case nil: break
    }
    if case .filter(let text) = source.content {
      let filter = FilterPictures(text)
      readers[media] = .filter(filter)
      return try filter.frame(number)
    }
    let reader = try PictureReader(source, protocols: library.allowedProtocols)
    readers[media] = .file(reader)
    return try reader.frame(number)
  }
}
