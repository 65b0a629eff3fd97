import ProjectHistory
import Workspace

extension HistoryChoice {
  /// The project and the commits that a command line names.
  init(_ arguments: Arguments, _ loader: ReportingLoader) throws(CommandFailure) {
    try self.init(arguments.positional, revisions: arguments.countBeforeDashes, loader)
  }
}
