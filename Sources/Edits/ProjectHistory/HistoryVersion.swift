import GitRepository

/// A version of a project: that of a commit, or the file as it is.
struct HistoryVersion {
  /// `nil` for what is not committed yet.
  var commit: Commit?
  /// The versions that it was made of, by their places in the history; for a merge the one merged
  /// into first.
  var parents: [Int]
  /// Stands for its text; `nil` where the commit has no such file.
  var object: String?
  /// Stand for the texts of its parts and of the projects that it shows, by their names of today.
  var others: [String?] = []
  /// Stand for its media, by their names in all versions; `nil` for those that git has not.
  var media: [String?] = []
  /// Why commits that it follows from are not told of by this copy of the repository: `shallow clone`, or
  /// `graft`; `nil` where there are none.
  var end: String?
  /// The path in the last commit of what is not committed, where that is another one.
  var committedPath: String?

  /// As people name it.
  var name: String { commit.map { String($0.hash.prefix(8)) } ?? "not committed" }

  /// Whether nothing that is written differs.
  func isSame(as other: HistoryVersion) -> Bool {
    object == other.object && others == other.others && media == other.media
      && commit?.path == other.commit?.path
  }

  /// The path that the project had in the version before, where it was renamed.
  var oldPath: String? {
    if case .renamed(let old)? = commit?.change { old } else { committedPath }
  }
}
