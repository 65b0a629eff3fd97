import Foundation
import Testing

@testable import CommandLineInterface

@Suite("cutlist diff --html and --markdown")
struct DiffPageTests {
  private func project(_ first: String = "1s", color: String = "#204060") -> String {
    """
    { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
      "media": { "color": { "color": "\(color)" }, "counter": { "generate": "counter" } },
      "tracks": [ { "id": "picture", "video": [
        { "clip": "counter", "duration": "\(first)" },
        { "clip": "color", "duration": "1s" } ] } ] }
    """
  }

  private func text(_ sandbox: Sandbox, _ name: String) throws -> String {
    try String(decoding: sandbox.bytes(name), as: UTF8.self)
  }

  @Test("both show each change that is seen, and are replaced by the next run")
  func files() throws {
    let sandbox = try Sandbox()
    let a = try sandbox.write("a.json", project())
    let b = try sandbox.write("b.json", project("0.8s"))
    let words = [
      "diff", a, b, "--html", sandbox.file("d.html"), "--markdown", sandbox.file("d.md"),
    ]
    let outcome = sandbox.run(words)
    #expect(outcome.status == 1 && outcome.output.contains("trimmed"), "\(outcome.messages)")

    // Frames 8 and 9 are other ones, and 18 and 19 are gone, for what follows.
    let page = try text(sandbox, "d.html")
    #expect(unmatchedTags(of: page) == [] && !page.contains("://"))
    #expect(page.matches(of: /<article id="movie-0-\d+">/).count == 2)
    #expect(page.contains("<h3>frames 8..9 ") && page.contains("<h3>frames 8..9, 18..19 "))
    #expect(page.matches(of: /<figure><img src="data:image\/png;base64,/).count == 4)
    #expect(page.matches(of: /no picture<\/div>/).count == 2)
    #expect(page.contains("<th>change 1</th><td>trimmed the tail of clip &#39;counter&#39;"))

    let summary = try text(sandbox, "d.md")
    let links = summary.matches(of: /\]\(([^)]*)\)/).map { String($0.1) }
    #expect(links == ["1-before", "1-after", "2-before"].map { "d-pictures/\($0).png" })
    #expect(
      try sandbox.names("d-pictures") == ["1-after.png", "1-before.png", "2-before.png"])
    for link in links {
      #expect(try sandbox.bytes(link).prefix(8) == Data([137, 80, 78, 71, 13, 10, 26, 10]))
    }
    #expect(summary.contains("| 9<br>of frames 8..9<br>changes 1, 2 |"))
    #expect(summary.contains("| 19<br>of frames 8..9, 18..19<br>change 2 |"))

    // Without a longer version there is one change, and both versions have its frames.
    try sandbox.write("b.json", project(color: "#204061"))
    #expect(sandbox.run(words).status == 1)
    #expect(try sandbox.names("d-pictures") == ["1-after.png", "1-before.png"])
    #expect(try !text(sandbox, "d.md").contains("none |"))
    try sandbox.write("b.json", project())
    #expect(sandbox.run(words).status == 0)
    #expect(try sandbox.names("d-pictures") == [])
    #expect(try text(sandbox, "d.md").contains("### no change: "))
  }

  @Test("nothing of anybody else is replaced")
  func guarded() throws {
    let sandbox = try Sandbox()
    let a = try sandbox.write("a.json", project())
    let b = try sandbox.write("b.json", project("0.8s"))
    let summary = try sandbox.write("notes.md", "# my notes\n")
    #expect(sandbox.run("diff", a, b, "--markdown", summary).status == 2)
    #expect(try text(sandbox, "notes.md") == "# my notes\n")
    try sandbox.makeFolder("d-pictures")
    try sandbox.write("d-pictures/1-after.png", "mine")
    let refused = sandbox.run("diff", a, b, "--markdown", sandbox.file("d.md"))
    #expect(refused.status == 2 && refused.messages.contains("cutlist did not write it"))
    #expect(try text(sandbox, "d-pictures/1-after.png") == "mine" && !sandbox.exists("d.md"))
    #expect(sandbox.run("diff", a, b, "--markdown", sandbox.file("d.md"), "--force").status == 1)
    #expect(sandbox.run("diff", a, b, "--html", a).status == 2)
    #expect(sandbox.run("diff", a, b, "--markdown", sandbox.file("d.txt")).status == 2)
    try sandbox.makeFolder("elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.file("e-pictures"), withDestinationPath: sandbox.file("elsewhere"))
    #expect(sandbox.run("diff", a, b, "--markdown", sandbox.file("e.md")).status == 2)
    #expect(try sandbox.names("elsewhere") == [])
  }

  @Test("a picture that a version shows stays, by whatever name and also if it is one of ours")
  func ownPictures() throws {
    let sandbox = try Sandbox()
    let a = try sandbox.write("a.json", project())
    try sandbox.makeFolder("d-pictures")
    let picture = sandbox.file("d-pictures/1-after.png")
    try #require(sandbox.run("frame", a, "--frame", "0", "-o", picture).status == 0)
    let before = try sandbox.bytes("d-pictures/1-after.png")
    let b = try sandbox.write(
      "b.json",
      project().replacing("{ \"color\": \"#204060\" }", with: "\"d-pictures/1-after.png\""))
    let words = ["diff", a, b, "--markdown", sandbox.file("d.md"), "--force"]
    let outcome = sandbox.run(words)
    #expect(outcome.status == 2 && outcome.messages.contains("own files"), "\(outcome.messages)")
    #expect(try sandbox.bytes("d-pictures/1-after.png") == before && !sandbox.exists("d.md"))
  }

  @Test("where the disk has no room for the pictures or the text, neither is left there")
  func fullDisk() throws {
    let sandbox = try Sandbox()
    let titles = (0..<40).map {
      #"{ "id": "\#($0)", "at": "1.5s", "duration": "0.1s", "text": "a", "size": 6 }"#
    }.joined(separator: ",")
    let text = project().replacing("] } ] }", with: "] }, { \"titles\": [ \(titles) ] } ] }")
    let a = try sandbox.write("a.json", text)
    let b = try sandbox.write("b.json", text.replacing(#""a""#, with: #""b""#))
    // Files of blocks of 512 bytes: none; a picture and not the text; both.
    for (blocks, status) in [(0, 3), (4, 3), (64, 1)] {
      let outcome = try sandbox.execute(
        "/bin/sh",
        ["-c", "ulimit -f $1; shift; exec \"$@\"", "sh", "\(blocks)", RunningProgram.path, "diff"]
          + [a, b, "--markdown", "d.md"])
      #expect(outcome.status == status, "\(blocks): \(outcome)")
      let names = try sandbox.names().filter { $0.hasPrefix("d") }
      #expect(names == (status == 1 ? ["d-pictures", "d.md"] : []), "\(blocks)")
    }
    let sizes = try (sandbox.bytes("d.md").count, sandbox.bytes("d-pictures/1-after.png").count)
    #expect(sizes.0 > 4 * 512 && sizes.1 < 4 * 512, "\(sizes)")
    // What was there before stays.
    _ = try sandbox.execute(
      "/bin/sh",
      ["-c", "ulimit -f 0; exec \"$@\"", "sh", RunningProgram.path, "diff", a, b]
        + ["--markdown", "d.md"])
    #expect(try sandbox.names("d-pictures") == ["1-after.png", "1-before.png"])
  }

  @Test("on standard output stands Markdown alone, without pictures")
  func standardOutput() throws {
    let sandbox = try Sandbox()
    let a = try sandbox.write("a.json", project())
    let b = try sandbox.write("b.json", project("0.8s"))
    let outcome = sandbox.run("diff", a, b, "--markdown", "-")
    #expect(outcome.output.hasPrefix("<!-- cutlist diff -->\n### ") && outcome.status == 1)
    #expect(!outcome.output.contains("![") && !outcome.output.contains("not shown"))
    #expect(outcome.messages.contains("trimmed the tail"))
  }

  @Test("where media are missing there are words and timelines, and the files say so")
  func missingMedia() throws {
    let sandbox = try Sandbox()
    let before = project().replacing(#""media": {"#, with: #""media": { "gone": "gone.mp4","#)
      .replacing(#""duration": "1s" } ]"#, with: #""duration": "1s" }, { "clip": "gone" } ]"#)
    let a = try sandbox.write("a.json", before)
    let b = try sandbox.write("b.json", before.replacing("1s\" },\n", with: "0.8s\" },\n"))
    let outcome = sandbox.run(
      "diff", a, b, "--html", sandbox.file("d.html"), "--markdown", sandbox.file("d.md"))
    #expect(outcome.status == 1, "\(outcome.messages)")
    let page = try text(sandbox, "d.html")
    #expect(page.contains("are missing or cannot be read") && page.contains("item video"))
    #expect(page.contains("trimmed the tail") && !page.contains("<img"))
    #expect(try text(sandbox, "d.md").contains("- ⚠ `media of "))
    #expect(!sandbox.exists("d-pictures"))
    let wordsAlone = sandbox.run("diff", a, b, "--no-frames", "--html", sandbox.file("d.html"))
    #expect(wordsAlone.status == 1)
    #expect(try text(sandbox, "d.html").contains("frames and sound were not compared"))
  }
}
