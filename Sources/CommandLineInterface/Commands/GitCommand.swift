import Diagnostics
import GitRepository

extension Command {
  private static let gitUsage = "install [PATTERN…] | uninstall"

  static let git = Command(
    name: "git", usage: gitUsage,
    summary: "let git compare and merge projects by what they say",
    discussion:
      "'install' writes which files are projects and golden files into .gitattributes, in a block of\n"
      + "its own, and how they are compared and merged into the configuration of the repository.\n"
      + "PATTERN says what projects are called, as in .gitattributes, instead of those that are found\n"
      + "in the repository: a folder whose JSON files are all projects (and their lock files) has one\n"
      + "pattern for all that will be in it; where there are others, projects are known by their names,\n"
      + "and one that is renamed or new there needs 'install' again. The attributes are for everybody once they are committed; the configuration\n"
      + "is yours, so each copy of a repository needs 'cutlist git install' once. With --global the\n"
      + "configuration is that of all your repositories, and nothing is written to any of them.\n"
      + "'uninstall' takes away what was written and nothing else.\n"
      + "\n"
      + "After that 'git diff' tells the changes of an edit in words, 'git log -p' and 'git show' print\n"
      + "the words of items before and after (with --ext-diff the changes), 'git difftool -t cutlist'\n"
      + "calls 'cutlist diff', and 'git merge', 'git rebase' and 'git cherry-pick' merge as\n"
      + "'cutlist merge' does. Of golden files they keep what both sides agree on; the rest is written\n"
      + "anew by 'cutlist test --update'. Git calls this command with 'diff-driver', 'textconv',\n"
      + "'merge-driver' and 'golden-driver' for that.",
    flags: [.global, .quiet, .help], positional: 1...Int.max
  ) { (arguments, console) throws(CommandFailure) in
    let words = Array(arguments.positional.dropFirst())
    switch (arguments.positional[0], words.count) {
    case ("install", _):
      try GitInstaller(console, isGlobal: arguments.has(.global)).install(words)
    case ("uninstall", 0):
      try GitInstaller(console, isGlobal: arguments.has(.global)).uninstall()
    case ("merge-driver", 5): return try MergeDriver(arguments, console).merge(words)
    case ("golden-driver", 5): return try GoldenDriver(console: console).merge(words)
    case ("diff-driver", 1...9): return try DiffDriver(arguments, console).compare(words)
    case ("textconv", 1): return try DiffDriver(arguments, console).describe(words[0])
    default:
      throw CommandFailure(.usage, "usage: cutlist git \(gitUsage)")
    }
    return .done
  }
}

extension CommandFailure {
  /// What git did not give.
  init(_ error: GitError) {
    switch error.kind {
    case .unavailable, .failed: self.init(.failed, error.message)
    case .noRepository, .notFound, .notReadable:
      self.init(.usage, error.message, helpTells: false)
    }
  }
}
