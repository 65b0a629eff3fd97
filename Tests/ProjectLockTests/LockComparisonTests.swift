import Diagnostics
import ProjectLock
import Testing

@Suite struct LockComparisonTests {
  private let project = SourceFile(path: "a.json", text: "{ \"here\": 1 }\n")
  private let here = SourceRange(lower: 2, upper: 8)

  /// What is there, from the example with a change.
  private func now(
    _ change: (inout [LockedVersion], inout [LockedSource], inout [LockedFont]) -> Void
  ) -> LockedProject {
    var (versions, sources, fonts) = (example.versions, example.sources, example.fonts)
    for place in sources.indices { sources[place].range = here }
    for place in fonts.indices { fonts[place].range = here }
    change(&versions, &sources, &fonts)
    return LockedProject(versions: versions, sources: sources, fonts: fonts)
  }

  private func findings(_ now: LockedProject, hasTexts: Bool? = true) throws -> [Diagnostic] {
    let was = try #require(read(exampleText).lock)
    let lock = SourceFile(path: "a.lock.json", text: exampleText)
    return LockComparison(was, now).findings(
      known: Set(now.sources.map(\.name)), hasTexts: hasTexts, lock: lock, project: "a.json")
  }

  @Test("nothing is said of what is as it was")
  func same() throws {
    let now = now { _, _, _ in }
    #expect(try findings(now).isEmpty)
    #expect(LockComparison(example, now).lines.isEmpty)
  }

  @Test(
    "another content is an error in the project, with its place in the lock and from what to what")
  func content() throws {
    let now = now { _, sources, _ in
      sources[0].hash = "fedcba9876543210"
      sources[0].bytes = 1235
      sources[0].facts[.frames] = "124"
    }
    let finding = try #require(try findings(now).first)
    #expect(finding.id == .lockSource && finding.severity == .error && finding.origin == .media)
    #expect(finding.range == here)
    #expect(
      finding.message
        == "'beach' (beach.mp4) is not what was locked: hash 01234567…, now fedcba98…; "
        + "bytes 1234, now 1235; frames 125, now 124")
    #expect(finding.notes.map(\.message) == ["locked at a.lock.json:9:5"])
    #expect(finding.fixes.map(\.message).contains { $0.contains("cutlist relink a.json DIR") })
    #expect(finding.fixes.map(\.message).contains { $0.contains("cutlist lock a.json") })
    #expect(
      LockComparison(example, now).lines == [
        "changed 'beach' (beach.mp4): hash 01234567…, now fedcba98…; bytes 1234, now 1235; "
          + "frames 125, now 124"
      ])
  }

  @Test("other facts of the same content are told as that")
  func facts() throws {
    let finding = try #require(
      try findings(now { _, sources, _ in sources[1].facts[.size] = nil }).first)
    #expect(
      finding.message == "'night' (shots/%04d.png) is not what was locked: size 64x36, now none")
    #expect(finding.notes.map(\.message).contains { $0.hasPrefix("its content is the same") })
  }

  @Test("a source that is not locked is an error, one that is no longer used a warning")
  func addedAndRemoved() throws {
    let now = now { _, sources, _ in
      sources[0].name = "new"
      sources[0].hash = "00000000000000ee"
    }
    let found = try findings(now)
    #expect(found.map(\.id).sorted() == [.lockUnknownSource, .lockUnused])
    #expect(found.map(\.severity).sorted() == [.error, .warning])
    #expect(found.contains { $0.message == "'new' (beach.mp4) is not in 'a.lock.json'" })
    #expect(
      LockComparison(example, now).lines == [
        "added 'new' (beach.mp4)", "removed 'beach' (beach.mp4)",
      ])
  }

  @Test("the same content by another name or path is a warning")
  func moved() throws {
    let renamed = try findings(now { _, sources, _ in sources[0].name = "new" })
    #expect(renamed.map(\.id) == [.lockPath] && renamed[0].severity == .warning)
    let found = try findings(now { _, sources, _ in sources[0].path = "b/beach.mp4" })
    #expect(found.map(\.id) == [.lockPath])
    #expect(
      found[0].message
        == "'beach' (b/beach.mp4) was locked as 'beach' (beach.mp4), with the same content")
  }

  @Test("what could not be opened is not said to be unused")
  func unopened() throws {
    let was = try #require(read(exampleText).lock)
    let now = now { _, sources, _ in sources.removeAll() }
    let lock = SourceFile(path: "a.lock.json", text: exampleText)
    for known in [Set(["beach", "night"]), nil] {
      let findings = LockComparison(was, now).findings(
        known: known, hasTexts: true, lock: lock, project: "a.json")
      #expect(findings.isEmpty)
    }
  }

  @Test("a font with another content, and one in the place of another, are errors")
  func fonts() throws {
    let replaced = try findings(now { _, _, fonts in fonts[0].hash = "00000000000000cc" })
    #expect(replaced.map(\.id) == [.lockFont] && replaced[0].severity == .error)
    #expect(
      replaced[0].message
        == "texts in 'Serif' are drawn with 'A.ttf' of the hash 00000000…, not 'A.ttf' of the hash "
        + "00000000…")
    let other = try findings(now { _, _, fonts in fonts[0].file = "C.ttf" })
    #expect(other.map(\.id) == [.lockFont] && other[0].message.contains("'C.ttf'"))
    let added = try findings(
      now { _, _, fonts in
        fonts.append(LockedFont(asked: "Sans", file: "S.ttf", hash: "1", range: here))
      })
    #expect(added.map(\.id) == [.lockUnknownFont] && added[0].severity == .error)
    let removed = try findings(now { _, _, fonts in fonts.removeLast() })
    #expect(removed.map(\.id) == [.lockUnused] && removed[0].severity == .warning)
  }

  @Test(
    "a library that decides bytes is an error, one that decides none a warning",
    arguments: [
      ("Cutlist", true, Severity.error), ("libavcodec", true, .error),
      ("libswscale", false, .error),
      ("HarfBuzz", true, .error), ("HarfBuzz", false, nil), ("FreeType", true, .error),
      ("fontconfig", true, .warning), ("fontconfig", false, nil), ("FFmpeg", false, .warning),
    ])
  func libraries(name: String, hasTexts: Bool, severity: Severity?) throws {
    let now = now { versions, _, _ in
      versions.removeAll { $0.name == name }
      versions.append(LockedVersion(name: name, version: "99"))
    }
    let found = try findings(now, hasTexts: hasTexts)
    #expect(found.map(\.severity) == (severity.map { [$0] } ?? []))
    #expect(found.allSatisfy { $0.id == .lockLibrary && $0.message.contains("version 99") })
  }
}
