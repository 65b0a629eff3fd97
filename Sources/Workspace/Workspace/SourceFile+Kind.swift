package import Diagnostics
import ProjectFormat

extension SourceFile {
  /// Whether it says that it is a project or a part of one, whatever is wrong with it: a project may name
  /// any file of its reader, whose text is nobody else's business.
  package var isOneOfOurs: Bool {
    mentions("\"cutlist\"") || mentions("\"cutlistPart\"") || mentions("\"tracks\"")
  }
}
