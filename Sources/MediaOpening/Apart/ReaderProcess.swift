import ChildProcesses
import Diagnostics
import Glibc
package import LibAV

/// A reading process at work, ended with the value. Used by one thread at a time.
package final class ReaderProcess {
  private let program: ReaderProgram
  private let socket: ReaderSocket
  private var process: pid_t?

  /// Starts the process and asks it.
  ///
  /// - Throws: `LibAVError.process(.notStarted)`.
  package init(_ program: ReaderProgram, _ request: ReaderRequest) throws(LibAVError) {
    self.program = program
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw .process(.notStarted) }
    socket = ReaderSocket(descriptor: ends[0])
    process = Self.spawn(program.executable, socket: ends[1])
    close(ends[1])
    guard process != nil else {
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
    let (bytes, outcome) = socket.readMessage(until: deadline)
    guard case .done = outcome else { throw failure(outcome) }
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
    if case .done = unsafe socket.read(into: buffer, until: deadline) { return true }
    return false
  }

  package func bytes(_ count: Int) throws(LibAVError) -> [UInt8] {
    let (bytes, outcome) = socket.read(count, until: deadline)
    guard case .done = outcome else { throw failure(outcome) }
    return bytes
  }

  private var deadline: Int64 {
    ReaderSocket.now + Int64(program.limits.seconds) * 1_000_000_000
  }

  private func failure(_ outcome: ReaderSocket.Outcome) -> LibAVError {
    if case .slow = outcome {
      end()
      return .process(.slow)
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
