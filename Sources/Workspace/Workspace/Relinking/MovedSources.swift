import Diagnostics
import FileSystem
import ProjectFormat
package import ProjectLock
import TimelineModel

extension ProjectLoader {
  /// A project whose media are gone, loaded with files of another one that have the same content: what
  /// it was before its media were moved.
  ///
  /// - Parameters:
  ///   - other: where the same content may be, under whatever name and path.
  ///   - lock: what was locked of the project; `nil` where nothing was. Else the cache may know what
  ///     its files were.
  /// - Returns: `nil` where nothing is found.
  package func load(
    _ project: LoadedProject, takingMissingFrom other: LoadedProject, _ lock: LockedProject?
  ) -> LoadedProject? {
    var files: [String: String] = [:]
    var pictures: [String: String] = [:]
    for item in other.document?.mediaItems ?? [] {
      guard let path = item.writtenPath, let facts = other.catalog[item.id],
        let hash = LoadedProject.digits(facts.contentHash)
      else { continue }
      let place = Paths.absolute(MediaLocator.join(other.locator.projectFolder, path))
      switch item.content {
      case .file, .look:
        files[hash] = other.locator.files(of: item).first.map(Paths.absolute) ?? place
      case .sequence: pictures[hash] = place
      case .color, .generator, .filter, .filtered, .canvasFilter, .audioFilter, .edit, .captions:
        break
      }
    }
    var edits: [Fix.Edit] = []
    for wanted in project.wantedSources(lock) where project.catalog[wanted.item.id] == nil {
      let known = wanted.sequence == nil ? files : pictures
      guard let path = wanted.hash.flatMap({ known[$0] }) else { continue }
      edits.append(
        Fix.Edit(range: wanted.item.pathRange, replacement: JSONText.quoted(path)))
    }
    guard !edits.isEmpty, let bytes = project.file.applying(edits) else { return nil }
    return load(SourceFile(path: project.path, bytes: bytes))
  }
}
