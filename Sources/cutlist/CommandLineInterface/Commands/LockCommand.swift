import OutputFiles
import Diagnostics
import ProjectLock
import Workspace

extension Command {
  static let lock = Command(
    name: "lock", usage: "PROJECT", summary: "record what a project is made of, for --locked",
    discussion:
      "Writes cut.lock.json beside cut.json: the hash, size and facts of each source, each font\n"
      + "file that texts are drawn with, and the versions of cutlist and its libraries. With\n"
      + "--locked, check, plan, render, frame, frames and test refuse a project that is not as it was\n"
      + "locked.\n"
      + "\n"
      + "If there is a lock file already, what has changed since is printed. If nothing has, the file\n"
      + "is left alone. Hashes are XXH64: they reveal mistakes, not attacks.",
    flags: [.force, .quiet, .cache, .noCache] + projectFlags, positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    let path = arguments.positional[0]
    guard path != "-" else {
      throw CommandFailure(.usage, "lock needs the project's file, not standard input")
    }
    let (project, _) = try ReportingLoader(arguments, console).plan(path)
    var outputs = Outputs(arguments, console)
    let file = try OutputFile(
      path: project.lockPath, as: .lock, option: "lock", console,
      replacesAnything: arguments.has(.force))
    try outputs.add(file)
    let protected = project.protectedFiles.except(.lock)
    let now = project.locked(project.timeline)
    let bytes = Array(now.text.utf8)
    var isOurs = false
    switch LockFile.read(file.path) {
    case .missing: break
    case .refused(let reason):
      throw CommandFailure(.failed, "'\(file.path)' cannot be replaced: \(reason)")
    case .text(let old):
      if old.bytes == bytes {
        console.tell("\(file.path): nothing has changed")
        return .done
      }
      // One that cannot be read tells nothing of what has changed.
      if let was = LockReader.read(old).lock {
        isOurs = true
        for line in LockComparison(was, now).lines {
          try console.print(TerminalText.visible(line))
        }
      }
    }
    if isOurs { try protected.check(file.path) } else { try outputs.check(against: protected) }
    try file.write(bytes, console: console)
    console.tell(
      "wrote \(file.path): \(count(now.sources.count, "source")), "
        + count(now.fonts.count, "font file"))
    return .done
  }
}
