import Diagnostics

/// The configuration of a repository, or of a person.
package struct GitConfiguration: Sendable {
  private let option: String
  private let folder: String

  /// What holds in a repository, and for nobody else who has a copy of it.
  package init(_ repository: Repository) {
    option = "--local"
    folder = repository.folder
  }

  private init() {
    option = "--global"
    folder = ""
  }

  /// What holds for the person in all repositories.
  package static let global = GitConfiguration()

  /// The value of a key that holds in a folder, wherever it is set; `nil` where it is set nowhere.
  ///
  /// - Throws: `GitError`.
  package static func effectiveValue(
    _ key: String, in folder: String = ""
  ) throws(GitError) -> String? {
    let answer = try GitProgram.run(["config", "--null", "--get", key], in: folder)
    return answer.status == 0 ? FileName.text(answer.output.dropLast()) : nil
  }

  /// The value of a key, the last one where there are several; `nil` where there is none.
  ///
  /// - Throws: `GitError`.
  package func value(_ key: String) throws(GitError) -> String? {
    let answer = try GitProgram.run(["config", option, "--null", "--get", key], in: folder)
    if answer.status == 1 { return nil }
    try check(answer)
    return FileName.text(answer.output.dropLast())
  }

  /// Sets a key to one value, whatever it had.
  ///
  /// - Throws: `GitError`.
  package func set(_ key: String, to value: String) throws(GitError) {
    try check(GitProgram.run(["config", option, "--replace-all", key, value], in: folder))
  }

  /// Takes a section out with all its keys.
  ///
  /// - Returns: whether it was there.
  /// - Throws: `GitError`.
  @discardableResult
  package func removeSection(_ name: String) throws(GitError) -> Bool {
    let answer = try GitProgram.run(["config", option, "--remove-section", name], in: folder)
    if answer.status != 0, answer.complaint.hasPrefix("no such section") { return false }
    try check(answer)
    return true
  }

  private func check(_ answer: GitAnswer) throws(GitError) {
    guard answer.status == 0 else { throw GitError(.failed, "git: \(answer.complaint)") }
  }
}
