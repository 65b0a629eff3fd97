import BaseValues
import PlanModel
import Raster
import TimelineModel

/// One thing that was tested, in words: what the text and the JUnit file are made of.
struct ResultCheck {
  /// `project`, `duration`, `plan`, `frames`, …
  var name: String
  /// What is wrong; empty where the check passes.
  var failures: [String]
  /// What is worth knowing although it passes.
  var notes: [String] = []
  /// Whether nothing can be said, since media or the disk failed.
  var isError = false
}

extension ProjectResult {
  /// Everything that was tested, in one order.
  var checks: [ResultCheck] {
    var checks: [ResultCheck] = []
    if let problem {
      checks.append(
        ResultCheck(
          name: "project",
          failures: problem.message.split(separator: "\n").map(String.init),
          isError: problem.kind == .machine))
    }
    checks += expectations.map { expectation in
      ResultCheck(
        name: expectation.name, failures: expectation.failure.map { [$0] } ?? [])
    }
    if let plan { checks.append(ResultCheck(name: "plan", failures: plan.lineTexts)) }
    if let shape {
      checks.append(ResultCheck(name: "movie", failures: shape.failures))
    }
    if let pictures { checks.append(pictures.check(of: output?.frameCount ?? 0)) }
    if let sound { checks.append(sound.check) }
    return checks
  }
}

extension PlanResult {
  fileprivate var lineTexts: [String] {
    guard !passes else { return [] }
    var texts = ["\(Counted.text(differingCount, "line")) of the plan \(differ)"]
    for line in lines {
      let old = line.expected.map { "was '\($0.trimmed)'" } ?? "is new"
      let new = line.actual.map { "is '\($0.trimmed)'" } ?? "is gone"
      let change =
        line.expected == nil ? "'\(line.actual?.trimmed ?? "")' is new" : "\(old), \(new)"
      texts.append("line \(line.number) \(change)")
    }
    return texts
  }

  private var differ: String { differingCount == 1 ? "differs" : "differ" }
}

extension String {
  fileprivate var trimmed: Substring { drop { $0 == " " } }
}

extension ShapeResult {
  fileprivate var failures: [String] {
    var failures: [String] = []
    func add(
      _ noun: String, _ old: some CustomStringConvertible, _ new: some CustomStringConvertible
    ) {
      if old.description != new.description {
        failures.append("the movie's \(noun) is \(new), was \(old)")
      }
    }
    add("size", expected.size, actual.size)
    add("frame rate", expected.rate.rational, actual.rate.rational)
    add("number of frames", expected.frameCount, actual.frameCount)
    add("number of samples", Self.text(expected.sampleCount), Self.text(actual.sampleCount))
    return failures
  }

  private static func text(_ count: Int64?) -> String { count.map { "\($0)" } ?? "none" }
}

extension FrameResult {
  func check(of frameCount: Int) -> ResultCheck {
    var check = ResultCheck(name: "frames", failures: [])
    for run in runs {
      let text = run.text(of: frameCount)
      if run.passes { check.notes.append(text) } else { check.failures.append(text) }
    }
    return check
  }
}

extension AudioResult {
  fileprivate var check: ResultCheck {
    var check = ResultCheck(name: "sound", failures: [])
    guard !differences.isEmpty else { return check }
    for difference in differences {
      let text = difference.text(sampleRate: sampleRate)
      if difference.passes { check.notes.append(text) } else { check.failures.append(text) }
    }
    // One line says enough where everything fails for the same reason.
    if check.failures.count > Self.shownSeconds {
      let hidden = check.failures.count - Self.shownSeconds
      check.failures.replaceSubrange(
        Self.shownSeconds..., with: ["and \(Counted.text(hidden, "more second")) of sound"])
    }
    if check.notes.count > 1 {
      check.notes = [
        "\(Counted.text(differences.count(where: \.passes), "second")) of sound within the tolerance"
      ]
    }
    if let failure = loudness?.failure { check.failures.append(failure) }
    return check
  }

  private static var shownSeconds: Int { 8 }
}

extension AudioDifference {
  fileprivate func text(sampleRate: Int) -> String {
    let second = sampleRate > 0 ? Int64(sample) / Int64(sampleRate) : 0
    let verb = actual == nil ? "is missing" : "differs"
    let place = "sound from \(second) s (sample \(sample)) \(verb)"
    guard let failure else { return "\(place): within the tolerance" }
    return "\(place): \(failure)\(levels)"
  }

  /// What is known of the level where no limit speaks of it.
  private var levels: String {
    guard let old = expectedLevel, let new = actualLevel, failure?.contains("was") != true else {
      return ""
    }
    return "; level \(new.rms) dB, \(new.rms == old.rms ? "as before" : "was \(old.rms)")"
  }
}
