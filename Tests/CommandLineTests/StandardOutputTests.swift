import Foundation
import Testing

@Suite("Results that cannot be written")
struct StandardOutputTests {
  /// Runs a shell's line in which `cutlist` is the program.
  private func shell(_ line: String, in sandbox: Sandbox) throws -> Outcome {
    try sandbox.execute(
      "/bin/bash",
      ["-c", "cutlist() { '\(RunningProgram.path)' \"$@\"; }; " + line])
  }

  static let commands = [
    "plan a.json", "plan a.json --json", "frames a.json", "explain a.json --frame 0",
    "check a.json --json", "format a.json --diff", "probe a.wav", "probe a.wav --json",
    "compare a.json a.json",
    "test a.json", "test a.json --json", "schema", "help", "help render", "version", "--version",
    "--help", "help --man", "cache info", "render a.json --check-determinism",
    "render a.json -o - --format mkv --no-cache",
  ]

  @Test("a full or closed standard output is a failure with a reason", arguments: commands)
  func full(command: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "a.json", Projects.counter(seconds: 1, size: "64x36", audio: Projects.fastSound))
    try sandbox.write("a.wav", Self.wave)
    let full = try shell("cutlist \(command) >/dev/full", in: sandbox)
    #expect(full.status == 3, "\(full.messages)")
    // What is named as a file is has quotes.
    func plain(_ words: String) -> String { words.replacing("'", with: "") }
    #expect(plain(full.messages).contains("standard output: no space left on device"))
    let closed = try shell("cutlist \(command) >&-", in: sandbox)
    #expect(closed.status == 3, "\(closed.messages)")
    #expect(plain(closed.messages).contains("standard output: bad file descriptor"))
  }

  @Test("a reader that goes away ends the command without a word")
  func pipe() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", Projects.counter(seconds: 60))
    for command in ["frames a.json --range 0s..1s", "plan a.json --json"] {
      for ignoring in ["", "trap '' PIPE; "] {
        let ended = try shell(
          "(\(ignoring)sleep 0.3; cutlist \(command); echo $? >status) | true; cat status",
          in: sandbox)
        #expect(ended.output == "141\n" && ended.messages.isEmpty, "\(ended)")
      }
    }
  }

  @Test("a slow reader of a pipe that does not block gets everything")
  func slow() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", Projects.counter(seconds: 60))
    let whole = try shell("cutlist schema", in: sandbox)
    let nonblocking = try shell(
      """
      python3 -c 'import fcntl,os,subprocess,sys,time
      r,w=os.pipe(); fcntl.fcntl(w,1031,4096); os.set_blocking(w,False)
      p=subprocess.Popen(sys.argv[1:],stdout=w); os.close(w); time.sleep(0.5)
      sys.stdout.write(os.fdopen(r).read()); sys.exit(p.wait())' '\(RunningProgram.path)' schema
      """, in: sandbox)
    #expect(nonblocking.status == 0 && nonblocking.output == whole.output)
  }

  @Test("with streams closed nothing is written into files that get their numbers")
  func numbers() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", Projects.counter(seconds: 1))
    let plain = sandbox.run("plan", sandbox.file("a.json"), "-o", sandbox.file("plain.txt"))
    #expect(plain.status == 0)
    let ended = try shell(
      "cutlist render a.json -o a.mp4 --no-cache --progress json <&- >&- 2>&-; "
        + "cutlist plan a.json -o plan.txt <&- >&- 2>&-", in: sandbox)
    #expect(ended.status == 0)
    #expect(try sandbox.bytes("plan.txt") == sandbox.bytes("plain.txt"))
    #expect(try Movie(sandbox.file("a.mp4")).pictures.count == 30)
    #expect(try sandbox.bytes("a.json") == Data(Projects.counter(seconds: 1).utf8))
  }

  /// A tenth of a second of silence: 4800 samples of 16 bits.
  private static let wave: Data = {
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let samples = [UInt8](repeating: 0, count: 9600)
    return Data(
      Array("RIFF".utf8) + number(36 + samples.count, 4) + Array("WAVEfmt ".utf8) + number(16, 4)
        + number(1, 2) + number(1, 2) + number(48_000, 4) + number(96_000, 4) + number(2, 2)
        + number(16, 2) + Array("data".utf8) + number(samples.count, 4) + samples)
  }()
}
