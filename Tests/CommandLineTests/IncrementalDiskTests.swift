import Foundation
import Testing

@testable import CommandLineInterface

/// Full and forbidden disks. Each script gets the program, the project, and a folder in which it
/// works; it leaves the statuses and messages of renders in files named by their number.
@Suite struct IncrementalDiskTests {
  private let sandbox: Sandbox
  private let movie: Data

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("a.json", IncrementalProject.text)
    #expect(sandbox.render("a.json", to: "reference.mp4").status == 0)
    movie = try sandbox.bytes("reference.mp4")
    try sandbox.makeFolder("small")
  }

  private func run(_ script: String, privately: Bool) throws {
    let head = """
      render() { n=$1; shift; "$program" render "$project" "$@" 2> $n.err; echo $? > $n; }
      program=$1; project=$2; cd "$3" || exit 99

      """
    let status = try Shell.run(
      head + script, [RunningProgram.path, sandbox.file("a.json"), sandbox.path],
      privately: privately)
    try #require(status == 0)
  }

  private func outcome(_ number: Int) throws -> (status: String, messages: String) {
    (
      String(decoding: try sandbox.bytes("\(number)"), as: UTF8.self)
        .trimmingCharacters(in: .newlines),
      String(decoding: try sandbox.bytes("\(number).err"), as: UTF8.self)
    )
  }

  @Test(
    "a full cache does not end a render, says so once, and with room keeps what it makes",
    .enabled(if: Shell.canMount, "needs the right to mount"))
  func fullCache() throws {
    try run(
      """
      mount -t tmpfs -o size=64k none small || exit 98
      render 1 -o full.mp4 --cache small --jobs 1 --progress none
      find small -name '*.chunk' | wc -l > kept; find small . -name '*.partial' > partial
      mount -o remount,size=16m small || exit 96
      render 2 -o a.mp4 --cache small --progress json
      render 3 -o b.mp4 --cache small --progress json
      """, privately: true)
    let full = try outcome(1)
    #expect(full.status == "0", "\(full.messages)")
    #expect(
      full.messages.contains(
        "cutlist: warning: chunks are not kept: the cache 'small' cannot be written to: "
          + "no space left on device; make room"), "\(full.messages)")
    #expect(full.messages.components(separatedBy: "not kept").count == 2)
    #expect(try sandbox.bytes("full.mp4") == movie)
    let kept = try #require(
      Int(
        String(decoding: try sandbox.bytes("kept"), as: UTF8.self)
          .trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(kept > 0 && kept < 5)
    #expect(try sandbox.bytes("partial").isEmpty)
    let done = try outcome(2)
    #expect(done.status == "0", "\(done.messages)")
    let line = try #require(ProgressLine.all(in: done.messages).last ?? nil)
    // One of those that were kept may be the sound: which comes first is a matter of time.
    #expect(kept - 1...kept ~= line.chunksReused && line.chunksReused + line.chunksRendered == 4)
    #expect(try sandbox.bytes("a.mp4") == movie)
    let again = try #require(ProgressLine.all(in: try outcome(3).messages).last ?? nil)
    #expect(again.chunksReused == 4)
  }

  @Test(
    "a full disk under the output leaves nothing there, and with room the movie is the same",
    .enabled(if: Shell.canMount, "needs the right to mount"))
  func fullOutput() throws {
    try run(
      """
      mount -t tmpfs -o size=64k none small || exit 98
      render 3 -o small/a.mp4 --cache small/cache --progress none
      find small -name '*.mp4' -o -name '*.partial' > both; rm -r small/cache
      render 1 -o small/a.mp4 --cache fresh --progress none
      ls -A small > left
      mount -o remount,size=16m small || exit 96
      render 2 -o small/a.mp4 --cache fresh --progress json
      cp small/a.mp4 . ; ls -A small > right
      """, privately: true)
    let both = try outcome(3)
    #expect(both.status == "3")
    #expect(both.messages.contains("no space left on device"))
    #expect(try sandbox.bytes("both").isEmpty)
    let full = try outcome(1)
    #expect(full.status == "3")
    #expect(full.messages.contains("'small/a.mp4'"))
    #expect(full.messages.lowercased().contains("no space left on device"))
    #expect(try sandbox.bytes("left").isEmpty)
    let done = try outcome(2)
    #expect(done.status == "0", "\(done.messages)")
    let line = try #require(ProgressLine.all(in: done.messages).last ?? nil)
    #expect(line.chunksReused > 0)
    #expect(try sandbox.bytes("a.mp4") == movie)
    #expect(String(decoding: try sandbox.bytes("right"), as: UTF8.self) == "a.mp4\n")
  }

  @Test("a limit on the size of files ends a render clearly and leaves nothing half-written")
  func fileSizeLimit() throws {
    // 64 blocks of 512 bytes hold each chunk but one, not the movie.
    try run(
      """
      (ulimit -f 64; render 1 -o a.mp4 --cache fresh --jobs 1 --progress none)
      find . -name '*.partial' > partial
      test -e a.mp4 && exit 97
      render 2 -o a.mp4 --cache fresh --progress json
      """, privately: false)
    let limited = try outcome(1)
    #expect(limited.status == "3", "\(limited.messages)")
    #expect(limited.messages.lowercased().contains("file too large"))
    #expect(try sandbox.bytes("partial").isEmpty)
    #expect(try outcome(2).status == "0")
    #expect(try sandbox.bytes("a.mp4") == movie)
  }

  @Test(
    "a cache that cannot be written to does not end a render, and what is in it is used",
    .enabled(if: Shell.canMount, "needs the right to mount"))
  func readOnly() throws {
    try run(
      """
      mount -t tmpfs -o size=16m none small || exit 98
      mkdir small/chunks
      mount -o remount,ro small || exit 96
      render 1 -o one.mp4 --cache small --progress none
      render 2 -o two.mp4 --cache small/new --progress none
      mount -o remount,rw small || exit 94
      cp -r cache/. small/ || exit 93
      mount -o remount,ro small || exit 92
      render 3 -o a.mp4 --cache small --progress json
      """, privately: true)
    for (number, name) in [(1, "one.mp4"), (2, "two.mp4")] {
      let done = try outcome(number)
      #expect(done.status == "0")
      #expect(done.messages.contains("chunks are not kept: the cache 'small"))
      #expect(done.messages.contains("read-only file system") && done.messages.contains("--cache"))
      #expect(try sandbox.bytes(name) == movie)
    }
    let done = try outcome(3)
    #expect(done.status == "0", "\(done.messages)")
    let line = try #require(ProgressLine.all(in: done.messages).last ?? nil)
    #expect(line.chunksReused == 4)
    #expect(try sandbox.bytes("a.mp4") == movie)
  }
}
