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
  private let images: TimedImageSource
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

  /// - Parameters:
  ///   - pool: has a thread that is free for encoding.
  ///   - waiting: composed frames that may wait for the encoder.
  init(
    plan: RenderPlan, backend: any RenderBackend, cancellation: Cancellation, pool: WorkerPool,
    waiting: Int = 1, clock: @escaping ThreadClock = { 0 }, meter: WorkMeter? = nil
  ) {
    self.waiting = waiting
    self.meter = meter
    self.plan = plan
    self.backend = backend
    self.cancellation = cancellation
    self.pool = pool
    self.clock = clock
    images = TimedImageSource(backend.makeImageSource(), clock: clock)
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
    var boundary = chunk.frames.lowerBound
    var light = plan.output.color == .hdr10 ? LightMeter() : nil
    let before = statistics
    let encoding = ChunkEncoding(
      backend: backend, qualities: qualities, pool: pool, waiting: waiting, clock: clock,
      frameDone: frameDone)
    defer { statistics.encode += encoding.timesSpent.reduce(0, +) }
    do throws(RenderError) {
      for frame in chunk.frames {
        try cancellation.check()
        if frame == boundary {
          // Sources are let go of where their last picture was shown, not at the end of the chunk;
          // those of the chunk after it stay, since a worker mostly goes on there.
          let next = chunk.frames.upperBound + chunk.frames.count
          images.retain(only: plan.media(in: frame..<next))
          boundary = plan.segment(at: frame)?.frames.upperBound ?? chunk.frames.upperBound
        }
        let image = try compose(frame)
        light?.add(image.laid(on: .black))
        guard encoding.push(image) else { break }
      }
    } catch {
      encoding.abandon()
      throw error
    }
    var encoded = try encoding.finish()
    let damage = plan.damage(in: chunk.frames, known: images.damage)
    for index in encoded.indices {
      encoded[index].damage = damage
      encoded[index].light = light?.levels
    }
    if let meter {
      // Pictures were made for the first quality, and were there for the others.
      var spent = RenderStatistics()
      spent.decode = statistics.decode - before.decode
      spent.compose = statistics.compose - before.compose
      for (index, time) in encoding.timesSpent.enumerated() {
        spent.encode = time
        meter.note(
          chunk, qualities[index], spent, bytes: encoded[index].byteCount,
          isEntry: chunk.frames.lowerBound != lastEnd)
        (spent.decode, spent.compose) = (0, 0)
      }
      lastEnd = chunk.frames.upperBound
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
