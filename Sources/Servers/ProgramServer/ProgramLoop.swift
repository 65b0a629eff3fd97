import Diagnostics
import Glibc
import JSONRPC
import Synchronization
import Workers

/// Runs a server for programs on two descriptors until nobody is there any more.
///
/// ```
/// descriptor ─▶ this thread ─┬─▶ answers at once
///                            ├─▶ thread of tools that only read ─▶ descriptor
///                            └─▶ thread of tools that write     ─▶ descriptor
/// ```
/// So who asks can see during a render that the server lives, check another project, and call the
/// render off. Tools of one kind run one after the other. Once nobody reads what is answered, what runs
/// is called off as well.
package enum ProgramLoop {
  private struct Calls: Sendable {
    var running: Set<RPCIdentifier> = []
    var waiting: Set<RPCIdentifier> = []
    var cancelled: Set<RPCIdentifier> = []
    /// Of those that run, the one that can be stopped.
    var stoppable: RPCIdentifier?
    var isAbandoned = false
  }

  /// - Parameters:
  ///   - output: the descriptor that is written to, to see whether somebody reads; `nil` for none.
  ///   - stop: has the writing tool end that runs.
  ///   - write: takes bytes; gives the system's error number, or 0.
  package static func run(
    _ server: ProgramServer, reading input: Int32, output: Int32? = nil,
    stop: @escaping @Sendable () -> Void, write: @escaping @Sendable ([UInt8]) -> Int32
  ) {
    guard let readers = try? WorkerPool(threads: 1), let writers = try? WorkerPool(threads: 1)
    else { return }
    let turn = Mutex(())
    let calls = Mutex(Calls())
    let send: @Sendable (String) -> Void = { text in
      let failed = turn.withLock { _ in write(Array((text + "\n").utf8)) != 0 }
      if failed { calls.withLock { $0.isAbandoned = true } }
    }
    read(input, output) { message in
      let outcome = server.receive(message)
      if case .request(let id, "tools/call", _) = message,
        calls.withLock({ $0.waiting.contains(id) || $0.running.contains(id) })
      {
        send(
          RPCText.failure(
            of: id, RPCError(RPCError.invalidRequest, "a request with this id is being worked on")))
        return
      }
      for text in outcome.messages { send(text) }
      if let id = outcome.cancelled {
        let isToBeStopped = calls.withLock { calls in
          if calls.waiting.contains(id) || calls.running.contains(id) { calls.cancelled.insert(id) }
          return calls.stoppable == id
        }
        if isToBeStopped { stop() }
      }
      guard let call = outcome.call else { return }
      calls.withLock { _ = $0.waiting.insert(call.id) }
      (call.isReadOnly ? readers : writers).start {
        let isWanted = calls.withLock { calls in
          calls.waiting.remove(call.id)
          guard calls.cancelled.remove(call.id) == nil, !calls.isAbandoned else { return false }
          calls.running.insert(call.id)
          if !call.isReadOnly { calls.stoppable = call.id }
          return true
        }
        guard isWanted else { return }
        let answer = call.run(send)
        let isAsked = calls.withLock { calls in
          calls.running.remove(call.id)
          if calls.stoppable == call.id { calls.stoppable = nil }
          return calls.cancelled.remove(call.id) == nil
        }
        if isAsked { send(answer) }
      }
    }
    // What was asked is answered, also where nothing more will be; but not to nobody.
    while calls.withLock({ !$0.waiting.isEmpty || !$0.running.isEmpty }) {
      let isGone = hasNoReader(output, milliseconds: 100)
      let isToBeStopped = calls.withLock { calls in
        if isGone { calls.isAbandoned = true }
        return calls.isAbandoned && calls.stoppable != nil
      }
      if isToBeStopped { stop() }
    }
    readers.wait()
    writers.wait()
  }

  private static let ended = Int16(POLLERR | POLLHUP | POLLNVAL)

  /// Whether nobody reads what is written to a descriptor, after waiting so long for that.
  private static func hasNoReader(_ output: Int32?, milliseconds: Int32) -> Bool {
    // A negative descriptor is passed over.
    var place = pollfd(fd: output ?? -1, events: 0, revents: 0)
    return unsafe poll(&place, 1, milliseconds) > 0 && place.revents & ended != 0
  }

  /// Waits until there is something to read.
  ///
  /// - Returns: `false` where nobody reads what is written.
  private static func waits(for input: Int32, _ output: Int32?) -> Bool {
    var places = [
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output ?? -1, events: 0, revents: 0),
    ]
    while unsafe poll(&places, 2, -1) < 0, errno == EINTR {}
    return places[1].revents & ended == 0
  }

  private static func read(_ input: Int32, _ output: Int32?, _ take: (RPCMessage) -> Void) {
    var framing = LineFraming()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while waits(for: input, output) {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe Glibc.read(input, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      framing.append(buffer[..<count])
      while let event = framing.next() {
        switch event {
        case .message(let bytes): take(RPCMessage(bytes))
        case .fault(let reason): take(.invalid(id: nil, RPCError(RPCError.parseError, reason)))
        }
      }
    }
  }
}
