package import Diagnostics
package import FileSystem
import TimelineModel

/// Looks for sources among the files below folders.
package struct SourceSearch {
  private let project: LoadedProject
  private let walk: FolderWalk
  private let bySize: [Int: [FolderWalk.File]]
  private let byName: [String: [FolderWalk.File]]
  private let folders: [PictureFolder]
  /// Where relative paths start.
  private let projectFolder: String

  /// - Parameter project: which needs no more than its document.
  package init(_ project: LoadedProject, in walk: FolderWalk) {
    self.project = project
    self.walk = walk
    bySize = Dictionary(grouping: walk.files, by: \.bytes)
    byName = Dictionary(grouping: walk.files, by: \.name)
    folders = PictureFolder.all(of: walk.files)
    projectFolder = MediaLocator.resolve(project.locator.projectFolder) ?? ""
  }

  /// A source and where it is.
  package struct Found: Sendable {
    /// The media item's.
    package var name: String
    /// As it is written, and as it would be.
    package var oldPath, newPath: String
    /// Whether its content is known; else it has the name of what is looked for, and no other file has.
    package var isByContent: Bool
    /// What would be written.
    package var edit: Fix.Edit
  }

  /// Where a source is.
  ///
  /// - Returns: a finding where it is nowhere, or where that is not certain.
  package func find(_ wanted: WantedSource) -> Result<Found, SourceNotFound> {
    let candidates = wanted.sequence.map { pictures(wanted, $0) } ?? files(wanted)
    let usable = candidates.filter { isFound($0, as: wanted) }
    guard let best = nearest(usable, to: wanted) else {
      return .failure(
        SourceNotFound(
          wanted: wanted, walk: walk, namesakes: (byName[Paths.name(wanted.path)] ?? []).map(\.path)
        ))
    }
    let path = written(best, like: wanted)
    // In a part, paths count from its folder.
    let part = MediaLocator.folder(of: project.file.path(of: wanted.item.pathRange))
    let place = part.isEmpty ? "." : part
    let text =
      wanted.path.hasPrefix("/")
      ? best : Paths.relative(best, from: MediaLocator.resolve(place) ?? projectFolder)
    return .success(
      Found(
        name: wanted.item.name, oldPath: wanted.path, newPath: path,
        isByContent: wanted.hash != nil,
        edit: Fix.Edit(range: wanted.item.pathRange, replacement: JSONText.quoted(text))))
  }

  /// Relative where the old path is.
  private func written(_ path: String, like wanted: WantedSource) -> String {
    wanted.path.hasPrefix("/") ? path : Paths.relative(path, from: projectFolder)
  }

  /// Whether the project finds a file by the path that would be written: a confined one does not find
  /// what lies outside.
  private func isFound(_ path: String, as wanted: WantedSource) -> Bool {
    let path = written(path, like: wanted)
    guard var sequence = wanted.sequence else { return (try? project.locator.locate(path)) != nil }
    guard let numbered = NumberedPath(path) else { return false }
    sequence.path = numbered
    return (try? project.locator.locate(sequence)) != nil
  }

  /// Of several files with the same content the one with the same name, then the one that the fewest
  /// steps lead to from the old folder, then the first by its path.
  private func nearest(_ paths: [String], to wanted: WantedSource) -> String? {
    let namesakes = paths.filter { Paths.name($0) == Paths.name(wanted.path) }
    let folder = MediaLocator.folder(of: wanted.oldPath)
    return (namesakes.isEmpty ? paths : namesakes)
      .map { (distance: Paths.distance($0, from: folder), path: $0) }
      .min { $0 < $1 }?.path
  }

  // MARK: - Candidates

  /// Absolute paths of files with the content, or where that is not known, with the name.
  private func files(_ wanted: WantedSource) -> [String] {
    if let hash = wanted.hash, let bytes = wanted.bytes {
      return (bySize[bytes] ?? []).map(\.path).filter { project.hash(of: $0) == hash }
    }
    let named = byName[Paths.name(wanted.path)] ?? []
    return isOne(named) { project.hash(of: $0.path) } ? named.map(\.path) : []
  }

  /// The same of numbered pictures.
  private func pictures(_ wanted: WantedSource, _ sequence: ImageSequence) -> [String] {
    guard let own = NumberedPath(Paths.name(wanted.path)) else { return [] }
    let first = sequence.first ?? 0
    if let hash = wanted.hash {
      return folders.flatMap { folder in
        folder.series(own: own, from: first).filter { series in
          series.bytes == wanted.bytes && project.hash(ofPictures: series.pictures) == hash
        }.map(\.path)
      }
    }
    let named = folders.compactMap { $0.series(own, from: first) }
    return isOne(named) { project.hash(ofPictures: $0.pictures) } ? named.map(\.path) : []
  }

  /// Whether there is something, and all of it has one content. A single thing is not read for that.
  private func isOne<Thing>(_ things: [Thing], _ hash: (Thing) -> String?) -> Bool {
    guard things.count > 1 else { return !things.isEmpty }
    let hashes = Set(things.map(hash))
    return hashes.count == 1 && !hashes.contains(nil)
  }
}

/// A source that was not found.
package struct SourceNotFound: Error {
  var wanted: WantedSource
  var walk: FolderWalk
  /// Files of its name, of another content or of several.
  var namesakes: [String]

  /// What to say, at the item's place in the project.
  package var diagnostic: Diagnostic {
    let namesakes = namesakes.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    var notes: [String] = []
    switch wanted.knowledge {
    case .locked: notes.append("its content is known from the lock file: \(content)")
    case .remembered: notes.append("its content is known from the cache: \(content)")
    case .none:
      notes.append("its content is not known: only the one file of its name would be taken")
    }
    if !namesakes.isEmpty {
      notes.append(
        wanted.knowledge == .none
          ? "of its name, but not all the same: \(namesakes)"
          : "of its name, but with another content: \(namesakes)")
    }
    return Diagnostic(
      id: .relinkNotFound, origin: .media,
      message: "'\(wanted.item.name)' (\(wanted.path)) is not among the \(walk.files.count) files "
        + "that were looked at",
      range: wanted.item.valueRange, notes: notes.map { Note(message: $0) },
      fixes: [Fix(message: "name more folders, or write the path by hand")])
  }

  private var content: String {
    "\(wanted.bytes ?? 0) bytes of the hash \((wanted.hash ?? "").prefix(8))…"
  }
}
