import Foundation
import Testing

@testable import CommandLineInterface

/// Files and folders whose names are no UTF-8. Only a shell can name them here: arguments of Foundation's
/// processes are text.
@Suite struct ByteNameTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Runs a script with the program as `$program`, in the sandbox, where `$name` is 'café' in Latin-1.
  private func run(_ script: String) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let head = "program=$1; cd \"$2\" || exit 99; name=$(printf 'caf\\351')\n"
    process.arguments = ["-c", head + script, "sh", RunningProgram.path, sandbox.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  @Test(
    "a project, its media, font, pictures, cache and movie may have such names, and lie in such folders"
  )
  func names() throws {
    try sandbox.write("make.json", Projects.counter(seconds: 1))
    try #require(sandbox.render("make.json", to: "clip.mp4").status == 0)
    func project(_ name: String) -> String {
      """
      { "cutlist": 1, "output": { "size": "320x180", "frameRate": 10 },
        "media": { "clip": "\(name).mp4", "shot": { "sequence": "\(name)-%02d.ppm" } },
        "tracks": [
          { "video": [ { "clip": "clip", "duration": "0.5s" }, { "clip": "shot" } ] },
          { "titles": [ { "at": 0, "duration": "0.5s", "text": "x", "font": "./\(name).ttf" } ] } ] }
      """
    }
    try sandbox.write("plain.json", project("plain"))
    try sandbox.write("bytes.json", project(#"caf\udce9"#))
    let made = try run(
      """
      mkdir plain "$name" && cp plain.json plain/plain.json && cp bytes.json "$name/$name.json" || exit 1
      for word in plain "$name"; do
        cp clip.mp4 "$word/$word.mp4"
        cp "$(fc-match -f '%{file}' 'DejaVu Sans')" "$word/$word.ttf" || exit 2
        for n in 01 02 03; do
          { printf 'P6\\n64 36\\n255\\n'; head -c 6912 /dev/zero | tr '\\0' "$n"; } > "$word/$word-$n.ppm"
        done
      done
      "$program" render plain/plain.json -o plain.out.mp4 --cache plain/cache --progress none || exit 3
      cd "$name" || exit 4
      "$program" render "$name.json" -o "$name.out.mp4" --cache "$name.cache" --progress none || exit 5
      cp "$name.out.mp4" ../first.mp4
      "$program" render "$PWD/$name.json" -o "$PWD/again.mp4" --cache "$PWD/$name.cache" \\
        --progress json > ../again.txt 2>&1 || exit 6
      "$program" probe "$name.mp4" "$name-%02d.ppm" > ../probe.txt || exit 7
      "$program" probe --json "$name.mp4" > ../probe.json || exit 8
      cd .. && "$program" check --confine "$name/$name.json" || exit 9
      rm "$name/$name.mp4"; "$program" check "$name/$name.json" > missing.txt 2>&1
      test $? = 3
      """)
    #expect(made.status == 0, "\(made.text)")
    let movie = try sandbox.bytes("plain.out.mp4")
    #expect(try sandbox.bytes("first.mp4") == movie)
    let again = String(decoding: try sandbox.bytes("again.txt"), as: UTF8.self)
    #expect(try #require(ProgressLine.all(in: again).last ?? nil).chunksReused > 0, "\(again)")
    let missing = String(decoding: try sandbox.bytes("missing.txt"), as: UTF8.self)
    #expect(missing.contains(#"caf\xe9"#) && !missing.contains("\u{FFFD}"), "\(missing)")
  }

  @Test("half of a surrogate pair is a byte of a name, and nothing else")
  func halves() throws {
    for (key, word) in [
      ("text", #""text": "a\udc80""#), ("text", #""text": "a\ud83d""#),
      ("text", #""text": "a\ude00""#),
    ] {
      let path = try sandbox.write(
        "a.json",
        """
        { "cutlist": 1, "output": { "size": "320x180" },
          "tracks": [ { "titles": [ { "at": 0, "duration": "1s", \(word) } ] } ] }
        """)
      let outcome = sandbox.run("check", path)
      #expect(outcome.status == 1, "\(key)")
      #expect(outcome.messages.contains("half of a surrogate pair"), "\(outcome.messages)")
    }
  }
}
