package import PlanModel

/// What became of the test of one project.
///
/// Pictures are not part of it: `subject` makes those that are asked for.
package struct ProjectResult: Sendable {
  /// The project's path, as given or found.
  package var path: String
  /// Why nothing, or not everything, could be tested; `nil` where it was.
  package var problem: TestProblem?
  /// The movie's size, rate and length; `nil` where the project could not be planned.
  package var output: PlannedOutput?
  /// What was expected in the project's own words, held or not, in the order of the format.
  package var expectations: [ExpectationResult] = []
  /// `nil` where no plan is kept.
  package var plan: PlanResult?
  /// Whether the movie has the size, rate and length that it had; `nil` where these are not kept.
  package var shape: ShapeResult?
  /// `nil` where no frames are kept.
  package var pictures: FrameResult?
  /// `nil` where no sound is kept.
  package var sound: AudioResult?
  /// What `--update` did, in the order of the files' names.
  package var updates: [GoldenUpdate] = []
  /// Gives the movie's pictures on demand; `nil` where the project could not be planned.
  package var subject: TestSubject?

  /// A result without findings, which passes.
  package init(path: String) { self.path = path }

  /// What the test says as a whole.
  package var verdict: Verdict {
    if let problem { return problem.kind == .machine ? .unavailable : .failed }
    let holds =
      expectations.allSatisfy { $0.failure == nil } && plan?.passes ?? true
      && shape?.passes ?? true && pictures?.passes ?? true && sound?.passes ?? true
    return holds ? .passed : .failed
  }
}

/// The outcome of a test.
package enum Verdict: String, Hashable, Sendable {
  case passed
  /// The project is wrong, or its movie is not as expected.
  case failed
  /// Media or the disk failed, so that nothing can be said.
  case unavailable
}

/// Why a project could not be tested.
package struct TestProblem: Hashable, Sendable {
  /// Whose fault it is; decides the exit status.
  package enum Kind: Hashable, Sendable {
    /// The project or its golden files are wrong, or there are none.
    case project
    /// Media could not be read, or the disk failed.
    case machine
  }

  /// Decides between `failed` and `unavailable`.
  package var kind: Kind
  /// What a person reads: findings with their places; may have several lines, no line end at the
  /// end.
  package var message: String

  /// A problem, as a person reads it.
  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}

/// One thing that the project's `expect` says.
package struct ExpectationResult: Hashable, Sendable {
  /// `duration`, `frames`, `cuts`, `text 'Golden Gate' at 2s`.
  package var name: String
  /// What is otherwise; `nil` where it holds.
  package var failure: String?
  /// The frame to look at; `nil` where there is none.
  package var frame: Int?

  /// What became of one expectation.
  package init(name: String, failure: String?, frame: Int? = nil) {
    self.name = name
    self.failure = failure
    self.frame = frame
  }
}

/// The plan as text, compared with the one that was kept.
package struct PlanResult: Hashable, Sendable {
  /// A line that differs; `nil` on the side that has none.
  package struct Line: Hashable, Sendable {
    /// Counted from 1, in the kept plan; where the line is new, the one before which it stands.
    package var number: Int
    /// Of the kept plan, without its line end.
    package var expected: String?
    /// Of the plan as it is now, without its line end.
    package var actual: String?
  }

  /// The first lines that differ.
  package var lines: [Line]
  /// How many differ.
  package var differingCount: Int

  /// Whether the texts are the same to the byte, but for a line end at their end.
  package var passes: Bool { differingCount == 0 }
}

/// The movie's size, rate and length, compared with those that were kept.
package struct ShapeResult: Hashable, Sendable {
  /// What was kept.
  package var expected: MovieShape
  /// What the movie is now.
  package var actual: MovieShape

  /// Whether size, rate and length are the same, the length of the sound too.
  package var passes: Bool { expected == actual }
}

/// What `--update` did with a golden file.
package struct GoldenUpdate: Hashable, Sendable {
  /// What happened; files that stay as they are are not reported.
  package enum Action: Hashable, Sendable {
    case new
    /// What is different now: `3 frames changed: 10..12`.
    case changed(String)
    case removed
  }

  /// The file's path.
  package var path: String
  /// What was done with it.
  package var action: Action

  /// A file that was written or removed.
  package init(path: String, action: Action) {
    self.path = path
    self.action = action
  }
}
