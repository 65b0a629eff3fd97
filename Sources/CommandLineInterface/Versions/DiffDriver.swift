import Diagnostics
import EditComparison
import TimelineModel
import Workspace

/// Tells git what has changed in a project.
struct DiffDriver {
  private let loader: ReportingLoader
  private let console: Console

  init(_ arguments: Arguments, _ console: Console) throws(CommandFailure) {
    loader = try ReportingLoader(arguments, console, reportsJSON: false)
    self.console = console
  }

  /// `PATH OLD-FILE OLD-HASH OLD-MODE NEW-FILE NEW-HASH NEW-MODE`, and for a renamed file its new path
  /// and a sentence; the path alone of one with conflicts.
  func compare(_ words: [String]) throws(CommandFailure) -> ExitStatus {
    guard words.count >= 7 else {
      try console.print("\(words[0]): unfinished merge")
      return .done
    }
    let (old, new) = (try loader.read(words[1]), try loader.read(words[4]))
    try console.print("cutlist diff \(words.count > 7 ? "\(words[0]) \(words[7])" : words[0])")
    let text = UnifiedDiff.text(path: words[0], from: old.bytes, to: new.bytes)
    if !text.isEmpty { try console.print(String(text.dropLast())) }
    return .done
  }

  /// Prints a project's items in words, and any other file as it is.
  func describe(_ path: String) throws(CommandFailure) -> ExitStatus {
    let file = try loader.read(path)
    let (value, findings) = JSONParser.parse(file, limits: loader.projects.options.limits.json)
    guard findings.isEmpty, let value, value["tracks"] != nil else {
      try console.write(result: file.bytes)
      return .done
    }
    try console.print(ProjectOutline.text(of: EditTree(value)))
    return .done
  }
}
