import TextReports
import OutputFiles
import ChunkStorage
import FileSystem
import Workspace
import MovieWriting
import OutputKinds
import PlanModel
import ProjectFormat
import Rendering

extension Command {
  static let render = Command(
    name: "render", usage: "(PROJECT | --plan FILE) [-o FILE]",
    summary: "render a project to a movie",
    discussion:
      "The movie appears under its name when it is complete. Finished chunks are kept: a render\n"
      + "that was stopped continues where it was, and after an edit only what changed is rendered\n"
      + "again. A movie that would come out the same is left as it is. A file that was not written by\n"
      + "cutlist is replaced only with --force.\n"
      + "\n"
      + "The ending of the name says what is written: a movie, a picture that moves, sound alone, or a\n"
      + "picture for each frame ('shot-%04d.png').\n"
      + "\n"
      + "'-o -' writes the movie to standard output when it is complete. With --json standard output\n"
      + "gets one object at the end: what was written, frames, seconds, chunks, warnings and damage;\n"
      + "of several outputs, and of the rows of a table, a list of them.\n"
      + "\n"
      + "--plan renders a plan that 'plan --write' wrote, without its project: to the same bytes, on\n"
      + "any machine with the same cutlist, libraries and fonts. Relative paths of its media count\n"
      + "from the plan's folder. --map FROM=TO says where media are instead ('.' stands before\n"
      + "relative paths). A file with another content is refused.\n"
      + "\n"
      + "--data renders one movie for each row of a table, whose columns are parameters of the\n"
      + "project. -o 'out/{name}.mp4' puts values of the row into the movie's name, {row} its number;\n"
      + "a column that only -o uses needs no parameter. The table is CSV with names in its first\n"
      + "line, separated by commas, semicolons or tabs, in UTF-8, or in UTF-16 with a byte order\n"
      + "mark. A .jsonl file has an object on each line. What rows have in common is rendered once. A\n"
      + "row that fails does not stop the others.",
    flags: [
      .data, .plan, .map, .locked, .movie, .format, .allOutputs, .force, .fitSize, .range, .jobs,
      .memory,
      .cache, .noCache,
      .verify,
      .checkDeterminism,
      .progress, .onDamage, .json, .quiet,
    ] + projectFlags,
    positional: 0...1
  ) { (arguments, console) throws(CommandFailure) in
    if arguments.has(.data) {
      if arguments.has(.allOutputs) || arguments.all(.namedOutput).count > 1 {
        throw CommandFailure(
          .usage, "--data renders one output of each row; name it with --output", helpTells: false)
      }
      return try RowRendering(arguments: arguments, console: console).run()
    }
    if OutputRendering.isWanted(arguments) {
      return try OutputRendering(arguments: arguments, console: console).run()
    }
    if let movie = arguments.value(.movie), SoundFormat.named(movie) != nil {
      return try mix.run(arguments, console)
    }
    if let raw = try RawStream(arguments) { return try raw.run(arguments, console) }
    if arguments.has(.checkDeterminism) {
      let input = try MovieInput(arguments)
      return try DeterminismReport(arguments: arguments, console: console).run(input)
    }
    _ = try MovieRendering(arguments, console).run()
    return .done
  }
}
