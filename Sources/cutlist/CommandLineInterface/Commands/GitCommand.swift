import Workspace
import FileSystem
import GitIntegration

extension Command {
  private static let gitUsage = "install [PATTERN…] | uninstall"

  static let git = Command(
    name: "git", usage: gitUsage,
    summary: "let git compare and merge projects by what they say",
    discussion:
      "'install' writes which files are projects and golden files into .gitattributes, in a block\n"
      + "of its own, and how they are compared and merged into the configuration of the repository.\n"
      + "PATTERN says what projects are called, as in .gitattributes, instead of those that are\n"
      + "found in the repository: a folder whose JSON files are all projects (and their lock files)\n"
      + "has one pattern for all that will be in it; where there are others, projects are known by\n"
      + "their names, and one that is renamed or new there needs 'install' again. The attributes\n"
      + "are for everybody once they are committed; the configuration is yours, so each copy of a\n"
      + "repository needs 'cutlist git install' once. With --global the configuration is that of\n"
      + "all your repositories, and nothing is written to any of them. 'uninstall' takes away what\n"
      + "was written and nothing else.\n"
      + "\n"
      + "After that 'git diff' tells the changes of an edit in words, 'git log -p' and 'git show'\n"
      + "print the words of items before and after (with --ext-diff the changes), 'git difftool -t\n"
      + "cutlist' calls 'cutlist diff', and 'git merge', 'git rebase' and 'git cherry-pick' merge\n"
      + "as 'cutlist merge' does, in conflicts with what both come from where merge.conflictStyle is\n"
      + "diff3 or zdiff3. Of golden files they keep what both sides agree on; the rest is\n"
      + "written anew by 'cutlist test --update'. Git calls this command with 'diff-driver',\n"
      + "'textconv', 'merge-driver' and 'golden-driver' for that.",
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
