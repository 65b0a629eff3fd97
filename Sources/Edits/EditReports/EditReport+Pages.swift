import Diagnostics
import EditComparison
import GoldenTesting
import BaseValues
import PlanModel
package import Rendering
package import Reports

extension EditReport {
  /// The report for people who look at it with pictures, without these.
  package var changeReport: ChangeReport {
    var report = ChangeReport(
      base: ChangeReport.Version(name: base.name, file: base.file),
      other: ChangeReport.Version(name: other.name, file: other.file), edit: edit, words: words)
    guard let movie else { return report }
    report.consequences = edit.changes.map(consequence)
    report.totals = totals(of: movie)
    report.sound = movie.soundChanges
    return report
  }
}

extension MovieDifference {
  /// What differs, with pictures of so many frames; `nil` where nothing does.
  package func section(of report: EditReport, limit: Int) throws(RenderError) -> DifferenceSection?
  {
    if frames.isEmpty && seconds.isEmpty { return nil }
    guard let composed, let pictures = ChangePictures(self, of: report, limit: limit) else {
      return nil
    }
    var lines: [String] = []
    if pictures.leftOut > 0 {
      let changes = pictures.leftOut == 1 ? "1 more change" : "\(pictures.leftOut) more changes"
      lines.append("pictures of \(changes) are not shown")
    }
    let output = composed.other.plan.output
    return DifferenceSection(
      title: "What differs in the movie", verdict: .failed, lines: lines,
      frameCount: output.frameCount, rate: output.rate, marks: marks(output.rate),
      rows: try pictures.rows(words: report.words.lines.map(\.words)))
  }

  private func marks(_ rate: FrameRate) -> [DifferenceSection.Mark] {
    let grid = FrameGrid(rate)
    let sound = NumberRuns.of(seconds).map { run in
      let start = grid.frameContaining(Rational(Int64(run.lowerBound))).value
      let end = grid.firstFrame(atOrAfter: Rational(Int64(run.upperBound) + 1)).value
      return DifferenceSection.Mark(frames: Int(start)..<Int(max(end, start + 1)), isAudio: true)
    }
    return NumberRuns.of(frames).map { run in
      DifferenceSection.Mark(frames: run.lowerBound..<run.upperBound + 1)
    } + sound
  }

  /// The seconds of sound that differ in runs, each with the second whose level changes most.
  var soundChanges: [ChangeReport.SoundChange] {
    var found: [Int: AudioDifference] = [:]
    if let sound = composed?.result.sound, sound.sampleRate > 0 {
      for difference in sound.differences {
        found[Int(difference.sample / Int64(sound.sampleRate))] = difference
      }
    }
    return NumberRuns.of(seconds).map { run in
      var most: (second: Int, old: Hundredths, new: Hundredths)?
      for second in run {
        guard let old = found[second]?.expectedLevel?.rms,
          let new = found[second]?.actualLevel?.rms,
          old != new
        else { continue }
        let step = abs(new.value - old.value)
        if most.map({ step > abs($0.new.value - $0.old.value) }) ?? true {
          most = (second, old, new)
        }
      }
      return ChangeReport.SoundChange(
        seconds: run,
        level: most.map { "second \($0.second): \($0.new) dB, was \($0.old) dB" } ?? "")
    }
  }
}
