import Diagnostics
import EditComparison
import FileSystem
import GitRepository
import MediaTime
import ProjectFormat
import TimelineModel
import Workers
import Workspace

/// A version of a project: a file, or a file in a commit.
struct EditVersion: Sendable {
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
    let texts =
      words.count == 1
      ? [try lastCommit(of: words[0]), try text(words[0])]
      : [try text(words[0]), try text(words[1])]
    let projects = projects
    let versions = WorkerPool.map(2, threads: 2) { projects.version(texts[$0], opensMedia) }
    if versions.count == 2, let base = versions[0], let other = versions[1] { return (base, other) }
    for (text, version) in zip(texts, versions) where version == nil {
      let file = text.shown
      let (_, findings) = ProjectCompiler.document(
        from: file, limits: projects.options.limits, settings: projects.options.settings)
      try report(findings, in: file)
    }
    // Not 1, which says that there are changes.
    throw CommandFailure(.usage, helpTells: false)
  }

  private func lastCommit(of path: String) throws(CommandFailure) -> VersionText {
    do throws(GitError) {
      let (repository, name) = try Repository.containing(path)
      let revision = RevisionPath(revision: "HEAD", path: "./" + name)
      let bytes = try repository.file(revision).bytes
      return VersionText(name: "HEAD:\(path)", file: SourceFile(path: path, bytes: bytes))
    } catch {
      throw CommandFailure(error)
    }
  }

  private func text(_ word: String) throws(CommandFailure) -> VersionText {
    // What git names where a file is new or gone.
    if word == "/dev/null" { return VersionText(name: word, file: nil) }
    guard FileAccess.isFolder(word) == nil, let revision = RevisionPath(word) else {
      return VersionText(name: word, file: try read(word))
    }
    do throws(GitError) {
      let repository = try Repository()
      let stored = try repository.file(revision)
      let isRelative = revision.path.hasPrefix("./") || revision.path.hasPrefix("../")
      let path = isRelative ? revision.path : "\(repository.root)/\(revision.path)"
      return VersionText(name: word, file: SourceFile(path: path, bytes: stored.bytes))
    } catch {
      throw CommandFailure(error)
    }
  }
}

/// The text of a version.
private struct VersionText: Sendable {
  /// What the version is called.
  var name: String
  /// Under the path that its media's paths count from; `nil` where there is none.
  var file: SourceFile?

  /// Under the name that people know it by.
  var shown: SourceFile { SourceFile(path: name, bytes: file?.bytes ?? Array("{}".utf8)) }
}

extension ProjectLoader {
  /// - Returns: `nil` for a text that is no project.
  fileprivate func version(_ text: VersionText, _ opensMedia: Bool) -> EditVersion? {
    let shown = text.shown
    guard let file = text.file else {
      let tree = EditTree(JSONValue(range: .none, kind: .object([])))
      return EditVersion(name: text.name, file: shown, tree: tree)
    }
    let (value, syntax) = JSONParser.parse(shown, limits: options.limits.json)
    guard let value, !syntax.contains(where: { $0.severity == .error }),
      case .object = value.kind
    else { return nil }
    let project =
      opensMedia
      ? load(file)
      : load(file) { document in
        OpenedMedia(catalog: MediaCatalog(count: document.mediaItems.count))
      }
    return EditVersion(name: text.name, file: shown, tree: EditTree(value), project: project)
  }
}
