import Diagnostics
import ProjectFormat
import SeededNumbers
import Testing

@Suite("parameters of a project")
struct ProjectParameterTests {
  private static let parameters = """
    "guest": { "type": "text", "default": "Ann" },
    "episode": { "type": "number", "default": 3, "minimum": 1, "maximum": 99 },
    "opening": { "type": "time", "default": "2s", "maximum": "10s" },
    "tint": { "type": "color", "default": "navy" },
    "mood": { "type": "choice", "of": ["calm", "loud"], "default": "calm" },
    "night": { "type": "boolean", "default": false },
    "file": { "type": "media", "default": "a.mov" }
    """

  /// A project whose values are written with parameters, or without.
  private func project(_ values: [String: String], parameters: String? = nil) -> String {
    func text(_ key: String, _ standard: String) -> String { values[key] ?? standard }
    return """
      { "cutlist": 1,
        \(parameters.map { "\"parameters\": { \($0) }," } ?? "")
        "output": { "size": "640x360", "frameRate": 25 },
        "media": { "a": \(text("file", "\"a.mov\"")), "c": { "color": \(text("tint", "\"navy\"")) } },
        "tracks": [
          { "video": [
            { "clip": "c", "duration": \(text("duration", "\"2.4s\"")) },
            \(text("night", ""))
            { "clip": "a", "in": \(text("in", "1.5")), "duration": "4s", "opacity": \(text("opacity", "0.75")),
              "position": \(text("position", "[\"30%\", 90]")) } ] },
          { "titles": [
            { "at": 0, "duration": "2s", "text": \(text("text", "\"x\"")), "size": \(text("size", "40")) }
            \(text("second", "")) ] } ] }
      """
  }

  private let used = [
    "file": "{ \"use\": \"file\" }", "tint": "{ \"use\": \"tint\" }",
    "duration": "\"{opening} + 10f\"", "in": "\"{episode} / 2\"", "opacity": "\"{episode} / 4\"",
    "night": "{ \"clip\": \"c\", \"duration\": \"1s\", \"when\": \"{night}\" },",
    "position": "[\"{episode * 10}%\", \"{episode} * 30\"]",
    "text": "\"{episode}: {guest}, {{{mood}}}, {opening}, {1/3}\"",
    "size": "{ \"use\": \"episode\" }",
    "second":
      ", { \"at\": 3, \"duration\": 1, \"text\": \"Loud\", \"when\": \"{mood == 'loud'}\" }",
  ]

  private func compiled(_ text: String, _ settings: [String: String] = [:]) -> (
    String, [Diagnostic]
  ) {
    let compilation = compile(SourceFile(path: "p.json", text: text), settings: settings)
    return (compilation.timeline.map { TimelineDump.text($0) } ?? "", compilation.diagnostics)
  }

  @Test("a project with parameters is the one with their values in their places")
  func values() {
    let (standard, findings) = compiled(project(used, parameters: Self.parameters))
    #expect(findings == [])
    let flat = [
      "text": "\"3: Ann, {calm}, 2s, 1/3\"", "size": "3", "in": "1.5", "opacity": "0.75",
    ]
    #expect(standard == compiled(project(flat)).0)
    #expect(!standard.isEmpty)

    let settings = [
      "guest": "Bo {x} \"y\"", "episode": "4", "opening": "50f", "tint": "#ff0000", "mood": "loud",
      "night": "true", "file": "b.mov",
    ]
    let given = compiled(project(used, parameters: Self.parameters), settings)
    #expect(given.1 == [])
    let other = [
      "file": "\"b.mov\"", "tint": "\"#ff0000\"", "duration": "\"60f\"", "in": "2",
      "opacity": "1", "night": "{ \"clip\": \"c\", \"duration\": \"1s\" },",
      "position": "[\"40%\", 120]", "text": "\"4: Bo {x} \\\"y\\\", {loud}, 50f, 1/3\"",
      "size": "4", "second": ", { \"at\": 3, \"duration\": 1, \"text\": \"Loud\" }",
    ]
    #expect(given.0 == compiled(project(other)).0)
  }

  @Test("a project without parameters keeps its braces, and its conditions count")
  func without() {
    let (text, findings) = compiled(project(["text": "\"{hello} }{\""]))
    #expect(findings.map(\.id) == [.bracesInText] && text.contains("{hello} }{"))
    #expect(compiled(project(["text": "\"{1, 2} { a }{\""])).1 == [])
    let hidden = ["night": "{ \"clip\": \"c\", \"duration\": \"1s\", \"when\": false },"]
    #expect(compiled(project(hidden)).0 == compiled(project([:])).0)
  }

