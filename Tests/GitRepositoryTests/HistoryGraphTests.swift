import Foundation
import GitRepository
import Testing

/// Histories of a file, against what git itself lists.
@Suite("Histories as git lists them")
struct HistoryGraphTests {
  private let name = "promo.json"

  private func hashes(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }

  /// A repository with a line of commits that each change the file; their hashes, the oldest first.
  private func line(_ count: Int) throws -> (folder: GitFolder, hashes: [String]) {
    let folder = try GitFolder()
    let hashes = try (1...count).map { number in
      try folder.write(name, "line \(number)\n")
      return try folder.commit("commit \(number)")
    }
    return (folder, hashes)
  }

  @Test("ranges of revisions are what git takes them for")
  func revisions() throws {
    let (folder, all) = try line(5)
    try folder.git("tag", "v1", all[1])
    try folder.git("tag", "--annotate", "--message", "two", "v2", all[3])
    let repository = try Repository(at: folder.path)
    for range in ["v1..v2", "v2~3..main", "v1^..v2", "v2..v2"] {
      let found = try repository.commits(in: [range])
      #expect(found.all == Set(hashes(try folder.git("rev-list", range))), "\(range)")
    }
    #expect(try repository.commits(in: ["v1..v2"]).last == all[3])
    let alone = try repository.commits(in: ["v2"])
    #expect(alone.last == all[3] && alone.all == nil)
    #expect(try repository.commits(in: ["main", "^v1"]).all == Set(all[2...]))
    for wrong in [["none"], ["v1", "v2"], ["v1..none"], ["main:promo.json"]] {
      #expect(throws: GitError.self, "\(wrong)") { try repository.commits(in: wrong) }
    }
  }

  @Test("a bare repository has the same history")
  func bare() throws {
    let (folder, all) = try line(4)
    try folder.git("clone", "--quiet", "--bare", ".", "copy.git")
    let copy = try Repository(at: folder.file("copy.git"))
    #expect(!copy.hasWorkingTree)
    let history = try copy.history(of: name)
    #expect(history.commits.map(\.hash) == all.reversed())
    #expect(history.commits == (try Repository(at: folder.path).history(of: name).commits))
    #expect(!history.isCutOff && history.ends.isEmpty)
  }

  @Test("a shallow copy ends where git has cut it off, and nowhere else", arguments: 1...4)
  func shallow(_ depth: Int) throws {
    let (folder, all) = try line(4)
    try folder.git(
      "clone", "--quiet", "--depth", "\(depth)", "file://" + folder.path, folder.file("copy"))
    let copy = folder.file("copy")
    let history = try Repository(at: copy).history(of: name)
    let listed = hashes(try folder.git("-C", copy, "log", "--format=%H", "--", name))
    #expect(history.commits.map(\.hash) == listed)
    #expect(listed.count == depth)
    let isShallow = try folder.git("-C", copy, "rev-parse", "--is-shallow-repository")
    #expect(history.isCutOff == (isShallow == "true"))
    // A copy as deep as the whole has lost nothing.
    #expect(history.ends == (depth < 4 ? [all[4 - depth]] : []))
  }

  @Test("grafts and replaced commits are followed as git follows them")
  func replaced() throws {
    let (folder, all) = try line(6)
    let repository = try Repository(at: folder.path)
    // The fifth commit follows from the second one now.
    try folder.git("replace", "--graft", all[4], all[1])
    let grafted = try repository.history(of: name)
    #expect(grafted.commits.map(\.hash) == [all[5], all[4], all[1], all[0]])
    #expect(
      grafted.commits.map(\.hash) == hashes(try folder.git("log", "--format=%H", "--", name)))
    #expect(grafted.commits[1].parents == [all[1]])
    try folder.git("replace", "--delete", all[4])
    #expect(try repository.history(of: name).commits.map(\.hash) == all.reversed())
    // Another commit stands for the third one, with its own message.
    let tree = try folder.git("rev-parse", all[2] + "^{tree}")
    let other = try folder.git("commit-tree", tree, "-p", all[1], "-m", "instead")
    try folder.git("replace", all[2], other)
    let told = try repository.history(of: name).commits
    #expect(told.map(\.subject) == hashes(try folder.git("log", "--format=%s", "--", name)))
    #expect(told[3].subject == "instead")
  }

  @Test("in histories with any merges all commits come that git lists, each before its parents")
  func merges() throws {
    for round in 0..<4 {
      let folder = try GitFolder()
      func text(_ changes: [Int: String]) -> String {
        (1...30).map { (changes[$0] ?? "line \($0)") + "\n" }.joined()
      }
      try folder.write(name, text([:]))
      var tips = [(hash: try folder.commit("base"), changes: [Int: String]())]
      for number in 1...12 {
        // Each round other parents: a walk over the tips that there are.
        let from = tips[(number * 7 + round * 5 + number * number * round) % tips.count]
        try folder.git("checkout", "--quiet", "--force", "--detach", from.hash)
        if number % 3 == 0, let other = tips.filter({ $0.hash != from.hash }).last {
          // Both sides' lines: the tree is written, so that nothing is left to a merge.
          let changes = from.changes.merging(other.changes) { first, _ in first }
          try folder.write(name, text(changes))
          try folder.git("add", "--all")
          let tree = try folder.git("write-tree")
          let merged = try folder.git(
            "commit-tree", tree, "-p", from.hash, "-p", other.hash, "-m", "merge \(number)")
          tips.append((merged, changes))
        } else {
          var changes = from.changes
          if number % 4 != 1 { changes[number * 2] = "changed \(number)" }
          try folder.write(name, text(changes))
          let hash = try folder.commit("commit \(number)")
          tips.append((hash, changes))
        }
      }
      let tip = tips[tips.count - 1].hash
      try folder.git("checkout", "--quiet", "--force", "--detach", tip)
      let history = try Repository(at: folder.path).history(of: name)
      let listed = hashes(try folder.git("log", "--parents", "--format=%H", "--", name))
      #expect(Set(history.commits.map(\.hash)) == Set(listed), "round \(round)")
      for (place, commit) in history.commits.enumerated() {
        let before = Set(history.commits[..<place].map(\.hash))
        #expect(before.isDisjoint(with: commit.parents), "round \(round)")
      }
    }
  }

  @Test("a project that was renamed on a branch is followed on both sides of the merge")
  func renamed() throws {
    let folder = try GitFolder()
    func text(_ changes: [Int: String]) -> String {
      (1...30).map { (changes[$0] ?? "line \($0)") + "\n" }.joined()
    }
    try folder.write("old.json", text([:]))
    let base = try folder.commit("base")
    try folder.git("checkout", "--quiet", "-b", "side")
    try folder.write("old.json", text([3: "three"]))
    let side = try folder.commit("side")
    try folder.git("checkout", "--quiet", "main")
    try folder.git("mv", "old.json", name)
    let moved = try folder.commit("moved")
    try folder.git("merge", "--quiet", "--no-edit", "side")
    let merge = try folder.git("rev-parse", "HEAD")
    #expect(
      try String(contentsOfFile: folder.file(name), encoding: .utf8) == text([3: "three"]))
    let commits = try Repository(at: folder.path).history(of: name).commits
    #expect(Set(commits.map(\.hash)) == [merge, moved, side, base])
    #expect(commits.first { $0.hash == side }?.path == "old.json")
    #expect(commits.first { $0.hash == moved }?.change == .renamed(from: "old.json"))
  }
}
