import OutputKinds
import PictureKinds
import BaseValues
package import PlanModel
import Raster
import TimelineModel

/// How much memory a render needs at most, before it starts.
///
/// The bound depends on the workers, the picture size and the sources that are shown at the same
/// time. It counts pictures in flight: the encoder's look-ahead and references, decoders' reference
/// pictures as they are stored, what lies between them and conformed pictures, the canvases of
/// groups, and the compositor's own. The movie's length and its number of clips count only through
/// the plan itself, some tens of bytes a frame.
package struct MemoryEstimate: Hashable, Sendable {
  /// The program, its libraries, fonts, the plan, and sound.
  package var fixedBytes: Int
  /// Each worker's pictures.
  package var bytesPerWorker: Int

  /// A composed frame.
  package var bytesPerFrame: Int

  /// Bytes with a number of workers.
  package func bytes(workers: Int) -> Int {
    // One that waits is among the worker's.
    fixedBytes + workers
      * (bytesPerWorker + (Self.waitingFrames(workers: workers) - 1) * bytesPerFrame)
  }

  /// The program, its libraries, fonts, and what does not grow with a movie.
  private static let programBytes = 80 << 20

  /// How many composed frames of each worker may wait for its encoder.
  ///
  /// Reading, composing and encoding are even over some frames, but not over one: pictures that others are
  /// predicted from take longer than those between them. Where there is one worker, a few frames keep the second
  /// core busy meanwhile; where there are more, other workers do.
  static func waitingFrames(workers: Int) -> Int { workers == 1 ? 8 : 1 }

  /// As many workers as fit into `limit` bytes, at least one, which may need more.
  package func workers(within limit: Int, atMost jobs: Int) -> Int {
    max(1, min(jobs, (limit - fixedBytes) / max(1, bytesPerWorker)))
  }
}

extension MemoryEstimate {
  /// Of a plan, or of a part of one.
  ///
  /// - Complexity: O(n) for a plan of size n; nothing is opened.
  package init(_ plan: RenderPlan) {
    let depth = plan.output.bitDepth
    let sampleBytes = depth > 8 ? 2 : 1
    let size = plan.output.size
    let picture = Self.samples(size, isOpaque: !plan.output.hasAlpha)
    let video = plan.output.video
    // Alpha that is a stream of its own is that of another encoder, which holds whole pictures.
    let coded =
      video.hasAlpha && video.codec.alphaIsBeside
      ? 2 * Self.samples(size, isOpaque: true) : picture
    // Beside what the encoder holds, the pictures of the lead-in.
    let encoder = (video.codec.heldPictures(preset: video.preset) + 8) * coded * sampleBytes
    var sources: [MediaID: Int] = [:]
    for source in plan.sources { sources[source.media] = Self.decoderBytes(source) }
    for media in Self.backwards(plan) { sources[media, default: 0] += Self.backwardBytes }
    var conversions: [MediaID: Int] = [:]
    let blended = Self.blended(plan)
    for (index, conform) in plan.conforms.enumerated() {
      guard let source = plan.source(of: conform.media) else { continue }
      // In 10 bits what is read in 8 is widened, and kept over a frame's end.
      let widened = depth > 8 ? 2 * 2 * Self.samples(conform.size, isOpaque: source.isOpaque) : 0
      // Pictures that move keep the pixels of their source: this one's and the next one's.
      let larger = 2 * max(0, Self.samples(conform.size, isOpaque: source.isOpaque) - picture)
      // Of frames that are shown at once two are kept from frame to frame, at both ends of those; the
      // sums of all have 32 bits.
      let mixed =
        blended.contains(index)
        ? (4 * sampleBytes + 4) * Self.samples(conform.size, isOpaque: source.isOpaque)
          + Self.motionBytes(conform.size) : 0
      conversions[conform.media] = max(
        conversions[conform.media] ?? 0,
        Self.conversionBytes(source, conform, sampleBytes) + larger + widened + mixed)
    }
    // A chunk may show several sources.
    let reading =
      plan.chunks.map { chunk in
        plan.media(in: chunk.frames).reduce(0) {
          $0 + (sources[$1] ?? 0) + (conversions[$1] ?? 0)
        }
      }.max() ?? 0
    let groups = plan.segments.map { Self.groupSamples($0.layers) }.max() ?? 0
    // A mask's brightness, or the order of pixels' corners, and its coverage and what that leaves, in a
    // frame and in the one before.
    let masks = plan.masks.isEmpty ? 0 : size.width * size.height * (4 + 4 * sampleBytes)
    let effects =
      plan.segments.map { segment in
        segment.layers.flatMap(\.inputs).flatMap(\.withNested).reduce(0) {
          $0 + Self.effectBytes($1, of: plan, sampleBytes)
        }
      }.max() ?? 0
    bytesPerFrame = picture * sampleBytes
    bytesPerWorker = encoder + reading + (6 * picture + groups) * sampleBytes + masks + effects
    let spans = plan.mixes.map(\.spans.count).max() ?? 0
    // The grids of two kinds of light, of more than two megabytes each, are part of the program's share.
    fixedBytes = Self.programBytes + plan.output.frameCount * 48 + spans * 512
  }

