import RenderPlanning

extension Command {
  static let plan = Command(
    name: "plan", usage: "PROJECT", summary: "print what will be rendered, frame by frame",
    discussion:
      "The plan is the edit after all rounding: segments with the source frame of every layer,\n"
      + "weights, geometry, gain envelopes, chunks, and a ledger of how each edit point was rounded.",
    flags: [.json, .output] + projectFlags, positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    let loader = ProjectLoader(arguments: arguments, console: console)
    let (_, plan) = try loader.plan(arguments.positional[0])
    let text = arguments.has(.json) ? PlanJSON.text(plan) : PlanDump.text(plan)
    try Output.write(text, to: arguments.value(.output), console: console)
    return .done
  }
}
