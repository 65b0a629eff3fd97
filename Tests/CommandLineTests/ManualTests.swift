import Foundation
import Testing

@Suite("The manual")
struct ManualTests {
  private static let package = GalleryProject.folder.deletingLastPathComponent()
  private static let folder = package.appending(
    path: "Sources/cutlist/CommandLineInterface/Manual.docc")
  private static let readme = package.appending(path: "README.md")

  /// The files of its pages, sorted.
  static let pages: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".md") }.sorted()

  private static func text(_ file: URL) throws -> String {
    try String(contentsOf: file, encoding: .utf8)
  }

  /// Prose and examples in turn; an example begins with its language.
  private static func parts(_ file: URL) throws -> [String] {
    try text(file).components(separatedBy: "```")
  }

  private static func prose(_ file: URL) throws -> String {
    let parts = try parts(file)
    return stride(from: 0, to: parts.count, by: 2).map { parts[$0] }.joined()
  }

  /// The anchors that forges give a page's headings.
  private static func anchors(_ file: URL) throws -> Set<String> {
    let headings = try prose(file).split(separator: "\n").filter { $0.hasPrefix("#") }
    return Set(
      headings.map { heading in
        let words = heading.drop { $0 == "#" }.dropFirst().lowercased()
        let kept = words.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
        return kept.replacing(" ", with: "-")
      })
  }

  /// Where a file's links lead that are no addresses.
  private static func links(_ file: URL) throws -> [String] {
    try prose(file).matches(of: #/\]\(([^)\s]+)\)/#).map { String($0.output.1) }
      .filter { !$0.contains("://") }
  }

  @Test("each of its pages is linked from the landing page")
  func landing() throws {
    #expect(Self.pages.count > 20)
    let linked = Set(try Self.links(Self.folder.appending(path: "Manual.md")))
    #expect(Self.pages.filter { $0 != "Manual.md" && !linked.contains($0) } == [])
  }

  /// The folder of the exact rules, and its pages.
  private static let rulesFolder = folder.appending(
    path: "../../../Project/ProjectFormat/ProjectFormat.docc"
  ).standardizedFileURL
  private static let rules =
    ((try? FileManager.default.contentsOfDirectory(atPath: rulesFolder.path)) ?? [])
    .filter { $0.hasSuffix("Rules.md") }.sorted()

  @Test("each page of rules is linked from Semantics and from the landing page")
  func rulesLanding() throws {
    #expect(Self.rules.count > 10)
    let linked = [
      Self.rulesFolder.appending(path: "Semantics.md"), Self.folder.appending(path: "Manual.md"),
    ]
    for page in linked {
      let names = Set(
        try Self.links(page).map {
          URL(filePath: String($0.split(separator: "#")[0])).lastPathComponent
        })
      #expect(Self.rules.filter { !names.contains($0) } == [], "\(page.lastPathComponent)")
    }
  }

  @Test(
    "a page of rules is no longer than one can read, and its links lead somewhere", arguments: rules
  )
  func rulesPages(_ page: String) throws {
    let file = Self.rulesFolder.appending(path: page)
    let words = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isWhitespace)
    #expect(words.count <= 2500)
    try followLinks(file)
  }

  @Test("the links of Semantics lead to pages, and to headings that they have")
  func semanticsLinks() throws { try followLinks(Self.rulesFolder.appending(path: "Semantics.md")) }

  @Test("the README's links lead to files, and to headings that they have")
  func readmeLinks() throws { try followLinks(Self.readme) }

  @Test("a page's links lead to files, and to headings that they have", arguments: pages)
  func pageLinks(_ page: String) throws { try followLinks(Self.folder.appending(path: page)) }

  private func followLinks(_ file: URL) throws {
    for link in try Self.links(file) {
      let halves = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let path = String(halves[0])
      let target =
        path.isEmpty
        ? file : file.deletingLastPathComponent().appending(path: path).standardizedFileURL
      let exists = FileManager.default.fileExists(atPath: target.path)
      #expect(exists, "\(file.lastPathComponent): \(link)")
      guard exists, halves.count == 2, path.isEmpty || path.hasSuffix(".md") else { continue }
      let anchors = try Self.anchors(target)
      #expect(anchors.contains(String(halves[1])), "\(file.lastPathComponent): \(link)")
    }
  }

  @Test("the README's projects have no findings but of media that are not there")
  func readmeProjects() throws {
    #expect(try checkProjects(Self.readme) == 1)
  }

  @Test("a page's projects have no findings but of media that are not there", arguments: pages)
  func pageProjects(_ page: String) throws {
    _ = try checkProjects(Self.folder.appending(path: page))
  }

  /// Checks every example that is a whole project.
  ///
  /// - Returns: How many there are.
  private func checkProjects(_ file: URL) throws -> Int {
    let projects = try Self.parts(file).filter {
      $0.hasPrefix("json\n{") && $0.contains("\"cutlist\": 1")
    }
    let sandbox = try Sandbox(readsApart: false)
    for project in projects {
      let path = try sandbox.write("day.json", String(project.dropFirst("json\n".count)))
      let outcome = sandbox.run("check", path)
      let said = outcome.output + outcome.messages
      let findings = said.split(separator: "\n").filter {
        ($0.contains(": error: ") || $0.contains(": warning: "))
          && !$0.hasSuffix("[media-not-found]")
      }
      #expect(findings == [], "\(file.lastPathComponent)")
      #expect([0, 3].contains(outcome.status), "\(file.lastPathComponent): \(said)")
    }
    return projects.count
  }

  @Test("the README is short")
  func size() throws {
    #expect(try Data(contentsOf: Self.readme).count <= 10_000)
  }
}
