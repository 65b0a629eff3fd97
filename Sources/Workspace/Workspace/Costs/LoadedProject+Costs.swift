import ChunkStorage
import FileSystem
import MediaReading
import MediaSources
package import PlanModel
package import Rendering
package import TimelineModel

extension LoadedProject {
  /// What work was measured to take on this machine, by programs like this one; nothing without a cache.
  package var rates: RenderRates {
    RateRecords(folder: options.cache).rates(of: Machine.description)
  }

  /// Keeps what a render has measured, beside what was known. Without a cache nothing is kept.
  ///
  /// - Parameter session: one that `session(for:store:jobs:cancellation:)` has made, ended well.
  package func learn(from session: RenderSession) {
    guard let cache = options.cache, let samples = session.meter?.samples, !samples.isEmpty else {
      return
    }
    let records = RateRecords(folder: cache)
    var rates = records.rates(of: Machine.description)
    rates.learn(samples)
    records.keep(rates, of: Machine.description)
  }

  /// Counts the work of a plan's chunks.
  package func workCounter(of plan: RenderPlan) -> WorkCounter {
    var codings: [MediaID: WorkCounter.Coding] = [:]
    for source in plan.sources {
      guard let opened = try? library.source(source.media) else { continue }
      codings[source.media] = opened.coding
    }
    return WorkCounter(plan, codings: codings)
  }

  /// What the chunks of a plan will take, by what was measured here: the one estimate for all who need
  /// one.
  package func costEstimate(of plan: RenderPlan) -> CostEstimate {
    CostEstimate(workCounter(of: plan), rates: rates)
  }

  /// Bytes of the files that each source of a plan is read from.
  package func sourceBytes(of plan: RenderPlan) -> [MediaID: Double] {
    var result: [MediaID: Double] = [:]
    for source in plan.sources {
      result[source.media] = library.filePaths(of: source.media).reduce(0) {
        $0 + Double(SystemFolder.status($1)?.size ?? 0)
      }
    }
    return result
  }
}

extension MediaSource {
  /// How its pictures are coded; `nil` where it has none that are.
  fileprivate var coding: WorkCounter.Coding? {
    let streams = file?.details.streams ?? []
    let stream =
      streams.first { $0.kind == .video && $0.number != nil }
      ?? streams.first { $0.kind == .video || $0.kind == .cover }
    guard let stream else { return nil }
    var distance = 1
    var keys: [Int] = []
    if let index = file?.pictures?.index, !index.keys.isEmpty {
      distance = (index.entries.count + index.keys.count - 1) / index.keys.count
      // Of fields and of telecined film the numbers are others.
      if facts.video?.unit == .pictures {
        for (number, entry) in index.entries.enumerated()
        where number == 0 || entry.key != index.entries[number - 1].key {
          keys.append(number)
        }
      }
    }
    return WorkCounter.Coding(codec: stream.codec, keyDistance: distance, keys: keys)
  }
}