  @Test(
    "what is wrong is told where it is written",
    arguments: [
      ("text", "\"{gest}\"", "\"{gest}\"", "there is no parameter 'gest'"),
      (
        "size", "{ \"use\": \"guest\" }", "{ \"use\": \"guest\" }",
        "expected a font size in pixels, found the string 'Ann'"
      ),
      ("size", "\"{guest} * 2\"", "\"{guest} * 2\"", "a text and a number cannot be multiplied"),
      ("in", "\"{episode} +\"", "\"{episode} +\"", "a value is expected, not 'the end'"),
      (
        "in", "\"{episode} / (3 - {episode})\"", "\"{episode} / (3 - {episode})\"",
        "divides by zero"
      ),
      ("text", "\"a } b\"", "\"a } b\"", "a '}' stands alone; write '}}' for one"),
      ("opacity", "\"{episode}\"", "\"{episode}\"", "from 0"),
    ])
  func mistakes(_ key: String, _ value: String, _ words: String, _ message: String) {
    var values = used
    values[key] = value
    let text = project(values, parameters: Self.parameters)
    let (_, findings) = compiled(text)
    let errors = findings.filter { $0.severity == .error }
    #expect(errors.count == 1, "\(findings)")
    let file = SourceFile(path: "p.json", text: text)
    #expect(errors.first.map { file.text(in: $0.range) } == words)
    #expect(
      errors.first.map { "\($0.message) \($0.label ?? "")".contains(message) } == true, "\(errors)")
    // What stands in the file is right: it is the parameter's value that is not.
    #expect(errors.allSatisfy { $0.fixes.allSatisfy { $0.edits.isEmpty || $0.isSpelling } })
  }

  @Test("values that are given are checked by their type and limits")
  func settings() {
    let text = project(used, parameters: Self.parameters)
    let table = [
      ("episode", "0", "0 is less than 1"), ("episode", "100", "100 is more than 99"),
      ("episode", "x", "'x' is no number"), ("opening", "11s", "11s is more than 10s"),
      ("opening", "soon", "'soon' is no time"), ("tint", "blau", "'blau' is not a colour"),
      ("mood", "sad", "'sad' is none of \"calm\", \"loud\""), ("night", "yes", "true or false"),
      ("file", "", "a path is never empty"), ("gest", "x", "there is no parameter 'gest'"),
    ]
    for (name, value, message) in table {
      let findings = compiled(text, [name: value]).1
      #expect(findings.count == 1 && findings[0].message.contains(message), "\(findings)")
    }
    let open = Self.parameters.replacing(", \"default\": \"Ann\"", with: "")
    let findings = compiled(project(used, parameters: open)).1
    #expect(findings.map(\.message) == ["the parameter 'guest' has no value"])
    #expect(compiled(project(used, parameters: open), ["guest": ""]).1 == [])
  }

  @Test("definitions are checked, and what nothing uses is warned of")
  func definitions() {
    let table = [
      ("\"a b\": { \"type\": \"text\" }", "no name for a parameter"),
      ("\"and\": { \"type\": \"text\" }", "no name for a parameter"),
      ("\"x\": { \"type\": \"txt\" }", "is not a type of parameter"),
      ("\"x\": { \"type\": \"choice\" }", "a choice needs the list of its words"),
      ("\"x\": { \"type\": \"text\", \"minimum\": 1 }", "has no \"minimum\""),
      ("\"x\": { \"type\": \"number\", \"default\": \"1\" }", "it is a number, not text"),
      ("\"x\": { \"type\": \"number\", \"default\": 3, \"maximum\": 2 }", "3 is more than 2"),
      ("\"x\": { \"type\": \"text\", \"default\": \"a\" }", "nothing uses the parameter 'x'"),
    ]
    for (definition, message) in table {
      let findings = compiled(project([:], parameters: definition)).1
      #expect(findings.contains { $0.message.contains(message) }, "\(definition): \(findings)")
    }
  }

  @Test("hundreds of sets of values give a timeline or findings, and never trap")
  func random() {
    var random = SeededGenerator(seed: 14)
    let nasty = [
      "", "0", "-1", "1e999", "9223372036854775807", "1/3", "00:00:01:99", "{guest}", "{{", "}",
      "\u{0}", "😀", String(repeating: "x", count: 5000), "true", "2s", "#fff", "loud", "4",
    ]
    let names = ["guest", "episode", "opening", "tint", "mood", "night", "file"]
    let text = project(used, parameters: Self.parameters)
    for _ in 0..<250 {
      var settings: [String: String] = [:]
      for name in names where Bool.random(using: &random) {
        settings[name] = nasty.randomElement(using: &random)
      }
      let (dump, findings) = compiled(text, settings)
      #expect(dump.isEmpty == findings.contains { $0.severity == .error }, "\(settings)")
    }
  }
}
