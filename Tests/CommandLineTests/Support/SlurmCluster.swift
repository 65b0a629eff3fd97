import Workers
import Diagnostics
import Foundation
import Synchronization
import Testing

/// Slurm on this machine, as several nodes, for as long as the value lives.
///
/// Its daemons take a folder of their own, ports that nobody else has, and `munge` as it is installed.
final class SlurmCluster {
  private let folder: String
  private var daemons: [pid_t] = []
  private let ports: Range<Int>
  /// Ports that other clusters of this process have.
  private static let count = Atomic(0)

  /// Where its commands find it.
  var environment: [String: String] {
    ["SLURM_CONF": folder + "/slurm.conf", "PATH": "/usr/bin:/bin:/usr/sbin:/sbin"]
  }

  /// Whether it can be started: it is installed, and this is root, who may change to other users.
  static let isThere =
    geteuid() == 0
    && ["/usr/sbin/slurmctld", "/usr/sbin/slurmd", "/usr/sbin/munged", "/usr/bin/sbatch"]
      .allSatisfy(FileManager.default.isExecutableFile)

  /// - Parameters:
  ///   - folder: is there and empty.
  ///   - nodes: how many there are, with two processors each.
  init(in folder: String, nodes: Int) async throws {
    self.folder = folder
    // Below those that the system gives to connections.
    let first =
      10_000 + Int(getpid()) % 200 * 100 + Self.count.wrappingAdd(10, ordering: .relaxed).oldValue
    ports = first..<first + 2 + nodes
    for name in ["state", "spool", "log", "munge"] {
      try FileManager.default.createDirectory(
        atPath: folder + "/" + name, withIntermediateDirectories: true)
    }
    // munge insists on rights: its socket in a folder that all may enter and nobody else writes.
    try Data((0..<1024).map { _ in UInt8.random(in: 0...255) }).write(
      to: URL(filePath: folder + "/munge/key"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder + "/munge/key")
    let host = ProcessInfo.processInfo.hostName.split(separator: ".").first.map(String.init) ?? ""
    let lines = (1...nodes).map { node in
      "NodeName=n\(node) NodeHostname=\(host) Port=\(ports.lowerBound + 1 + node) CPUs=2 RealMemory=2000 State=UNKNOWN"
    }
    try """
    ClusterName=test
    SlurmctldHost=\(host)
    SlurmctldPort=\(ports.lowerBound)
    SlurmdPort=\(ports.lowerBound + 1)
    AuthType=auth/munge
    AuthInfo=socket=\(folder)/munge/socket
    StateSaveLocation=\(folder)/state
    SlurmdSpoolDir=\(folder)/spool/%n
    SlurmctldPidFile=\(folder)/slurmctld.pid
    SlurmdPidFile=\(folder)/slurmd-%n.pid
    SlurmctldLogFile=\(folder)/log/slurmctld.log
    SlurmdLogFile=\(folder)/log/slurmd-%n.log
    SlurmUser=root
    ProctrackType=proctrack/linuxproc
    TaskPlugin=task/none
    SelectType=select/cons_tres
    SelectTypeParameters=CR_Core
    ReturnToService=2
    SwitchType=switch/none
    BatchStartTimeout=600
    MessageTimeout=100
    SlurmdTimeout=0
    UnkillableStepTimeout=600
    SchedulerParameters=sched_interval=2,bf_interval=2,batch_sched_delay=0
    \(lines.joined(separator: "\n"))
    PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP

    """.write(toFile: folder + "/slurm.conf", atomically: true, encoding: .utf8)
    try start(
      "/usr/sbin/munged",
      [
        "--foreground", "--force", "--key-file=\(folder)/munge/key",
        "--socket=\(folder)/munge/socket",
      ]
        + ["--pid-file=\(folder)/munge/pid", "--log-file=\(folder)/munge/log"]
        + ["--seed-file=\(folder)/munge/seed"])
    try await wait(300, for: "munge") {
      FileManager.default.fileExists(atPath: folder + "/munge/socket")
    }
    try start("/usr/sbin/slurmctld", ["-D"])
    try await wait(300, for: "slurmctld") { try run("scontrol", "ping").contains("is UP") }
    for node in 1...nodes { try start("/usr/sbin/slurmd", ["-D", "-N", "n\(node)"]) }
    try await wait(300, for: "the nodes") {
      try run("sinfo", "--noheader", "--Node", "--format=%T").split(separator: "\n")
        == Array(repeating: "idle", count: nodes)
    }
  }

  deinit {
    for daemon in daemons.reversed() {
      kill(daemon, SIGTERM)
      var status: Int32 = 0
      var isOver = false
      for _ in 0..<100 where !isOver {
        usleep(100_000)
        isOver = unsafe waitpid(daemon, &status, WNOHANG) != 0
      }
      if isOver { continue }
      kill(daemon, SIGKILL)
      unsafe waitpid(daemon, &status, 0)
    }
  }

  /// Not by Foundation, which takes a process that closes what it has inherited for one that has ended.
  private func start(_ program: String, _ words: [String]) throws {
    daemons.append(
      try ChildProcess.start(
        program.fileName, words: ([program] + words).map(\.fileName),
        variables: environment.map { "\($0.key)=\($0.value)".fileName },
        descriptors: (0...2).map { ($0, .nothing) }))
  }

  /// What one of Slurm's commands prints.
  func run(_ words: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/" + (words.first ?? ""))
    process.arguments = Array(words.dropFirst())
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self)
  }

