import FileSystem
import Glibc
package import TimelineModel
import Workers

/// Ends the process when a file that is opened in it keeps a library busy for too long, or takes too
/// much memory.
///
/// Files of hours are read for minutes, so what counts is the time since anything was read; how much
/// may be read is bounded by `ReadingEffort`.
package final class OpeningWatch: Sendable {
  private struct Opening: Sendable {
    var name: String
    var effort: ReadingEffort
  }

  private struct State: Sendable {
    var next = 0
    var openings: [Int: Opening] = [:]
    /// Bytes of memory before the first one.
    var memoryBefore = 0
    var isOver = false
  }

  private let state = Monitor(State())

  package init(_ limits: OpeningLimits) {
    do throws(WorkerPoolError) {
      // A thread of its own, which no library keeps busy.
      try WorkerPool(threads: 1).start { [state] in Self.watch(state, limits) }
    } catch {
      Unfinished.end(3, saying: "cutlist: \(error)\n")
    }
  }

  deinit { state.change { $0.isOver = true } }

  /// Watches as long as `body` runs.
  package func during<R>(
    _ item: MediaItem, path: String, effort: ReadingEffort,
    _ body: () throws(MediaProblem) -> R
  ) throws(MediaProblem) -> R {
    let name = item.name.isEmpty || item.name == path ? "'\(path)'" : "'\(item.name)' (\(path))"
    effort.note()
    let number = state.change { state in
      if state.openings.isEmpty { state.memoryBefore = Self.memory }
      state.next += 1
      state.openings[state.next] = Opening(name: name, effort: effort)
      return state.next
    }
    defer { state.change { $0.openings[number] = nil } }
    return try body()
  }

  private static func watch(_ state: Monitor<State>, _ limits: OpeningLimits) {
    while state.wait(until: { $0.isOver ? false : $0.openings.isEmpty ? nil : true }) {
      look(state, limits)
      // Nobody tells of memory and of time that goes by: they are looked at, as long as a file is
      // being opened.
      _ = state.wait(milliseconds: 200) { $0.isOver }
    }
  }

  private static func look(_ state: Monitor<State>, _ limits: OpeningLimits) {
    let now = ReaderSocket.now
    let problem = state.change { state -> String? in
      let slow = state.openings.values.filter {
        now - $0.effort.lastRead > Int64(limits.seconds) * 1_000_000_000
      }
      if !slow.isEmpty {
        return "\(names(slow)) keeps libav busy for \(limits.seconds) s without reading on; "
          + "take it out, or wait longer with --open-seconds \(limits.seconds * 4)"
      }
      let used = memory - state.memoryBefore
      if !state.openings.isEmpty, used / state.openings.count > limits.memory {
        return
          "\(names(Array(state.openings.values))) needs more than \(limits.memoryText) of "
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
