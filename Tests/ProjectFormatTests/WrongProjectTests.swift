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
    var covered: Set<String> = []
    for name in Self.folder.names {
      for finding in compile(try Self.folder.source(name)).diagnostics {
        covered.insert(finding.id)
      }
    }
    // Files with thousands of mistakes too.
    covered.insert("too-many-findings")
    // Files of hundreds of megabytes are made up in the parser's own tests.
    covered.insert("json-size")
    // No other reader of JSON takes half of a pair, so it is not among these.
    covered.insert("half-pair")
    // Its id is made of the names of the parameter and the kind, `direction-of-dissolve`.
    covered.insert("parameter-of-other-kind")
    // There is one container and one codec of each kind: nothing can be chosen that does not fit.
    covered.formUnion(["codec-outside-container", "key-of-other-codec"])
    // Only files that are to be formatted are judged so.
    covered.insert("no-project")
    // What is more than a limit is tested with lower limits, of the command line.
    covered.formUnion([
      "movie-too-long", "too-many-drawn", "too-many-items", "too-many-layers", "too-many-tracks",
      "nested-items",
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
  private func messageIDs() throws -> [String] {
    var ids: [String] = []
    for file in Self.tables {
      ids += try functions(of: file).map { name in
        name.reduce(into: "") { id, character in
          id += character.isUppercase ? "-" + character.lowercased() : String(character)
        }
      }
    }
    for match in try source("Base/Diagnostics/JSON/JSONMessages").matches(of: /id: "([a-z-]+)"/) {
      ids.append(String(match.1))
    }
    return Array(Set(ids)).sorted()
  }

  private func functions(of file: String) throws -> [String] {
    try source(file).matches(of: /\n  static func (\w+)/).map { String($0.1) }
  }

  private func source(_ file: String) throws -> String {
    let url = ProjectFolder.package.appending(path: "Sources/\(file).swift")
    return try String(decoding: Data(contentsOf: url), as: UTF8.self)
  }
}
