import Diagnostics
import JSONRPC
import ScratchFolders
import Testing

@testable import LanguageServer

@Suite("Names of an edit: each is known where it counts") struct NamesTests {
  /// A project that another one shows, with a parameter.
  private static let intro = """
    {
      "cutlist": 1,
      "parameters": { "name": { "type": "text", "default": "Ann" } },
      "output": { "size": "64x36", "frameRate": 25, "audio": false },
      "tracks": [
        { "titles": [{ "text": "{name}", "size": 8, "duration": "1s" }] }
      ]
    }
    """

  private static let main = """
    {
      "cutlist": 1,
      "parameters": {
        "tint": { "type": "color", "default": "red" },
        "guest": { "type": "text", "default": "Bea" }
      },
      "output": { "size": "64x36", "frameRate": 25, "audio": false },
      "media": { "intro": { "project": "intro.json" }, "red": { "color": "red" } },
      "groups": {
        "card": {
          "parameters": { "guest": { "type": "text", "default": "Cy" } },
          "tracks": [
            { "video": [{ "clip": "red", "id": "a", "duration": "1s" }] },
            {
              "titles": [
                { "text": "{guest}", "size": 8, "at": "{a.start}", "duration": "1s",
                  "color": { "use": "tint" } }
              ]
            }
          ]
        }
      },
      "tracks": [
        {
          "video": [
            { "clip": "intro", "with": { "name": "Hello {guest}" } },
            { "clip": "card", "with": { "guest": "Di" } },
            { "clip": "red", "id": "a", "duration": "1s" }
          ]
        },
        {
          "titles": [
            { "text": "x", "size": 8, "at": "{a.start}", "duration": "1s", "color": { "use": "tint" } }
          ]
        }
      ]
    }
    """

  private let folder: ScratchFolder
  private let path: String
  private let introPath: String
  private let editor = Editor()

  init() throws {
    folder = try ScratchFolder()
    introPath = try folder.write("intro.json", Self.intro)
    path = try folder.write("main.json", Self.main)
    editor.open(path, Self.main)
    editor.settle()
  }

  /// Asks at the `|` that a text has within, in the main file.
  private func ask(_ method: String, at place: String, _ more: String = "") throws -> JSONValue {
    let marked = Self.main.replacing(place.replacing("|", with: ""), with: place)
    try #require(marked != Self.main)
    let (_, params) = Editor.place(path, in: marked)
    return editor.ask("textDocument/" + method, String(params.dropLast()) + more + "}")
  }

