import RenderFarm
import Workspace
import Diagnostics
import PlanModel
import Rendering
import Synchronization

/// What `chunks` says: a line for each chunk as soon as it is kept.
final class ChunkReport: Sendable {
  private struct Counts: Sendable {
    var rendered = 0
    var present = 0
    var failure: CommandFailure?
  }

  private let isJSON: Bool
  /// Chunks in all, where a host of Open Job Description is told how far the task is.
  private let count: Int?
  private let console: Console
  private let counts = Mutex(Counts())

  init(isJSON: Bool, count: Int? = nil, console: Console) {
    self.isJSON = isJSON
    self.count = count
    self.console = console
  }

  /// Prints a chunk's line.
  ///
  /// - Returns: what is to end the render, where the line could not be printed.
  func tell(_ outcome: ChunkOutcome) -> RenderError? {
    let done = counts.withLock { counts in
      if outcome.isRendered { counts.rendered += 1 } else { counts.present += 1 }
      return counts.rendered + counts.present
    }
    do throws(CommandFailure) {
      try console.print(isJSON ? Self.json(outcome) : Self.text(outcome))
      if let count, count > 0 {
        // Open Job Description 2023-09, how jobs are run: messages on standard output.
        let tenths = 1000 * min(done, count) / count
        try console.print("openjd_progress: \(tenths / 10).\(tenths % 10)")
      }
      return nil
    } catch {
      counts.withLock { $0.failure = error }
      return RenderError(.interrupted, error.message)
    }
  }

  /// Why a line could not be printed; `nil` where all were.
  var failure: CommandFailure? { counts.withLock { $0.failure } }

  /// `chunks 0..4, sound included: 5 rendered, 1 there, in 'store'; the plan has chunks 0..12`
  func summary(of choice: ChunkChoice, in plan: RenderPlan, store: StorePlace) -> String {
    let (rendered, present) = counts.withLock { ($0.rendered, $0.present) }
    let all =
      choice.runs == [0..<plan.chunks.count] ? "" : "; the plan has chunks 0..\(plan.chunks.count)"
    return "\(choice.text): \(rendered) rendered, \(present) there, in \(store.text)\(all)"
  }

  private static func text(_ outcome: ChunkOutcome) -> String {
    let state = outcome.isRendered ? "rendered" : "present"
    return "\(outcome.part.name): \(state), \(outcome.bytes) bytes, \(seconds(outcome)) s"
  }

  private static func json(_ outcome: ChunkOutcome) -> String {
    var json = JSONWriter(.compact)
    json.object { json in
      json.member("kind", outcome.part.kind)
      json.member("index", outcome.part.index)
      json.member("key", outcome.key)
      json.member("state", outcome.isRendered ? "rendered" : "present")
      json.member("bytes", outcome.bytes)
      json.member("seconds", number: seconds(outcome))
    }
    return json.text
  }

  /// In whole milliseconds.
  private static func seconds(_ outcome: ChunkOutcome) -> Double {
    let (seconds, attoseconds) = outcome.time.components
    return Double(seconds * 1000 + attoseconds / 1_000_000_000_000_000) / 1000
  }
}
