import AudioMixing
import BaseValues
import PlanModel
import Raster
import Rendering
import TimelineModel

/// Gets the pictures and the sound that a timeline shows.
///
/// A clip's pictures are composed as the movie is, with nothing but the clip; so they show crop, fit
/// and keyframes. One decoder's memory at a time: sources are let go of with the clip.
struct TimelineMaterial {
  var plan: RenderPlan
  var backend: any RenderBackend
  var encode: ThumbnailEncoder
  /// The item of the movie's own edit that shows what an origin is.
  var outermost: (PlanOrigin) -> PlanOrigin = { $0 }

  /// The page's width that the numbers of pictures and peaks are made for.
  static let pageWidth = 1600
  /// Height of a thumbnail.
  static let thumbnailHeight = 54

  /// Thumbnails keep the output's shape; both sides even.
  var thumbnailSize: Size {
    let (width, height) = (plan.output.size.width, max(1, plan.output.size.height))
    let scaled = min(max(Self.thumbnailHeight * width / height, 16), 256)
    return Size(width: scaled & ~1, height: Self.thumbnailHeight)
  }

  // MARK: - Pictures

  /// The composed movie in small pictures.
  func programThumbnails() throws(RenderError) -> [TimelinePicture.Thumbnail] {
    try thumbnails(of: plan, 0..<plan.output.frameCount, images: backend.makeImageSource())
  }

  /// Small pictures of what the plan shows of one item alone.
  func thumbnails(
    of item: PlanOrigin.Item, on track: TrackID, _ frames: Range<Int>, images: any ImageSource
  ) throws(RenderError) -> [TimelinePicture.Thumbnail] {
    let alone = plan.showing { $0.track == track && $0.item == item }
    defer { images.retain(only: []) }
    return try thumbnails(
      of: alone, frames.clamped(to: 0..<plan.output.frameCount), images: images)
  }

  private func thumbnails(
    of plan: RenderPlan, _ frames: Range<Int>, images: any ImageSource
  ) throws(RenderError) -> [TimelinePicture.Thumbnail] {
    guard !frames.isEmpty else { return [] }
    let size = thumbnailSize
    let width = frames.count * Self.pageWidth / max(1, plan.output.frameCount)
    let count = min(frames.count, max(1, width / size.width))
    let compositor = Compositor(plan: plan, images: images, texts: backend.textSource)
    var result: [TimelinePicture.Thumbnail] = []
    for index in 0..<count {
      let frame = frames.lowerBound + frames.count * (2 * index + 1) / (2 * count)
      let image = try compositor.compose(frame)
      result.append(TimelinePicture.Thumbnail(frame: frame, jpeg: try encode(image, size)))
    }
    return result
  }

  // MARK: - Sound

  /// The mixed sound's shape and how loud it is; `nil` without sound.
  func programSound() throws(RenderError) -> (
    picture: TimelinePicture.AudioPicture, loudness: LoudnessCurve
  )? {
    guard let audio = plan.audio, audio.sampleCount > 0 else { return nil }
    var shape = PeakShape(of: audio, 0..<audio.sampleCount)
    let curve = try LoudnessCurve(of: plan, backend: backend) { shape.add($0, from: $1) }
    return curve.map { (TimelinePicture.AudioPicture(peaks: shape.peaks), $0) }
  }

  /// The shape of a clip's sound as heard, and its gain; `nil` where it has none.
  func sound(
    of item: PlanOrigin.Item, on track: TrackID
  ) throws(RenderError) -> TimelinePicture.AudioPicture? {
    // Only the sum is limited.
    guard var audio = plan.audio?.withoutMaster else { return nil }
    let isMeant = { (span: AudioSpan) in
      let origin = outermost(span.origin)
      return origin.track == track && origin.item == item
    }
    let own = audio.spans.filter(isMeant)
    guard let begin = own.map(\.samples.lowerBound).min(),
      let end = own.map(\.samples.upperBound).max()
    else { return nil }
    // The others stay where they are in the list, by which the source knows them.
    for index in audio.spans.indices where !isMeant(audio.spans[index]) {
      audio.spans[index].samples = begin..<begin
    }
    let samples = begin..<end
    let peaks = try peaks(of: audio, samples.clamped(to: 0..<audio.sampleCount))
    var picture = TimelinePicture.AudioPicture(
      peaks: peaks, gain: gain(of: audio, over: samples))
    let rate = Double(audio.sampleRate)
    picture.seconds = (Double(begin) / rate, Double(end - begin) / rate)
    return picture
  }

  /// Highest absolute samples of parts of about two pixels.
  private func peaks(
    of audio: AudioPlan, _ samples: Range<Int64>
  ) throws(RenderError) -> [Float] {
    var shape = PeakShape(of: audio, samples)
    if samples.isEmpty { return [] }
    let renderer = AudioRenderer(plan: audio, source: backend.makeAudioSource())
    try renderer.mix(samples, inBlocksOf: 1 << 16) { shape.add($0, from: $1) }
    return shape.peaks
  }

  /// The product of all envelopes at every point of one of them and at even steps between.
  private func gain(
    of audio: AudioPlan, over samples: Range<Int64>
  ) -> [(place: Double, factor: Double)] {
    var result: [(place: Double, factor: Double)] = []
    for span in audio.spans {
      let all = audio.envelopes(of: span)
      let envelopes = all.map { Envelope($0.points) }
      let steps: Int64 = 64
      var positions = Set(
        (0...steps).map { step in
          span.samples.lowerBound + Int64(span.samples.count - 1) * step / steps
        })
      for point in all.flatMap(\.points) {
        positions.formUnion([point.sample - 1, point.sample])
      }
      for position in positions.sorted() where span.samples.contains(position) {
        let factor = envelopes.reduce(1.0) { $0 * $1.gain(at: position) }
        let place = Double(position - samples.lowerBound) / Double(max(1, samples.count - 1))
        result.append((place, factor))
      }
    }
    return result
  }
}

/// The highest absolute samples of even parts of a sound.
private struct PeakShape {
  let samples: Range<Int64>
  private(set) var peaks: [Float]

  /// A part for about two pixels of the page.
  init(of audio: AudioPlan, _ samples: Range<Int64>) {
    self.samples = samples
    let pixels =
      Int64(TimelineMaterial.pageWidth) * Int64(samples.count) / max(1, audio.sampleCount)
    let count = min(Int64(samples.count), max(4, pixels / 2))
    peaks = [Float](repeating: 0, count: Int(count))
  }

  mutating func add(_ block: AudioBuffer, from start: Int64) {
    let count = Int64(peaks.count)
    for channel in block.channels {
      for (offset, sample) in channel.enumerated() {
        let position = start - samples.lowerBound + Int64(offset)
        let place = Int(position * count / Int64(samples.count))
        peaks[place] = max(peaks[place], abs(sample))
      }
    }
  }
}

extension RenderPlan {
  /// The plan with nothing but the pictures of some items, each as strong as it is by itself.
  func showing(_ isShown: (PlanOrigin) -> Bool) -> RenderPlan {
    var plan = self
    plan.segments = segments.map { segment in
      var segment = segment
      segment.layers = segment.layers.flatMap(\.inputs).filter { isShown($0.origin) }.map {
        var alone = $0
        alone.share = .constant(PictureInput.one)
        return PictureLayer(alone)
      }
      return segment
    }
    return plan
  }
}
