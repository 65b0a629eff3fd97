import PlanModel
import Workspace

/// What a movie is made of.
enum MovieInput {
  case project(String)
  case plan(String)

  /// A project by its path, or what `--plan` names.
  init(_ arguments: Arguments) throws(CommandFailure) {
    switch (arguments.positional.first, arguments.value(.plan)) {
    case (let project?, nil):
      if arguments.has(.map) { throw CommandFailure(.usage, "--map goes with --plan") }
      self = .project(project)
    case (nil, let plan?):
      if arguments.has(.locked) {
        throw CommandFailure(
          .usage, "--locked goes with a project; a plan knows by itself what it was made of")
      }
      self = .plan(plan)
    case (_?, _?):
      throw CommandFailure(.usage, "--plan takes the place of the project; leave one of them out")
    case (nil, nil): throw CommandFailure(.usage, "usage: cutlist render \(Command.render.usage)")
    }
  }

  /// As the command line gives it.
  var path: String {
    switch self {
    case .project(let path), .plan(let path): path
    }
  }
}

extension ReportingLoader {
  /// Loads a project or a plan, reports, and goes on only without errors.
  func plan(of input: MovieInput) throws(CommandFailure) -> (LoadedProject, RenderPlan) {
    guard case .plan(let path) = input else { return try plan(input.path) }
    return try writtenPlan(path)
  }
}
