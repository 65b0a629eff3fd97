import OutputFiles
import Diagnostics
import GitIntegration
import Workspace

extension Command {
  static let merge = Command(
    name: "merge", usage: "BASE OURS THEIRS [-o FILE]",
    summary: "merge two versions of a project with a common ancestor",
    discussion:
      "Merges the changes from BASE to THEIRS into OURS. Changes to different items, or to\n"
      + "different properties of one item, are combined: a move and a trim, the words and the time of\n"
      + "a title.\n"
      + "\n"
      + "What one version adds stands after its neighbour in that version. If both add at one place,\n"
      + "ours comes first. If one version renames a media item, a group or a style, uses of it in the\n"
      + "other version are renamed too. What one version does to a clip is done to all parts into\n"
      + "which the other one has split it. The result is laid out as by 'cutlist format'.\n"
      + "\n"
      + "Conflicts stand between git's marks, which say what each side does. After a merge without\n"
      + "conflicts the project is checked, and what is wrong with it, but with neither version alone,\n"
      + "is told. Exit status: 0 merged, 1 there are conflicts, or an error that only both versions\n"
      + "together have. After 'cutlist git install' git merges this way by itself.",
    flags: [.mergedProject, .force, .quiet, .cache, .noCache] + projectFlags, positional: 3...3
  ) { (arguments, console) throws(CommandFailure) in
    var outputs = Outputs(arguments, console)
    let output = try outputs.add(.mergedProject, arguments, as: .project)
    try outputs.check(against: ProtectedFiles())
    let merger = ProjectMerger(try ReportingLoader(arguments, console))
    var files: [SourceFile] = []
    for path in arguments.positional {
      let file = try merger.loader.read(path)
      // Two projects that share no past are not two versions of one.
      if file.bytes.isEmpty { throw CommandFailure(.projectWrong, "'\(path)' is empty") }
      try merger.requireProject(file)
      files.append(file)
    }
    let name = output.map { $0.isStandardOutput ? files[1].path : $0.path } ?? files[1].path
    guard let merged = merger.merge(base: files[0], ours: files[1], theirs: files[2], as: name)
    else { throw CommandFailure(.projectWrong) }
    // A project is written as it is: what a terminal would act on is not made visible.
    let bytes = Array(merged.text.utf8)
    if let output {
      try output.write(bytes, console: console)
    } else {
      try console.write(result: bytes)
    }
    return try merger.report(merged)
  }
}
