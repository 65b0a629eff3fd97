import Diagnostics
import JSONRPC
import LanguageServer
import ScratchFolders
import SeededNumbers
import Testing
import Workspace

/// What an editor is told of a large project before the whole is looked at.
@Suite("Findings of a change alone") struct ChangesTests {
  /// An edit of so many clips, one to a line.
  private static func project(clips: Int = 60) -> [String] {
    let items = (0..<clips).map {
      "      { \"id\": \"c\($0)\", \"clip\": \"red\", \"duration\": \"12f\" }"
        + ($0 < clips - 1 ? "," : "")
    }
    return [
      "{", "  \"cutlist\": 1,",
      "  \"output\": { \"size\": \"64x36\", \"frameRate\": 25, \"audio\": false },",
      "  \"media\": { \"red\": { \"color\": \"red\" } },", "  \"tracks\": [",
      "    { \"video\": [",
    ] + items + ["    ] }", "  ]", "}", ""]
  }

  /// The first clip's line.
  private static let first = 6

  /// Looks at the change alone, and has that sent.
  private func look(_ editor: Editor) throws {
    let work = try #require(editor.server.nearWork(), "nothing is to be looked at")
    editor.finish(work)
  }

  private func checked(_ lines: [String], at path: String) -> [Diagnostic] {
    ProjectLoader().load(SourceFile(path: path, text: lines.joined(separator: "\n"))).diagnostics
  }

  private func opened(_ lines: [String], at path: String) -> Editor {
    let editor = Editor(encoding: "utf-8")
    editor.server.largeText = 1000
    editor.open(path, lines.joined(separator: "\n"))
    editor.settle()
    return editor
  }

  private func replace(
    _ line: Int, by text: String, of lines: inout [String], in editor: Editor, at path: String
  ) {
    editor.change(
      path,
      "{\"start\":{\"line\":\(line),\"character\":0},\"end\":{\"line\":\(line),\"character\":\(lines[line].utf8.count)}}",
      text)
    lines[line] = text
  }

