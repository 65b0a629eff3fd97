import Diagnostics
import Foundation
import PictureKinds
import Testing

@testable import ProjectFormat

@Suite struct SchemaTests {
  static let file = ProjectFolder.package.appending(path: "Schemas/cutlist-1.schema.json")

  @Test("the schema on record is the one the readers' tables give")
  func isCurrent() throws {
    let text = ProjectSchema.text
    if ProcessInfo.processInfo.environment["CUTLIST_UPDATE_SNAPSHOTS"] == "1" {
      try Data(text.utf8).write(to: Self.file)
    }
    let recorded = try String(decoding: Data(contentsOf: Self.file), as: UTF8.self)
    #expect(
      recorded == text,
      "run the tests with CUTLIST_UPDATE_SNAPSHOTS=1 to write Schemas/cutlist-1.schema.json again")
  }

  @Test("the schema is JSON, and every key has a description and allows no others beside it")
  func isComplete() throws {
    let schema = try object(JSONSerialization.jsonObject(with: Data(ProjectSchema.text.utf8)))
    let definitions = try object(schema["$defs"])
    #expect(definitions.count > 20)
    // What stands for values in any place is no object.
    for (name, definition) in definitions
    where name != "fx" && !name.contains(".") {
      let definition = try object(definition)
      #expect(definition["additionalProperties"] as? Bool == false, "\(name)")
      for (key, property) in try object(definition["properties"]) {
        // The word that chooses an object is described where there is the choice.
        if property as? Bool == true { continue }
        let property = try resolved(object(property), definitions)
        #expect((property["description"] as? String)?.isEmpty == false, "\(name).\(key)")
        #expect(property["examples"] is [Any], "\(name).\(key)")
      }
    }
  }

  @Test("the words of other programs are listed for objects that the format has")
  func foreignKeys() throws {
    let schema = try object(JSONSerialization.jsonObject(with: Data(ProjectSchema.text.utf8)))
    let names = Set(try object(schema["$defs"]).keys).union(["project"])
    #expect(ForeignKey.tables.count > 20)
    #expect(Set(ForeignKey.tables.keys).subtracting(names) == [])
    // What a word is said to mean is a key.
    var keys = Set(try object(schema["properties"]).keys)
    for definition in try object(schema["$defs"]).values {
      if let properties = try object(definition)["properties"] {
        keys.formUnion(try object(properties).keys)
      }
    }
    let ours = Set(ForeignKey.tables.values.flatMap { $0.joined().compactMap(\.ours) })
    #expect(ours.subtracting(keys).sorted() == [])
  }

  /// Findings that a schema can have an opinion on. All others are about names that have to exist,
  /// about times that depend on each other, or about media.
  static let structural: Set<MessageID> = [
    .planGiven, .noProject,
    .conflictingKeys, .emptyText, .missingKey, .pictureKeyInAudio, .unknownForm,
    .unknownKey, .unknownName, .unknownVersion, .wrongCount, .wrongTrackKind,
    .wrongType,
  ]

  /// Findings about single values, some of which a schema sees and some not: a colour's name it
  /// knows, how many digits a number may have it does not.
  static let value: Set<MessageID> = [
    .colorSyntax, .frameRateSyntax, .numberOutOfRange, .numberTooFine, .oddSize,
    .timeOutOfRange, .timeSyntax,
  ]

  @Test(
    "the examples of every key are right by the schema",
    .enabled(if: Python.hasJSONSchema, "needs jsonschema"))
  func examples() throws {
    let schema = try object(JSONSerialization.jsonObject(with: Data(ProjectSchema.text.utf8)))
    var cases: [[String: Any]] = []
    let definitions = try object(schema["$defs"])
    for (name, definition) in definitions
    where name != "fx" && !name.contains(".") {
      for (key, property) in try object(object(definition)["properties"]) {
        if property as? Bool == true { continue }
        let property = try resolved(object(property), definitions)
        for value in (property["examples"] as? [Any] ?? [])
          + [property["default"]].compactMap({ $0 })
        {
          cases.append(["pointer": "#/$defs/\(name)/properties/\(key)", "value": value])
        }
      }
    }
    #expect(cases.count > 100)
    #expect(try Python.invalid(cases) == [])
  }

  @Test(
    "the schema and the readers agree on every project on record",
    .enabled(if: Python.hasJSONSchema, "needs jsonschema"))
  func agreement() throws {
    var cases: [[String: Any]] = []
    var names: [String] = []
    var expected: [String] = []
    var possible: [String] = []
    for folder in [ProjectFolder("GoodProjects"), ProjectFolder("WrongProjects")] {
      for name in folder.names {
        let source = try folder.source(name)
        let ids = Set(compile(source).diagnostics.filter { $0.severity == .error }.map(\.id))
        // What is no JSON is nothing for a schema.
        guard !ids.contains(where: { $0.rawValue.hasPrefix("json-") || $0 == .unfinishedMerge })
        else {
          continue
        }
        let value = try JSONSerialization.jsonObject(with: Data(source.bytes))
        cases.append(["pointer": "#", "value": value])
        names.append(name)
        if !ids.isDisjoint(with: Self.structural) { expected.append(name) }
        if !ids.isDisjoint(with: Self.structural.union(Self.value)) { possible.append(name) }
      }
    }
    let invalid = Set(try Python.invalid(cases).map { names[$0] })
    // A style or a default could give what is missing there.
    let open = ["title-without-content", "title-without-length"]
    let missed = expected.filter { !invalid.contains($0) && !open.contains($0) }
    #expect(missed == [])
    #expect(invalid.subtracting(possible) == [])
    let good = ProjectFolder("GoodProjects").names.filter { invalid.contains($0) }
    #expect(good == [])
    let silent = names.filter { !invalid.contains($0) }
    #expect(silent.count > 20, "projects whose mistakes are beyond a schema")
  }

  /// A key, with what it refers to where several objects have it.
  private func resolved(
    _ property: [String: Any], _ definitions: [String: Any]
  ) throws -> [String: Any] {
    guard let name = property["$ref"] as? String, name.hasPrefix("#/$defs/k.") else {
      return property
    }
    return try object(definitions[String(name.dropFirst("#/$defs/".count))])
  }

  @Test("editors can explain every word of a list, but for names that say all")
  func words() throws {
    let schema = try object(JSONSerialization.jsonObject(with: Data(ProjectSchema.text.utf8)))
    var lists: [[String]: [String]] = [:]
    var silent: Set<[String]> = []
    func look(_ value: Any) throws {
      if let items = value as? [Any] { for item in items { try look(item) } }
      guard let members = value as? [String: Any] else { return }
      if let words = members["enum"] as? [String] {
        if let texts = members["enumDescriptions"] as? [String] {
          #expect(texts.count == words.count)
          lists[words] = texts
        } else if words.count > 1 {
          silent.insert(words)
        }
      }
      for (key, member) in members where !["default", "examples"].contains(key) { try look(member) }
    }
    try look(schema)
    // CSS: `cover` fills the box, and what is beyond is clipped.
    let fit = try #require(lists.keys.first { $0.contains("contain") && $0.contains("cover") })
    let cover = try #require(fit.firstIndex(of: "cover"))
    #expect(lists[fit]?[cover].contains("cut off") == true)
    #expect(lists.keys.contains { $0.contains("ease-in-out-back") && $0.contains("spring") })
    #expect(lists.keys.contains { $0.contains("multiply") })
    #expect(lists.keys.contains { $0.contains("iris-circle") })
    #expect(lists.keys.contains { $0 == ["error", "conceal"] })
    // Colours, profiles of codecs, and numbers of effects.
    for words in silent {
      let isName =
        words.contains("teal") || words.contains("hq") || words.contains("main")
        || words.contains("dnxhr_hq") || words.contains("zerolatency")
        || EffectNumbers.all.isSuperset(of: words)
      #expect(isName, "\(words)")
    }
  }

  @Test("every key since 0.1.0 says so, and none of the first ones")
  func since() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Support/Keys-0.1.0.txt")
    var first: [String: Set<Substring>] = [:]
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let halves = line.split(separator: ":")
      first[String(halves[0])] = Set(halves[1].split(separator: " "))
    }
    #expect(first.count > 120)
    var collector = DescriptionCollector()
    collector.collect(ProjectReader.description)
    collector.collect(PartReader.description)
    var count = 0
    for object in collector.definitions {
      for key in object.keys {
        // What a new object shares with others is as new as the key that takes it.
        if first[object.name] == nil, key.since == nil {
          count += 1
          continue
        }
        let isFirst = first[object.name]?.contains(key.name[...]) ?? false
        let words = "\(object.name).\(key.name): say which version brings it, since: \"0.2.0\""
        #expect((key.since == nil) == isFirst, "\(words)")
        count += 1
      }
    }
    #expect(count > 900)
  }

  @Test("the schema is small enough for editors, and says nothing twice at length")
  func size() {
    #expect(ProjectSchema.text.utf8.count < 250_000)
    #expect(ProjectSchema.partText.utf8.count < 250_000)
  }

  private func object(_ value: Any?) throws -> [String: Any] {
    try #require(value as? [String: Any])
  }
}

