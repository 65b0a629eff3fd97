import Diagnostics
import Glibc
import JSONRPC
import Synchronization
import Workers

/// Runs a server for programs on two descriptors until nobody is there any more.
///
/// Tools run one after the other in a thread of their own, so that who asks can see meanwhile that the
/// server lives, and call a render off.
package enum ProgramLoop {
  private struct Calls: Sendable {
    var running: RPCIdentifier?
    var cancelled: Set<RPCIdentifier> = []
    var waiting: Set<RPCIdentifier> = []
  }

  /// - Parameters:
  ///   - stop: has the tool end that runs.
  ///   - write: takes bytes; gives the system's error number, or 0.
  package static func run(
    _ server: ProgramServer, reading input: Int32, stop: @escaping @Sendable () -> Void,
    write: @escaping @Sendable ([UInt8]) -> Int32
  ) {
    guard let worker = try? WorkerPool(threads: 1) else { return }
    let output = Mutex(())
    let send: @Sendable (String) -> Void = { text in
      output.withLock { _ in _ = write(Array((text + "\n").utf8)) }
    }
    let calls = Mutex(Calls())
    read(input) { message in
      let outcome = server.receive(message)
      for text in outcome.messages { send(text) }
      if let id = outcome.cancelled {
        let isRunning = calls.withLock { calls in
          if calls.waiting.contains(id) || calls.running == id { calls.cancelled.insert(id) }
          return calls.running == id
        }
        if isRunning { stop() }
      }
      guard let call = outcome.call else { return }
      calls.withLock { _ = $0.waiting.insert(call.id) }
      worker.start {
        let isWanted = calls.withLock { calls in
          calls.waiting.remove(call.id)
          guard calls.cancelled.remove(call.id) == nil else { return false }
          calls.running = call.id
          return true
        }
        guard isWanted else { return }
        let answer = call.run(send)
        let isAsked = calls.withLock { calls in
          calls.running = nil
          return calls.cancelled.remove(call.id) == nil
        }
        if isAsked { send(answer) }
      }
    }
    // What was asked is answered, also where nothing more will be.
    worker.wait()
  }

  private static func read(_ input: Int32, _ take: (RPCMessage) -> Void) {
    var framing = LineFraming()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
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
