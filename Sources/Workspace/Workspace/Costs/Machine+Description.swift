import Glibc
import PlanModel

extension Machine {
  /// The processor as the system calls it; where it has no name, numbers that stand for it.
  package static var processor: String {
    let lines = text("/proc/cpuinfo", limit: 16 << 20).split(separator: "\n")
    func value(_ key: String) -> String? {
      lines.first { $0.hasPrefix(key) }?.split(separator: ":", maxSplits: 1).last
        .map { $0.split { $0 == " " || $0 == "\t" }.joined(separator: " ") }
    }
    if let name = value("model name") ?? value("Model") ?? value("cpu model") { return name }
    let numbers = ["CPU implementer", "CPU part"].compactMap(value)
    return numbers.isEmpty ? "unknown processor" : "processor " + numbers.joined(separator: " ")
  }

  /// What measured times hold for: the processor, its cores, and the program with its libraries.
  static let description: String = {
    var isDebug = false
    assert({ isDebug = true }() == ())
    return [
      processor, "\(cores) cores", RenderPlan.programContext, isDebug ? "debug" : "release",
    ].joined(separator: "; ")
  }()

  /// The processor time that the process has used so far, in seconds.
  package static var processTime: Double {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
