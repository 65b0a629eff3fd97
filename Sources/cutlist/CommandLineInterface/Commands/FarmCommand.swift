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
    summary: "write jobs that render a movie on many machines",
    discussion:
      "Writes a folder with the project's plan and jobs for a scheduler: tasks that render runs of\n"
      + "chunks of about the same work, and a join that begins when all of them have ended. Nothing\n"
      + "is rendered here. All machines have to see the folder, the media and the movie by the same\n"
      + "paths, and each needs the fonts.\n"
      + "\n"
      + "'slurm' writes an array job, a join that depends on it, and 'submit.sh', which hands both to\n"
      + "Slurm with the options of sbatch that you give it; --submit runs it. Tasks ask Slurm for the\n"
      + "memory and time of the estimate. Give 'submit.sh' --mem=0 --time=0, or other options of\n"
      + "sbatch, if that does not fit your cluster.\n"
      + "\n"
      + "'openjd' writes a template of Open Job Description, version 2023-09. Media, movie and store\n"
      + "are parameters of the template, so that hosts can bring files and map paths.\n"
      + "'parameters.json' has their values here; a parameter that is left out is taken from there.\n"
      + "\n"
      + "A task may fail, be requeued or run twice: chunks that are there are not rendered again.\n"
      + "Slurm requeues a task at most three times if it was killed, or if media, disk or store\n"
      + "failed. The join runs whatever has become of the tasks, and tells what is missing.\n"
      + "\n"
      + "'status DIR' says which chunks of such a folder are there and which are left. It looks for\n"
      + "their names only, and writes nothing.\n"
      + "\n"
      + "--data writes jobs for a movie of each row of a table, as 'render --data' names and makes\n"
      + "them: -o 'out/{name}.mp4'. A chunk that several movies have in common is rendered by one\n"
      + "task. A row with errors is named and left out.\n"
      + "\n"
      + "A store is a folder that all machines see. --store-size bounds it: a last job removes what\n"
      + "was used longest ago, but nothing that was used in the last day. If there is no such folder,\n"
      + "--store-program keeps chunks elsewhere, for example in an object store. It is called as\n"
      + "  FILE has NAME    0 if there is an entry of that name, 1 if not\n"
      + "  FILE get NAME    writes it to standard output, or ends with 1\n"
      + "  FILE put NAME    keeps what is on standard input, whole or not at all\n"
      + "and may be a script of a few lines. A call may take ten minutes. NAME is like\n"
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
