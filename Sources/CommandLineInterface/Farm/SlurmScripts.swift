/// A job as scripts for Slurm: an array job that renders the chunks, and one that joins them when all
/// of its tasks have ended well.
struct SlurmScripts {
  /// What our scripts begin with.
  static let mark = "#!/bin/sh\n# Written by cutlist"

  let job: FarmJob

  /// Tasks of one array that Slurm takes where nobody has changed its `MaxArraySize`.
  static let mostTasks = 1000

  /// Scripts by their names in the folder, in the order in which they are written.
  var files: [(name: String, text: String)] {
    [("chunks.sh", chunks), ("join.sh", join), ("submit.sh", submit)]
  }

  /// The script that hands both jobs to Slurm.
  static let submission = "submit.sh"

  private var jobName: String {
    let name = job.name.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "-" }
    return String(name.prefix(40))
  }

  private var chunks: String {
    let cases = job.tasks.enumerated().map { number, task in
      "\(number)) range=\(task.range) ;;  # about \(task.seconds) s"
    }
    let (start, end) = job.chunksCommand
    return """
      \(Self.mark): each task renders a run of chunks of the plan.
      #SBATCH --job-name=\(jobName)-chunks
      #SBATCH --array=0-\(job.tasks.count - 1)
      #SBATCH --cpus-per-task=\(job.jobs)
      #SBATCH --output=log/chunks-%A-%a.txt
      #SBATCH --requeue
      set -eu
      case "$SLURM_ARRAY_TASK_ID" in
      \(cases.joined(separator: "\n"))
      *) echo "there is no task $SLURM_ARRAY_TASK_ID" >&2; exit 2 ;;
      esac
      exec \(ShellText.command(start)) "$range" \(ShellText.command(end))

      """
  }

  private var join: String {
    """
    \(Self.mark): joins the chunks to the movie.
    #SBATCH --job-name=\(jobName)-join
    #SBATCH --output=log/join-%j.txt
    #SBATCH --requeue
    set -eu
    exec \(ShellText.command(job.joinCommand))

    """
  }

  private var submit: String {
    """
    \(Self.mark): hands the jobs to Slurm. Options go to sbatch, for both jobs.
    # Run it again when a task has failed: chunks that are there are not rendered again.
    set -eu
    cd \(ShellText.word(job.folder))
    mkdir -p log
    chunks=$(sbatch --parsable "$@" chunks.sh)
    chunks=${chunks%%;*}
    join=$(sbatch --parsable "$@" --dependency="afterok:$chunks" --kill-on-invalid-dep=yes join.sh)
    echo "chunks: job $chunks, \(job.tasks.count) \(job.tasks.count == 1 ? "task" : "tasks")"
    echo "join: job ${join%%;*}"

    """
  }
}
