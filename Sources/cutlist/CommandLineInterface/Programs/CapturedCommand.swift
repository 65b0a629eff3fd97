import Diagnostics
import Synchronization
import Workspace

/// What a command says and gives where nobody sits in front of it.
struct CapturedCommand: Sendable {
  /// Standard output.
  var output: String
  /// Standard error, without lines that tell of progress.
  var messages: String
  var status: ExitStatus

  private struct Streams: Sendable {
    var output: [UInt8] = []
    var messages = ""
  }

  /// No more of either is kept.
  private static let limit = 32 << 20

  /// Runs a command line in this process.
  ///
  /// - Parameter progress: takes lines of `--progress json`.
  init(
    _ words: [String], executable: String?,
    progress: @escaping @Sendable (JSONValue) -> Void = { _ in }
  ) {
    let streams = Mutex(Streams())
    let console = Console(
      isTerminal: false, allowsColor: false,
      writing: { descriptor, bytes in
        if descriptor == 1 {
          streams.withLock { streams in
            if streams.output.count + bytes.count <= Self.limit { streams.output += bytes }
          }
          return 0
        }
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
          if line.hasPrefix("{\"event\":"),
            let value = JSONParser.parse(SourceFile(path: "", text: String(line))).value
          {
            progress(value)
          } else {
            streams.withLock { streams in
              if streams.messages.utf8.count < Self.limit { streams.messages += line + "\n" }
            }
          }
        }
        return 0
      })
    status = Program.run(words, console: console, executable: executable)
    let result = streams.withLock { $0 }
    output = String(decoding: result.output, as: UTF8.self)
    messages = result.messages
  }
}
