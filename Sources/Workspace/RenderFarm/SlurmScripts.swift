import Workspace
import OutputFiles

/// A job as scripts for Slurm: an array job that renders the chunks, and one that joins them when all
/// of its tasks have ended.
struct SlurmScripts {
  let job: FarmSteps

  /// Tasks of one array that Slurm takes where nobody has changed its `MaxArraySize`.
  static let mostTasks = 1000

  /// Scripts by their names in the folder, in the order in which they are written.
  var files: [(name: String, text: String)] {
    [("chunks.sh", chunks), ("join.sh", join)] + (room.map { [("room.sh", $0)] } ?? [])
      + [(Self.submission, submit)]
  }

  /// The script that hands both jobs to Slurm.
  static let submission = "submit.sh"

  private var jobName: String {
    let name = job.name.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "-" }
    return String(name.prefix(40))
  }

  private var chunks: String {
    script(
      job.chunks, "chunks", "each task renders a run of chunks of the plan.",
      "#SBATCH --cpus-per-task=\(job.cores)\n" + (job.need.map(Self.directives) ?? ""),
      repeating: .allButMistakes)
  }

  private static func directives(_ need: FarmSteps.Need) -> String {
    "#SBATCH --mem=\(need.mebibytes)M\n#SBATCH --time=\(need.minutes)\n"
  }

  /// Whether Slurm takes the folder in a file's name as it is: `%` begins a symbol there, and a backslash ends
  /// symbols altogether, in the folder that the name is put behind, too.
  private var isFolderPlain: Bool { !job.folder.utf8.contains { $0 == 0x25 || $0 == 0x5C } }

  private var join: String {
    script(job.join, "join", "joins the chunks to the movie.", "", repeating: .ended)
  }

  private var room: String? {
    job.room.map {
      script($0, "room", "removes from the store what was used longest ago.", "", repeating: .ended)
    }
  }

  /// Which failures a task is queued again after. Slurm does so by itself only where a node is lost.
  private enum Repeating {
    /// The program was ended: its node had no memory left, for example. Rendering what a join lacks is not
    /// its own task.
    case ended
    /// Also where media, disk or store failed: that may be another node's luck. A plan that is wrong stays so.
    case allButMistakes

    /// The least status of such failures; see `ExitStatus`.
    var status: Int32 {
      switch self {
      case .ended: ExitStatus.interrupted.rawValue
      case .allButMistakes: ExitStatus.failed.rawValue
      }
    }
  }

  /// How often a task is queued again, lost nodes included.
  private static let mostRepetitions = 3

  private func script(
    _ step: FarmSteps.Step, _ name: String, _ purpose: String, _ directives: String,
    repeating: Repeating
  ) -> String {
    let isArray = !step.tasks.isEmpty
    let log = "log/\(name)-\(isArray ? "%A-%a" : "%j").txt"
    var text = """
      \(OutputForm.scriptMark): \(purpose)
      #SBATCH --job-name=\(jobName)-\(name)
      \(isArray ? "#SBATCH --array=0-\(step.tasks.count - 1)\n" : "")\(directives)\
      #SBATCH --output=\(isFolderPlain ? log : "/dev/null")
      #SBATCH --requeue
      #SBATCH --open-mode=append
      set -eu

      """
    if !isFolderPlain {
      let number = isArray ? "$SLURM_ARRAY_JOB_ID-$SLURM_ARRAY_TASK_ID" : "$SLURM_JOB_ID"
      text += """
        [ -z "${SLURM_JOB_ID:-}" ] || exec >> "log/\(name)-\(number).txt" 2>&1

        """
    }
    text += """
      say() {
        echo "$(date -u +%Y-%m-%dT%H:%M:%SZ) $(uname -n), job ${SLURM_JOB_ID:-none}," \\
          "attempt $((${SLURM_RESTART_COUNT:-0} + 1)): $*" >&2
      }

      """
    var words = step.start.map(ShellText.word)
    if isArray {
      words.append("\"$task\"")
      text += "case \"$SLURM_ARRAY_TASK_ID\" in\n"
      for (number, task) in step.tasks.enumerated() {
        let cost = task.cost.map { "  # about \($0.secondsOfMicroseconds) s" } ?? ""
        text += "\(number)) task=\(ShellText.word(task.word)) ;;\(cost)\n"
      }
      text += """
        *) echo "there is no task $SLURM_ARRAY_TASK_ID" >&2; exit 2 ;;
        esac

        """
    }
    words += step.end.map(ShellText.word)
    return text + """
      say "begins\(isArray ? " task $SLURM_ARRAY_TASK_ID, $task" : "")"
      status=0
      \(words.joined(separator: " ")) || status=$?
      say "ended with $status"
      if [ $status -ge \(repeating.status) ] && [ -n "${SLURM_JOB_ID:-}" ] \\
        && [ "${SLURM_RESTART_COUNT:-0}" -lt \(Self.mostRepetitions) ]
      then
        echo "status $status: queued again" >&2
        scontrol requeue "$SLURM_JOB_ID" && sleep 60
      fi
      exit $status

      """
  }

  private var submit: String {
    let count = job.chunks.tasks.count
    let room =
      job.room == nil
      ? ""
      : "\n" + #"room=$(submit "$@" --dependency="afterany:${join%%;*}" room.sh)"#
        + "\n" + #"echo "room: job ${room%%;*}""#
    return """
      \(OutputForm.scriptMark): hands the jobs to Slurm. Options go to sbatch, for both jobs.
      # Run it again when a task has failed: chunks that are there are not rendered again.
      set -eu
      cd \(ShellText.word(job.folder))
      mkdir -p log
      submit() {
        sbatch --parsable "$@" || {
          status=$?
          echo "Slurm takes no job. Where it knows of no node with so much memory or time, give" \\
            "this script the options --mem=0 --time=0, or others of sbatch." >&2
          exit $status
        }
      }
      chunks=$(submit "$@" chunks.sh)
      chunks=${chunks%%;*}
      # Whatever becomes of the tasks: the join tells what is missing.
      join=$(submit "$@" --dependency="afterany:$chunks" join.sh)
      echo "chunks: job $chunks, \(count) \(count == 1 ? "task" : "tasks")"
      echo "join: job ${join%%;*}"\(room)

      """
  }
}
