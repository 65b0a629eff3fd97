import Foundation
import Testing

@testable import CommandLineInterface

@Suite struct RelinkCommandTests {
  private func move(_ sandbox: Sandbox, _ from: String, _ to: String) throws {
    try FileManager.default.moveItem(atPath: sandbox.file(from), toPath: sandbox.file(to))
  }

  private func relink(_ sandbox: Sandbox, _ more: String...) -> Outcome {
    sandbox.run(
      ["relink", sandbox.file("work/cut.json"), "--cache", sandbox.cache] + more)
  }

  @Test("what was moved and renamed is found by its content, and all else in the project stays")
  func moved() throws {
    let sandbox = try SourceFiles.sandbox()
    let project = sandbox.file("work/cut.json")
    #expect(sandbox.run("lock", project, "--no-cache").status == 0)
    try sandbox.makeFolder("away/deep")
    try move(sandbox, "footage/clip.mp4", "away/deep/ünser film.mp4")
    try move(sandbox, "footage/shots", "away/shots")
    for number in 1...3 {
      try move(sandbox, "away/shots/shot-000\(number).png", "away/shots/take_\(number)b.png")
    }
    // Others of the same size, and of the same form.
    var other = try sandbox.bytes("away/deep/ünser film.mp4")
    other[100] ^= 1
    try sandbox.write("away/clip.mp4", other)
    try sandbox.write("away/shots/shot-0001.png", "x")
    #expect(relink(sandbox).status == 2)
    #expect(relink(sandbox, project).messages.contains("is not a folder"))

    let offer = relink(sandbox, sandbox.file("away"))
    #expect(offer.status == 0, "\(offer.messages)")
    #expect(try sandbox.text("work/cut.json") == SourceFiles.project)
    #expect(
      offer.messages.contains(
        "'clip': '../footage/clip.mp4' is '../away/deep/ünser film.mp4' now, by its content"))
    let write = relink(sandbox, sandbox.file("away"), "--write")
    #expect(write.status == 0 && write.output.isEmpty)
    let expected = SourceFiles.project
      .replacing("../footage/clip.mp4", with: "../away/deep/ünser film.mp4")
      .replacing("../footage/shots/shot-%04d.png", with: "../away/shots/take_%db.png")
    #expect(try sandbox.text("work/cut.json") == expected)
    #expect(offer.output.hasPrefix("--- \(project)\n+++ \(project)\n@@ "))
    #expect(offer.output.contains("+  \"media\": { \"clip\": \"../away/deep/ünser film.mp4\","))