  /// Of movies that are rendered side by side: each worker has a chunk of each of them at a time.
  package init(together plans: [RenderPlan]) {
    let all = plans.map(MemoryEstimate.init)
    // The program is there once.
    fixedBytes =
      all.reduce(0) { $0 + $1.fixedBytes } - max(0, all.count - 1) * Self.programBytes
    bytesPerWorker = all.reduce(0) { $0 + $1.bytesPerWorker }
    bytesPerFrame = all.reduce(0) { $0 + $1.bytesPerFrame }
  }

  /// Samples of a picture in 4:2:0, with alpha in luma's and chroma's size where it is not opaque.
  private static func samples(_ size: Size, isOpaque: Bool) -> Int {
    size.width * size.height * (isOpaque ? 6 : 11) / 4
  }

  /// Bytes of what is known of the movement between frames, of two pairs: lumas with their margins and in
  /// halves, and vectors both ways.
  private static func motionBytes(_ size: Size) -> Int {
    2 * 3 * (size.width + 48) * (size.height + 48) + 2 * 2 * size.width * size.height
  }

  /// Samples of the canvases of all groups and of what inputs are seen through, each that of the frame
  /// before beside it.
  private static func groupSamples(_ layers: [PictureLayer]) -> Int {
    layers.flatMap(\.inputs).reduce(0) { sum, input in
      var canvases = input.mattes.map(\.canvas)
      if case .group(let group) = input.content { canvases.append(group) }
      return canvases.reduce(sum) {
        $0 + 2 * samples($1.size, isOpaque: false) + groupSamples(in: $1)
      }
    }
  }

  /// Of a mean both pictures are made one after the other, and not kept.
  private static func groupSamples(in group: Composition) -> Int {
    guard group.isMean else { return groupSamples(group.layers) }
    let parts = group.layers[0].inputs.map { input in
      groupSamples([PictureLayer(origin: input.origin, name: "", inputs: [input])])
    }
    return samples(group.size, isOpaque: false) + (parts.max() ?? 0)
  }

  /// Bytes of what effects of whole pictures make of an input: in this frame and the one before the picture
  /// after each of them, with alpha and with the room around it, and of a mask the coverage; and what one
  /// of them works with.
  private static func effectBytes(
    _ input: PictureInput, of plan: RenderPlan, _ sampleBytes: Int
  ) -> Int {
    let basis = Size(drawing: plan.size(of: input.content) ?? plan.output.size)
    var (size, sum, largest) = (basis, 0, 0)
    for effect in input.effects {
      if effect.name == PlannedEffect.filterName {
        // What goes in, what comes out and what is made of that.
        sum += 6 * samples(size, isOpaque: false) * sampleBytes
        continue
      }
      guard let kind = EffectKind.named(effect.name) else { continue }
      let numbers = effect.parameters.map(\.largest)
      switch kind.change(numbers) {
      case .colors: continue
      case .mask(let mask):
        sum += 2 * 2 * size.width * size.height
        let reach = 2 * mask.reach(basis: basis)
        largest = max(largest, 8 * (size.width + reach) * (size.height + reach))
      case .image(let filter):
        let margin = filter.drawsAround ? 2 * filter.margin(basis: basis) : 0
        size = Size(width: size.width + margin, height: size.height + margin)
      }
      sum += 2 * samples(size, isOpaque: false) * sampleBytes
      largest = max(largest, 12 * size.width * size.height)
    }
    return sum + largest
  }

