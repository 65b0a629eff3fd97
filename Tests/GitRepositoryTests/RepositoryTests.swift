import Foundation
import Testing

@testable import GitRepository

@Suite("Repositories")
struct RepositoryTests {
  private func text(_ file: StoredFile) -> String { String(decoding: file.bytes, as: UTF8.self) }

  @Test("a file of a commit is as it was then, named from the top or from the folder")
  func contents() throws {
    let folder = try GitFolder()
    try folder.write("edits/promo.json", "one\n")
    try folder.commit("first")
    try folder.write("edits/promo.json", "two\n")
    let top = try Repository(at: folder.path)
    let below = try Repository(at: folder.file("edits"))
    #expect(below.prefix == "edits/")
    #expect(try text(top.file(RevisionPath(revision: "HEAD", path: "edits/promo.json"))) == "one\n")
    let relative = try below.file(RevisionPath(revision: "HEAD", path: "./promo.json"))
    #expect(text(relative) == "one\n")
    #expect(relative.object == (try folder.git("rev-parse", "HEAD:edits/promo.json")))
    try folder.git("add", "--all")
    #expect(try text(top.file(RevisionPath(revision: "", path: "edits/promo.json"))) == "two\n")
  }

  @Test(
    "what a commit does not hold is said",
    arguments: [
      ("nowhere:promo.json", "there is no revision 'nowhere' in"),
      ("--help:promo.json", "there is no revision '--help' in"),
      ("HEAD:promo.jsn", "there is no file 'promo.jsn' in 'HEAD'"),
      (":promo.jsn", "there is no file 'promo.jsn' in what is staged"),
      ("HEAD:folder", "'HEAD:folder' is a folder, not a file"),
      ("HEAD:outside.json", "'HEAD:outside.json' is a link to '/etc/hostname', which is not"),
      ("HEAD:pointer.json", "'HEAD:pointer.json' is kept by Git LFS"),
    ])
  func missing(_ word: String, _ message: String) throws {
    let folder = try GitFolder()
    try folder.write("promo.json", "one\n")
    try folder.write("folder/promo.json", "one\n")
    try folder.link("outside.json", to: "/etc/hostname")
    try folder.write(
      "pointer.json", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n")
    try folder.commit("first")
    let repository = try Repository(at: folder.path)
    let name = try #require(RevisionPath(word))
    let error = #expect(throws: GitError.self) { try repository.file(name) }
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
  }

  /// ```
  /// 0 ── 1 ── 2 ── 3        1 follows from 2, 2 from 3 and 3 from 1
  ///      └─────────┘
  /// ```
  @Test(
    "a history that goes in a ring has each commit once, and none before one that follows from it")
  func ring() throws {
    func history(_ parents: [[Int]]) -> FileHistory {
      var history = FileHistory()
      for (index, parents) in parents.enumerated() {
        history.commits.append(
          Commit(
            hash: "\(index)", parents: parents.map { "\($0)" }, author: "", email: "",
            time: Int64(-index), subject: "", path: "a.json", change: .modified))
      }
      history.sort()
      return history
    }
    // All graphs of four commits with at most one parent, and some with two.
    for code in 0..<625 {
      var parents = (0..<4).map { index in
        [code / [1, 5, 25, 125][index] % 5].filter { $0 < 4 }
      }
      if code % 3 == 0 { parents[code % 4].append(code % 2) }
      let sorted = history(parents)
      var reached: Set<Int> = [0]
      for _ in 0..<4 { reached.formUnion(reached.flatMap { parents[$0] }) }
      #expect(Set(sorted.commits.map(\.hash)) == Set(reached.map { "\($0)" }), "\(parents)")
      #expect(sorted.commits.count == reached.count, "\(parents)")
      var seen: Set<String> = []
      for commit in sorted.commits {
        #expect(seen.isDisjoint(with: commit.parents), "\(parents)")
        seen.insert(commit.hash)
        #expect(!commit.parents.contains(commit.hash), "\(parents)")
      }
    }
    let ring = history([[1], [2], [3], [1]]).commits
    #expect(ring.map(\.hash) == ["0", "1", "2", "3"])
    #expect(ring.map(\.parents) == [["1"], ["2"], ["3"], []])
  }

  @Test("a name from the top is not one from the folder, which the message says")
  func otherFolder() throws {
    let folder = try GitFolder()
    try folder.write("edits/promo.json", "one\n")
    try folder.commit("first")
    let repository = try Repository(at: folder.file("edits"))
    let error = #expect(throws: GitError.self) {
      try repository.file(RevisionPath(revision: "HEAD", path: "promo.json"))
    }
    #expect(
      error?.message == "there is no file 'promo.json' in 'HEAD'; "
        + "from this folder it would be 'HEAD:./promo.json'")
  }

  @Test("links in a commit are followed, and names that look like options are names")
  func links() throws {
    let folder = try GitFolder()
    try folder.write("edits/promo.json", "one\n")
    try folder.write("--output=x", "two\n")
    try folder.link("promo.json", to: "edits/promo.json")
    try folder.commit("first")
    let repository = try Repository(at: folder.path)
    let names = ["promo.json", "--output=x", "none", "edits/promo.json"]
    let files = try repository.files(names.map { RevisionPath(revision: "HEAD", path: $0) })
    #expect(files.map { try? text($0.get()) } == ["one\n", "two\n", nil, "one\n"])
    #expect(try repository.commits(of: "--output=x").map(\.subject) == ["first"])
    #expect(!FileManager.default.fileExists(atPath: folder.file("x")))
  }

  @Test("a file's commits are followed across its renames, whatever their messages hold")
  func history() throws {
    let folder = try GitFolder()
    let lines = (1...30).map { "line \($0)\n" }.joined()
    try folder.write("promo.json", lines)
    let first = try folder.commit("A: first\n\nbody")
    try folder.write("promo.json", lines + "more\n")
    let second = try folder.commit("M\t\u{1E}second")
    try folder.write("other.json", "{}\n")
    try folder.commit("not of it")
    try folder.git("mv", "promo.json", "cut of a day.json")
    let third = try folder.commit("rename")
    let commits = try Repository(at: folder.path).commits(of: "cut of a day.json")
    #expect(commits.map(\.hash) == [third, second, first])
    #expect(commits.map(\.path) == ["cut of a day.json", "promo.json", "promo.json"])
    #expect(commits.map(\.change) == [.renamed(from: "promo.json"), .modified, .added])
    #expect(commits.map(\.subject) == ["rename", "M\t\u{1E}second", "A: first"])
    #expect(commits[1].parents == [first])
    #expect(commits[0].author == "Ann Lee" && commits[0].email == "ann@example.org")
    #expect(commits[0].time == 1_700_000_000)
    #expect(try Repository(at: folder.path).file(commits[2].file).bytes.count == lines.utf8.count)
  }

  @Test("a file's history has all merged branches, each commit with those it follows from")
  func graph() throws {
    let folder = try GitFolder()
    func text(_ changes: [Int: String]) -> String {
      (1...40).map { (changes[$0] ?? "line \($0)") + "\n" }.joined()
    }
    try folder.git("checkout", "--quiet", "-B", "trunk")
    try folder.write("edits/promo.json", text([:]))
    let base = try folder.commit("base")
    try folder.git("checkout", "--quiet", "-b", "side")
    try folder.write("edits/promo.json", text([5: "five"]))
    let side = try folder.commit("side")
    try folder.git("checkout", "--quiet", "trunk")
    try folder.write("edits/promo.json", text([30: "thirty"]))
    let trunk = try folder.commit("trunk")
    try folder.git("merge", "--quiet", "--no-edit", "side")
    let merge = try folder.git("rev-parse", "HEAD")
    try folder.write("other.json", "{}\n")
    try folder.commit("not of it")
    try folder.git("mv", "edits/promo.json", "film.json")
    let rename = try folder.commit("rename")
    let history = try Repository(at: folder.path).history(of: "film.json")
    #expect(!history.isCutOff)
    #expect(history.commits.first?.hash == rename && history.commits.last?.hash == base)
    let parents = Dictionary(
      uniqueKeysWithValues: history.commits.map { ($0.hash, $0.parents) })
    #expect(
      parents == [
        rename: [merge], merge: [trunk, side], trunk: [base], side: [base], base: [],
      ])
    #expect(history.commits[0].change == .renamed(from: "edits/promo.json"))
    #expect(history.commits[1].path == "edits/promo.json")
    let objects = try Repository(at: folder.path).objects(
      history.commits.map(\.file) + [RevisionPath(revision: base, path: "film.json")])
    #expect(objects[0] == objects[1] && objects[1] != objects[2] && objects.last == .some(nil))
  }

  @Test(
    "a file that was renamed since the last commit is known by its content, and the index stays",
    arguments: [true, false])
  func uncommittedRename(_ isStaged: Bool) throws {
    let folder = try GitFolder()
    func text(_ name: String, _ count: Int) -> String {
      (1...count).map { "\(name) \($0)\n" }.joined()
    }
    try folder.write("edits/promo.json", text("clip", 30))
    try folder.write("edits/other.json", text("title", 30))
    try folder.write("edits/stays.json", text("clip", 30))
    try folder.commit("first")
    try folder.write("film.json", text("clip", 20) + text("more", 8))
    for name in ["edits/promo.json", "edits/other.json"] {
      try FileManager.default.removeItem(atPath: folder.file(name))
    }
    if isStaged { try folder.git("add", "--all") }
    let index = try Data(contentsOf: URL(fileURLWithPath: folder.file(".git/index")))
    let repository = try Repository(at: folder.path)
    let bytes = Array((text("clip", 20) + text("more", 8)).utf8)
    #expect(try repository.committedPath(of: "film.json", bytes) == "edits/promo.json")
    #expect(try repository.committedPath(of: "film.json", Array("{}\n".utf8)) == nil)
    #expect(try repository.committedPath(of: "edits/stays.json", bytes) == "edits/stays.json")
    let below = try Repository(at: folder.file("edits"))
    #expect(try below.committedPath(of: "new.json", bytes) == "edits/promo.json")
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: folder.file(".git/index"))) == index)
    if isStaged {
      let found = try folder.git("diff", "--cached", "--find-renames", "--name-status", "HEAD")
      #expect(found.contains("\tedits/promo.json\tfilm.json"))
    }
  }

  @Test("of two files that a new one may have been that of its name is taken, else none")
  func uncertainRename() throws {
    let folder = try GitFolder()
    for name in ["a/cut.json", "b/film.json"] { try folder.write(name, "one\ntwo\n") }
    try folder.commit("first")
    for name in ["a", "b"] { try FileManager.default.removeItem(atPath: folder.file(name)) }
    let repository = try Repository(at: folder.path)
    let bytes = Array("one\ntwo\n".utf8)
    #expect(try repository.committedPath(of: "film.json", bytes) == "b/film.json")
    #expect(try repository.committedPath(of: "new.json", bytes) == nil)
  }

  @Test("files of commits are read without a working tree, and others are refused")
  func bare() throws {
    let folder = try GitFolder()
    try folder.write("promo.json", "one\n")
    try folder.commit("first")
    try folder.git("clone", "--quiet", "--bare", ".", "bare.git")
    let repository = try Repository(at: folder.file("bare.git"))
    #expect(!repository.hasWorkingTree)
    let file = try repository.file(RevisionPath(revision: "HEAD", path: "promo.json"))
    #expect(text(file) == "one\n")
    let error = #expect(throws: GitError.self) {
      try Repository.containing(folder.file("bare.git/promo.json"))
    }
    #expect(error?.kind == .noRepository)
    #expect(error?.message.contains("has no working tree here") == true)
  }

  @Test("names and messages that are no UTF-8 are shown as far as they can be read")
  func otherEncoding() throws {
    let folder = try GitFolder()
    var stream = Array("commit refs/heads/main\ncommitter J".utf8) + [0xE9]
    stream += Array("r <j@example.org> 1700000000 +0000\ndata 5\ncaf".utf8) + [0xE9, 0x0A]
    stream += Array("M 100644 inline promo.json\ndata 2\n{}\n".utf8)
    try Data(stream).write(to: URL(fileURLWithPath: folder.file("stream")))
    try folder.git("-c", "alias.take=!git fast-import --quiet < stream", "take")
    let commit = try #require(try Repository(at: folder.path).commits(of: "promo.json").first)
    #expect(commit.subject == "caf\u{FFFD}" && commit.author == "J\u{FFFD}r")
  }

  @Test("git is not waited for without end, whether it says something all the time or nothing")
  func endless() throws {
    let folder = try GitFolder()
    try folder.git("config", "alias.loud", "!yes 'no end' >&2")
    try folder.git("config", "alias.slow", "!echo 'not yet' >&2; sleep 20")
    let loud = #expect(throws: GitError.self) { try GitProgram.run(["loud"], in: folder.path) }
    #expect(
      loud?.message == "'git loud' was stopped: it writes messages without end, which begin with "
        + "'no end'")
    let slow = #expect(throws: GitError.self) {
      try GitProgram.run(["slow"], in: folder.path, seconds: 1)
    }
    #expect(
      slow?.message == "'git slow' was stopped: it had not ended after 1 s; it says 'not yet'")
  }

  @Test("a folder outside of repositories is named, and a repository without commits says so")
  func noRepository() throws {
    let folder = try GitFolder()
    try folder.write("promo.json", "{}\n")
    let repository = try Repository(at: folder.path)
    let unborn = #expect(throws: GitError.self) { try repository.commits(of: "promo.json") }
    #expect(unborn?.kind == .notFound)
    #expect(try repository.files() == ["promo.json"])
    let error = #expect(throws: GitError.self) { try Repository(at: "/") }
    #expect(error == nil || error?.kind == .noRepository)
    #expect(error?.message == "'/' is in no git repository")
  }

  @Test("a repository's programs are not run, and nobody is asked for anything")
  func strangers() throws {
    let folder = try GitFolder()
    let trap = "touch '\(folder.file("sprung"))'"
    for key in [
      "core.fsmonitor", "core.pager", "diff.external", "diff.x.command", "diff.x.textconv",
      "gpg.program", "filter.x.smudge", "filter.x.clean",
    ] {
      try folder.git("config", key, trap)
    }
    try folder.git("config", "log.showSignature", "true")
    try folder.write(".gitattributes", "*.json diff=x\n")
    try folder.write("promo.json", "{}\n")
    try folder.commit("first")
    try folder.write(".gitattributes", "*.json diff=x filter=x\n")
    try? FileManager.default.removeItem(atPath: folder.file("sprung"))
    let repository = try Repository(at: folder.path)
    _ = try repository.commits(of: "promo.json")
    _ = try repository.files()
    _ = try repository.file(RevisionPath(revision: "HEAD", path: "promo.json"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("sprung")))
  }

  @Test("configuration is set, read and taken away by section")
  func configuration() throws {
    let folder = try GitFolder()
    let configuration = GitConfiguration(try Repository(at: folder.path))
    let value = "'/opt/my tools/cutlist' git \"x\" # ; \\ 'y'"
    #expect(try configuration.value("merge.cutlist.driver") == nil)
    try configuration.set("merge.cutlist.driver", to: value)
    try configuration.set("merge.cutlist.driver", to: value)
    #expect(try configuration.value("merge.cutlist.driver") == value)
    #expect(try configuration.removeSection("merge.cutlist"))
    #expect(try configuration.removeSection("merge.cutlist") == false)
    #expect(try configuration.value("merge.cutlist.driver") == nil)
  }
}
