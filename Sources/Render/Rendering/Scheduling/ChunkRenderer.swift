import BaseValues
import OutputKinds
import PlanModel
import Raster
import TimelineModel
import Workers

/// Renders chunks one after another with one set of decoders. Used by one worker.
final class ChunkRenderer {
  private let plan: RenderPlan
  private let backend: any RenderBackend
  private let cancellation: Cancellation
  private let compositor: Compositor
  let images: TimedImageSource
  private let clock: ThreadClock
  private let pool: WorkerPool
  /// Composed frames that may wait for the encoder.
  private let waiting: Int
  /// Is told what each chunk took; `nil` for nobody.
  private let meter: WorkMeter?
  /// Where the last chunk ended; `nil` before the first one.
  private var lastEnd: Int?
  /// Of all chunks rendered so far.
  private(set) var statistics = RenderStatistics()
  /// The chunk that is being rendered.
  private var work: Work?

  /// A chunk on its way.
  private struct Work {
    let chunk: Chunk
    let qualities: [ChunkQuality]
    let encoding: ChunkEncoding
    /// The frame from which on others than so far are shown.
    var boundary: Int
    var light: LightMeter?
    /// What had been done before it.
    let before: RenderStatistics
    /// What is damaged of the sources, where another renderer has read them.
    var damage: [MediaID: Set<Int>] = [:]
  }

  /// - Parameters:
  ///   - pool: has a thread that is free for encoding.
  ///   - waiting: composed frames that may wait for the encoder.
  ///   - other: a renderer of another movie on the same thread, with which files are read together.
  init(
    plan: RenderPlan, backend: any RenderBackend, cancellation: Cancellation, pool: WorkerPool,
    waiting: Int = 1, clock: @escaping ThreadClock = { 0 }, meter: WorkMeter? = nil,
    beside other: ChunkRenderer? = nil
  ) {
    self.waiting = waiting
    self.meter = meter
    self.plan = plan
    self.backend = backend
    self.cancellation = cancellation
    self.pool = pool
    self.clock = clock
    images = TimedImageSource(
      backend.makeImageSource(beside: other?.images.base), clock: clock)
    compositor = Compositor(plan: plan, images: images, texts: backend.textSource)
  }

  /// Composes the frames of a chunk here and encodes them on another thread.
  ///
  /// - Parameter frameDone: called on that thread after each frame.
  func render(
    _ chunk: Chunk, _ quality: ChunkQuality = .planned,
    frameDone: @escaping @Sendable () -> Void = {}
  ) throws(RenderError) -> EncodedChunk {
    let encoded = try render(chunk, at: [quality], frameDone: frameDone)
    guard let first = encoded.first else { throw RenderError(.encoder, "no chunk was encoded") }
    return first
  }

  /// Composes the frames of a chunk once and encodes them at several qualities; once for each where encoders cannot be
  /// beside each other.
  ///
  /// - Parameter frameDone: called on the encoding thread after each frame of each quality.
  /// - Returns: a chunk for each quality.
  func render(
    _ chunk: Chunk, at qualities: [ChunkQuality], frameDone: @escaping @Sendable () -> Void
  ) throws(RenderError) -> [EncodedChunk] {
    if plan.output.video.codec.encodesAlone, qualities.count > 1 {
      var encoded: [EncodedChunk] = []
      for quality in qualities {
        encoded += try render(chunk, at: [quality], frameDone: frameDone)
      }
      return encoded
    }
    begin(chunk, at: qualities, frameDone: frameDone)
    do throws(RenderError) {
      for frame in chunk.frames {
        guard try step(frame) != nil else { break }
      }
    } catch {
      abandon()
      throw error
    }
    return try finish()
  }

  // MARK: - Step by step

  /// Begins a chunk: `step` is to be called for each of its frames in order, and then `finish` or `abandon`.
  func begin(
    _ chunk: Chunk, at qualities: [ChunkQuality], frameDone: @escaping @Sendable () -> Void
  ) {
    work = Work(
      chunk: chunk, qualities: qualities,
      encoding: ChunkEncoding(
        backend: backend, qualities: qualities, pool: pool, waiting: waiting, clock: clock,
        frameDone: frameDone),
      boundary: chunk.frames.lowerBound,
      light: plan.output.color == .hdr10 ? LightMeter() : nil, before: statistics)
  }

  /// Composes a frame here and hands it to the encoder.
  ///
  /// - Parameter other: a renderer of the same pictures and what it has composed for this frame, which stands for
  ///   composing.
  /// - Returns: the frame; `nil` when encoding has failed, which `finish` tells of.
  func step(
    _ frame: Int, like other: (renderer: ChunkRenderer, image: Image)? = nil
  ) throws(RenderError) -> Image? {
    guard var work else { return nil }
    try cancellation.check()
    if frame == work.boundary {
      // Sources are let go of where their last picture was shown, not at the end of the chunk;
      // those of the chunk after it stay, since a worker mostly goes on there.
      let next = work.chunk.frames.upperBound + work.chunk.frames.count
      images.retain(only: other == nil ? plan.media(in: frame..<next) : [])
      work.boundary = plan.segment(at: frame)?.frames.upperBound ?? work.chunk.frames.upperBound
    }
    let image: Image
    if let other {
      image = other.image
      work.damage.merge(other.renderer.images.damage) { $0.union($1) }
    } else {
      image = try compose(frame)
    }
    work.light?.add(image.laid(on: .black))
    self.work = work
    return work.encoding.push(image) ? image : nil
  }

  /// Gives the chunk up.
  func abandon() {
    guard let work else { return }
    self.work = nil
    work.encoding.abandon()
    statistics.encode += work.encoding.timesSpent.reduce(0, +)
  }

  /// Ends the chunk, and waits for its encoder.
  ///
  /// - Returns: a chunk for each quality.
  func finish() throws(RenderError) -> [EncodedChunk] {
    guard let work else { return [] }
    self.work = nil
    defer { statistics.encode += work.encoding.timesSpent.reduce(0, +) }
    var encoded = try work.encoding.finish()
    let known = images.damage.merging(work.damage) { $0.union($1) }
    let damage = plan.damage(in: work.chunk.frames, known: known)
    for index in encoded.indices {
      encoded[index].damage = damage
      encoded[index].light = work.light?.levels
    }
    if let meter {
      // Pictures were made for the first quality, and were there for the others.
      var spent = RenderStatistics()
      spent.decode = statistics.decode - work.before.decode
      spent.compose = statistics.compose - work.before.compose
      for (index, time) in work.encoding.timesSpent.enumerated() {
        spent.encode = time
        meter.note(
          work.chunk, work.qualities[index], spent, bytes: encoded[index].byteCount,
          isEntry: work.chunk.frames.lowerBound != lastEnd)
        (spent.decode, spent.compose) = (0, 0)
      }
      lastEnd = work.chunk.frames.upperBound
    }
    return encoded
  }

  private func compose(_ frame: Int) throws(RenderError) -> Image {
    let begun = clock()
    let decoded = images.time
    defer {
      let decoding = images.time - decoded
      statistics.decode += decoding
      statistics.compose += clock() - begun - decoding
    }
    do throws(RenderError) {
      return try compositor.compose(frame)
    } catch {
      var located = error
      located.frame = located.frame ?? frame
      throw located
    }
  }
}
