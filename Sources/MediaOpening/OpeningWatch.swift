import Dispatch
import FileSystem
import Glibc
import Synchronization
package import TimelineModel

/// Ends the process when a file that is opened in it keeps a library busy for too long, or takes too
/// much memory.
///
/// Files of hours are read for minutes, so what counts is the time since anything was read; how much
/// may be read is bounded by `ReadingEffort`.
// Safe: the timer is only ever cancelled after it was set up, which any thread may do.
package final class OpeningWatch: @unchecked Sendable {
  private struct Opening: Sendable {
    var name: String
    var effort: ReadingEffort
  }

  private struct State {
    var next = 0
    var openings: [Int: Opening] = [:]
    /// Bytes of memory before the first one.
    var memoryBefore = 0
  }

  private let limits: OpeningLimits
  private let state = Mutex(State())
  private let timer: any DispatchSourceTimer

  package init(_ limits: OpeningLimits) {
    self.limits = limits
    // A queue of its own has a thread even while libraries keep all others busy.
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "cutlist.opening"))
    timer.schedule(deadline: .now() + .milliseconds(200), repeating: .milliseconds(200))
    timer.setEventHandler { [weak self] in self?.look() }
    timer.resume()
  }

  deinit { timer.cancel() }

  /// Watches as long as `body` runs.
  package func during<R>(
    _ item: MediaItem, path: String, effort: ReadingEffort,
    _ body: () throws(MediaProblem) -> R
  ) throws(MediaProblem) -> R {
    let name = item.name.isEmpty || item.name == path ? "'\(path)'" : "'\(item.name)' (\(path))"
    effort.note()
    let number = state.withLock { state in
      if state.openings.isEmpty { state.memoryBefore = Self.memory }
      state.next += 1
      state.openings[state.next] = Opening(name: name, effort: effort)
      return state.next
    }
    defer { state.withLock { $0.openings[number] = nil } }
    return try body()
  }

  private func look() {
    let now = ReaderSocket.now
    let problem = state.withLock { state -> String? in
      let slow = state.openings.values.filter {
        now - $0.effort.lastRead > Int64(limits.seconds) * 1_000_000_000
      }
      if !slow.isEmpty {
        return "\(Self.names(slow)) keeps libav busy for \(limits.seconds) s without reading on; "
          + "take it out, or wait longer with --open-seconds \(limits.seconds * 4)"
      }
      let used = Self.memory - state.memoryBefore
      if !state.openings.isEmpty, used / state.openings.count > limits.memory {
        return
          "\(Self.names(Array(state.openings.values))) needs more than \(limits.memoryText) of "
          + "memory to be opened; take it out, or allow more with --open-memory "
          + "\(2 * (limits.memory >> 20))M"
      }
      return nil
    }
    if let problem { Unfinished.end(3, saying: "cutlist: \(problem)\n") }
  }

  private static func names(_ openings: [Opening]) -> String {
    let names = openings.map(\.name).sorted()
    return names.prefix(3).joined(separator: ", ") + (names.count > 3 ? ", …" : "")
  }

  /// What the process has of the machine's memory now, in bytes.
  private static var memory: Int {
    guard let bytes = SystemFile.readStatus("/proc/self/statm") else { return 0 }
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return 0 }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}

extension SystemFile {
  /// A short file of the system, whose size is not told.
  fileprivate static func readStatus(_ path: String) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
    }
    return count > 0 ? Array(bytes[..<count]) : nil
  }
}
