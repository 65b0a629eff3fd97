import RenderPlanning

extension Command {
  static let plan = Command(
    name: "plan", usage: "PROJECT", summary: "print what will be rendered, frame by frame",
    discussion:
      "The plan is the edit after all rounding: segments with the source frame of every layer,\n"
      + "weights, geometry, gain envelopes, chunks, and a ledger of how each edit point was rounded.",
    flags: [.range, .json, .text] + projectFlags, positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    let loader = ProjectLoader(arguments: arguments, console: console)
    let (project, whole) = try loader.plan(arguments.positional[0])
    let plan = whole.restricted(to: try FrameChoice.range(arguments, plan: whole))
    if let path = arguments.value(.text) { try Output.refuse(path, sourcesOf: project) }
    let text = arguments.has(.json) ? PlanJSON.text(plan) : PlanDump.text(plan)
    try Output.write(text, to: arguments.value(.text), console: console)
    return .done
  }
}