  @Test(
    "a mistake in an item is told as 'check' tells it, and taken back, before anything is loaded")
  func mistake() throws {
    let folder = try ScratchFolder()
    var lines = Self.project()
    let path = try folder.write("a.json", lines.joined(separator: "\n"))
    let editor = opened(lines, at: path)
    #expect(editor.findings(path).isEmpty)
    let line = Self.first + 25
    let good = lines[line]
    for (from, to) in [
      ("\"duration\"", "\"durtion\""), ("\"12f\"", "\"12 frams\""), ("\"12f\"", "12f"),
      ("\"clip\": \"red\"", "\"clp\": \"red\""), ("},", "}"), ("\"id\"", "id"),
    ] {
      replace(line, by: good.replacing(from, with: to), of: &lines, in: editor, at: path)
      try look(editor)
      let wanted = checked(lines, at: path)
      let found = editor.findings(path)
      #expect(!wanted.isEmpty)
      #expect(found.map { $0["message"]?.textValue } == wanted.map(\.message), "\(to)")
      #expect(
        found.map { $0.at("range", "start", "line")?.integerValue }
          == wanted.map { wanted in
            let file = SourceFile(path: path, text: lines.joined(separator: "\n"))
            return file.position(ofOffset: wanted.range.lower).line - 1
          }, "\(to)")
      replace(line, by: good, of: &lines, in: editor, at: path)
      try look(editor)
      #expect(editor.findings(path).isEmpty, "after \(to)")
    }
  }

  @Test("what was found elsewhere stays, at the place where it is now")
  func others() throws {
    let folder = try ScratchFolder()
    var lines = Self.project()
    let wrong = Self.first + 50
    lines[wrong] = lines[wrong].replacing("\"red\"", with: "\"rad\"")
    let path = try folder.write("a.json", lines.joined(separator: "\n"))
    let editor = opened(lines, at: path)
    let messages = editor.findings(path).map { $0["message"]?.textValue }
    #expect(messages.count == 1)
    let line = Self.first + 3
    let good = lines[line]
    replace(
      line, by: good + "\n" + good.replacing("c3", with: "new"), of: &lines, in: editor, at: path)
    try look(editor)
    #expect(editor.findings(path).map { $0["message"]?.textValue } == messages)
    #expect(
      editor.findings(path).first?.at("range", "start", "line")?.integerValue == wrong + 1)
  }

  @Test("its fixes are offered, and nobody waits for the whole")
  func fixes() throws {
    let folder = try ScratchFolder()
    var lines = Self.project()
    let path = try folder.write("a.json", lines.joined(separator: "\n"))
    let editor = opened(lines, at: path)
    let line = Self.first + 9
    replace(
      line, by: lines[line].replacing("\"duration\"", with: "\"durtion\""), of: &lines, in: editor,
      at: path)
    let place = """
      {"textDocument":{"uri":"file://\(path)"},"range":{"start":{"line":\(line),"character":0},
      "end":{"line":\(line),"character":99}},"context":{"diagnostics":[]}}
      """
    #expect(editor.ask("textDocument/codeAction", place)["result"]?.listValue.isEmpty == true)
    try look(editor)
    let actions = editor.ask("textDocument/codeAction", place)["result"]?.listValue ?? []
    let edits = actions.first?.at("edit", "changes", "file://\(path)")?.listValue ?? []
    #expect(edits.contains { $0["newText"]?.textValue == "\"duration\"" })
    // And all is there once the whole is known.
    editor.settle()
    #expect(editor.ask("textDocument/codeAction", place)["result"]?.listValue.isEmpty == false)
  }

  @Test("of a project that is opened, what the text says is told before all is known")
  func opening() throws {
    let folder = try ScratchFolder()
    var lines = Self.project()
    lines[Self.first] = lines[Self.first].replacing("duration", with: "duraton")
    lines[Self.first + 5] = lines[Self.first + 5].replacing("red", with: "rde")
    let path = try folder.write("a.json", lines.joined(separator: "\n"))
    let editor = Editor(encoding: "utf-8")
    editor.open(path, lines.joined(separator: "\n"))
    let work = try #require(editor.server.loadWork())
    var early: [LoadWork] = []
    let done = work.done { early.append($0) }
    editor.take(editor.server.finish(early: try #require(early.first)))
    func codes() -> [String] {
      editor.findings(path).compactMap { $0["code"]?.textValue }
    }
    #expect(codes() == ["unknown-key"])
    editor.take(editor.server.finish(done))
    #expect(codes() == checked(lines, at: path).map(\.id.rawValue))
    #expect(codes().count == 2)
    // What comes late says nothing.
    #expect(editor.server.finish(early: early[0]).isEmpty)
  }

  @Test("it is told no more once the text is another one, or the whole is known")
  func late() throws {
    let folder = try ScratchFolder()
    var lines = Self.project()
    let path = try folder.write("a.json", lines.joined(separator: "\n"))
    let editor = opened(lines, at: path)
    let line = Self.first + 9
    let good = lines[line]
    replace(line, by: good.replacing("12f", with: "x"), of: &lines, in: editor, at: path)
    let work = try #require(editor.server.nearWork())
    #expect(editor.server.nearWork() == nil)
    replace(line, by: good, of: &lines, in: editor, at: path)
    let done = work.done()
    #expect(editor.server.finish(done).isEmpty)
    try look(editor)
    editor.settle()
    #expect(editor.findings(path).isEmpty)
    #expect(editor.server.nearWork() == nil)
    #expect(editor.server.finish(done).isEmpty)
  }

  @Test(
    "whatever is typed, the whole is told as 'check' tells it in the end", arguments: [1, 2, 3])
  func typing(_ seed: UInt64) throws {
    let folder = try ScratchFolder()
    var lines = Self.project()
    let original = lines
    let path = try folder.write("a.json", lines.joined(separator: "\n"))
    let editor = opened(lines, at: path)
    var generator = SeededGenerator(seed: seed)
    for round in 1...24 {
      let line = Int.random(in: 0..<lines.count - 1, using: &generator)
      let pieces = ["\"", "{", "}", ",", "]", "[", "x", "\"a\": 1, ", ""]
      var bytes = Array(lines[line].utf8)
      let lower = Int.random(in: 0...bytes.count, using: &generator)
      let upper = min(bytes.count, lower + Int.random(in: 0...2, using: &generator))
      bytes.replaceSubrange(
        lower..<upper, with: (pieces.randomElement(using: &generator) ?? "").utf8)
      let text = String(decoding: bytes, as: UTF8.self)
      replace(line, by: text, of: &lines, in: editor, at: path)
      if let work = editor.server.nearWork() { editor.finish(work) }
      // Where it is no JSON, no more is known of the whole.
      let wanted = checked(lines, at: path)
      let syntax = wanted.filter { $0.id.isOfSyntax }.map(\.message)
      let found = editor.findings(path).filter {
        MessageID(rawValue: $0["code"]?.textValue ?? "")?.isOfSyntax ?? false
      }
      #expect(found.map { $0["message"]?.textValue } == syntax)
      if round % 4 == 0 {
        editor.settle()
        #expect(editor.findings(path).map { $0["message"]?.textValue } == wanted.map(\.message))
        for line in lines.indices where lines[line] != original[line] {
          replace(line, by: original[line], of: &lines, in: editor, at: path)
        }
      }
    }
  }
}
