import EditReports
import ChunkStorage
package import Diagnostics
import FileSystem
import GitRepository
import PlanModel
import ProjectFormat
import ProjectLock
import TimelineModel
import Workers
package import Workspace

/// The versions of a project, the newest one first.
package final class EditHistory {
  /// What is known of a version's content.
  enum Reading: Sendable {
    case content(VersionContent)
    /// There is no such file in it.
    case absent
    /// Why there is no plan of it.
    case unread(String)

    var content: VersionContent? { if case .content(let content) = self { content } else { nil } }
  }

  let repository: Repository
  /// No version stands before one that was made of it.
  private(set) var versions: [HistoryVersion] = []
  /// Whether older commits may be missing.
  let isCutOff: Bool
  /// The project as it is now.
  let file: SourceFile
  /// The paths of media that are files in the repository, or were, from its top folder.
  let mediaPaths: [String]
  private let committed: CommittedMedia
  /// The commits that are asked for; `nil` for all of them.
  let wanted: Set<String>?
  /// The project's path from the repository's top folder.
  private let currentPath: String
  /// Those of its parts and of the projects that it shows, as far as they are in the repository.
  private let others: [String]
  private let options: WorkspaceOptions
  private let planner: VersionPlanner
  private let jobs: Int
  private var readings: [Int: Reading] = [:]
  private var texts: [Int: SourceFile] = [:]
  /// The texts of the other files, by their paths.
  private var otherTexts: [Int: [String: [UInt8]]] = [:]
  /// How many versions are read at once: few first, as the newest may tell all.
  private var batch = 1

  /// How often files are looked for that older versions name.
  private static let roundLimit = 8

  /// The last commit that is looked at, where it is not the one that is there now.
  package struct Tip {
    var repository: Repository
    /// The commit's hash.
    var revision: String
    /// What people call it.
    var name: String
    /// The project's path in it, from the repository's top folder.
    var path: String
    /// The commits that are asked for; `nil` for all of them.
    var wanted: Set<String>?

    /// The project's folder.
    var folder: CommitFolder {
      CommitFolder(repository, revision: revision, path: MediaLocator.folder(of: path))
    }
  }

  /// Finds the versions of a project; none is looked at.
  ///
  /// - Parameter tip: the last version is that of this commit; `nil` for the file as it is now.
  /// - Throws: `CommandFailure` where there is no repository, or no git.
  package init(
    _ file: SourceFile, _ options: WorkspaceOptions, jobs: Int, at tip: Tip? = nil
  ) throws(CommandFailure) {
    self.file = file
    self.options = options
    self.jobs = jobs
    planner = VersionPlanner(options)
    wanted = tip?.wanted
    do throws(GitError) {
      let path: String
      if let tip {
        (repository, currentPath, path) = (tip.repository, tip.path, tip.path)
      } else {
        let (repository, name) = try Repository.containing(file.path)
        self.repository = repository
        currentPath = repository.prefix + name
        path = try repository.committedPath(of: name, file.bytes) ?? currentPath
      }
      let revision = tip?.revision ?? "HEAD"
      let shown = Self.others(of: file, options, in: repository, at: tip)
      let paths = Self.mediaPaths(of: [(currentPath, file.bytes)] + shown, options.limits.json)
      var (projects, media) = (Set(shown.map(\.path)), paths)
      var named = NamedFiles(repository, options.limits)
      var history = FileHistory()
      // What an older version names may have versions of its own, which name others again.
      for _ in 0..<Self.roundLimit {
        let known = projects.union(media).subtracting([path])
        history = try Self.history(repository, path, known.sorted(), revision)
        let found = try named.all(of: history, projects.sorted())
        let count = projects.count + media.count
        projects.formUnion(found.projects)
        media.formUnion(found.media)
        if projects.count + media.count == count { break }
      }
      projects.remove(path)
      (others, mediaPaths) = (projects.sorted(), media.sorted())
      committed = CommittedMedia(repository, candidates: mediaPaths)
      isCutOff = history.isCutOff
      let files = history.commits.map(\.file)
      let objects = try repository.objects(files)
      let besides = others + mediaPaths
      let otherObjects = try repository.objects(
        files.flatMap { file in
          besides.map { RevisionPath(revision: file.revision, path: $0) }
        })
      var first = 0
      if tip == nil {
        let head = try? repository.file(RevisionPath(revision: revision, path: path)).bytes
        let isRenamed = path != currentPath
        let committed = try repository.files(
          shown.map { RevisionPath(revision: revision, path: $0.path) })
        let media =
          head == nil
          ? mediaPaths.map { _ in nil }
          : try Self.mediaNow(mediaPaths, namedNow: paths, in: repository, self.committed)
        let isCommitted =
          head == file.bytes && !isRenamed && media.allSatisfy { $0?.isChanged != true }
          && zip(shown, committed).allSatisfy { $0.bytes == (try? $1.get().bytes) }
        if !isCommitted {
          first = 1
          let texts = Dictionary(uniqueKeysWithValues: shown.map { ($0.path, $0.bytes) })
          versions.append(
            HistoryVersion(
              commit: nil, parents: head == nil ? [] : [1], object: "",
              others: others.map { texts[$0].map { String(decoding: $0, as: UTF8.self) } },
              media: media.map { $0?.object }, committedPath: isRenamed ? path : nil))
          otherTexts[0] = texts
        }
      }
      var places: [String: Int] = [:]
      for (index, commit) in history.commits.enumerated() { places[commit.hash] = index + first }
      for (index, commit) in history.commits.enumerated() {
        let parents = commit.parents.compactMap { places[$0] }
        var own = Array(otherObjects[index * besides.count..<(index + 1) * besides.count])
        // A file is no part of the versions that do not name it.
        var texts: [String: String] = [:]
        for (name, object) in zip(others, own) { texts[name] = object }
        texts[commit.path] = objects[index]
        if objects[index] != nil, let names = named.names(from: commit.path, texts) {
          let wanted = Set(names.projects + names.media)
          for place in besides.indices where !wanted.contains(besides[place]) { own[place] = nil }
        }
        versions.append(
          HistoryVersion(
            commit: commit, parents: parents, object: objects[index],
            others: Array(own.prefix(others.count)), media: Array(own.dropFirst(others.count)),
            end: history.ends.contains(commit.hash)
              ? history.isCutOff ? "shallow clone" : "graft" : nil))
      }
      endAtFirst()
    } catch {
      throw CommandFailure(error)
    }
  }

  private static func history(
    _ repository: Repository, _ path: String, _ others: [String], _ revision: String
  ) throws(GitError) -> FileHistory {
    do throws(GitError) {
      return try repository.history(of: path, with: others, from: revision)
    } catch {
      // A repository without commits.
      guard error.kind == .notFound else { throw error }
      return FileHistory()
    }
  }

  /// How much a version may ask for.
  var limits: ProjectLimits { options.limits }

  // MARK: - Contents

  /// What stands for each layer of a frame of the last version, the front one first; none where it has no
  /// such frame.
  package func layers(of frame: Int) throws(CommandFailure) -> [UInt64] {
    try reading(0).content?.pictures.layers(of: frame) ?? []
  }

  /// What a version shows; with it some that come after it are read.
  func reading(_ index: Int) throws(CommandFailure) -> Reading {
    if let known = readings[index] { return known }
    // The newest version comes first: what older ones read may lie where this one has it.
    if index > 0 { _ = try reading(0) }
    let wanted = Array(
      versions.indices[index...].filter { readings[$0] == nil }.prefix(batch))
    batch = min(batch * 2, 32)
    let records = VersionRecords(folder: options.cache)
    var jobs = wanted.map { number in
      ReadingJob(
        key: key(of: versions[number]), path: path(of: versions[number]), planner: planner,
        records: records)
    }
    let known = jobs
    let kept = WorkerPool.map(jobs.count, threads: self.jobs) { known[$0].kept() }
    let missing = wanted.indices.filter { kept[$0] == nil && versions[wanted[$0]].object != nil }
    try readTexts(missing.map { wanted[$0] })
    for place in missing {
      jobs[place].then.projects = projectsThen(wanted[place])
      jobs[place].then.media = mediaThen(wanted[place])
    }
    let files = missing.map { texts[wanted[$0]] }
    let today = file.path
    let ready = jobs
    var made = WorkerPool.map(missing.count, threads: self.jobs) { place in
      files[place].map { ready[missing[place]].made(from: $0, today: today) }
    }
    // Locks are looked for only where files are.
    let lacking = missing.indices.filter { made[$0]?.content?.absentFiles.isEmpty == false }
    let locks = try locks(of: lacking.map { wanted[missing[$0]] })
    let found = WorkerPool.map(lacking.count, threads: self.jobs) { place in
      locks[place].flatMap { lock in
        files[lacking[place]].map {
          ready[missing[lacking[place]]].made(from: $0, today: today, lock: lock)
        }
      }
    }
    for (place, reading) in zip(lacking, found) where reading != nil { made[place] = reading }
    for (place, number) in wanted.enumerated() {
      readings[number] = kept[place].map { .content($0) } ?? .absent
    }
    for (place, reading) in zip(missing, made) {
      readings[wanted[place]] = reading ?? .unread("it cannot be read from the repository")
    }
    return readings[index] ?? .absent
  }

  /// A version's text under the path that its media's paths count from; `nil` where there is none.
  func text(_ index: Int) throws(CommandFailure) -> SourceFile? {
    try readTexts([index])
    return texts[index]
  }

  private func readTexts(_ indices: [Int]) throws(CommandFailure) {
    let missing = indices.filter { texts[$0] == nil && versions[$0].object != nil }
    let stored = missing.filter { versions[$0].commit != nil }
    for index in missing where versions[index].commit == nil { texts[index] = file }
    if stored.isEmpty { return }
    do throws(GitError) {
      let files = try repository.files(
        stored.map { versions[$0].commit?.file ?? RevisionPath(revision: "", path: "") })
      for (index, result) in zip(stored, files) {
        if let found = try? result.get(), found.bytes.count <= limits[.fileBytes] {
          texts[index] = SourceFile(path: path(of: versions[index]), bytes: found.bytes)
        }
      }
      if others.isEmpty { return }
      let found = try repository.files(
        stored.flatMap { index in
          others.map {
            RevisionPath(revision: versions[index].commit?.hash ?? "HEAD", path: $0)
          }
        })
      for (place, index) in stored.enumerated() {
        let own = found[place * others.count..<(place + 1) * others.count]
        for (path, result) in zip(others, own) {
          otherTexts[index, default: [:]][path] = try? result.get().bytes
        }
      }
    } catch {
      throw CommandFailure(error)
    }
  }

  /// The other files of a version, by their paths from its folder; `nil` for those that are there now.
  func projectsThen(
    _ index: Int
  ) -> (@Sendable (String) -> Result<[UInt8], ProjectSource.Problem>?)? {
    guard let commit = versions[index].commit else { return nil }
    let known = otherTexts[index] ?? [:]
    let folder = CommitFolder(
      repository, revision: commit.hash, path: MediaLocator.folder(of: commit.path))
    let read = folder.projects
    return { path in
      if let name = folder.name(of: path), let bytes = known[name] { return .success(bytes) }
      return read(path)
    }
  }

  /// The media of a version, by their paths from its folder; `nil` for those that are there now.
  private func mediaThen(_ index: Int) -> VersionFiles? {
    guard let commit = versions[index].commit else { return nil }
    var objects: [String: String] = [:]
    for (path, object) in zip(mediaPaths, versions[index].media) { objects[path] = object }
    let folder = CommitFolder(
      repository, revision: commit.hash, path: MediaLocator.folder(of: commit.path))
    return committed.files(of: folder) { [objects] name in objects[name] }
  }

  /// The options under which the project of a commit is loaded with its other files as they were there.
  package func options(at tip: Tip) -> WorkspaceOptions {
    var options = options
    options.projectsThen = tip.folder.projects
    options.filesThen = committed.files(of: tip.folder)
    return options
  }

  /// The paths of media whose content is another one in a version than in one before it.
  func changedMedia(from parent: Int, to index: Int) -> [String] {
    zip(mediaPaths, zip(versions[parent].media, versions[index].media)).compactMap { path, media in
      guard let before = media.0, let after = media.1 else { return nil }
      return before == after ? nil : path
    }
  }

  /// Reads the parts of a version, and the projects that it shows, as they were.
  func projects(_ index: Int) -> ProjectSource {
    var options = options
    options.projectsThen = projectsThen(index)
    return ProjectLoader(options).projects(besides: texts[index] ?? file)
  }

  /// The projects that a version shows, by their paths from its folder.
  ///
  /// - Parameter file: the version's, with its parts.
  func shownProjects(_ index: Int, besides file: SourceFile) -> [String: [UInt8]] {
    let parts = Set(file.included.map(\.file.bytes))
    let folder = MediaLocator.folder(of: versions[index].commit?.path ?? currentPath)
    let start = folder.isEmpty ? "" : folder + "/"
    var result: [String: [UInt8]] = [:]
    let named = Set(zip(others, versions[index].others).filter { $1 != nil }.map(\.0))
    for (path, bytes) in otherTexts[index] ?? [:]
    where named.contains(path) && !parts.contains(bytes) {
      result[path.hasPrefix(start) ? String(path.dropFirst(start.count)) : path] = bytes
    }
    return result
  }

  /// The parts of a project and the projects that it shows, as far as they are in its repository, with
  /// what they say now.
  private static func others(
    of file: SourceFile, _ options: WorkspaceOptions, in repository: Repository, at tip: Tip?
  ) -> [(path: String, bytes: [UInt8])] {
    var options = options
    if let tip { options.projectsThen = tip.folder.projects }
    var whole = SourceFile(path: file.path, bytes: file.bytes)
    _ = ProjectCompiler.document(
      from: &whole, limits: options.limits, settings: options.settings,
      projects: ProjectLoader(options).projects(besides: whole))
    guard let root = MediaLocator.resolve(repository.root) else { return [] }
    var result: [String: [UInt8]] = [:]
    for included in whole.included {
      let path = MediaLocator.resolve(included.file.path) ?? Paths.absolute(included.file.path)
      guard path.hasPrefix(root + "/") else { continue }
      result[String(path.dropFirst(root.count + 1))] = included.file.bytes
    }
    return result.sorted { $0.key < $1.key }.map { (path: $0.key, bytes: $0.value) }
  }

  /// Leaves out commits from before there was the project, which only had other files of it.
  private func endAtFirst() {
    guard !others.isEmpty || !mediaPaths.isEmpty else { return }
    var kept: [Int] = []
    for index in versions.indices.reversed() {
      let version = versions[index]
      let follows = version.parents.contains { kept.contains($0) }
      if version.object != nil || follows { kept.append(index) }
    }
    let places = Dictionary(
      uniqueKeysWithValues: kept.reversed().enumerated().map { ($0.element, $0.offset) })
    versions = versions.indices.compactMap { index in
      guard places[index] != nil else { return nil }
      var version = versions[index]
      version.parents = version.parents.compactMap { places[$0] }
      return version
    }
  }

  /// The lock files that versions had at last, before the next one was committed; `nil` for none that
  /// can be read.
  private func locks(of indices: [Int]) throws(CommandFailure) -> [LockedProject?] {
    if indices.isEmpty { return [] }
    let names = indices.flatMap { index in
      let own = versions[index].commit
      let next = versions[..<index].last { $0.parents.contains(index) }?.commit
      let path = LockedProject.path(ofProject: own?.path ?? currentPath)
      return [next.map { $0.hash + "^" } ?? "HEAD", own?.hash ?? "HEAD"].map {
        RevisionPath(revision: $0, path: path)
      }
    }
    do throws(GitError) {
      let files = try repository.files(names)
      return indices.indices.map { place in
        files[place * 2..<place * 2 + 2].lazy.compactMap { result in
          guard let file = try? result.get(), file.bytes.count <= LockReader.byteLimit else {
            return nil
          }
          return LockReader.read(SourceFile(path: "", bytes: file.bytes)).lock
        }.first
      }
    } catch {
      throw CommandFailure(error)
    }
  }

  /// The path of a version today: media are those that are there now.
  private func path(of version: HistoryVersion) -> String {
    guard let commit = version.commit, commit.path != currentPath else { return file.path }
    return "\(repository.root)/\(commit.path)"
  }

  /// What decides a version's content, its media apart.
  private func key(of version: HistoryVersion) -> String {
    let text =
      version.commit == nil ? String(decoding: file.bytes, as: UTF8.self) : version.object ?? ""
    return
      ([
        "cutlist version 1", RenderPlan.programContext, path(of: version), file.path,
        version.commit == nil ? "file" : "object", text,
      ] + version.others.map { $0 ?? "" }
      + zip(mediaPaths, version.media).map { "\($0) \($1 ?? "")" }
      + options.mediaFolders
      + options.settings.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
      + (options.rendition == Rendition() ? [] : ["\(options.rendition)"]))
      .joined(separator: "\n")
  }
}
