import BaseValues
package import OutputKinds
package import PlanModel
package import TimelineModel

/// Counts how much work chunks are, from the plan alone: nothing is opened.
///
/// Of each stretch of a chunk that shows the same layers the first, the middle and the last frame are
/// looked at, each for the frames around it.
package struct WorkCounter: Sendable {
  /// Frames of a stretch that are looked at.
  private static let probes = 3

  let plan: RenderPlan
  private let codings: [MediaID: Coding]

  /// How the pictures of a source are coded.
  package struct Coding: Hashable, Sendable {
    /// libav's name of the codec; work is told apart by it.
    package var codec: String
    /// Pictures from one with which decoding can begin to the next, 1 or more.
    package var keyDistance: Int
    /// Numbers of those pictures, rising; empty where they are not known, and counted as evenly spread.
    package var keys: [Int]

    /// A coding; pictures that stand alone have a key distance of 1.
    package init(codec: String, keyDistance: Int, keys: [Int] = []) {
      self.codec = codec
      self.keyDistance = max(1, keyDistance)
      self.keys = keys
    }

    /// Pictures that are decoded before one where decoding begins anew.
    func lead(to picture: Int) -> Int {
      if keys.isEmpty { return picture % keyDistance }
      var (low, high) = (0, keys.count)
      while low < high {
        let middle = low + (high - low) / 2
        if keys[middle] <= picture { low = middle + 1 } else { high = middle }
      }
      return low == 0 ? picture : picture - keys[low - 1]
    }
  }

  /// - Parameter codings: of the plan's sources, as far as they are known.
  package init(_ plan: RenderPlan, codings: [MediaID: Coding] = [:]) {
    self.plan = plan
    self.codings = codings
  }

  /// What getting and composing the pictures of frames takes.
  ///
  /// - Complexity: O(s · l), s the stretches of the same layers and l their layers.
  package func pictures(in frames: Range<Int>) -> Work {
    var work = Work()
    for (segment, offsets) in plan.stretches(of: frames) {
      var reading = SourceReading()
      let first = segment.frames.lowerBound + offsets.lowerBound
      let before = shown(at: first - 1)
      for (conform, frame) in shown(at: first) where !continues(frame, after: before[conform]) {
        count(lead: frame, of: conform, &work)
      }
      for (offset, weight) in Self.probes(offsets) {
        let frame = segment.frames.lowerBound + offset
        let layers = plan.sights(at: frame).flatMap { sight -> [PictureLayer] in
          if case .shown(let layers) = sight { layers } else { [] }
        }
        count(layers, weight: Double(weight), &work, &reading)
      }
      for (conform, shown) in reading.shown {
        count(pictures: shown.pictures, of: conform, shownIn: offsets.count, &work)
      }
    }
    return work
  }

  /// What it takes beside `pictures(in:)` to begin with a frame when the one before it was not rendered:
  /// decoders begin with a key picture.
  ///
  /// - Complexity: O(log n + l) for n segments and l layers of the frame.
  package func entry(at frame: Int) -> Work {
    var work = Work()
    let before = shown(at: frame - 1)
    for (conform, number) in shown(at: frame) where continues(number, after: before[conform]) {
      count(lead: number, of: conform, &work)
    }
    return work
  }

  /// What encoding the frames of a chunk takes, and how much comes of it.
  package func encoding(_ chunk: Chunk, _ quality: ChunkQuality = .planned) -> Work {
    let size = plan.output.size
    let video = plan.output.video
    let pixels = Double(size.width) * Double(size.height)
    let name = Self.name(of: video, quality) + " " + PictureClass(size).rawValue
    var work = Work()
    let repeated = video.codec.repeatedPictures(
      video.preset, video.tune, video.gopFrames(at: plan.output.rate))
    work.add(.encode, name, Double(chunk.frames.count + repeated) * pixels)
    work.add(.size, name, Double(chunk.frames.count) * pixels)
    return work
  }

  /// What mixing and encoding a chunk of sound takes.
  package func sound(_ chunk: AudioChunk) -> Work {
    var work = Work()
    guard let audio = plan.mix(chunk.track).audio else { return work }
    let channels = Double(audio.channels)
    let heard = audio.samples(around: audio.samples(deciding: chunk))
    let length = Double(heard.upperBound) - Double(heard.lowerBound)
    work.add(.mix, "sum", length * channels)
    for span in audio.spans {
      let from = max(span.samples.lowerBound, heard.lowerBound)
      let to = min(span.samples.upperBound, heard.upperBound)
      if from >= to { continue }
      work.add(.mix, span.isNatural ? "span" : "retimed", (Double(to) - Double(from)) * channels)
    }
    if audio.ceiling != nil { work.add(.mix, "limiter", length * channels) }
    work.add(.encodeSound, chunk.codec.name, Double(chunk.samples.count) * channels)
    return work
  }

  // MARK: - Pictures of sources

  /// How many pictures of a source go through a decoder for frames that follow each other.
  private struct SourceReading {
    struct Shown {
      var last: ClosedRange<Int>
      var pictures: Double
    }
    var shown: [ConformID: Shown] = [:]

    mutating func see(_ conform: ConformID, _ frames: ClosedRange<Int>) {
      guard var known = shown[conform] else {
        shown[conform] = Shown(last: frames, pictures: Double(frames.count))
        return
      }
      known.pictures += abs(Double(frames.upperBound) - Double(known.last.upperBound))
      known.last = frames
      shown[conform] = known
    }
  }

  /// The sources that a frame shows, each by the number of its last picture.
  private func shown(at frame: Int) -> [ConformID: Int] {
    guard frame >= 0 else { return [:] }
    var result: [ConformID: Int] = [:]
    for case .shown(let layers) in plan.sights(at: frame) {
      for input in layers.flatMap(\.inputs).flatMap(\.withNested) {
        if let source = input.picture?[0].source {
          result[source.conform] = source.frames.upperBound
        }
      }
    }
    return result
  }

  /// Whether a decoder that gave one picture goes on to another instead of beginning anew.
  private func continues(_ picture: Int, after last: Int?) -> Bool {
    guard let last else { return false }
    let (step, isTooFar) = picture.subtractingReportingOverflow(last)
    return !isTooFar && (0...Self.reach).contains(step)
  }

  /// Pictures farther ahead than this are gone to by beginning anew, where that is shorter.
  private static let reach = 32

  /// The pictures from a key picture to that which is wanted.
  private func count(lead picture: Int, of id: ConformID, _ work: inout Work) {
    let media = plan.conforms[id.index].media
    guard let coding = codings[media], let stored = plan.source(of: media)?.pictures,
      !stored.standAlone, picture >= 0
    else { return }
    let pictures = coding.lead(to: picture)
    work.add(
      .decode, coding.codec + " " + PictureClass(stored.size).rawValue,
      Double(pictures) * Self.pixels(stored.size))
  }

  private func count(
    pictures: Double, of id: ConformID, shownIn frames: Int, _ work: inout Work
  ) {
    let conform = plan.conforms[id.index]
    guard let source = plan.source(of: conform.media) else { return }
    let pixels = Double(conform.size.width) * Double(conform.size.height)
    var pictures = pictures
    switch source.content.unfiltered {
    case .color, .look, .edit, .captions, .canvasFilter, .audioFilter, .filtered: break
    case .generator: work.add(.decode, "generated", pictures * pixels)
    case .filter: work.add(.decode, "filter", pictures * pixels)
    case .file, .sequence:
      guard let stored = source.pictures else { break }
      // Pictures that stand alone are read where they are shown.
      if stored.standAlone { pictures = min(pictures, Double(frames)) }
      let name = codings[conform.media]?.codec ?? "file"
      work.add(
        .decode, name + " " + PictureClass(stored.size).rawValue,
        pictures * Double(stored.size.width) * Double(stored.size.height))
      let colors = source.reading.colors
      if stored.storage.bitDepth > 8 || colors.transfer != nil || colors.primaries != nil {
        work.add(.decode, "colors", pictures * pixels)
      }
    }
    if case .filtered = source.content { work.add(.decode, "chain", pictures * pixels) }
    let crop = conform.crop
    if crop.width != conform.size.width || crop.height != conform.size.height {
      work.add(.decode, "scale", pictures * pixels)
    }
  }

  // MARK: - Layers

  private func count(
    _ layers: [PictureLayer], weight: Double, _ work: inout Work, _ reading: inout SourceReading
  ) {
    let canvas = plan.output.size
    if layers.count == 1, isUntouched(layers[0]) {
      work.add(.compose, "untouched", weight * Self.pixels(canvas))
      if let source = layers[0].inputs[0].picture?[0].source {
        reading.see(source.conform, source.frames)
      }
      return
    }
    work.add(.compose, "frame", weight * Self.pixels(canvas))
    for layer in layers { count(layer, on: canvas, weight, &work, &reading) }
  }

  /// Whether a frame of this layer alone is a picture as it was read.
  private func isUntouched(_ layer: PictureLayer) -> Bool {
    guard layer.inputs.count == 1, plan.hides(layer), let input = layer.inputs.first,
      case .source(let conform, _)? = input.picture?[0], input.geometry[0] == .offset(x: 0, y: 0)
    else { return false }
    return plan.conforms[conform.index].size == plan.output.size
  }

  private func count(
    _ layer: PictureLayer, on canvas: Size, _ weight: Double, _ work: inout Work,
    _ reading: inout SourceReading
  ) {
    for input in layer.inputs {
      let size = count(content: input.content, canvas, weight, &work, &reading)
      for effect in input.effects {
        work.add(.compose, "effect " + effect.name, weight * Self.pixels(size))
      }
      for matte in input.mattes {
        for layer in matte.canvas.layers {
          count(layer, on: matte.canvas.size, weight, &work, &reading)
        }
        work.add(.compose, "matte", weight * Self.pixels(canvas))
      }
      switch input.coverage[0] {
      case .all, .window: break
      case .mask, .outside: work.add(.compose, "mask", weight * Self.pixels(canvas))
      }
      var area = min(Self.pixels(size), Self.pixels(canvas))
      switch input.geometry[0] {
      case .offset: work.add(.compose, "layer", weight * area)
      case .projective(let projection), .nearest(let projection):
        area = min(Self.pixels(canvas), projection.area(of: size))
        work.add(.compose, "resampled", weight * area)
      }
      if layer.blendMode != .normal {
        work.add(.compose, "mode " + layer.blendMode.rawValue, weight * area)
      }
    }
  }

  /// - Returns: about how large it is.
  private func count(
    content: InputContent, _ canvas: Size, _ weight: Double, _ work: inout Work,
    _ reading: inout SourceReading
  ) -> Size {
    switch content {
    case .group(let group):
      work.add(.compose, "group", weight * Self.pixels(group.size))
      for layer in group.layers { count(layer, on: group.size, weight, &work, &reading) }
      return group.size
    case .picture(let pictures):
      let picture = pictures[0]
      if let source = picture.source { reading.see(source.conform, source.frames) }
      switch picture {
      case .source(let conform, _): return plan.conforms[conform.index].size
      case .blend(let conform, let blend):
        let size = plan.conforms[conform.index].size
        let count = Double(blend.frames.count)
        work.add(.compose, "frames-blend", weight * count * Self.pixels(size))
        return size
      case .flow(let conform, _):
        let size = plan.conforms[conform.index].size
        work.add(.compose, "frames-flow", weight * Self.pixels(size))
        return size
      case .text(let id):
        let size = plan.rasters[id.index].extent(within: canvas)
        work.add(.compose, "text", weight * Self.pixels(size))
        return size
      case .color(_, let size):
        work.add(.compose, "color", weight * min(Self.pixels(size), Self.pixels(canvas)))
        return size
      case .gradient(_, _, let size, _):
        work.add(.compose, "gradient", weight * min(Self.pixels(size), Self.pixels(canvas)))
        return size
      }
    }
  }

  private static func pixels(_ size: Size) -> Double { Double(size.width) * Double(size.height) }

  /// Offsets that are looked at, each with the frames that it stands for.
  private static func probes(_ offsets: Range<Int>) -> [(offset: Int, weight: Int)] {
    let count = offsets.count
    if count <= probes { return offsets.map { ($0, 1) } }
    let side = count / probes
    return [
      (offsets.lowerBound, side), (offsets.lowerBound + count / 2, count - 2 * side),
      (offsets.upperBound - 1, side),
    ]
  }
}
