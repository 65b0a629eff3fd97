import Workers
import Diagnostics
import Glibc

/// What git has written, and how it ended.
struct GitAnswer {
  /// As a shell counts it; 128 and more is git's own failure.
  var status: Int32
  var output: [UInt8]
  var messages: String

  /// The output as text, without a line end at the end.
  var line: String {
    FileName.text(output.last == UInt8(ascii: "\n") ? output.dropLast() : output[...])
  }

  /// The line in which git says what is wrong, without its own beginning.
  var complaint: String {
    let lines = messages.split(separator: "\n").map(String.init)
    let line = lines.first { $0.hasPrefix("fatal: ") || $0.hasPrefix("error: ") } ?? lines.first
    guard let line else { return "git ended with status \(status)" }
    let text = line.split(separator: ":", maxSplits: 1).last.map(String.init) ?? line
    return line.hasPrefix("fatal: ") || line.hasPrefix("error: ") ? String(text.dropFirst()) : line
  }
}

/// The program `git`, run as a process with its arguments as a list, never by a shell.
///
/// It asks nobody for anything, writes nothing to a repository by itself, connects nowhere, and runs
/// no programs that the repository's configuration names, as far as git lets that be said.
enum GitProgram {
  /// Bytes of git's messages that are kept, and that it may write.
  private static let messageLimits = (kept: 1 << 16, written: 16 << 20)
  /// Seconds after which git is ended: the whole history of a large repository takes one or two minutes.
  private static let patience = 600

  /// What holds for every command. A repository may come from a stranger.
  private static let options = [
    "--no-pager", "--literal-pathspecs", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false",
    "-c", "core.hooksPath=/dev/null", "-c", "log.showSignature=false",
    "-c", "i18n.logOutputEncoding=UTF-8", "-c", "diff.orderFile=/dev/null",
  ]

  private static let variables = [
    "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "GIT_PAGER": "cat", "LC_ALL": "C",
    "GIT_ASKPASS": "false", "SSH_ASKPASS": "false", "GIT_NO_LAZY_FETCH": "1",
    // A list of names that no protocol has: objects that are elsewhere are not fetched.
    "GIT_ALLOW_PROTOCOL": "none",
  ]

  /// Runs git and waits for its end.
  ///
  /// - Parameters:
  ///   - words: its arguments, names of files as ``FileName`` spells them.
  ///   - folder: where it is run.
  ///   - input: what it reads.
  ///   - file: an open file that it writes to, however much that is; `nil` to get what it writes.
  ///   - limit: bytes that it may write; with more it is ended.
  ///   - seconds: how long it may take; after that it is ended.
  /// - Throws: `GitError` of kind `unavailable`, or `failed` where it writes too much or does not end.
  static func run(
    _ words: [String], in folder: String, input: [UInt8] = [], to file: Int32? = nil,
    limit: Int = 64 << 20, seconds: Int = patience
  ) throws(GitError) -> GitAnswer {
    var streams: [ProgramStream] = []
    for _ in 0...2 { streams.append(try ProgramStream()) }
    let theirs = streams.map(\.theirs)
    let process = try start(
      ["git", "-C", folder.isEmpty ? "." : folder] + options + words,
      streams: [theirs[0], file ?? theirs[1], theirs[2]]
    ).get()
    for stream in streams { stream.closeTheirs() }
    let reading = exchange(input, streams, limit: limit, end: .now + .seconds(seconds))
    if reading.excess != nil { kill(process, SIGKILL) }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    if let excess = reading.excess {
      let command = words.first { !$0.hasPrefix("-") } ?? ""
      switch excess {
      case .output:
        throw GitError(.failed, "git gives more than \(limit) bytes, which is more than is read")
      case .messages:
        throw GitError(
          .failed,
          "'git \(command)' was stopped: it writes messages without end, which begin with "
            + "'\(reading.beginning)'")
      case .time:
        let said = reading.messages.isEmpty ? "" : "; it says '\(reading.beginning)'"
        throw GitError(
          .failed, "'git \(command)' was stopped: it had not ended after \(seconds) s\(said)")
      }
    }
    let signal = status & 0x7f
    return GitAnswer(
      status: signal == 0 ? status >> 8 & 0xff : 128 + signal, output: reading.output,
      messages: FileName.text(reading.messages))
  }

