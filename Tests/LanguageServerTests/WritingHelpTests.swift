import Diagnostics
import JSONRPC
import LanguageServer
import ScratchFolders
import Testing

@Suite("Help while writing") struct WritingHelpTests {
  private static let head = """
    { "cutlist": 1, "output": { "size": "64x36", "frameRate": 25, "audio": false },
      "media": { "red": { "color": "red" }, "blue": { "color": "#0000ff" } },
      "styles": { "soft": { "opacity": 0.5 } },
      "markers": [ { "at": "1s", "name": "chorus" } ],

    """

  private func items(_ tracks: String) throws -> [String] {
    let folder = try ScratchFolder()
    let path = folder.file("a.json")
    let (text, params) = Editor.place(path, in: Self.head + "  \"tracks\": [" + tracks + "] }")
    let editor = Editor()
    editor.open(path, text)
    editor.settle()
    let answer = editor.ask("textDocument/completion", params)
    return (answer.at("result", "items")?.listValue ?? []).compactMap { $0["label"]?.textValue }
  }

  @Test("keys of what is being written are offered, without those that are there or excluded")
  func keys() throws {
    let found = try items(#"{ "video": [ { "clip": "red", "duration": "1s", | } ] }"#)
    #expect(found.contains("speed"))
    #expect(found.contains("transition") == false)
    #expect(!found.contains("clip"))
    // At most one of "out", "duration" and "until".
    #expect(!found.contains("out"))
  }

  @Test("a name of media is completed, and so are words, styles and names in expressions")
  func values() throws {
    let media = try items(#"{ "video": [ { "clip": "r|" } ] }"#)
    #expect(media.contains("red") && media.contains("blue"))
    let words = try items(#"{ "video": [ { "clip": "red", "fit": "|" } ] }"#)
    #expect(words.contains("cover") && words.contains("contain"))
    let styles = try items(#"{ "video": [ { "clip": "red", "style": "|" } ] }"#)
    #expect(styles.contains("soft"))
    let times = try items(#"{ "video": [ { "clip": "red", "until": "{|" } ] }"#)
    #expect(times.contains("chorus") && times.contains("end"))
    let effects = try items(
      #"{ "video": [ { "clip": "red", "effects": [ { "effect": "|" } ] } ] }"#)
    #expect(effects.contains("blur"))
  }

  @Test("pointing at a key explains it, at a clip says when it is there")
  func hover() throws {
    let folder = try ScratchFolder()
    let path = folder.file("a.json")
    let tracks =
      #"{ "video": [ { "clip": "blue", "duration": "2s" }, |{ "clip": "red", "sp|eed": 1, "duration": "1s" } ] }"#
    let (once, first) = Editor.place(path, in: Self.head + "  \"tracks\": [" + tracks + "] }")
    let (text, second) = Editor.place(path, in: once)
    let editor = Editor()
    editor.open(path, text)
    editor.settle()
    let item = editor.ask("textDocument/hover", first).at("result", "contents", "value")?.textValue
    #expect(item?.contains("00:00:02:00 – 00:00:03:00") == true, "\(item ?? "nothing")")
    let key = editor.ask("textDocument/hover", second).at("result", "contents", "value")?.textValue
    #expect(key?.contains("slow motion") == true, "\(key ?? "nothing")")
  }

  @Test(
    "a name is renamed where it is given and where it is used, in other files and expressions too")
  func rename() throws {
    let folder = try ScratchFolder()
    let part = "{ \"cutlistPart\": 1, \"media\": { \"red\": { \"color\": \"red\" } } }\n"
    let partPath = try folder.write("media.json", part)
    let main = """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 25, "audio": false },
        "include": "media.json", "tracks": [
          { "video": [ { "clip": "re|d", "id": "a", "duration": "1s" } ] },
          { "titles": [ { "text": "x", "at": "{a.end - 5f}", "duration": "5f" } ] } ] }
      """
    let path = folder.file("main.json")
    let (text, params) = Editor.place(path, in: main)
    try folder.write("main.json", text)
    let editor = Editor()
    editor.open(path, text)
    editor.settle()
    let renamed = editor.ask(
      "textDocument/rename", String(params.dropLast()) + ",\"newName\":\"rose\"}")
    let changes = renamed.at("result", "changes")
    #expect(changes?["file://\(path)"]?.listValue.count == 1)
    #expect(changes?["file://\(partPath)"]?.listValue.count == 1)
    // An item whose new name is no word.
    let (_, item) = Editor.place(path, in: text.replacing("\"a\"", with: "\"|a\""))
    let odd = editor.ask(
      "textDocument/rename", String(item.dropLast()) + ",\"newName\":\"voice 2\"}")
    let texts = (odd.at("result", "changes", "file://\(path)")?.listValue ?? [])
      .compactMap { $0["newText"]?.textValue }
    #expect(texts == ["voice 2", "[voice 2]"])
    let places =
      editor.ask(
        "textDocument/definition", params)["result"]?.listValue ?? []
    #expect(places.map { $0["uri"]?.textValue } == ["file://\(partPath)"])
  }

  @Test("a media item that captions follow is renamed there too, from either place")
  func renameFollowed() throws {
    let folder = try ScratchFolder()
    let path = folder.file("a.json")
    try folder.write("s.srt", "1\n00:00:00,000 --> 00:00:01,000\nA\n")
    let main = """
      { "cutlist": 1, "media": { "film": { "color": "red" }, "s": "s.srt" }, "tracks": [
          { "video": [ { "clip": "fi|lm", "duration": "1s" } ] },
          { "captions": [ { "clip": "s", "follow": "film" } ] } ] }
      """
    let follow = main.replacing("fi|lm", with: "film")
      .replacing("\"follow\": \"film", with: "\"follow\": \"fi|lm")
    let editor = Editor()
    editor.open(path, Editor.place(path, in: main).0)
    editor.settle()
    for place in [main, follow] {
      let (_, params) = Editor.place(path, in: place)
      let renamed = editor.ask(
        "textDocument/rename", String(params.dropLast()) + ",\"newName\":\"rose\"}")
      #expect(renamed.at("result", "changes", "file://\(path)")?.listValue.count == 3)
    }
  }

  @Test("items show when they are there, also while the text is broken")
  func hints() throws {
    let folder = try ScratchFolder()
    let path = folder.file("a.json")
    let text =
      Self.head + #"  "tracks": [ { "video": [ { "clip": "red", "duration": "2s" } ] } ] }"#
    let editor = Editor()
    editor.open(path, text)
    editor.settle()
    let range = """
      {"textDocument":{"uri":"file://\(path)"},"range":{"start":{"line":0,"character":0},
      "end":{"line":99,"character":0}}}
      """
    func labels() -> [String] {
      (editor.ask("textDocument/inlayHint", range)["result"]?.listValue ?? [])
        .compactMap { $0["label"]?.textValue }
    }
    #expect(labels() == ["00:00:00:00–00:00:02:00"])
    editor.change(path, nil, text.replacing("\"cutlist\": 1,", with: "\"cutlist\": 1, \"media"))
    editor.settle()
    #expect(labels() == ["00:00:00:00–00:00:02:00"])
  }

  @Test("outline, folding, colours, links and layout are made of the text")
  func structure() throws {
    let folder = try ScratchFolder()
    try folder.write("p.json", "{ \"cutlistPart\": 1 }")
    let path = folder.file("a.json")
    let text = """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 25, "audio": false },
        "include": "p.json",
        "media": { "blue": { "color": "#0000ff" } },
        "tracks": [
          {
            "id": "picture",
            "video": [ { "clip": "blue", "duration": "2s" } ]
          }
        ] }

      """
    let editor = Editor()
    editor.open(path, text)
    editor.settle()
    let document = "{\"textDocument\":{\"uri\":\"file://\(path)\"}}"
    func list(_ method: String) -> [JSONValue] {
      editor.ask("textDocument/\(method)", document)["result"]?.listValue ?? []
    }
    let names = list("documentSymbol").compactMap { $0["name"]?.textValue }
    #expect(names == ["cutlist", "output", "include", "media", "tracks"])
    let track = list("documentSymbol").last?["children"]?.listValue.first
    #expect(track?["name"]?.textValue == "picture")
    #expect(track?["children"]?.listValue.first?["name"]?.textValue == "blue")
    #expect(list("foldingRange").contains { $0["startLine"]?.integerValue == 4 })
    #expect(list("documentColor").count == 1)
    #expect(list("documentLink").count == 1)
    let edits = list("formatting")
    #expect(edits.count == 1)
    #expect(edits.first?["newText"]?.textValue?.contains("picture") == true)
  }

  @Test("the paths of a file that is renamed follow it")
  func files() throws {
    let folder = try ScratchFolder()
    try folder.write("parts/p.json", "{ \"cutlistPart\": 1 }")
    let path = folder.file("a.json")
    let editor = Editor()
    editor.open(path, "{ \"cutlist\": 1, \"include\": \"parts/p.json\", \"tracks\": [] }")
    editor.settle()
    let answer = editor.ask(
      "workspace/willRenameFiles",
      """
      {"files":[{"oldUri":"file://\(folder.file("parts/p.json"))",
      "newUri":"file://\(folder.file("other/q.json"))"}]}
      """)
    let edits = answer.at("result", "changes", "file://\(path)")?.listValue ?? []
    #expect(edits.map { $0["newText"]?.textValue } == ["\"other/q.json\""])
  }
}
