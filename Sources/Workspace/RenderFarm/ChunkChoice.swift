package import Workspace
package import PlanModel
package import Rendering

/// The chunks of a plan that `chunks` renders.
package struct ChunkChoice {
  /// In the order in which they are joined; not empty.
  package let parts: [RenderPart]
  /// Runs of chunks of pictures.
  package let runs: [Range<Int>]
  /// Runs of chunks of sound; `nil` for those that go with the pictures.
  let sounds: [Range<Int>]?

  /// Runs as texts; `nil` for all chunks, and for the sound that goes with the pictures.
  ///
  /// - Throws: `CommandFailure` for what are no such runs, or are not within the plan.
  package init(_ plan: RenderPlan, range: String?, sound: String?) throws(CommandFailure) {
    let count = plan.chunks.count
    guard count > 0 else { throw CommandFailure(.projectWrong, "the movie has no frames") }
    runs =
      try range.map { text throws(CommandFailure) in
        try ChunkRange.runs(text, of: count, option: "--range")
      } ?? [0..<count]
    let order = plan.partsInOrder
    let soundCount = order.count - count
    sounds = try sound.map { text throws(CommandFailure) in
      try ChunkRange.runs(text, of: soundCount, option: "--sound")
    }
    let wanted = Self.parts(of: order, runs, sounds)
    guard !wanted.isEmpty else {
      throw CommandFailure(.usage, "--range none and --sound none leave nothing to render")
    }
    parts = wanted
  }

  private static func parts(
    of order: [RenderPart], _ runs: [Range<Int>], _ sounds: [Range<Int>]?
  ) -> [RenderPart] {
    var isWithin = false
    return order.filter { part in
      switch part {
      case .picture(let chunk):
        isWithin = runs.contains { $0.contains(chunk.index) }
        return isWithin
      case .sound(let chunk):
        guard let sounds else { return isWithin }
        return sounds.contains { $0.contains(chunk.index) }
      }
    }
  }

  /// `chunks 0..4, sound included`, `chunks 0..4, sound 2..3`.
  package var text: String {
    let sound = sounds.map { "sound " + ChunkRange.text($0) } ?? "sound included"
    return "chunks \(ChunkRange.text(runs)), \(sound)"
  }
}

/// Runs of chunks on the command line: numbers of chunks from 0, half-open.
package enum ChunkRange {
  /// `A..B`, either end of which may be left out, several with commas between them, or `none`.
  ///
  /// - Throws: `CommandFailure` for what is no such text, or is not within `0..<count`.
  package static func runs(
    _ text: String, of count: Int, option: String
  ) throws(CommandFailure) -> [Range<Int>] {
    if text == "none" { return [] }
    var runs: [Range<Int>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let run = try run(String(part), of: count, option: option)
      if let other = runs.first(where: { $0.overlaps(run) }) {
        throw CommandFailure(
          .usage, "\(option) has chunks of \(part) twice: \(self.text(other)) is there, too")
      }
      runs.append(run)
    }
    return runs
  }

  private static func run(
    _ text: String, of count: Int, option: String
  ) throws(CommandFailure) -> Range<Int> {
    let parts = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
    let ends = parts.enumerated().map { place, part in
      part.isEmpty ? (place == 0 ? 0 : count) : Int(part)
    }
    guard ends.count == 2, let from = ends[0], let to = ends[1] else {
      throw CommandFailure(
        .usage, "\(option) takes numbers of chunks A..B, for example 0..4, not '\(text)'")
    }
    guard from >= 0, from < to, to <= count else {
      throw CommandFailure(.usage, "there is no run of chunks \(text); the plan has 0..\(count)")
    }
    return from..<to
  }

  package static func text(_ range: Range<Int>) -> String {
    "\(range.lowerBound)..\(range.upperBound)"
  }

  /// As `runs` reads them.
  package static func text(_ runs: [Range<Int>]) -> String {
    runs.isEmpty ? "none" : runs.map(text).joined(separator: ",")
  }

  /// Runs of numbers that rise.
  package static func runs(of numbers: [Int]) -> [Range<Int>] {
    numbers.reduce(into: []) { runs, number in
      if let last = runs.last, last.upperBound == number {
        runs[runs.count - 1] = last.lowerBound..<number + 1
      } else {
        runs.append(number..<number + 1)
      }
    }
  }
}