  /// Bytes of decoded pictures that are kept of a source that is played backwards, at most.
  package static let backwardBytes = 96 << 20

  /// The sources that are played backwards somewhere.
  private static func backwards(_ plan: RenderPlan) -> Set<MediaID> {
    var result: Set<MediaID> = []
    for input in plan.segments.flatMap(\.layers).flatMap(\.inputs).flatMap(\.withNested) {
      guard case .varying(let pictures)? = input.picture else { continue }
      let sources = pictures.lazy.compactMap(\.source)
      for ((conform, frames), (_, next)) in zip(sources, sources.dropFirst())
      where next.lowerBound < frames.lowerBound {
        result.insert(plan.conforms[conform.index].media)
        break
      }
    }
    return result
  }

  /// The conforms of which several frames are shown at once somewhere.
  private static func blended(_ plan: RenderPlan) -> Set<Int> {
    var result: Set<Int> = []
    for input in plan.segments.flatMap(\.layers).flatMap(\.inputs).flatMap(\.withNested) {
      switch input.picture {
      case .constant(.blend(let conform, _))?, .constant(.flow(let conform, _))?:
        result.insert(conform.index)
      case .varying(let pictures)?:
        for picture in pictures {
          switch picture {
          case .blend(let conform, _), .flow(let conform, _): result.insert(conform.index)
          default: continue
          }
          break
        }
      case .constant?, nil: break
      }
    }
    return result
  }

  /// Decoded pictures that reading a source holds at a time.
  private static func decoderBytes(_ source: PlannedSource) -> Int {
    guard let pictures = source.pictures else { return 0 }
    // Decoders keep up to 16 references and a few in flight; a picture that stands alone is held
    // while the next one is decoded.
    let bytes = pictures.bytes * (pictures.standAlone ? 3 : 12)
    guard case .filtered = source.content else { return bytes }
    // Before a chain of filters and behind it; what most of them hold back.
    return bytes + pictures.bytes * 12
  }

  /// What lies between a stored picture and the one that is composed.
  private static func conversionBytes(
    _ source: PlannedSource, _ conform: Conform, _ sampleBytes: Int
  ) -> Int {
    guard let pictures = source.pictures else { return 0 }
    let colors = source.reading.colors
    let crop = conform.crop.width * conform.crop.height
    let size = conform.size.width * conform.size.height
    let isDeep = pictures.storage.bitDepth > 8
    let isLight = isDeep || colors.transfer != nil || colors.primaries != nil
    var bytes = 0
    // Between chroma samples pictures are cut where chroma has the size of luma.
    if (conform.crop.x | conform.crop.y) & 1 != 0 {
      bytes += crop * (source.isOpaque ? 3 : 4) * (isDeep ? 2 : 1)
    }
    if !source.isOpaque {
      // Four numbers of colour and alpha at the stored size, and the same as Y′CbCr; in words once more.
      return bytes + crop * 13 / 2 * sampleBytes + (isLight || sampleBytes > 1 ? crop * 8 : 0)
    }
    if isLight {
      // Components of 16 bits, of luma's size all; those of another matrix take less.
      return bytes + size * 8
    }
    // Another matrix, range or siting, which a plan does not know: samples of 16 bits in 4:2:0, what
    // chroma adds to luma, and the samples once more where they are scaled.
    let isScaled =
      conform.crop.width != conform.size.width || conform.crop.height != conform.size.height
    return bytes + size * (isScaled ? 7 : 4)
  }
}

extension PerFrame<Int> {
  /// The number of any frame that is farthest from 0.
  fileprivate var largest: Int {
    switch self {
    case .constant(let number): number
    case .varying(let numbers): numbers.max { $0.magnitude < $1.magnitude } ?? 0
    }
  }
}