  /// The places that are changed in a file, with what is put there, and the text that comes of it.
  private func changed(_ answer: JSONValue, _ path: String, _ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0) }
    let edits = answer.at("result", "changes", "file://\(path)")?.listValue ?? []
    let ordered = edits.sorted {
      let (a, b) = (DocumentPlace($0), DocumentPlace($1))
      return (a.line, a.from) > (b.line, b.from)
    }
    for edit in ordered {
      let place = DocumentPlace(edit)
      lines[place.line].replaceSubrange(
        place.from..<place.to, with: Array(edit["newText"]?.textValue ?? ""))
    }
    return lines.map { String($0) }.joined(separator: "\n")
  }

  private struct DocumentPlace {
    var line: Int
    var from: Int
    var to: Int

    init(_ edit: JSONValue) {
      line = edit.at("range", "start", "line")?.integerValue ?? 0
      from = edit.at("range", "start", "character")?.integerValue ?? 0
      to = edit.at("range", "end", "character")?.integerValue ?? 0
    }
  }

  @Test("a parameter that stands for a value is found and renamed where it is used")
  func uses() throws {
    let renamed = try ask("rename", at: #""t|int": {"#, #","newName":"shade""#)
    let text = changed(renamed, path, Self.main)
    #expect(text == Self.main.replacing("\"tint\"", with: "\"shade\""))
    // From where it is used, in the movie and in a group.
    let places = try ask("definition", at: "\"color\": { \"use\": \"ti|nt\" } }\n      ]")
    let found = places["result"]?.listValue ?? []
    #expect(found.map { $0.at("range", "start", "line")?.integerValue } == [3])
  }

  @Test("a parameter of another project is renamed in its file and where it is given a value")
  func given() throws {
    let renamed = try ask("rename", at: "\"with\": { \"na|me\"", #","newName":"who""#)
    #expect(changed(renamed, path, Self.main) == Self.main.replacing("\"name\"", with: "\"who\""))
    #expect(
      changed(renamed, introPath, Self.intro)
        == Self.intro.replacing("\"name\"", with: "\"who\"").replacing("{name}", with: "{who}"))
    // The same from its own file.
    editor.open(introPath, Self.intro)
    editor.settle()
    let (_, params) = Editor.place(introPath, in: Self.intro.replacing("{name}", with: "{na|me}"))
    let other = editor.ask(
      "textDocument/rename", String(params.dropLast()) + #","newName":"who"}"#)
    #expect(changed(other, path, Self.main) == changed(renamed, path, Self.main))
    #expect(changed(other, introPath, Self.intro) == changed(renamed, introPath, Self.intro))
  }

  @Test("a group has items and parameters of its own")
  func groups() throws {
    let outer = try ask(
      "rename", at: "\"gue|st\": { \"type\": \"text\", \"default\": \"Bea\"", #","newName":"who""#)
    #expect(
      changed(outer, path, Self.main)
        == Self.main.replacing(
          "\"guest\": { \"type\": \"text\", \"default\": \"Bea\"",
          with: "\"who\": { \"type\": \"text\", \"default\": \"Bea\""
        )
        .replacing("Hello {guest}", with: "Hello {who}"))
    let inner = try ask("rename", at: "\"with\": { \"gue|st\": \"Di\"", #","newName":"who""#)
    #expect(
      changed(inner, path, Self.main)
        == Self.main.replacing(
          "\"guest\": { \"type\": \"text\", \"default\": \"Cy\"",
          with: "\"who\": { \"type\": \"text\", \"default\": \"Cy\""
        )
        .replacing("\"text\": \"{guest}\"", with: "\"text\": \"{who}\"")
        .replacing("\"guest\": \"Di\"", with: "\"who\": \"Di\""))
    let item = try ask(
      "references", at: "{ \"clip\": \"red\", \"id\": \"|a\", \"duration\": \"1s\" }\n")
    let lines = (item["result"]?.listValue ?? []).compactMap {
      $0.at("range", "start", "line")?.integerValue
    }
    #expect(lines == [27, 32])
  }

  @Test(
    "a name that would break the edit is refused, with the reason",
    arguments: [
      ("\"ti|nt\": {", "end", "parameter"), ("\"ti|nt\": {", "a b", "parameter"),
      ("\"ti|nt\": {", "guest", "another one"),
      ("{ \"clip\": \"red\", \"id\": \"|a\", \"duration\": \"1s\" }\n", "{x}", "brace"),
      ("\"r|ed\": {", "intro", "another one"), ("\"r|ed\": {", "a\\nb", "control character"),
      ("\"r|ed\": {", "below", "reserved"),
      ("{ \"clip\": \"red\", \"id\": \"|a\", \"duration\": \"1s\" }\n", "movie", "of its own"),
    ])
  func refusals(_ place: String, _ name: String, _ reason: String) throws {
    let answer = try ask("rename", at: place, ",\"newName\":\"\(name)\"")
    if answer["error"] == nil {
      // Where it is taken, the edit is as good as before.
      let text = changed(answer, path, Self.main)
      try folder.write("main.json", text)
      editor.change(path, nil, text)
      editor.settle()
      #expect(editor.findings(path).allSatisfy { $0["severity"]?.integerValue != 1 })
      #expect(reason == "reserved")
    } else {
      let message = answer.at("error", "message")?.textValue ?? ""
      #expect(message.contains(reason) || reason == "reserved", "\(message)")
    }
  }

  @Test("a name is refused that would stand for another thing where it is used by now")
  func captured() throws {
    let path = folder.file("c.json")
    let text = """
      {
        "cutlist": 1,
        "parameters": { "who": { "type": "text", "default": "Ann" } },
        "output": { "size": "64x36", "frameRate": 25, "audio": false },
        "groups": {
          "g": {
            "parameters": { "t": { "type": "text", "default": "hi" } },
            "tracks": [{ "titles": [{ "text": "{t} of {who}", "size": 8, "duration": "1s" }] }]
          }
        },
        "tracks": [{ "video": [{ "clip": "g" }] }]
      }
      """
    editor.open(path, text)
    editor.settle()
    for (place, name) in [("\"|t\": {", "who"), ("\"w|ho\": {", "t")] {
      let marked = text.replacing(place.replacing("|", with: ""), with: place)
      let (_, params) = Editor.place(path, in: marked)
      let answer = editor.ask(
        "textDocument/rename", String(params.dropLast()) + ",\"newName\":\"\(name)\"}")
      let reason = answer.at("error", "message")?.textValue
      #expect(reason?.contains("another thing") == true, "\(reason ?? "taken")")
    }
  }

  @Test(
    "who shows a project follows a parameter's name, and so does who shares a part, unopened too")
  func unopened() throws {
    let folder = try ScratchFolder()
    let inner = try folder.write("intro.json", Self.intro)
    func user(_ more: String) -> String {
      #"{ "cutlist": 1, "output": { "size": "64x36", "frameRate": 25, "audio": false }, "#
        + #""media": { "i": { "project": "intro.json" } }, "# + more
        + #""tracks": [ { "video": [ { "clip": "i", "with": { "name": "x" } } ] } ] }"#
    }
    let outer = try folder.write("film.json", user(""))
    let editor = Editor()
    editor.open(inner, Self.intro)
    editor.settle()
    let (_, params) = Editor.place(inner, in: Self.intro.replacing("{name}", with: "{na|me}"))
    let answer = editor.ask(
      "textDocument/rename", String(params.dropLast()) + #","newName":"who"}"#)
    #expect(answer.at("result", "changes", "file://\(outer)")?.listValue.count == 1)
    #expect(answer.at("result", "changes", "file://\(inner)")?.listValue.count == 2)
    // A part that two projects take in.
    let part = try folder.write(
      "part.json", #"{ "cutlistPart": 1, "media": { "red": { "color": "red" } } }"#)
    func film(_ id: String) -> String {
      #"{ "cutlist": 1, "include": "part.json", "output": { "size": "64x36", "audio": false }, "#
        + #""tracks": [ { "video": [ { "clip": "red", "id": "\#(id)", "duration": "1s" } ] } ] }"#
    }
    let first = try folder.write("one.json", film("a"))
    let second = try folder.write("two.json", film("b"))
    editor.open(first, film("a"))
    editor.settle()
    let (_, place) = Editor.place(
      first, in: film("a").replacing("\"red\"", with: "\"r|ed\""))
    let changes = editor.ask(
      "textDocument/rename", String(place.dropLast()) + #","newName":"rose"}"#)
    for path in [part, first, second] {
      #expect(changes.at("result", "changes", "file://\(path)")?.listValue.count == 1, "\(path)")
    }
  }

  @Test(
    "names of parameters are offered where one may stand for a value, and where it is given one")
  func completion() throws {
    func labels(_ text: String) -> [String] {
      let (clean, params) = Editor.place(path, in: text)
      editor.change(path, nil, clean)
      let answer = editor.ask("textDocument/completion", params)
      return (answer.at("result", "items")?.listValue ?? []).compactMap { $0["label"]?.textValue }
    }
    #expect(
      labels(Self.main.replacing("\"with\": { \"guest\": \"Di\" }", with: "\"with\": { | }"))
        == ["guest"])
    #expect(
      labels(
        Self.main.replacing(
          "\"with\": { \"name\": \"Hello {guest}\" }", with: "\"with\": { \"|\" }"))
        == ["name"])
    #expect(
      labels(
        Self.main.replacing(
          "\"color\": { \"use\": \"tint\" } }\n      ]",
          with: "\"color\": { \"use\": \"|\" } }\n      ]"))
        == ["tint", "guest"])
    #expect(
      labels(Self.main.replacing("\"size\": \"64x36\"", with: "\"size\": { | }")).contains("use"))
  }
}

