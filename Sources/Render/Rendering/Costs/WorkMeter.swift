import OutputKinds
import PlanModel
import Synchronization

/// Notes what chunks take while they are rendered: the work by the plan, the time by the clock.
package final class WorkMeter: Sendable {
  /// Samples beyond these are not kept: they would tell nothing new.
  private static let limit = 20_000

  /// Counts the work.
  package let counter: WorkCounter
  private let kept = Mutex<[RenderRates.Sample]>([])

  /// A meter for the chunks of a counter's plan.
  package init(_ counter: WorkCounter) { self.counter = counter }

  /// What was measured so far.
  package var samples: [RenderRates.Sample] { kept.withLock(\.self) }

  /// - Parameter taken: nanoseconds, or bytes. Nothing at all counts as not measured.
  private func note(_ work: Work, _ taken: Int64) {
    guard taken > 0, !work.units.isEmpty else { return }
    kept.withLock { kept in
      if kept.count < Self.limit { kept.append(.init(work, taken: Double(taken))) }
    }
  }

  /// A chunk of pictures was rendered.
  ///
  /// - Parameters:
  ///   - spent: what this chunk alone took.
  ///   - isEntry: whether the one before it was not rendered with the same decoders.
  func note(
    _ chunk: Chunk, _ quality: ChunkQuality, _ spent: RenderStatistics, bytes: Int, isEntry: Bool
  ) {
    var pictures = counter.pictures(in: chunk.frames)
    if isEntry { pictures.add(counter.entry(at: chunk.frames.lowerBound)) }
    let encoding = counter.encoding(chunk, quality)
    note(pictures.of(.decode), spent.decode)
    note(pictures.of(.compose), spent.compose)
    note(encoding.of(.encode), spent.encode)
    note(encoding.of(.size), Int64(bytes))
  }

  /// A chunk of sound was mixed and encoded.
  func note(_ chunk: AudioChunk, _ spent: RenderStatistics) {
    let work = counter.sound(chunk)
    note(work.of(.mix), spent.mix)
    note(work.of(.encodeSound), spent.encode)
  }

  /// A program of its own is about to render.
  package func noteStart(nanoseconds: Int64) { note(.start, nanoseconds) }

  /// Chunks were joined.
  func noteJoining(chunks: Int, bytes: Int, nanoseconds: Int64) {
    note(Work.joining(chunks: Double(chunks), bytes: Double(bytes)), nanoseconds)
  }
}

extension Work {
  /// Getting one program to where it renders.
  package static var start: Work {
    var work = Work()
    work.add(.start, "program", 1)
    return work
  }

  /// What joining takes.
  static func joining(chunks: Double, bytes: Double) -> Work {
    var work = Work()
    work.add(.join, "chunks", chunks)
    work.add(.join, "bytes", bytes)
    return work
  }
}
