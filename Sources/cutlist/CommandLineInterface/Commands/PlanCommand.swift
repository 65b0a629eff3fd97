import TextReports
import OutputFiles
import PlanModel
import TimelineModel
import Workspace

extension Command {
  static let plan = Command(
    name: "plan", usage: "PROJECT", summary: "print what will be rendered, frame by frame",
    discussion:
      "The plan is the edit after all rounding: segments with the source frame of every layer,\n"
      + "weights, geometry, gain envelopes, chunks, and a ledger of how each edit point was rounded.\n"
      + "\n"
      + "--write writes all of it to a file, as --json prints it. 'render --plan' renders that file\n"
      + "without the project. It has the hashes of media and fonts, and paths as the project has\n"
      + "them.\n"
      + "\n"
      + "--audio prints the sound of each clip instead: its exact samples in the movie and in its\n"
      + "source, the ratio of the rates, how far what is heard is from its exact time because movies\n"
      + "have whole samples, and its gains; then the sum and the largest of these roundings.\n"
      + "\n"
      + "--cost prints the work instead: what each chunk takes, in seconds of processor time for\n"
      + "decoding, composing, encoding and mixing, and how long the movie takes with 1 to 1,000\n"
      + "workers, on this machine and on as many others like it. Renders measure what work takes on a\n"
      + "machine and keep that in the cache. For each rate the report says whether it was measured or\n"
      + "is assumed.",
    flags: [
      .writePlan, .soundPlan, .cost, .machineCores, .machineLink, .storageSpeed, .range, .locked,
      .cache,
      .noCache,
      .json, .text, .force, .quiet,
    ] + projectFlags,
    positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    var outputs = Outputs(arguments, console)
    let output = try outputs.add(
      .text, arguments, as: arguments.has(.cost) ? .costs : .plan)
    let file = try outputs.add(.writePlan, arguments, as: .plan)
    try CostReport.check(arguments)
    if arguments.has(.soundPlan), arguments.has(.cost) {
      throw CommandFailure(.usage, "--audio and --cost are two reports; ask for one of them")
    }
    let loader = try ReportingLoader(arguments, console)
    let (project, whole) = try loader.plan(arguments.positional[0])
    let plan = whole.restricted(to: try FrameChoice.range(arguments, plan: whole, of: project))
    try outputs.check(against: project.protectedFiles)
    let cost = arguments.has(.cost) ? try CostReport(arguments, project, plan) : nil
    let isWanted = arguments.has(.json) && cost == nil || file != nil
    let (json, demands) = isWanted ? PlanJSON.document(project.marked(plan)) : ("", [:])
    if let file {
      try file.write(Array((json + "\n").utf8), console: console)
      for warning in ProjectLimits.readingWarnings(demands) {
        console.say("cutlist: warning: \(warning)")
      }
      if project.renditionCount > 0 {
        console.say(
          "cutlist: warning: a plan is of one rendition of the pictures; those in \"renditions\" are not in it"
        )
      }
      console.tell("wrote the plan of \(plan.output.frameCount) frames to \(file.name)")
      if output == nil, cost == nil, !arguments.has(.json) { return .done }
    }
    if arguments.has(.soundPlan) {
      guard let ledger = SyncLedger(plan, of: project) else {
        throw CommandFailure(
          .projectWrong, "the movie has no sound: its output says \"audio\": false")
      }
      try console.write(arguments.has(.json) ? ledger.json : ledger.text, to: output)
      return .done
    }
    if let cost {
      try console.write(arguments.has(.json) ? cost.json : cost.text, to: output)
      return .done
    }
    try console.write(arguments.has(.json) ? json : PlanDump.text(plan), to: output)
    return .done
  }
}