@Suite("What an editor is asked for, and what fits") struct EditorServiceTests {
  @Test(
    "an editor that tells of changed files is asked to, and only what matters is looked at again")
  func watchedFiles() throws {
    let folder = try ScratchFolder()
    let editor = Editor(watchesFiles: true)
    let asked = editor.messages.first { $0["method"]?.textValue == "client/registerCapability" }
    let method = asked?.at("params", "registrations")?.listValue.first?["method"]?.textValue
    #expect(method == "workspace/didChangeWatchedFiles")
    let path = folder.file("a.json")
    editor.open(
      path,
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 25, "audio": false },
        "media": { "s": "s.srt" }, "tracks": [ { "captions": [ { "clip": "s" } ] } ] }
      """)
    editor.settle()
    #expect(!editor.findings(path).isEmpty)
    func tell(_ name: String) {
      editor.tell(
        "workspace/didChangeWatchedFiles",
        "{\"changes\":[{\"uri\":\"file://\(folder.file(name))\",\"type\":1}]}")
    }
    tell("other.txt")
    #expect(!editor.server.hasWork)
    try folder.write("s.srt", "1\n00:00:00,000 --> 00:00:01,000\nA\n")
    tell("s.srt")
    #expect(editor.server.hasWork)
    editor.settle()
    #expect(editor.findings(path).allSatisfy { $0["severity"]?.integerValue != 1 })
  }

  @Test(
    "the longest duration that is offered for a transition is taken, and one frame more is not",
    arguments: [
      #"{ "transition": "push", "duration": ?, "handles": "freeze" }"#,
      #"{ "transition": "dip", "duration": ? }"#,
      #"{ "transition": "dissolve", "duration": ?, "mode": "overlap" }"#,
      #"{ "transition": "dissolve", "duration": ?, "align": "start" }"#,
    ])
  func transitions(_ transition: String) throws {
    let folder = try ScratchFolder()
    let path = folder.file("a.json")
    func text(_ duration: String) -> String {
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 25, "audio": false },
        "media": { "red": { "color": "red" }, "blue": { "color": "blue" } },
        "tracks": [ { "video": [
          { "clip": "red", "duration": "3s" },
          \(transition.replacing("?", with: duration)),
          { "clip": "blue", "duration": "2s" },
          { "transition": "dissolve", "duration": "1s" },
          { "clip": "red", "duration": "2s" } ] } ] }
      """
    }
    let editor = Editor()
    let (typed, params) = Editor.place(path, in: text("\"|\""))
    editor.open(path, typed)
    editor.settle()
    let answer = editor.ask("textDocument/completion", params)
    let items = answer.at("result", "items")?.listValue ?? []
    let longest = try #require(items.first?["label"]?.textValue)
    let frames = try #require(Int(longest.dropLast()))
    #expect(longest.hasSuffix("f"))
    func errors(_ duration: Int) -> Int {
      editor.change(path, nil, text("\"\(duration)f\""))
      editor.settle()
      return editor.findings(path).count { $0["severity"]?.integerValue == 1 }
    }
    #expect(errors(frames) == 0)
    #expect(errors(frames + 1) > 0)
  }

  private static let part = #"{ "cutlistPart": 1, "media": { "low": { "color": "blue" } } }"#

  @Test(
    "what is typed into a part counts while nothing of it is stored",
    arguments: [nil, ""] as [String?])
  func unsavedPart(_ stored: String?) throws {
    let folder = try ScratchFolder()
    let path = folder.file("a.json")
    let partPath = folder.file("part.json")
    if let stored { try folder.write("part.json", stored) }
    let editor = Editor()
    editor.open(
      path,
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 25, "audio": false },
        "include": "part.json",
        "tracks": [ { "video": [ { "clip": "low", "duration": "1s" } ] } ] }
      """)
    editor.settle()
    #expect(!editor.findings(path).isEmpty)
    editor.open(partPath, "")
    editor.settle()
    editor.change(partPath, nil, Self.part)
    editor.settle()
    #expect(editor.findings(path).isEmpty)
    // And what is stored counts again.
    editor.tell("textDocument/didClose", "{\"textDocument\":{\"uri\":\"file://\(partPath)\"}}")
    editor.settle()
    #expect(!editor.findings(path).isEmpty)
  }

  @Test("a part that is moved takes its paths along")
  func movedPart() throws {
    let folder = try ScratchFolder()
    try folder.write("looks/s.srt", "1\n00:00:00,000 --> 00:00:01,000\nA\n")
    let text = #"{ "cutlistPart": 1, "media": { "s": "../looks/s.srt" } }"#
    let partPath = try folder.write("acts/two.json", text)
    let path = folder.file("a.json")
    let editor = Editor()
    editor.open(path, #"{ "cutlist": 1, "include": "acts/two.json", "tracks": [] }"#)
    editor.settle()
    let answer = editor.ask(
      "workspace/willRenameFiles",
      """
      {"files":[{"oldUri":"file://\(partPath)","newUri":"file://\(folder.file("two.json"))"}]}
      """)
    func texts(_ path: String) -> [String?] {
      let edits = answer.at("result", "changes", "file://\(path)")?.listValue ?? []
      return edits.map { $0["newText"]?.textValue }
    }
    #expect(texts(path) == ["\"two.json\""])
    #expect(texts(partPath) == ["\"looks/s.srt\""])
    // With the whole folder they stay as they are, where they lead into it.
    let whole = editor.ask(
      "workspace/willRenameFiles",
      """
      {"files":[{"oldUri":"file://\(folder.file("acts"))","newUri":"file://\(folder.file("parts"))"}]}
      """)
    let edits = whole.at("result", "changes", "file://\(partPath)")?.listValue ?? []
    #expect(edits.isEmpty)
  }

  @Test("names of nothing are shown as something, and an item before another gets its comma")
  func nothingNamed() throws {
    let folder = try ScratchFolder()
    let path = folder.file("a.json")
    let text = """
      { "cutlist": 1, "media": { "red": { "color": "red" } }, "tracks": [
        { "id": "", "video": [
          |
          { "clip": "red", "id": " ", "duration": "1s" } ] },
        { "titles": [ { "text": " \\n ", "duration": "1s" } ] } ],
        "markers": [ { "name": "", "at": "0s" } ] }
      """
    let (clean, params) = Editor.place(path, in: text)
    let editor = Editor()
    editor.open(path, clean)
    let items = editor.ask("textDocument/completion", params).at("result", "items")?.listValue ?? []
    #expect(!items.isEmpty)
    #expect(items.allSatisfy { $0.at("textEdit", "newText")?.textValue?.hasSuffix(",") == true })
    func names(_ entries: [JSONValue]) -> [String] {
      entries.flatMap { [$0["name"]?.textValue ?? ""] + names($0["children"]?.listValue ?? []) }
    }
    let outline = editor.ask(
      "textDocument/documentSymbol", "{\"textDocument\":{\"uri\":\"file://\(path)\"}}")
    let all = names(outline["result"]?.listValue ?? [])
    #expect(all.count >= 8)
    #expect(all.allSatisfy { $0.contains { !$0.isWhitespace } })
  }
}
