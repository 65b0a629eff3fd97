import ParameterTables
import RenderFarm
import Diagnostics
import FileSystem
import PlanModel
import Rendering
import TimelineModel
import Workspace

extension Command {
  static let farm = Command(
    name: "farm", usage: "slurm|openjd PROJECT -o FILE.mp4 | status DIR",
    summary: "write a movie as jobs for a scheduler of many machines",
    discussion:
      "Writes a folder with the project's plan and what a scheduler takes: tasks that render runs of\n"
      + "chunks of about the same work, and a join that begins when all of them have ended. The\n"
      + "folder, the media and the movie have to be where all machines see them, by the same paths;\n"
      + "fonts have to be installed on each. Nothing is rendered here.\n\n"
      + "'slurm' writes an array job, a join that depends on it, and 'submit.sh', which hands both to\n"
      + "Slurm with the options of sbatch that it is given; --submit runs it. 'openjd' writes a\n"
      + "template of Open Job Description, version 2023-09. A task may fail, be requeued or be run\n"
      + "twice: chunks that are there are not rendered again. Slurm's queue a task again, three times at\n"
      + "most, that was killed, or that media, disk or store failed. The join runs whatever has become of\n"
      + "the tasks, and tells what is missing. Tasks ask Slurm for the memory and time of the estimate;\n"
      + "give 'submit.sh' --mem=0 --time=0, or others of sbatch, where that does not fit the cluster.\n"
      + "Media, movie and store are parameters of a template, so that hosts can bring files and map paths;\n"
      + "'parameters.json' has what they are here. One that is left out is taken from where it was.\n\n"
      + "'status DIR' says of a folder that was written which chunks are there and which are left; it looks\n"
      + "for their names only, and writes nothing.\n\n"
      + "--data writes jobs for a movie of each row of a table, as 'render --data' names and makes them:\n"
      + "-o 'out/{name}.mp4'. A chunk that several movies have in common is rendered by one task. A row\n"
      + "that is wrong is said, and left out.\n\n"
      + "A store is a folder that all machines see. --store-size bounds it: a last job removes what was\n"
      + "used longest ago, but nothing that was used in the last day. Where there is no such folder,\n"
      + "--store-program keeps chunks, in an object store for example. It is called as\n"
      + "  FILE has NAME    0 where there is an entry of that name, 1 where there is none\n"
      + "  FILE get NAME    writes it to standard output, or ends with 1\n"
      + "  FILE put NAME    keeps what is on standard input, whole or not at all\n"
      + "and may be a script of a few lines that takes ten minutes at most. NAME is like\n"
      + "chunks/3f/3fa9c1.chunk.",
    flags: [
      .data, .movieOfFarm, .farmFolder, .farmTasks, .storeOfFarm, .storeProgram, .storeSize,
      .submit, .program, .jobsOfTask,
      .memory,
      .cache, .noCache, .onDamage, .locked, .force, .json, .quiet,
    ] + projectFlags,
    positional: 2...2
  ) { (arguments, console) throws(CommandFailure) in
    let listener = ConsoleListener(arguments, console)
    if arguments.positional[0] == "status" {
      let found = try FarmStatus(arguments.positional[1])
        .look(try WorkspaceOptions(arguments), limits: arguments.all(.limit), listener)
      for text in arguments.has(.json) ? [found.json] : found.lines { try console.print(text) }
      return .done
    }
    let order = try FarmOrder(arguments)
    let written: WrittenFarm
    if arguments.has(.data) {
      let rows = try RowMovies(arguments, project: order.project).movies
      written = try BatchWriter(order, rows, try WorkspaceOptions(arguments), listener).write()
    } else {
      written = try FarmWriter(order).write(try WorkspaceOptions(arguments), listener)
    }
    if arguments.has(.json) { try console.print(written.json) }
    try order.submit(written.folder, listener)
    return written.failed ?? .done
  }
}
