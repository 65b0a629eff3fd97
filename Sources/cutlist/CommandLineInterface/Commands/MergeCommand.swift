import OutputFiles
import Diagnostics
import GitIntegration
import Workspace

extension Command {
  static let merge = Command(
    name: "merge", usage: "BASE OURS THEIRS [-o FILE]",
    summary: "merge two versions of a project that come from a third",
    discussion:
      "Takes the changes from BASE to THEIRS over into OURS. Changes to different items, or to\n"
      + "different properties of one item, go together: a move and a trim, words and time of a title.\n"
      + "What one version adds stands after the neighbour that it has there; of what both add at one\n"
      + "place ours comes first. A media item, a group or a style that one version calls otherwise is\n"
      + "called so wherever the other one uses it. What one version does to a clip is done to all parts\n"
      + "into which the other one has split it. The result is in canonical form; see\n"
      + "'cutlist help format'.\n"
      + "\n"
      + "What does not go together stands between git's marks, which say what either side does. After\n"
      + "a merge without such conflicts the project is checked, and what is wrong with it, and with\n"
      + "neither version alone, is told. Exit status: 0 merged, 1 there are conflicts, or there is an\n"
      + "error that only both together have. 'cutlist git install' lets git merge so by itself.",
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
