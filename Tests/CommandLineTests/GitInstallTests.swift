import Foundation
import Testing

@testable import CommandLineInterface

@Suite("cutlist git")
struct GitInstallTests {
  private func configuration(_ sandbox: Sandbox) throws -> String {
    try sandbox.git(in: "films", "config", "--local", "--list").output
  }

  private func run(_ sandbox: Sandbox, _ words: String...) throws -> Outcome {
    try RunningProgram(
      words,
      environment: [
        "GIT_CONFIG_GLOBAL": sandbox.file("person.config"), "HOME": sandbox.path,
        "XDG_CONFIG_HOME": "",
      ],
      folder: sandbox.file("films")
    ).wait()
  }

  @Test("what is installed is taken away again, and nothing else")
  func installAndUninstall() throws {
    let sandbox = try Sandbox.withRepository()
    try sandbox.commit(
      [
        ".gitattributes": "*.png binary\n", "day.json": SmallEdit().text, "settings.json": "{}\n",
        "more cuts/one.json": SmallEdit().text, "more cuts/two.json": SmallEdit().text,
      ], "first")
    let before = try configuration(sandbox)
    let outcome = try run(sandbox, "git", "install")
    #expect(outcome.status == 0)
    let attributes = try sandbox.stored(".gitattributes")
    #expect(attributes.hasPrefix("*.png binary\n"))
    #expect(attributes.contains("\n/day.json diff=cutlist merge=cutlist\n"))
    #expect(outcome.messages.contains("needs 'cutlist git install' again"))
    #expect(attributes.contains("\n\"/more cuts/**/*.json\" diff=cutlist merge=cutlist\n"))
    #expect(attributes.contains("\n\"/more cuts/**/golden/*frames.txt\" merge=cutlist-golden\n"))
    #expect(!attributes.contains("settings"))
    #expect(try configuration(sandbox).contains("merge.cutlist.driver='/"))
    #expect(outcome.messages.contains("/day.json diff=cutlist"))

    let installed = try configuration(sandbox)
    #expect(try run(sandbox, "git", "install").messages.contains("all is set already"))
    #expect(try configuration(sandbox) == installed)
    #expect(try sandbox.stored(".gitattributes") == attributes)

    #expect(try run(sandbox, "git", "uninstall").status == 0)
    #expect(try configuration(sandbox) == before)
    #expect(try sandbox.stored(".gitattributes") == "*.png binary\n")
    #expect(!FileManager.default.fileExists(atPath: sandbox.file("person.config")))
  }

  @Test("with --global nothing is written to the repository")
  func global() throws {
    let sandbox = try Sandbox.withRepository()
    let before = try configuration(sandbox)
    #expect(try run(sandbox, "git", "install", "--global", "*.cut.json").status == 0)
    #expect(try configuration(sandbox) == before)
    #expect(!FileManager.default.fileExists(atPath: sandbox.file("films/.gitattributes")))
    let person = try String(contentsOfFile: sandbox.file("person.config"), encoding: .utf8)
    #expect(person.contains("[merge \"cutlist\"]"))
    let path = sandbox.file(".config/git/attributes")
    let attributes = try String(contentsOfFile: path, encoding: .utf8)
    #expect(attributes.contains("*.cut.json diff=cutlist merge=cutlist\n**/golden/*plan.txt"))
    #expect(try run(sandbox, "git", "uninstall", "--global").status == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
    let after = try String(contentsOfFile: sandbox.file("person.config"), encoding: .utf8)
    #expect(!after.contains("cutlist"))
  }

  @Test("a project that is renamed or new stays one, where there is nothing else in its folder")
  func renamedProject() throws {
    let sandbox = try Sandbox.withRepository()
    try sandbox.commit(
      ["edits/day.json": SmallEdit().text, "package.json": "{}\n"], "first")
    let first = try run(sandbox, "git", "install")
    #expect(first.status == 0 && !first.messages.contains("note:"), "\(first.messages)")
    func driver(_ path: String) throws -> String {
      try sandbox.git(in: "films", "check-attr", "merge", "--", path).output
    }
    #expect(try driver("edits/night.json") == "edits/night.json: merge: cutlist\n")
    #expect(
      try driver("edits/golden/night.frames.txt")
        == "edits/golden/night.frames.txt: merge: cutlist-golden\n")
    #expect(try driver("package.json") == "package.json: merge: unspecified\n")
    try sandbox.commit(["edits/settings.json": "{}\n"], "another JSON file")
    let second = try run(sandbox, "git", "install")
    #expect(second.messages.contains("/edits/day.json diff=cutlist"), "\(second.messages)")
    #expect(
      second.messages.contains(
        "renamed or new there needs 'cutlist git install' again"), "\(second.messages)")
  }

  @Test("patterns that git reads as something else are refused, and nothing is written")
  func wrongPatterns() throws {
    let sandbox = try Sandbox.withRepository()
    let before = try configuration(sandbox)
    for (pattern, reason) in [
      ("[attr]foo", "git reads '[attr]' as the definition of an attribute"),
      ("edits/", "write 'edits/**'"), ("./a.json", "no '.' or '..'"),
    ] {
      let outcome = try run(sandbox, "git", "install", "*.json", pattern)
      #expect(outcome.status == 2 && outcome.messages.contains(reason), "\(outcome.messages)")
    }
    #expect(try configuration(sandbox) == before)
    #expect(!sandbox.exists("films/.gitattributes"))
  }

  @Test("a bare repository has versions to compare, and nowhere to install")
  func bare() throws {
    let sandbox = try Sandbox.withRepository()
    try sandbox.commit(["day.json": SmallEdit().text], "first")
    try sandbox.commit(
      [
        "day.json": SmallEdit.changed {
          $0.titles[0] = $0.titles[0].replacing("Day", with: "Night")
        }
      ],
      "second")
    try sandbox.git("clone", "--quiet", "--bare", "films", "films.git")
    let folder = sandbox.file("films.git")
    let diff = try RunningProgram(
      ["diff", "HEAD~1:day.json", "HEAD:day.json"], folder: folder
    ).wait()
    #expect(diff.status == 1 && diff.output.contains("frames differ"), "\(diff.messages)")
    let install = try RunningProgram(["git", "install"], folder: folder).wait()
    #expect(install.status == 2 && install.messages.contains("has no working tree here"))
    #expect(try !sandbox.names("films.git").contains(".gitattributes"))
    let uninstall = try RunningProgram(["git", "uninstall"], folder: folder).wait()
    #expect(uninstall.status == 2)
  }

  @Test("outside of a repository there is nothing to install into")
  func noRepository() throws {
    let sandbox = try Sandbox()
    let outcome = try RunningProgram(
      ["git", "install"], environment: ["GIT_CEILING_DIRECTORIES": "/"], folder: sandbox.path
    ).wait()
    #expect(outcome.status == 2)
    #expect(outcome.messages == "cutlist: the current folder is in no git repository\n")
    #expect(try RunningProgram(["git", "instal"]).wait().status == 2)
  }
}
