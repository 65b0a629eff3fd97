import Glibc

/// The parts of the benchmark and how they are called.
let usage = """
  usage: cutlist-bench [kernels] [compositor] [planning]
         cutlist-bench project [--clips N] [--preset NAME] [--crf N] [--title TEXT]
         cutlist-bench history
         cutlist-bench features PROGRAM FOLDER [RUNS]
         cutlist-bench measure COMMAND...

  Without arguments: kernels, compositor, planning.
  project   prints the edit of the comparison; more than 5 clips repeat it
  history   prints 200 commits of an edit of 500 clips, for git fast-import
  features  prints what each feature costs a 1080p frame beside FFmpeg's filter for it, with the
            clips of the comparison in a folder
  measure   runs a command, then prints wall s, CPU s (user + system), peak memory MB
  """

var words = Array(CommandLine.arguments.dropFirst())
switch words.first {
case "measure":
  exit(MeasuredCommand.run(Array(words.dropFirst())))
case "features":
  guard words.count == 3 || words.count == 4, let runs = words.count == 4 ? Int(words[3]) : 3,
    runs > 0
  else {
    complain(usage)
    exit(2)
  }
  exit(FeatureBenchmarks.run(program: words[1], folder: words[2], runs: runs))
case "history":
  print(HistoryText.text(clips: 500, commits: 200), terminator: "")
case "project":
  guard let edit = EditText(arguments: Array(words.dropFirst())) else {
    complain(usage)
    exit(2)
  }
  print(edit.text, terminator: "")
default:
  let parts = words.isEmpty ? ["kernels", "compositor", "planning"] : words
  for part in parts {
    switch part {
    case "kernels": KernelBenchmarks.run()
    case "compositor": CompositorBenchmarks.run()
    case "planning": PlanningBenchmarks.run()
    default:
      complain(usage)
      exit(2)
    }
  }
}
