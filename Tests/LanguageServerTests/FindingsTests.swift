import Diagnostics
import JSONRPC
import LanguageServer
import ScratchFolders
import SeededNumbers
import Testing
import Workspace

@Suite("Findings in an editor") struct FindingsTests {
  private static let project = """
    {
      "cutlist": 1,
      "output": { "size": "64x36", "frameRate": 25 },
      "media": { "red": { "color": "red" }, "tone": { "generate": "tone" } },
      "tracks": [
        { "video": [ { "clip": "red", "duration": "2s" }, { "clip": "rde", "duration": "1s" } ] },
        { "audio": [ { "clip": "tone", "duration": "1sec" } ] }
      ]
    }

    """

  /// What `check` finds.
  private func checked(_ text: String, at path: String) -> [Diagnostic] {
    var project = ProjectLoader().load(SourceFile(path: path, text: text))
    project.checkSound(jobs: 1)
    return project.diagnostics
  }

  private func expectSame(_ editor: Editor, _ path: String, _ text: String) {
    let wanted = checked(text, at: path)
    let found = editor.findings(path)
    #expect(found.map { $0["message"]?.textValue } == wanted.map(\.message))
    #expect(found.map { $0["code"]?.textValue } == wanted.map(\.id.rawValue))
    let file = SourceFile(path: path, text: text)
    for (a, b) in zip(found, wanted) where !b.range.isNone {
      let start = file.position(ofOffset: b.range.lower)
      #expect(a.at("range", "start", "line")?.integerValue == start.line - 1)
    }
  }

  @Test("they are those of 'check', in its order")
  func same() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("a.json", Self.project)
    let editor = Editor()
    editor.open(path, Self.project)
    editor.settle()
    #expect(editor.findings(path).count >= 2)
    expectSame(editor, path, Self.project)
  }

  @Test("after any typing they are those of the text as it is then", arguments: [1, 2, 3])
  func typing(_ seed: UInt64) throws {
    let folder = try ScratchFolder()
    let path = try folder.write("a.json", Self.project)
    let editor = Editor(encoding: "utf-8")
    editor.open(path, Self.project)
    var generator = SeededGenerator(seed: seed)
    var bytes = Array(Self.project.utf8)
    let pieces = ["\"", "{", "}", ",", "1", "red", " ", "\n", "[", "x", "\"id\": \"é🎬\", ", ""]
    for round in 0..<60 {
      let lower = Int.random(in: 0...bytes.count, using: &generator)
      let upper = min(bytes.count, lower + Int.random(in: 0...2, using: &generator))
      let piece = pieces.randomElement(using: &generator) ?? ""
      // Characters stay whole.
      guard lower == bytes.count || bytes[lower] & 0xC0 != 0x80,
        upper == bytes.count || bytes[upper] & 0xC0 != 0x80
      else { continue }
      func position(_ offset: Int) -> String {
        let line = bytes[..<offset].count { $0 == 0x0A }
        let start = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return "{\"line\":\(line),\"character\":\(offset - start)}"
      }
      editor.change(
        path, "{\"start\":\(position(lower)),\"end\":\(position(upper))}", piece,
        version: round + 2)
      bytes.replaceSubrange(lower..<upper, with: piece.utf8)
      if round % 6 == 5 {
        editor.settle()
        expectSame(editor, path, String(decoding: bytes, as: UTF8.self))
        if round % 12 == 11 {
          bytes = Array(Self.project.utf8)
          editor.change(path, nil, Self.project, version: round + 2)
        }
      }
    }
  }

  @Test("a fix is a change that mends the mistake")
  func fixes() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("a.json", Self.project)
    let editor = Editor()
    editor.open(path, Self.project)
    editor.settle()
    let all = """
      {"textDocument":{"uri":"file://\(path)"},"range":{"start":{"line":0,"character":0},
      "end":{"line":99,"character":0}},"context":{"diagnostics":[]}}
      """
    let actions = editor.ask("textDocument/codeAction", all)["result"]?.listValue ?? []
    let titles = actions.compactMap { $0["title"]?.textValue }
    #expect(titles.contains { $0.contains("\"red\"") }, "\(titles)")
    let fixAll = try #require(actions.first { $0["kind"]?.textValue == "source.fixAll" })
    let edits = fixAll.at("edit", "changes", "file://\(path)")?.listValue ?? []
    #expect(edits.contains { $0["newText"]?.textValue == "\"1s\"" })
  }

  @Test("findings of a part appear in the part, whichever of the files is open")
  func parts() throws {
    let folder = try ScratchFolder()
    let main = try folder.write(
      "main.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 25, "audio": false },
        "include": "media.json",
        "tracks": [ { "video": [ { "clip": "red", "duration": "1s" } ] } ] }
      """)
    let good = "{ \"cutlistPart\": 1, \"media\": { \"red\": { \"color\": \"red\" } } }\n"
    let part = try folder.write("media.json", good)
    let editor = Editor()
    editor.open(part, good)
    editor.settle()
    #expect(editor.findings(part).isEmpty)
    editor.change(part, nil, good.replacing("\"red\" }", with: "\"rad\" }"))
    editor.settle()
    let found = editor.findings(part)
    #expect(found.count == 1)
    #expect(found.first?["code"]?.textValue != nil)
    #expect(editor.findings(main).isEmpty)
  }

  @Test("what is no project is left alone, and so is a method that nobody knows")
  func foreign() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("package.json", "{ \"name\": \"x\" }")
    let editor = Editor()
    editor.open(path, "{ \"name\": \"x\" }")
    editor.settle()
    #expect(!editor.messages.contains { $0["method"] != nil })
    let answer = editor.ask("textDocument/nothing", "{}")
    #expect(answer.at("error", "code")?.integerValue == -32601)
    let cancelled = editor.ask("textDocument/hover", "{}", isCancelled: true)
    #expect(cancelled.at("error", "code")?.integerValue == -32800)
  }

  @Test("the process ends with 0 after 'shutdown', else with 1, and takes no more before that")
  func ending() {
    let orderly = Editor()
    #expect(orderly.server.exitStatus == nil)
    #expect(orderly.ask("shutdown", "null")["error"] == nil)
    #expect(
      orderly.ask("textDocument/hover", "{}").at("error", "code")?.integerValue == -32600)
    orderly.tell("exit", "null")
    #expect(orderly.server.exitStatus == 0)
    let abrupt = Editor()
    abrupt.tell("exit", "null")
    #expect(abrupt.server.exitStatus == 1)
  }

  @Test(
    "requests with parameters of any kind are answered",
    arguments: [
      "null", "[]", "{}", "{\"textDocument\":3}", "{\"textDocument\":{\"uri\":\"http://x/y\"}}",
      "{\"textDocument\":{\"uri\":\"file:///none.json\"},\"position\":{\"line\":-5,\"character\":99999999999999999999}}",
    ])
  func anything(_ params: String) {
    let editor = Editor()
    for method in [
      "codeAction", "completion", "hover", "definition", "references", "rename", "prepareRename",
      "documentSymbol", "foldingRange", "documentLink", "documentColor", "colorPresentation",
      "formatting", "inlayHint", "selectionRange", "diagnostic", "documentHighlight",
    ] {
      let answer = editor.ask("textDocument/\(method)", params)
      #expect(answer["result"] != nil || answer["error"] != nil)
    }
    for method in ["didOpen", "didChange", "didClose", "didSave"] {
      editor.tell("textDocument/\(method)", params)
    }
    editor.ask("workspace/willRenameFiles", params)
    editor.settle()
  }
}
