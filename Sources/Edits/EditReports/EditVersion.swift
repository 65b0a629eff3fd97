package import Diagnostics
package import EditComparison
import FileSystem
import GitRepository
import BaseValues
import ProjectFormat
import ProjectLock
import TimelineModel
import Workers
package import Workspace

/// A version of a project: a file, or a file in a commit.
package struct EditVersion: Sendable {
  /// What it is called: its path, or `HEAD:promo.json`.
  package var name: String
  /// Its text under that name, with those of its parts.
  package var file: SourceFile
  /// What is written in it.
  package var tree: EditTree
  /// The project with its media, as far as they are there; `nil` for a version that is not there.
  package var project: LoadedProject?
  /// The other projects that it shows, by their paths from its folder.
  package var shownProjects: [String: [UInt8]] = [:]

  package init(
    name: String, file: SourceFile, tree: EditTree, project: LoadedProject? = nil,
    shownProjects: [String: [UInt8]] = [:]
  ) {
    (self.name, self.file, self.tree) = (name, file, tree)
    (self.project, self.shownProjects) = (project, shownProjects)
  }

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
  package func editVersions(
    _ words: [String], opensMedia: Bool
  ) throws(CommandFailure) -> (EditVersion, EditVersion) {
    var media: [String: CommittedMedia] = [:]
    let texts =
      words.count == 1
      ? [try lastCommit(of: words[0], &media), try text(words[0], &media)]
      : [try text(words[0], &media), try text(words[1], &media)]
    let projects = projects
    let versions = WorkerPool.map(2, threads: 2) { projects.version(texts[$0], opensMedia) }
    if versions.count == 2, let base = versions[0], let other = versions[1] {
      guard opensMedia else { return (base, other) }
      return (
        projects.withMovedMedia(base, from: other, texts[0].lock),
        projects.withMovedMedia(other, from: base, texts[1].lock)
      )
    }
    for (text, version) in zip(texts, versions) where version == nil {
      let file = text.shown
      let (_, findings) = ProjectCompiler.document(
        from: file, limits: projects.options.limits, settings: projects.options.settings)
      try report(findings, in: file)
    }
    // Not 1, which says that there are changes.
    throw CommandFailure(.usage, helpTells: false)
  }

  private func lastCommit(
    of path: String, _ media: inout [String: CommittedMedia]
  ) throws(CommandFailure) -> VersionText {
    do throws(GitError) {
      let (repository, name) = try Repository.containing(path)
      let now = (try? read(path).bytes) ?? []
      let committed = try repository.committedPath(of: name, now)
      if let committed, committed != repository.prefix + name {
        let revision = RevisionPath(revision: "HEAD", path: committed)
        var version = try Self.version(
          revision, in: repository, as: MediaLocator.join(repository.root, committed), &media)
        version.pathToday = path
        return version
      }
      var version = try Self.version(
        RevisionPath(revision: "HEAD", path: "./" + name), in: repository, as: path, &media)
      version.name = "HEAD:\(path)"
      return version
    } catch {
      throw CommandFailure(error)
    }
  }

  private func text(
    _ word: String, _ media: inout [String: CommittedMedia]
  ) throws(CommandFailure) -> VersionText {
    // What git names where a file is new or gone.
    if word == "/dev/null" { return VersionText(name: word, file: nil) }
    guard FileAccess.isFolder(word) == nil, let revision = RevisionPath(word) else {
      var version = VersionText(name: word, file: try read(word))
      if word != "-", case .text(let lock) = LockFile.read(LockedProject.path(ofProject: word)) {
        version.lock = LockReader.read(lock).lock
      }
      return version
    }
    do throws(GitError) {
      let repository = try Repository()
      let isRelative = revision.path.hasPrefix("./") || revision.path.hasPrefix("../")
      let path = isRelative ? revision.path : MediaLocator.join(repository.root, revision.path)
      var version = try Self.version(revision, in: repository, as: path, &media)
      version.name = word
      return version
    } catch {
      throw CommandFailure(error)
    }
  }

  /// A project of a commit, with the other files that it had there.
  ///
  /// - Parameter media: what is taken out of repositories, by their top folders.
  private static func version(
    _ name: RevisionPath, in repository: Repository, as path: String,
    _ media: inout [String: CommittedMedia]
  ) throws(GitError) -> VersionText {
    let lock = RevisionPath(
      revision: name.revision, path: LockedProject.path(ofProject: name.path))
    let files = try repository.files([name, lock])
    var version = VersionText(
      name: name.description, file: SourceFile(path: path, bytes: try files[0].get().bytes))
    let isRelative = name.path.hasPrefix("./") || name.path.hasPrefix("../")
    let folder = CommitFolder(
      repository, revision: name.revision,
      path: MediaLocator.folder(of: Paths.plain((isRelative ? repository.prefix : "") + name.path)))
    version.projects = folder.projects
    let committed = media[repository.root] ?? CommittedMedia(repository)
    media[repository.root] = committed
    version.media = committed.files(of: folder)
    if let bytes = try? files[1].get().bytes {
      version.lock = LockReader.read(SourceFile(path: lock.description, bytes: bytes)).lock
    }
    return version
  }
}

