import TextReports
import PlanModel
import Rendering
import Workspace

extension CostReport {
  /// Bytes a second of a network of a gigabit, and of storage behind ten of them.
  private static let standardLink = 119 << 20
  private static let standardStorage = 1192 << 20

  /// - Parameter plan: a project's, or a range of it.
  init(
    _ arguments: Arguments, _ project: LoadedProject, _ plan: RenderPlan
  ) throws(CommandFailure) {
    let cores = try arguments.integer(.machineCores, minimum: 1) ?? Machine.cores
    let link = try Self.speed(arguments, .machineLink) ?? Self.standardLink
    let storage = try Self.speed(arguments, .storageSpeed) ?? Self.standardStorage
    // What this process has done so far is what every other one has to do, too.
    let setting = RenderForecast.Setting(
      cores: min(cores, 4096), start: Machine.processTime, sources: project.sourceBytes(of: plan),
      link: Double(link), storage: Double(storage))
    self.init(plan, project.costEstimate(of: plan), setting, machine: Machine.processor)
  }

  /// Refuses options that only go with `--cost`.
  static func check(_ arguments: Arguments) throws(CommandFailure) {
    if arguments.has(.cost) { return }
    for flag in [Flag.machineCores, .machineLink, .storageSpeed] where arguments.has(flag) {
      throw CommandFailure(.usage, "--\(flag.name) goes with --cost")
    }
  }

  private static func speed(
    _ arguments: Arguments, _ flag: Flag
  ) throws(CommandFailure) -> Int? {
    guard let text = arguments.value(flag) else { return nil }
    guard let bytes = ByteCount.parse(text), bytes >= 1 << 10 else {
      throw CommandFailure(
        .usage, "--\(flag.name) takes bytes a second, for example 100M or 1G, not '\(text)'")
    }
    return bytes
  }
}
