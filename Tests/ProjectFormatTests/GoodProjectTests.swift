import Diagnostics
import BaseValues
import ProjectFormat
import Testing
import TimelineModel

@Suite struct GoodProjectTests {
  static let folder = ProjectFolder("GoodProjects")

  @Test("a good project resolves to the timeline on record", arguments: folder.names)
  func resolves(name: String) throws {
    let source = try Self.folder.source(name)
    let compilation = compile(source)
    let findings = DiagnosticRenderer.text(compilation.diagnostics, in: source, color: false)
    #expect(findings == "")
    let timeline = try #require(compilation.timeline)
    let dump = TimelineDump.text(timeline)
    #expect(try dump == Self.folder.expected(name, now: dump))
  }

  @Test("there are good projects to look at")
  func exist() { #expect(Self.folder.names.count >= 6) }
}
