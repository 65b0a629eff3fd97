import Workers
import Diagnostics
import Glibc
package import LibAV

/// A reading process at work, ended with the value. Used by one thread at a time.
package final class ReaderProcess {
  private let program: ReaderProgram
  private let socket: ReaderSocket
  private var process: pid_t?
  private var clock: WorkClock
  /// Whether all of its answers together have the time that one has else.
  private let isTrial: Bool

  /// Starts the process and asks it.
  ///
  /// - Parameter isTrial: whether all answers together have to come in the time that one has else.
  /// - Throws: `LibAVError.process(.notStarted)`.
  package init(
    _ program: ReaderProgram, _ request: ReaderRequest, isTrial: Bool = false
  ) throws(LibAVError) {
    self.program = program
    self.isTrial = isTrial
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw .process(.notStarted) }
    socket = ReaderSocket(descriptor: ends[0])
    let started = Self.spawn(program.executable, socket: ends[1])
    process = started
    clock = WorkClock(started ?? 0)
    close(ends[1])
    guard started != nil else {
      close(ends[0])
      throw .process(.notStarted)
    }
    // Where it has died already, that shows when its answer is read.
    _ = socket.write(message: request.encoded(program.limits))
  }

  deinit {
    end()
    close(socket.descriptor)
  }

  /// Where the process finds its end of the connection.
  package static let socketNumber: Int32 = 3

  private static func spawn(_ executable: String, socket: Int32) -> pid_t? {
    // The socket first, since it may have one of the numbers after it. Signals of the terminal are for its
    // parent alone, which ends it.
    try? ChildProcess.start(
      executable.fileName, words: ["cutlist", ReaderProgram.word].map(\.fileName),
      variables: variables.map(\.fileName),
      descriptors: [(socketNumber, .same(as: socket))] + (0...2).map { ($0, .nothing) },
      isGroup: true)
  }

  /// What the program and its libraries need: the processor's instructions that may be used, where
  /// libraries are, and where fonts for drawings are configured.
  private static var variables: [String] {
    let names = [
      "CUTLIST_CPU_FLAGS", "LD_LIBRARY_PATH", "HOME", "FONTCONFIG_FILE", "FONTCONFIG_PATH",
      "XDG_CONFIG_HOME", "XDG_DATA_HOME",
    ]
    return names.compactMap { name in
      guard let value = unsafe getenv(name) else { return nil }
      return unsafe "\(name)=\(String(cString: value))"
    }
  }

  // MARK: - Answers

  /// The next message.
  ///
  /// - Throws: how the process ended, or what it says went wrong.
  package func message() throws(LibAVError) -> ReaderMessage {
    clock.begin(forgets: !isTrial)
    let (bytes, outcome) = socket.readMessage { self.isPatient() }
    guard case .done = outcome else { throw failure(outcome) }
    if isTrial, !isPatient() { throw failure(.slow) }
    do throws(DamagedRecord) {
      return try ReaderMessage.decoded(bytes)
    } catch {
      end()
      throw .process(.crashed)
    }
  }

  /// Sends a message, and the bytes that follow it. The process has to be waiting for one: it is not
  /// watched meanwhile.
  func send(_ message: ReaderMessage, _ bytes: [UInt8] = []) throws(LibAVError) {
    guard socket.write(message: message.encoded), bytes.isEmpty || socket.write(bytes) else {
      throw failure(.gone)
    }
  }

  /// Bytes that follow a message.
  func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
    if case .done = unsafe socket.read(into: buffer, while: { self.isPatient() }) { return true }
    return false
  }

  package func bytes(_ count: Int) throws(LibAVError) -> [UInt8] {
    let (bytes, outcome) = socket.read(count) { self.isPatient() }
    guard case .done = outcome else { throw failure(outcome) }
    return bytes
  }

  /// Whether the process has time left.
  private func isPatient() -> Bool {
    clock.look()
    return clock.spent <= Int64(program.limits.seconds) * 1_000_000_000
  }

  private func failure(_ outcome: ReaderSocket.Outcome) -> LibAVError {
    if case .slow = outcome {
      end()
      return .process(isTrial ? .slowTrial : .slow)
    }
    // Its processor time is limited as well. Where its death has closed the connection, how it died is
    // settled, and ending it changes nothing.
    return end() == SIGXCPU ? .process(.slow) : .process(.crashed)
  }

  /// Ends the process, and waits for its end so that nothing is left of it.
  ///
  /// - Returns: the signal that it was ended by, or 0.
  @discardableResult
  private func end() -> Int32 {
    guard let process else { return 0 }
    self.process = nil
    var status: Int32 = 0
    kill(process, SIGKILL)
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7f
  }
}
