import Diagnostics
import PlanModel
import Rendering
import TimelineModel

/// The test of one project.
package struct ProjectTest {
  /// The project's path, for people.
  package let path: String
  private let subject: TestSubject
  /// The project, behind what else the command needs to mean the same movie.
  private let words: String

  /// A test; nothing is read before it runs.
  ///
  /// - Parameter options: those of the command line that choose a row, for what is said to type.
  package init(path: String, options: String = "", subject: TestSubject) {
    self.path = path
    self.subject = subject
    words = options.isEmpty ? path : "\(options) \(path)"
  }

  /// Compares the movie with everything that is expected of it and kept of it.
  package func run() -> ProjectResult {
    begin { result throws(RenderError) in
      let kept = try readKept()
      guard kept.problem == nil else {
        result.problem = kept.problem
        return
      }
      guard kept.plan != nil || kept.record != nil || subject.expectations != nil else {
        result.problem = TestProblem(.project, Self.nothingToCompare(words))
        return
      }
      if kept.record == nil, let choice = subject.expectations?.golden, choice.keepsAnything {
        result.problem = TestProblem(
          .project,
          "\(subject.names.frames) is missing; write it with 'cutlist test --update \(words)'")
        return
      }
      result.plan = kept.plan.map {
        PlanComparison.compare(PlanComparison.lines(subject.plan), with: $0)
      }
      guard let record = kept.record else { return }
      result.shape = record.movie.map {
        ShapeResult(expected: $0, actual: MovieShape(subject.plan))
      }
      if !record.frames.isEmpty {
        result.pictures = try FrameComparison(subject).compare(record.frames)
      }
      if !record.sound.isEmpty {
        result.sound = try AudioComparison(
          plan: subject.plan.audio, tolerance: subject.expectations?.audioTolerance
        ).compare(record, source: subject.sources.sound())
      }
    }
  }

  /// Keeps the movie as it is now. What is expected in words is still tested.
  package func update() -> ProjectResult {
    begin { result throws(RenderError) in
      let kept = try readKept()
      var updater = GoldenUpdater(subject)
      defer { result.updates = updater.updates }
      // What cannot be read is written anew.
      try updater.update(from: kept.record ?? GoldenRecord(), hasRecord: kept.hasRecord)
    }
  }

  private func begin(
    _ body: (inout ProjectResult) throws(RenderError) -> Void
  ) -> ProjectResult {
    var result = ProjectResult(path: path)
    result.subject = subject
    result.output = subject.plan.output
    if let expectations = subject.expectations {
      result.expectations = ExpectationTests(plan: subject.plan, expectations: expectations)
        .results()
    }
    do throws(RenderError) {
      try body(&result)
    } catch {
      let place = error.frame.map { "frame \($0): " } ?? ""
      result.problem = TestProblem(.machine, place + error.message)
    }
    return result
  }

  /// What is said of a project that has nothing to be tested.
  package static func nothingToCompare(_ path: String) -> String {
    "there is nothing to compare with: 'cutlist test --update \(path)' keeps the movie as it is "
      + "now, and \"expect\" in the project says what it should be"
  }

  // MARK: - Reading

  private struct Kept {
    var plan: String?
    var record: GoldenRecord?
    var hasRecord = false
    var problem: TestProblem?
  }

  private func readKept() throws(RenderError) -> Kept {
    var kept = Kept()
    let names = subject.names
    kept.plan = try subject.storage.read(names.plan).map { String(decoding: $0, as: UTF8.self) }
    if let line = kept.plan.flatMap(MergeMarks.line) {
      kept.problem = TestProblem(
        .project,
        "\(names.plan):\(line): unfinished merge; write it again with 'cutlist test --update \(words)'"
      )
    }
    if let text = kept.plan, kept.problem == nil, !PlanComparison.isPlan(text) {
      kept.problem = TestProblem(
        .project,
        "\(names.plan):1: the file is no plan that was kept; write it again with "
          + "'cutlist test --update \(words)'")
    }
    guard let bytes = try subject.storage.read(names.frames) else { return kept }
    kept.hasRecord = true
    let file = SourceFile(path: names.frames, bytes: bytes)
    let (record, findings) = GoldenText.read(file, of: words)
    kept.record = record
    if record == nil {
      let text = DiagnosticRenderer.text(findings, in: file, color: false)
      kept.problem = TestProblem(.project, text.hasSuffix("\n") ? String(text.dropLast()) : text)
    }
    return kept
  }
}

extension GoldenChoice {
  /// Whether there is a record of frames or sound.
  var keepsAnything: Bool { frames != .at([]) || sound }
}