    // The content is what was locked, the paths are others.
    let check = sandbox.run("check", "--locked", project, "--no-cache")
    #expect(
      check.status == 0 && check.messages.contains("0 errors, 2 warnings"), "\(check.messages)")
    #expect(relink(sandbox, sandbox.file("away")).messages.hasSuffix("nothing is missing\n"))
  }

  @Test(
    "media that were moved are the same for a test of the movie and for a comparison with before",
    arguments: [true, false])
  func sameContent(_ isLocked: Bool) async throws {
    let sandbox = try SourceFiles.sandbox()
    let project = sandbox.file("work/cut.json")
    func run(_ words: String...) throws -> Outcome {
      try RunningProgram(words, environment: ["XDG_CACHE_HOME": sandbox.cache]).wait()
    }
    // Files that were just written are not remembered.
    if !isLocked { try await Task.sleep(for: .seconds(3)) }
    #expect(try run("test", "--update", project).status == 0)
    if isLocked { #expect(try run("lock", project).status == 0) }
    try sandbox.git("init", "--quiet", "--initial-branch=main")
    try sandbox.git("add", "work")
    try sandbox.git("commit", "--quiet", "--message", "first")
    try sandbox.makeFolder("away")
    try move(sandbox, "footage/clip.mp4", "away/film.mp4")
    if isLocked { try move(sandbox, "footage/shots", "away/shots") }
    #expect(try run("relink", project, sandbox.file("away"), "--write").status == 0)

    let test = try run("test", project)
    #expect(test.status == 0, "\(test.output)")
    let diff = try run("diff", project)
    #expect(diff.status == 1, "\(diff)")
    #expect(diff.output.contains("'clip' ../away/film.mp4 (was ../footage/clip.mp4)"), "\(diff)")
    #expect(diff.output.hasSuffix("no frame and no sound differs\n"), "\(diff)")
    // Another content under the new path is another movie.
    let other = try sandbox.write(
      "o.json",
      Projects.counter(seconds: 1, rate: "10", clip: 2, size: "64x36", gop: 5))
    try #require(
      run("render", other, "-o", sandbox.file("away/film.mp4"), "--force", "--no-cache")
        .status == 0)
    #expect(try run("test", project).status == 1)
    let changed = try run("diff", project)
    #expect(!changed.output.contains("no frame and no sound differs"), "\(changed)")
  }

  @Test("what is there and is not what was locked is looked for, too")
  func drifted() throws {
    let sandbox = try SourceFiles.sandbox()
    let project = sandbox.file("work/cut.json")
    #expect(sandbox.run("lock", project, "--no-cache").status == 0)
    try sandbox.makeFolder("old")
    for name in ["clip.mp4", "shots"] { try move(sandbox, "footage/\(name)", "old/\(name)") }
    try sandbox.makeFolder("footage/shots")
    try sandbox.write("footage/clip.mp4", sandbox.bytes("old/shots/shot-0001.png"))
    for number in 1...3 {
      try sandbox.write(
        "footage/shots/shot-000\(number).png", sandbox.bytes("old/shots/shot-0001.png"))
    }
    let outcome = relink(sandbox, sandbox.file("footage"), sandbox.file("old"), "--write")
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(
      try sandbox.text("work/cut.json")
        == SourceFiles.project.replacing("../footage/clip", with: "../old/clip")
        .replacing("../footage/shots", with: "../old/shots"))
  }

  @Test("of several with one content the namesake is taken, then the nearest, then the first")
  func several() throws {
    let sandbox = try SourceFiles.sandbox()
    let project = sandbox.file("work/cut.json")
    #expect(sandbox.run("lock", project, "--no-cache").status == 0)
    let clip = try sandbox.bytes("footage/clip.mp4")
    try FileManager.default.removeItem(atPath: sandbox.file("footage/clip.mp4"))
    func found() throws -> String {
      let outcome = relink(sandbox, sandbox.path)
      #expect(outcome.status == 0, "\(outcome.messages)")
      return try String(#require(outcome.messages.firstMatch(of: /' is '([^']*)' now/)).1)
    }
    try sandbox.makeFolder("z/far/away")
    try sandbox.write("z/far/away/b.mp4", clip)
    #expect(try found() == "../z/far/away/b.mp4")
    try sandbox.write("z/b.mp4", clip)
    #expect(try found() == "../z/b.mp4")
    try sandbox.write("z/a.mp4", clip)
    #expect(try found() == "../z/a.mp4")
    try sandbox.write("footage/c.mp4", clip)
    #expect(try found() == "../footage/c.mp4")
    try sandbox.write("z/far/away/clip.mp4", clip)
    #expect(try found() == "../z/far/away/clip.mp4")
  }

  @Test("without a lock the cache tells the content, and without that the name alone")
  func unlocked() async throws {
    let sandbox = try SourceFiles.sandbox()
    let project = sandbox.file("work/cut.json")
    // Files that were just written are not remembered.
    try await Task.sleep(for: .seconds(3))
    #expect(sandbox.run("check", project, "--cache", sandbox.cache).status == 0)
    try FileManager.default.moveItem(
      atPath: sandbox.file("footage"), toPath: sandbox.file("moved"))
    try move(sandbox, "moved/clip.mp4", "moved/other name.mp4")
    let outcome = relink(sandbox, sandbox.file("moved"))
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(outcome.messages.contains("is '../moved/other name.mp4' now, by its content"))
    #expect(outcome.messages.contains("is '../moved/shots/shot-%04d.png' now, by its name alone"))

    // Nothing is known of what was never seen.
    let cold = sandbox.run("relink", project, sandbox.file("moved"), "--no-cache")
    #expect(cold.status == 1 && cold.messages.contains("[relink-not-found]"))
    #expect(cold.messages.contains("cut.json:3:"))
    try move(sandbox, "moved/other name.mp4", "moved/clip.mp4")
    #expect(sandbox.run("relink", project, sandbox.file("moved"), "--no-cache").status == 0)
    // Two of the name and not the same: neither.
    try sandbox.makeFolder("moved/again")
    try sandbox.write("moved/again/clip.mp4", "other")
    let two = sandbox.run("relink", project, sandbox.file("moved"), "--no-cache")
    #expect(two.status == 1 && two.messages.contains("of its name, but not all the same: "))
  }

  @Test("what is found is taken though something else is not, and that is told by name")
  func some() throws {
    let sandbox = try SourceFiles.sandbox()
    let project = sandbox.file("work/cut.json")
    #expect(sandbox.run("lock", project, "--no-cache").status == 0)
    try sandbox.makeFolder("new")
    try move(sandbox, "footage/clip.mp4", "new/clip.mp4")
    try FileManager.default.removeItem(atPath: sandbox.file("footage/shots/shot-0003.png"))
    // Loops, folders that may not be read and what is no file are passed by.
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.file("new/loop"), withDestinationPath: sandbox.path)
    #expect(unsafe mkfifo(sandbox.file("new/pipe"), 0o600) == 0)
    let outcome = relink(sandbox, sandbox.file("new"), sandbox.file("footage"), "--write")
    #expect(outcome.status == 1)
    #expect(
      outcome.messages.contains(
        "'shots' (../footage/shots/shot-%04d.png) is not among the 4 files"),
      "\(outcome.messages)")
    #expect(outcome.messages.contains("its content is known from the lock file: "))
    #expect(outcome.messages.hasSuffix("work/cut.json: 1 of 2 written\n"))
    #expect(
      try sandbox.text("work/cut.json")
        == SourceFiles.project.replacing("../footage/clip", with: "../new/clip"))
  }

  @Test("an absolute path stays absolute, and a confined project is given nothing from outside")
  func forms() throws {
    let sandbox = try SourceFiles.sandbox()
    let project = sandbox.file("work/cut.json")
    let text = SourceFiles.project.replacing("../footage/", with: sandbox.file("footage/"))
    try sandbox.write("work/cut.json", text)
    try move(sandbox, "footage/clip.mp4", "work/clip.mp4")
    let outcome = relink(sandbox, sandbox.file("work"), "--write")
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(
      try sandbox.text("work/cut.json")
        == text.replacing(sandbox.file("footage/clip.mp4"), with: sandbox.file("work/clip.mp4")))
    try sandbox.write("work/cut.json", SourceFiles.project)
    try move(sandbox, "work/clip.mp4", "clip.mp4")
    #expect(sandbox.run("relink", project, sandbox.path, "--no-cache").status == 0)
    let confined = sandbox.run(
      "relink", project, sandbox.path, "--no-cache", "--confine", "--allow-path",
      sandbox.file("footage"))
    #expect(confined.status == 1, "\(confined.messages)")
  }
}
