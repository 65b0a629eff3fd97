import Foundation

extension Sandbox {
  /// Runs git in a folder of the sandbox as somebody whose own configuration says nothing.
  ///
  /// - Parameter input: the file that it reads; `nil` for none.
  @discardableResult
  func git(in folder: String = "", _ words: String..., input: String? = nil) throws -> Outcome {
    var variables = [
      "GIT_CONFIG_GLOBAL": file("person.config"), "GIT_CONFIG_NOSYSTEM": "1",
      "XDG_CACHE_HOME": cache,
    ]
    for role in ["AUTHOR", "COMMITTER"] {
      variables["GIT_\(role)_NAME"] = "Ann Lee"
      variables["GIT_\(role)_EMAIL"] = "ann@example.org"
      variables["GIT_\(role)_DATE"] = "1700000000 +0000"
    }
    return try execute(
      "/usr/bin/env", ["git", "-C", file(folder), "-c", "core.quotePath=false"] + words,
      environment: variables, input: input)
  }

  /// A sandbox with a repository in the folder `films`, in which there is nothing.
  static func withRepository() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("films")
    try sandbox.git(in: "films", "init", "--quiet", "--initial-branch=main")
    return sandbox
  }

  /// A repository in the folder `films`, with this program as its driver; the path of its folder.
  func repository(_ files: [String: String], patterns: [String] = []) throws -> String {
    let folder = "films"
    try makeFolder(folder)
    try git(in: folder, "init", "--quiet", "--initial-branch=main")
    try commit(files, "base")
    try install(patterns)
    try commit([:], "attributes")
    return folder
  }

  /// Runs `cutlist git install` in the repository.
  @discardableResult
  func install(_ words: [String]) throws -> Outcome {
    try RunningProgram(
      ["git", "install"] + words, environment: ["GIT_CONFIG_GLOBAL": file("person.config")],
      folder: file("films")
    ).wait()
  }

  /// Writes files of the repository and commits everything that there is.
  func commit(_ files: [String: String], _ message: String) throws {
    for (name, text) in files {
      let url = URL(fileURLWithPath: file("films/\(name)"))
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    try git(in: "films", "add", "--all")
    try git(in: "films", "commit", "--quiet", "--allow-empty", "--message", message)
  }

  /// Commits both versions on branches of their own and merges the second into the first.
  func merge(ours: [String: String], theirs: [String: String]) throws -> Outcome {
    try git(in: "films", "checkout", "--quiet", "-b", "theirs")
    try commit(theirs, "theirs")
    try git(in: "films", "checkout", "--quiet", "main")
    try commit(ours, "ours")
    return try git(in: "films", "merge", "--no-edit", "theirs")
  }

  /// A file of the repository as text.
  func stored(_ name: String) throws -> String {
    try String(contentsOfFile: file("films/\(name)"), encoding: .utf8)
  }
}
