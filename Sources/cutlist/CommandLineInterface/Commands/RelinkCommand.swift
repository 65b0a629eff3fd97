import Diagnostics
import FileSystem
import ProjectLock
import Workspace

extension Command {
  /// Most files and folders that are looked at: whole disks have fewer.
  private static let walkLimit = 5_000_000

  static let relink = Command(
    name: "relink", usage: "PROJECT DIR…",
    summary: "find media that were moved or renamed",
    discussion:
      "Looks in folders, and below them, for media files that are missing, or that are not those of\n"
      + "the lock file. Files are recognized by their content, which the lock file has, or else the\n"
      + "cache. Of several files with the same content, the one with the same name is taken, then the\n"
      + "nearest to the old folder, then the first by its path. If nothing is known of the content,\n"
      + "the only file of the same name is taken, and that is said. Image sequences are found as a\n"
      + "whole. Links to folders are not followed, and hidden folders are passed over.\n"
      + "\n"
      + "The change is printed as a diff. --write makes it, and leaves everything else in the project\n"
      + "as it is. Paths stay relative or absolute. Exit status: 0 all were found, 1 some were not.",
    flags: [.writeChange, .quiet, .cache, .noCache] + projectFlags, positional: 2...Int.max
  ) { (arguments, console) throws(CommandFailure) in
    let path = arguments.positional[0]
    let folders = Array(arguments.positional.dropFirst())
    guard path != "-" || !arguments.has(.writeChange) else {
      throw CommandFailure(.usage, "--write needs the project's file, not standard input")
    }
    for folder in folders where FileAccess.isFolder(folder) != true {
      throw CommandFailure(.usage, "'\(folder)' is not a folder", helpTells: false)
    }
    let loader = try ReportingLoader(arguments, console)
    let project = loader.projects.outline(try loader.read(path))
    if project.diagnostics.containsErrors {
      try loader.report(project.diagnostics, in: project.file)
      return ExitStatus(project.diagnostics)
    }
    let wanted = project.wantedSources(lastLock(of: project, console))
    let others = project.projectsLackingMedia
    for other in others {
      console.say("cutlist: warning: '\(other)', which is shown, lacks media: relink it by itself")
    }
    guard !wanted.isEmpty else {
      if others.isEmpty { console.tell("\(path): nothing is missing") }
      return others.isEmpty ? .done : .projectWrong
    }
    let walk = FolderWalk(folders, limit: walkLimit)
    for obstacle in walk.obstacles.prefix(10) {
      console.say("cutlist: warning: '\(obstacle.path)' is not looked at: \(obstacle.reason)")
    }
    if walk.isCutShort {
      console.say("cutlist: warning: only \(walkLimit) files and folders were looked at")
    }
    let search = SourceSearch(project, in: walk)
    var findings: [Diagnostic] = []
    var edits: [Fix.Edit] = []
    for source in wanted {
      switch search.find(source) {
      case .success(let found):
        edits.append(found.edit)
        console.tell(
          "'\(found.name)': '\(found.oldPath)' is '\(found.newPath)' now, by its "
            + (found.isByContent ? "content" : "name alone"))
      case .failure(let failure): findings.append(failure.diagnostic)
      }
    }
    try loader.report(findings, in: project.file)
    if let files = project.file.edited(by: edits) {
      try ProjectMender(loader: loader, console: console).finish(
        files, isTrial: !arguments.has(.writeChange),
        done: "\(edits.count) of \(wanted.count) written")
    }
    return findings.isEmpty && others.isEmpty ? .done : .projectWrong
  }

  /// What was locked; `nil`, with a word where there is something that cannot be read.
  private static func lastLock(of project: LoadedProject, _ console: Console) -> LockedProject? {
    guard case .text(let file) = LockFile.read(project.lockPath) else { return nil }
    let lock = LockReader.read(file).lock
    if lock == nil {
      console.say(
        "cutlist: warning: '\(file.path)' cannot be read as a lock file and tells nothing")
    }
    return lock
  }
}
