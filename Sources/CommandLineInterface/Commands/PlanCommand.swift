import PlanModel

extension Command {
  static let plan = Command(
    name: "plan", usage: "PROJECT", summary: "print what will be rendered, frame by frame",
    discussion:
      "The plan is the edit after all rounding: segments with the source frame of every layer,\n"
      + "weights, geometry, gain envelopes, chunks, and a ledger of how each edit point was rounded.",
    flags: [.range, .json, .text, .force] + projectFlags, positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    var outputs = Outputs(arguments, console)
    let output = try outputs.add(.text, arguments, as: .plan)
    let loader = try ReportingLoader(arguments, console)
    let (project, whole) = try loader.plan(arguments.positional[0])
    let plan = whole.restricted(to: try FrameChoice.range(arguments, plan: whole))
    try outputs.check(against: project.protectedFiles)
    let text = arguments.has(.json) ? PlanJSON.text(plan) : PlanDump.text(plan)
    try console.write(text, to: output)
    return .done
  }
}
