import Diagnostics
import Foundation
import Testing

@testable import ProjectFormat

/// The manual's page of messages, made of the wrong projects on record.
@Suite struct MessagePageTests {
  private static let page = ProjectFolder.package.appending(
    path: "Sources/cutlist/CommandLineInterface/Manual.docc/EveryMessage.md")

  /// One finding of each id, the first in the order of the projects.
  private func examples() throws -> [MessageID: (finding: Diagnostic, line: String)] {
    var found: [MessageID: (finding: Diagnostic, line: String)] = [:]
    let folder = ProjectFolder("WrongProjects")
    for name in folder.names {
      let source = try folder.source(name)
      for finding in compile(source).diagnostics where found[finding.id] == nil {
        // A whole line of a project is too long for a page where nobody laid it out.
        let line =
          finding.range.isNone
          ? "" : source.text(in: finding.range).split(separator: "\n").first.map(String.init) ?? ""
        found[finding.id] = (finding, line.count <= 60 ? line : "")
      }
    }
    return found
  }

  private func text() throws -> String {
    let found = try examples()
    var page = MarkdownPage("Every message")
    page.text(
      "The word in brackets after a message is its ID: `--silence ID` hides warnings of that kind. "
        + "Each message is shown here with an example, and with the ways out that the program names."
    )
    page.heading("About projects")
    for id in MessageID.allCases.sorted() {
      guard let (finding, line) = found[id] else { continue }
      page.subheading("\(id)")
      let place = line.isEmpty ? "" : ", at `\(line.replacing("`", with: "'"))`"
      page.text("\(finding.severity.rawValue.capitalized)\(place): \(finding.message)")
      let ways = finding.fixes.map { "- \($0.message)" }.joined(separator: "\n")
      if !ways.isEmpty { page.text(ways) }
    }
    page.heading("About media, fonts, lock files, records and limits")
    page.text(
      "These depend on files and on the machine; their messages name the file, the reason and a way out."
    )
    page.text(
      MessageID.allCases.sorted().filter { found[$0] == nil }.map { "`\($0)`" }
        .joined(separator: ", "))
    return page.content
  }

  @Test("the manual's page of messages has each with an example of a wrong project")
  func page() throws {
    let text = try text()
    if ProcessInfo.processInfo.environment["CUTLIST_UPDATE_SNAPSHOTS"] == "1" {
      try Data(text.utf8).write(to: Self.page)
    }
    let recorded = try String(decoding: Data(contentsOf: Self.page), as: UTF8.self)
    #expect(
      recorded == text, "run the tests with CUTLIST_UPDATE_SNAPSHOTS=1 to write the page again")
    for id in MessageID.allCases { #expect(text.contains("\(id)")) }
  }
}