  private struct Reading {
    /// Of what there was more than is waited for.
    enum Excess { case output, messages, time }

    var output: [UInt8] = []
    /// The first of them.
    var messages: [UInt8] = []
    var excess: Excess?

    /// The first line of the messages, as far as it is short.
    var beginning: String {
      let line = messages.split(separator: 0x0A, maxSplits: 1).first ?? []
      return FileName.text(line.prefix(80)) + (line.count > 80 ? "…" : "")
    }
  }

  /// Gives git its input and takes what it writes, whichever of them it is ready for, until it has
  /// closed both of its outputs, or gone on for too long.
  private static func exchange(
    _ input: [UInt8], _ streams: [ProgramStream], limit: Int, end: ContinuousClock.Instant
  ) -> Reading {
    var reading = Reading()
    var rest = input[...]
    var isOpen = [!input.isEmpty, true, true]
    if input.isEmpty { streams[0].endWriting() }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var messageCount = 0
    while isOpen[1] || isOpen[2] {
      let wait = end - .now
      guard wait > .zero else {
        reading.excess = .time
        break
      }
      var wishes = streams.indices.map { index in
        pollfd(
          fd: isOpen[index] ? streams[index].ours : -1,
          events: Int16(index == 0 ? POLLOUT : POLLIN), revents: 0)
      }
      let milliseconds = Int32(clamping: wait.components.seconds * 1000 + 999)
      if unsafe poll(&wishes, nfds_t(wishes.count), milliseconds) <= 0 { continue }
      if wishes[0].revents != 0 {
        rest = rest.dropFirst(streams[0].send(rest) ?? rest.count)
        if rest.isEmpty {
          isOpen[0] = false
          streams[0].endWriting()
        }
      }
      for index in 1...2 where wishes[index].revents != 0 {
        let count = streams[index].receive(&buffer)
        if count == 0 { isOpen[index] = false }
        let bytes = buffer[..<count]
        if index == 1 {
          reading.output += bytes
        } else {
          reading.messages += bytes.prefix(messageLimits.kept - reading.messages.count)
          messageCount += count
        }
      }
      if reading.output.count > limit { reading.excess = .output }
      if messageCount > messageLimits.written { reading.excess = .messages }
      if reading.excess != nil { break }
    }
    return reading
  }

  private static func notStarted(_ number: Int32) -> GitError {
    if number == ENOENT {
      return GitError(
        .unavailable, "git is not installed, or not in a folder of PATH; install the package git")
    }
    let reason = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    return GitError(.unavailable, "git cannot be started: \(reason.lowercased())")
  }

  // MARK: - Starting

  private static func start(_ words: [String], streams: [Int32]) -> Result<pid_t, GitError> {
    // A signal of the terminal ends git as well as this program.
    do throws(ChildProcess.Failure) {
      return .success(
        try ChildProcess.start(
          "git".fileName, isInPath: true, words: words.map(\.fileName),
          variables: environmentEntries(),
          descriptors: streams.enumerated().map { (Int32($0), .same(as: $1)) }))
    } catch {
      return .failure(notStarted(error.number))
    }
  }

  /// This process's variables, with what git has to be told in place of what they say.
  private static func environmentEntries() -> [[CChar]] {
    let dropped = Set(variables.keys).union(["GIT_EXTERNAL_DIFF", "GIT_TRACE"])
    var entries: [[CChar]] = []
    var next = unsafe environ
    while let entry = unsafe next.pointee {
      let text = unsafe FileName.text(entry)
      let name = text.prefix { $0 != "=" }
      if !dropped.contains(String(name)) { entries.append(text.fileName) }
      unsafe next += 1
    }
    return entries + variables.sorted { $0.key < $1.key }.map { "\($0)=\($1)".fileName }
  }
}
