import Foundation
import Testing

@Suite("Pages of projects with hostile names")
struct HostilePageTests {
  static let names = [
    "</script><img src=x onerror=document.title='run'>", "\"><svg onload=document.title='run'>",
    "' onmouseover='document.title=1", "<style>*{display:none}</style>", "]]>-->&lt;b&gt;",
    "\u{202E}gpj.exe\u{2066}\u{200F}", "javascript:document.title='run'",
  ]

  private func project(_ sandbox: Sandbox, _ name: String, color: String) throws -> String {
    let quoted = try String(decoding: JSONEncoder().encode(name), as: UTF8.self)
    let file = name.replacing("/", with: "").replacing("\u{0}", with: "")
    return try sandbox.write(
      file + ".json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
        "media": { \(quoted): { "color": "\(color)" } },
        "tracks": [
          { "id": \(quoted), "video": [ { "clip": \(quoted), "id": \(quoted), "duration": "1s" } ] },
          { "id": "t", "titles": [
            { "at": "0s", "duration": "1s", "text": \(quoted), "font": "DejaVu Sans" } ] } ],
        "expect": { "texts": [ { "at": "0s", "text": \(quoted.dropLast())!" } ] } }
      """)
  }

  @Test("nothing in a name is markup, and no page has what its policy forbids", arguments: names)
  func markup(name: String) throws {
    let sandbox = try Sandbox()
    let path = try project(sandbox, name, color: "#224466")
    _ = sandbox.run("test", "--update", path)
    let pages = ["inspect.html", "test.html", "compare.html", "diff.html"].map(sandbox.file)
    let inspected = sandbox.run("inspect", path, "-o", pages[0])
    try #require(inspected.status == 0, "\(inspected.messages)")
    _ = try project(sandbox, name, color: "#ffeedd")
    try #require(sandbox.run("test", path, "--html", pages[1]).status == 1)
    let plain = try sandbox.write("plain.json", Projects.counter(seconds: 1, size: "64x36"))
    _ = sandbox.run("compare", path, plain, "--html", pages[2])
    _ = sandbox.run("diff", plain, path, "--html", pages[3])
    for page in pages {
      let text = try String(decoding: Data(contentsOf: URL(fileURLWithPath: page)), as: UTF8.self)
      #expect(unmatchedTags(of: text) == [])
      for tag in text.matches(of: /<([a-z]+)([^>]*)>/) {
        #expect(!tag.2.replacing(/"[^"]*"/, with: "").contains(#/\s(on[a-z]+|style)=/#), "\(tag.0)")
      }
      #expect(text.matches(of: /<script/).count <= 1 && text.matches(of: /<style/).count == 1)
      #expect(!text.contains("<img src=x") && !text.contains("unsafe-inline"))
      let turns = text.unicodeScalars.filter { scalar in
        switch scalar.value {
        case 0x202A...0x202E, 0x2066...0x2069, 0x200E...0x200F: true
        default: false
        }
      }
      #expect(turns.isEmpty)
    }
  }

  @Test("a browser has nothing to refuse", .enabled(if: Browser.isThere, "needs a browser"))
  func browser() throws {
    let sandbox = try Sandbox()
    let path = try project(sandbox, Self.names.joined(), color: "#224466")
    _ = sandbox.run("test", "--update", path)
    let before = try sandbox.write(
      "before.json", sandbox.bytes(String(path.dropFirst(sandbox.path.count + 1))))
    #expect(sandbox.run("inspect", path, "-o", sandbox.file("a.html")).status == 0)
    _ = try project(sandbox, Self.names.joined(), color: "#ffeedd")
    #expect(sandbox.run("test", path, "--html", sandbox.file("b.html")).status == 1)
    #expect(sandbox.run("diff", before, path, "--html", sandbox.file("d.html")).status == 1)
    for name in ["a.html", "b.html", "d.html"] {
      let said = try Browser.console(sandbox.file(name), in: sandbox)
      #expect(said == [], "\(name)")
      let shown = try Browser.document(sandbox.file(name), in: sandbox)
      #expect(!shown.contains("<title>run") && !shown.contains("<img src=\"x\""))
    }
    // A page whose script is not the one that its policy knows shows that refusals would be seen.
    var changed = try String(decoding: sandbox.bytes("a.html"), as: UTF8.self)
    changed.replace("</script>", with: "// more\n</script>")
    try sandbox.write("c.html", changed)
    let refused = try Browser.console(sandbox.file("c.html"), in: sandbox)
    #expect(refused.contains { $0.contains("Content Security Policy") }, "\(refused)")
  }
}

extension Browser {
  /// What the browser's console says of a page.
  static func console(_ file: String, in sandbox: Sandbox) throws -> [String] {
    guard let path else { return [] }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
      "--user-data-dir=\(sandbox.file("browser"))", "--virtual-time-budget=5000",
      "--enable-logging=stderr", "--dump-dom", "file://" + file,
    ]
    let errors = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let data = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { $0.contains(":CONSOLE") }
  }
}