/// Names of the numbers of effects that can be animated, which the effects' own keys explain.
private enum EffectNumbers {
  static let all = Set(EffectKind.all.flatMap { $0.parameters.map(\.name) })
}

/// Python's `jsonschema`, where it is installed.
enum Python {
  static let hasJSONSchema = interpreter != nil

  /// Debian's own before one that only some users may run.
  private static let interpreter: [String]? = [
    ["/usr/bin/python3"], ["/usr/bin/env", "python3"],
  ].first { words in
    (try? run("import jsonschema; jsonschema.Draft7Validator", by: words, input: Data())) != nil
  }

  /// The places of the cases that the schema rejects; each has a `pointer` into the schema and a
  /// `value`.
  static func invalid(_ cases: [[String: Any]]) throws -> [Int] {
    let script = """
      import json, sys, jsonschema
      data = json.load(sys.stdin)
      schema = data["schema"]
      jsonschema.Draft7Validator.check_schema(schema)
      bad = []
      for i, case in enumerate(data["cases"]):
          part = schema if case["pointer"] == "#" else {
              "$ref": case["pointer"], "$defs": schema["$defs"]}
          if not jsonschema.Draft7Validator(part).is_valid(case["value"]):
              bad.append(i)
      print(json.dumps(bad))
      """
    let schema = try JSONSerialization.jsonObject(with: Data(ProjectSchema.text.utf8))
    let input = try JSONSerialization.data(withJSONObject: ["schema": schema, "cases": cases])
    let output = try run(script, by: try #require(interpreter), input: input)
    return try #require(JSONSerialization.jsonObject(with: output) as? [Int])
  }

  private struct Failed: Error {}

  private static func run(_ script: String, by words: [String], input: Data) throws -> Data {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    try input.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(filePath: words[0])
    process.arguments = words.dropFirst() + ["-c", script]
    process.standardInput = try FileHandle(forReadingFrom: file)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed() }
    return data
  }
}