/// The text of a version.
private struct VersionText: Sendable {
  /// What the version is called.
  var name: String
  /// Under the path that its media's paths count from; `nil` where there is none.
  var file: SourceFile?
  /// Where the project has been moved to since, perhaps with its media; `nil` where it has not been.
  var pathToday: String?
  /// What was locked of it.
  var lock: LockedProject?
  /// The projects that it shows, as they were; `nil` for those that are there now.
  var projects: (@Sendable (String) -> Result<[UInt8], ProjectSource.Problem>?)?
  /// Its media and fonts, as they were; `nil` for those that are there now.
  var media: VersionFiles?

  /// Under the name that people know it by.
  var shown: SourceFile { SourceFile(path: name, bytes: file?.bytes ?? Array("{}".utf8)) }
}

extension ProjectLoader {
  /// A version, where media of it are gone with those of another one that are the same.
  fileprivate func withMovedMedia(
    _ version: EditVersion, from other: EditVersion, _ lock: LockedProject?
  ) -> EditVersion {
    guard let project = version.project, project.plan == nil, let theirs = other.project,
      let found = load(project, takingMissingFrom: theirs, lock)
    else { return version }
    var version = version
    version.project = found
    return version
  }

  /// - Returns: `nil` for a text that is no project.
  fileprivate func version(_ text: VersionText, _ opensMedia: Bool) -> EditVersion? {
    let shown = text.shown
    guard let file = text.file else {
      let tree = EditTree(JSONValue(range: .none, kind: .object([])))
      return EditVersion(name: text.name, file: shown, tree: tree)
    }
    let (value, syntax) = JSONParser.parse(shown, limits: options.limits.json, as: .project)
    guard let value, !syntax.contains(where: { $0.severity == .error }),
      case .object = value.kind
    else { return nil }
    var loader = self
    (loader.options.projectsThen, loader.options.filesThen) = (text.projects, text.media)
    var named = shown
    let whole = ProjectCompiler.whole(
      value, in: &named, limits: options.limits,
      projects: loader.projects(besides: file).called(after: EditVersion.prefix(of: text.name)))
    var project =
      opensMedia
      ? loader.load(file)
      : loader.load(file) { document in
        OpenedMedia(catalog: MediaCatalog(count: document.mediaItems.count))
      }
    if opensMedia, let today = text.pathToday,
      project.diagnostics.contains(where: { $0.severity == .error && $0.origin == .media })
    {
      project = loader.load(SourceFile(path: today, bytes: file.bytes))
    }
    let tree = EditTree(
      whole, times: project.timeline?.workedOut.mapValues(\.seconds) ?? [:],
      placed: project.timeline?.placedElsewhere ?? [:])
    return EditVersion(
      name: text.name, file: named, tree: tree, project: project,
      shownProjects: project.shownProjects)
  }
}

extension EditVersion {
  /// What stands before the paths of files beside a version that has a name: `HEAD:cuts/` before those
  /// beside `HEAD:cuts/promo.json`.
  package static func prefix(of name: String) -> String {
    let end = name.lastIndex(of: "/") ?? name.lastIndex(of: ":")
    return end.map { String(name[...$0]) } ?? ""
  }
}

extension LoadedProject {
  /// The other projects that it shows, by their paths from its folder.
  fileprivate var shownProjects: [String: [UInt8]] {
    let folder = MediaLocator.folder(of: path)
    let start = folder.isEmpty ? "" : folder + "/"
    var result: [String: [UInt8]] = [:]
    for included in file.included where !included.isPart {
      let path = included.file.path
      result[path.hasPrefix(start) ? String(path.dropFirst(start.count)) : path] =
        included.file.bytes
    }
    return result
  }
}

extension Timeline {
  /// When items are shown or heard, of a project whose items do not all say so themselves.
  fileprivate var placedElsewhere: [SourceRange: TimeRange] {
    if origins.isEmpty { return [:] }
    var result: [SourceRange: TimeRange] = [:]
    for track in tracks {
      for clip in track.clips { result[clip.range] = clip.placed }
      for title in track.titles { result[title.range] = title.placed }
      for transition in track.transitions { result[transition.range] = transition.placed }
    }
    return result
  }
}
