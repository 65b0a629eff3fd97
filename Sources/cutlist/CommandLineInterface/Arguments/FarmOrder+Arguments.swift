import FileSystem
import PlanModel
import RenderFarm
import Workspace

extension FarmOrder {
  /// What a command line says of jobs.
  init(_ arguments: Arguments) throws(CommandFailure) {
    guard let scheduler = Scheduler(rawValue: arguments.positional[0]) else {
      let names =
        Scheduler.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ") + " or 'status'"
      throw CommandFailure(.usage, "farm takes \(names), not '\(arguments.positional[0])'")
    }
    guard let named = arguments.value(.movieOfFarm), named != "-" else {
      throw CommandFailure(.usage, "-o FILE.mp4 says where the movie is to be written")
    }
    self.init(scheduler, project: arguments.positional[1], output: named)
    isSubmitted = arguments.has(.submit)
    if isSubmitted, scheduler != .slurm {
      throw CommandFailure(.usage, "--submit goes with 'cutlist farm slurm'")
    }
    tasks = try arguments.integer(.farmTasks, minimum: 1) ?? Self.standardTasks
    guard tasks <= scheduler.mostTasks else {
      throw CommandFailure(.usage, "--tasks takes at most \(scheduler.mostTasks), not '\(tasks)'")
    }
    jobs = try arguments.integer(.jobsOfTask, minimum: 1) ?? 1
    memoryLimit = try MemoryLimit.bytes(arguments)
    storeSize = try arguments.size(.storeSize)
    program =
      arguments.value(.program) ?? arguments.executable.flatMap(MediaLocator.resolve) ?? "cutlist"
    folder = arguments.value(.farmFolder)
    replacesAnything = arguments.has(.force)
    options = FarmOptions.Given(arguments)
    guard let keeper = arguments.value(.storeProgram) else {
      store = .folder(arguments.value(.storeOfFarm).map(Paths.absolute) ?? "store")
      return
    }
    guard !arguments.has(.storeOfFarm) else { throw StorePlace.both }
    guard storeSize == nil else {
      throw CommandFailure(
        .usage, "--store-size is for folders; what --store-program keeps is its own to bound")
    }
    store = .program(keeper.contains("/") ? Paths.absolute(keeper) : keeper)
  }
}

extension FarmOptions.Given {
  fileprivate init(_ arguments: Arguments) {
    self.init()
    for flag in [Flag.allowFilter, .allowProtocol, .limit, .openSeconds, .openMemory, .silence] {
      for value in arguments.all(flag) { both.append((flag.name, value)) }
    }
    damage = arguments.value(.onDamage)
    if let size = arguments.value(.memory) { rendering += ["--memory", size] }
    if arguments.has(.noCache) {
      rendering.append("--no-cache")
    } else if let cache = arguments.value(.cache) {
      rendering += ["--cache", Paths.absolute(cache)]
    }
  }
}

extension StorePlace {
  /// What `--store` or `--store-program` says.
  ///
  /// - Throws: `CommandFailure` where neither is given, or both.
  init(_ arguments: Arguments) throws(CommandFailure) {
    switch (arguments.value(.chunkStore), arguments.value(.storeProgram)) {
    case (let folder?, nil): self = .folder(folder)
    case (nil, let program?): self = .program(program)
    case (nil, nil):
      throw CommandFailure(.usage, "--store DIR says where finished chunks are; it is missing")
    case (_?, _?): throw Self.both
    }
  }
}

extension ChunkChoice {
  /// What `--range` and `--sound` say.
  init(_ arguments: Arguments, _ plan: RenderPlan) throws(CommandFailure) {
    try self.init(
      plan, range: arguments.value(.chunkRange), sound: arguments.value(.chunkSound))
  }
}
