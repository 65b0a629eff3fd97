import Diagnostics
import Glibc
import JSONRPC
import Workers
import Workspace

/// Runs a language server on two descriptors until it is told to end, or nobody is there any more.
///
/// ```
/// descriptor ─▶ thread that reads ─▶ queue ─▶ the server ─▶ descriptor
///                                     ▲            │
///                                     └─ threads that look at changes, load projects and mix sound
/// ```
/// What was typed meanwhile is taken in before anything is worked out: so a burst of keystrokes costs
/// one check, not one each.
package enum ServerLoop {
  private enum Event: Sendable {
    case message(RPCMessage)
    case looked(NearWork)
    case read(LoadWork)
    case loaded(LoadWork)
    case mixed(SoundWork)
  }

  private struct Queue: Sendable {
    var events: [Event] = []
    var cancelled: Set<RPCIdentifier> = []
    /// Nothing more comes.
    var isOver = false
    /// The process that asked for the server; without it nobody is there any more.
    var parent: Int32?
  }

  /// After the last keystroke it is waited so long for another one, in milliseconds.
  private static let pause = 12
  /// So long before a large project is loaded, of whose change something was told by then.
  private static let restPause = 200
  /// And so long before the sound is mixed.
  private static let soundPause = 400

  /// How it came to an end.
  package enum End: Hashable, Sendable {
    /// With what the process is to end: 0 after `shutdown` and `exit`, else 1.
    case told(Int32)
    /// Nothing could be written, by this error number of the system.
    case notWritten(Int32)
    /// There are no threads to be had.
    case noThreads
  }

  package static func run(
    _ server: LanguageServer, reading input: Int32, write: @escaping @Sendable ([UInt8]) -> Int32
  ) -> End {
    guard let workers = try? WorkerPool(threads: 3), let mixer = try? WorkerPool(threads: 1) else {
      return .noThreads
    }
    // Hours of sound are mixed beside the typing, not before it: threads take on their makers' priority.
    mixer.start { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19) }
    let queue = Monitor(Queue())
    workers.start { read(input, into: queue) }
    var isMixing = false
    var problem: Int32 = 0
    func send(_ messages: [String]) -> Bool {
      messages.allSatisfy { text in
        problem = write(HeaderFraming.framed(text))
        return problem == 0
      }
    }
    while server.exitStatus == nil {
      let wait =
        server.hasNearWork
        ? pause : server.hasLargeWork ? restPause : server.hasWork ? pause : soundPause
      let isIdle =
        !queue.wait(milliseconds: wait) { !$0.events.isEmpty || $0.isOver }
      if isIdle {
        if let work = server.nearWork() {
          workers.start {
            let done = work.done()
            queue.change { $0.events.append(.looked(done)) }
          }
        } else if let work = server.loadWork() {
          workers.start {
            let done = work.done { early in queue.change { $0.events.append(.read(early)) } }
            queue.change { $0.events.append(.loaded(done)) }
          }
        } else if !isMixing, let work = server.soundWork() {
          isMixing = true
          mixer.start {
            let mixed = work.mixed()
            queue.change { $0.events.append(.mixed(mixed)) }
          }
        } else {
          // Nothing is left to be done: wait without looking at the clock.
          MediaLibraries.trimMemory()
          queue.wait { !$0.events.isEmpty || $0.isOver ? () : nil }
        }
        continue
      }
      let (event, isCancelled, isOver) = queue.change { queue -> (Event?, Bool, Bool) in
        guard !queue.events.isEmpty else { return (nil, false, queue.isOver) }
        let event = queue.events.removeFirst()
        guard case .message(.request(let id, _, _)) = event else { return (event, false, false) }
        return (event, queue.cancelled.remove(id) != nil, false)
      }
      switch event {
      case .message(let message):
        guard send(server.receive(message, isCancelled: isCancelled)) else {
          return .notWritten(problem)
        }
      case .looked(let work):
        guard send(server.finish(work)) else { return .notWritten(problem) }
      case .read(let work):
        guard send(server.finish(early: work)) else { return .notWritten(problem) }
      case .loaded(let work):
        guard send(server.finish(work)) else { return .notWritten(problem) }
      case .mixed(let work):
        isMixing = false
        guard send(server.finish(work)) else { return .notWritten(problem) }
      case nil: if isOver { return .told(server.exitStatus ?? 1) }
      }
      if let parent = server.parent { queue.change { $0.parent = parent } }
    }
    return .told(server.exitStatus ?? 1)
  }

  /// So often it is looked whether who asked for the server lives, in milliseconds.
  private static let parentPause: Int32 = 3000

  /// Waits until there is something to read; `false` where who asked for the server is gone.
  private static func waits(for input: Int32, _ queue: Monitor<Queue>) -> Bool {
    var place = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    while true {
      let count = unsafe poll(&place, 1, parentPause)
      if count > 0 || count < 0 && errno != EINTR { return true }
      if let parent = queue.change({ $0.parent }), !isAlive(parent) { return false }
    }
  }

  /// Whether there is a process with a number.
  static func isAlive(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno != ESRCH }

  private static func read(_ input: Int32, into queue: Monitor<Queue>) {
    var framing = HeaderFraming()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while waits(for: input, queue) {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe Glibc.read(input, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      framing.append(buffer[..<count])
      while let event = framing.next() {
        let message =
          switch event {
          case .message(let bytes): RPCMessage(bytes)
          case .fault(let reason):
            RPCMessage.invalid(id: nil, RPCError(RPCError.parseError, reason))
          }
        queue.change { queue in
          if case .notification("$/cancelRequest", let params) = message,
            let id = params["id"].flatMap({ RPCIdentifier($0) })
          {
            // One that was answered by now is known no more.
            let isWaiting = queue.events.contains {
              if case .message(.request(id, _, _)) = $0 { true } else { false }
            }
            if isWaiting { queue.cancelled.insert(id) }
          } else {
            queue.events.append(.message(message))
          }
        }
      }
    }
    queue.change { $0.isOver = true }
  }
}
