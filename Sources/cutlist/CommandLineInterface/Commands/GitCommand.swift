import Workspace
import FileSystem
import GitIntegration

extension Command {
  private static let gitUsage = "install [PATTERN…] | uninstall"

  static let git = Command(
    name: "git", usage: gitUsage,
    summary: "let git compare and merge projects by their edits",
    discussion:
      "Run 'cutlist git install' once in each copy of a repository. Then 'git diff' tells the\n"
      + "changes of an edit in words, and 'git merge', 'git rebase' and 'git cherry-pick' merge\n"
      + "projects as 'cutlist merge' does.\n"
      + "\n"
      + "'install' writes which files are projects and golden files into .gitattributes, in a block\n"
      + "of its own, and how they are compared and merged into the configuration of the repository.\n"
      + "Commit the attributes: they are for everybody. The configuration is yours. With --global it\n"
      + "is that of all your repositories, and nothing is written to any of them. 'uninstall' removes\n"
      + "what was written and nothing else.\n"
      + "\n"
      + "PATTERN says what projects are called, as in .gitattributes. Without it, 'install' uses the\n"
      + "projects that it finds in the repository. A folder in which all JSON files are projects (and\n"
      + "their lock files) gets one pattern for everything that will be in it. In other folders\n"
      + "projects are known by their names, so run 'install' again after one is renamed or added.\n"
      + "\n"
      + "'git log -p' and 'git show' print the words of items before and after (with --ext-diff the\n"
      + "changes), and 'git difftool -t cutlist' calls 'cutlist diff'. Conflicts contain the common\n"
      + "ancestor if merge.conflictStyle is diff3 or zdiff3. Golden files keep what both sides agree\n"
      + "on; 'cutlist test --update' writes the rest anew. Git itself calls 'diff-driver',\n"
      + "'textconv', 'merge-driver' and 'golden-driver'.",
    flags: [.global, .quiet, .help], positional: 1...Int.max
  ) { (arguments, console) throws(CommandFailure) in
    let words = Array(arguments.positional.dropFirst())
    switch (arguments.positional[0], words.count) {
    case ("install", _):
      try installer(arguments, console).install(words)
    case ("uninstall", 0):
      try installer(arguments, console).uninstall()
    case ("merge-driver", 5): return try MergeDriver(try loader(arguments, console)).merge(words)
    case ("golden-driver", 5):
      return try GoldenDriver(ConsoleListener(arguments, console)).merge(words)
    case ("diff-driver", 1...9):
      try console.print(try differences(arguments, console).compare(words))
    case ("textconv", 1):
      switch try differences(arguments, console).describe(words[0]) {
      case .text(let text): try console.print(text)
      case .bytes(let bytes): try console.write(result: bytes)
      }
    default:
      throw CommandFailure(.usage, "usage: cutlist git \(gitUsage)")
    }
    return .done
  }

  private static func installer(
    _ arguments: Arguments, _ console: Console
  ) throws(CommandFailure) -> GitInstaller {
    try GitInstaller(
      ConsoleListener(arguments, console),
      program: MediaLocator.resolve("/proc/self/exe") ?? "cutlist",
      isGlobal: arguments.has(.global))
  }

  private static func loader(
    _ arguments: Arguments, _ console: Console
  ) throws(CommandFailure) -> ReportingLoader {
    try ReportingLoader(arguments, console, reportsJSON: false)
  }

  private static func differences(
    _ arguments: Arguments, _ console: Console
  ) throws(CommandFailure) -> DiffDriver {
    DiffDriver(
      try loader(arguments, console), usesColor: console.showsResults && console.allowsColor)
  }
}
