import Diagnostics
import EditComparison
import FileSystem
import GitRepository
import MediaTime
import ProjectFormat
import TimelineModel
import Workspace

/// A version of a project: a file, or a file in a commit.
struct EditVersion {
  /// What it is called: its path, or `HEAD:promo.json`.
  var name: String
  /// Its text under that name.
  var file: SourceFile
  /// What is written in it.
  var tree: EditTree
  /// The project with its media, as far as they are there; `nil` for a version that is not there.
  var project: LoadedProject?

  /// Source times at which media end, as far as they are known.
  var mediaEnds: EditLayout.MediaEnds {
    guard let project, let document = project.document else { return { _, _ in nil } }
    var known: [String: MediaFacts] = [:]
    for item in document.mediaItems { known[item.name] = project.catalog[item.id] }
    return { [known] media, track in
      guard let facts = known[media] else { return nil }
      if track == "video", let video = facts.video { return try? video.extent().end }
      return facts.audio?.extent.end ?? (try? facts.video?.extent().end)
    }
  }
}

extension ReportingLoader {
  /// The versions that a command line names: two, or the one in the last commit and the file itself.
  func editVersions(
    _ words: [String], opensMedia: Bool
  ) throws(CommandFailure) -> (EditVersion, EditVersion) {
    guard words.count == 1 else {
      return (
        try editVersion(words[0], opensMedia: opensMedia),
        try editVersion(words[1], opensMedia: opensMedia)
      )
    }
    let text: SourceFile
    do throws(GitError) {
      let (repository, name) = try Repository.containing(words[0])
      let revision = RevisionPath(revision: "HEAD", path: "./" + name)
      text = SourceFile(path: words[0], bytes: try repository.file(revision).bytes)
    } catch {
      throw CommandFailure(error)
    }
    return (
      try editVersion("HEAD:\(words[0])", text, opensMedia: opensMedia),
      try editVersion(words[0], opensMedia: opensMedia)
    )
  }

  private func editVersion(
    _ word: String, opensMedia: Bool
  ) throws(CommandFailure) -> EditVersion {
    // What git names where a file is new or gone.
    if word == "/dev/null" {
      let file = SourceFile(path: word, text: "{}")
      let value = JSONValue(range: .none, kind: .object([]))
      return EditVersion(name: word, file: file, tree: EditTree(value))
    }
    guard FileAccess.isFolder(word) == nil, let revision = RevisionPath(word) else {
      return try editVersion(word, try read(word), opensMedia: opensMedia)
    }
    let text: SourceFile
    do throws(GitError) {
      let repository = try Repository()
      let stored = try repository.file(revision)
      let isRelative = revision.path.hasPrefix("./") || revision.path.hasPrefix("../")
      let path = isRelative ? revision.path : "\(repository.root)/\(revision.path)"
      text = SourceFile(path: path, bytes: stored.bytes)
    } catch {
      throw CommandFailure(error)
    }
    return try editVersion(word, text, opensMedia: opensMedia)
  }

  /// - Parameter text: under the path that its media's paths count from.
  private func editVersion(
    _ name: String, _ text: SourceFile, opensMedia: Bool
  ) throws(CommandFailure) -> EditVersion {
    let file = SourceFile(path: name, bytes: text.bytes)
    let limits = projects.options.limits
    let (value, syntax) = JSONParser.parse(file, limits: limits.json)
    let faults = syntax.filter { $0.severity == .error }
    guard let value, faults.isEmpty, case .object = value.kind else {
      let (_, findings) = ProjectCompiler.document(from: file, limits: limits)
      try report(findings, in: file)
      // Not 1, which says that there are changes.
      throw CommandFailure(.usage, helpTells: false)
    }
    let project =
      opensMedia
      ? projects.load(text)
      : projects.load(text) { document in
        OpenedMedia(catalog: MediaCatalog(count: document.mediaItems.count))
      }
    return EditVersion(name: name, file: file, tree: EditTree(value), project: project)
  }
}