  /// Waits until no job waits or runs.
  ///
  /// A machine that does much else takes long: the wait is there against jobs that never end.
  /// Those that are queued again wait two minutes so that nobody takes them for their first selves; here ten
  /// seconds have to do.
  func waitForJobs() async throws {
    var waiting: [String: ContinuousClock.Instant] = [:]
    var nudged = ContinuousClock.now
    try await wait(600, for: "the jobs") {
      if .now - nudged > .seconds(10) {
        try nudge()
        nudged = .now
      }
      let left = try run("squeue", "--noheader", "--format=%i %r").split(separator: "\n")
      for line in left where line.hasSuffix(" BeginTime") {
        let job = String(line.prefix { $0 != " " })
        guard .now - waiting[job, default: .now] > .seconds(10) else {
          waiting[job] = waiting[job] ?? .now
          continue
        }
        _ = try run("scontrol", "update", "JobId=\(job)", "StartTime=now")
        waiting[job] = nil
      }
      return left.isEmpty
    }
  }

  /// Gives back what Slurm keeps from jobs where a machine is too busy to start them in its time.
  private func nudge() throws {
    for node in 1...ports.count - 2 {
      _ = try run("scontrol", "update", "NodeName=n\(node)", "State=RESUME")
    }
    for line in try run("squeue", "--noheader", "--format=%i %r").split(separator: "\n")
    where line.contains("held") {
      _ = try run("scontrol", "release", String(line.prefix { $0 != " " }))
    }
  }

  /// Looks ten times a second; a machine that is busy elsewhere looks less often, and as many times.
  private func wait(_ seconds: Int, for what: String, _ isDone: () throws -> Bool) async throws {
    for _ in 0..<10 * seconds {
      if try isDone() { return }
      try await Task.sleep(for: .milliseconds(100))
    }
    let jobs = try run("squeue", "--all", "--long")
    let nodes = try run("sinfo", "--long", "--Node")
    let log = (try? String(contentsOfFile: folder + "/log/slurmctld.log", encoding: .utf8)) ?? ""
    throw NotReady(
      "\(what) took over \(seconds) s\n\(jobs)\n\(nodes)\n\(log.suffix(4000))")
  }

  /// What did not come, and what Slurm says of it.
  private struct NotReady: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }
}
