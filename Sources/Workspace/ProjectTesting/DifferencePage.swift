package import GoldenTesting
import BaseValues
import PlanModel
import ProjectFormat
package import Rendering
package import Reports

/// Makes sections of a page of differences out of results of tests and comparisons.
package struct DifferencePage {
  /// Rows of pictures for one movie, and for the page.
  private static let rowsPerMovie = 12
  private static let rowLimit = 60

  package private(set) var sections: [DifferenceSection] = []
  private var rows = 0

  package init() {}

  /// Adds a movie.
  ///
  /// - Parameter explain: says why a frame is what it is.
  package mutating func add(
    _ result: ProjectResult, title: String, pictures: DifferenceImages?,
    explain: (Int) -> String?
  ) throws(RenderError) {
    let passes = result.verdict == .passed
    var section = DifferenceSection(
      title: title, verdict: result.verdict.shown,
      lines: passes ? [ResultText.tested(result)] : ResultText.findings(result),
      frameCount: result.output?.frameCount ?? 0,
      rate: result.output?.rate ?? .default, marks: result.marks)
    if !passes, let found = result.pictures {
      let failing = found.runs.filter { !$0.passes }
      // What is seen differs for what is shown: each of these stands by itself.
      for run in failing.flatMap(\.parts) {
        guard let pictures, section.rows.count < Self.rowsPerMovie, rows < Self.rowLimit else {
          section.lines.append("not all differences are shown as pictures")
          break
        }
        if let row = try pictures.row(run, of: section.frameCount) {
          section.rows.append(row)
          rows += 1
        }
      }
      if let first = failing.first?.differences.first(where: { $0.actual != nil }) {
        section.explanation = explain(first.frame)
      }
    }
    sections.append(section)
  }
}

extension Verdict {
  fileprivate var shown: DifferenceSection.Verdict {
    switch self {
    case .passed: .passed
    case .failed: .failed
    case .unavailable: .unavailable
    }
  }
}

extension ProjectResult {
  /// Where in the movie it is not as it should be.
  fileprivate var marks: [DifferenceSection.Mark] {
    var marks = (pictures?.runs ?? []).filter { !$0.passes }.map { run in
      DifferenceSection.Mark(frames: run.firstFrame..<run.lastFrame + 1)
    }
    guard let sound, let rate = output?.rate, sound.sampleRate > 0 else { return marks }
    for difference in sound.differences where !difference.passes {
      // A second of sound, in frames.
      let scale = Int128(sound.sampleRate) * Int128(rate.seconds)
      let start = Int128(difference.sample) * Int128(rate.frames) / scale
      let end = (Int128(difference.sample) + Int128(sound.sampleRate)) * Int128(rate.frames) / scale
      marks.append(
        DifferenceSection.Mark(
          frames: Int(clamping: start)..<Int(clamping: max(end, start + 1)), isAudio: true))
    }
    return marks
  }
}
