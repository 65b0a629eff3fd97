import Dispatch
import Glibc
import Rendering

/// Turns SIGINT and SIGTERM into a request to stop. A second signal ends the process at once.
final class Interruption {
  private var sources: [any DispatchSourceSignal] = []

  init(_ cancellation: Cancellation) {
    for number in [SIGINT, SIGTERM] {
      unsafe signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(
        signal: number, queue: DispatchQueue(label: "cutlist.signals"))
      source.setEventHandler {
        if cancellation.isRequested {
          unsafe signal(number, SIG_DFL)
          raise(number)
        }
        cancellation.request(RenderError(.interrupted, "interrupted; finished chunks are kept"))
      }
      source.resume()
      sources.append(source)
    }
    // A closed pipe is an error to be reported, not a reason to die.
    unsafe signal(SIGPIPE, SIG_IGN)
  }

  deinit {
    for source in sources { source.cancel() }
    unsafe signal(SIGINT, SIG_DFL)
    unsafe signal(SIGTERM, SIG_DFL)
  }
}

/// What the process may use of the machine.
enum Machine {
  /// Cores that the scheduler and the control group allow, at least 1.
  static var cores: Int {
    var set = cpu_set_t()
    var count = 0
    if unsafe sched_getaffinity(0, MemoryLayout<cpu_set_t>.size, &set) == 0 {
      count = unsafe withUnsafeBytes(of: &set) { unsafe $0.reduce(0) { $0 + $1.nonzeroBitCount } }
    }
    if count == 0 { count = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
    guard case .success(let bytes) = ProjectFile.read("/sys/fs/cgroup/cpu.max", limit: 4096)
    else { return count }
    let words = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }
    guard words.count == 2, let quota = Int(words[0]), let period = Int(words[1]), period > 0
    else { return count }
    return max(1, min(count, (quota + period - 1) / period))
  }
}

extension Machine {
  static var processNumber: Int { Int(getpid()) }
}
