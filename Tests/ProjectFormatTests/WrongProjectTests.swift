import Diagnostics
import Foundation
import ProjectFormat
import Testing
import TimelineModel

@Suite struct WrongProjectTests {
  static let folder = ProjectFolder("WrongProjects")

  /// The files that say what is found, in the sources.
  private static let tables = [
    "Project/ProjectFormat/ProjectMessages", "Project/ProjectFormat/ProjectMessages+Names",
    "Project/ProjectFormat/ProjectMessages+Times", "Project/TimelineModel/Rules/RuleMessages",
    "Project/TimelineModel/Rules/RuleMessages+Sound",
  ]

  @Test("a wrong project gives just the findings on record", arguments: folder.names)
  func findings(name: String) throws {
    let source = try Self.folder.source(name)
    let compilation = compile(source)
    let text = DiagnosticRenderer.text(compilation.diagnostics, in: source, color: false)
    #expect(text != "")
    #expect((compilation.timeline == nil) == compilation.diagnostics.containsErrors)
    #expect(try text == Self.folder.expected(name, now: text))
  }

  @Test("every id of a message has a wrong project")
  func coverage() throws {
    var covered: Set<MessageID> = []
    for name in Self.folder.names {
      for finding in compile(try Self.folder.source(name)).diagnostics {
        covered.insert(finding.id)
      }
    }
    // Files with thousands of mistakes too.
    covered.insert(.tooManyFindings)
    // Files of hundreds of megabytes are made up in the parser's own tests.
    covered.insert(.jsonSize)
    // No other reader of JSON takes half of a pair, so it is not among these.
    covered.insert(.halfPair)
    // Of an output that is asked for by its name.
    covered.insert(.unknownOutput)
    // Only files that are to be formatted are judged so.
    covered.insert(.noProject)
    // What is more than a limit is tested with lower limits, of the command line.
    covered.formUnion([
      .movieTooLong, .tooManyDrawn, .tooManyItems, .tooManyLayers, .tooManyTracks,
      .nestedItems,
    ])
    let missing = try messageIDs().filter { !covered.contains($0) }
    #expect(missing == [])
    #expect(Self.folder.names.count >= 60)
  }

  @Test("messages stand in the order of their names")
  func order() throws {
    for file in Self.tables {
      let names = try functions(of: file)
      #expect(names.count > 10)
      #expect(names == names.sorted())
    }
  }

  @Test("a fix that can be applied gives a project with fewer findings of its kind")
  func fixes() throws {
    // Mending one of more than a hundred mistakes leaves a hundred.
    for name in Self.folder.names where name != "json-too-many-errors" {
      let source = try Self.folder.source(name)
      let findings = compile(source).diagnostics
      for finding in findings {
        for fix in finding.fixes where !fix.edits.isEmpty {
          let bytes = try #require(source.applying(fix.edits), "\(name): \(fix.message)")
          let after = compile(SourceFile(path: name, bytes: bytes)).diagnostics
          let before = findings.count { $0.id == finding.id }
          #expect(after.count { $0.id == finding.id } < before, "\(name): \(fix.message)")
        }
      }
    }
  }

  /// The ids of all messages in the sources of the two modules.
  private func messageIDs() throws -> [MessageID] {
    let functions = try Self.tables.flatMap { try self.functions(of: $0) }
    let parser = try source("Base/Diagnostics/JSON/JSONMessages").matches(of: /id: \.(\w+)/)
    return MessageID.allCases.filter { id in
      functions.contains("\(id.function)") || parser.contains { $0.1 == id.function }
    }
  }

  @Test("a function that says something has the name of the id of what it says")
  func names() throws {
    for table in Self.tables {
      let pattern = /\n  static func (\w+)\((?:(?!\n  })[^🎬])*?(?:error|warning)\(\s*\.(\w+),/
      let found = try source(table).matches(of: pattern)
      #expect(found.count > 10)
      for match in found { #expect(match.1 == match.2) }
    }
  }

  private func functions(of file: String) throws -> [String] {
    try source(file).matches(of: /\n  static func (\w+)/).map { String($0.1) }
  }

  private func source(_ file: String) throws -> String {
    let url = ProjectFolder.package.appending(path: "Sources/\(file).swift")
    return try String(decoding: Data(contentsOf: url), as: UTF8.self)
  }
}
