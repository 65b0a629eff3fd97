import ChunkStorage
package import Diagnostics
import FileSystem
import ProjectFormat
package import ProjectLock
import TimelineModel

/// A media item whose file is not there, or is not the one that was locked.
package struct WantedSource: Sendable {
  /// How its content is known.
  enum Knowledge: Sendable {
    case locked
    /// From the cache, which has seen the file when it was there.
    case remembered
    case none
  }

  var item: MediaItem
  /// As written.
  var path: String
  /// Where it was, absolute.
  var oldPath: String
  /// The hash of its content, 16 hexadecimal digits; `nil` where nothing is known of it.
  var hash: String?
  /// Of the file, or all pictures.
  var bytes: Int?
  /// Numbered pictures; `nil` for a file.
  var sequence: ImageSequence?
  var knowledge = Knowledge.none
}

extension ProjectLoader {
  /// A project of which no more is known than what is written: its media are not opened.
  package func outline(_ file: SourceFile) -> LoadedProject {
    var project = LoadedProject(file, options)
    let (document, findings) = ProjectCompiler.document(
      from: &project.file, limits: options.limits, settings: options.settings,
      projects: projects(besides: file))
    project.document = document
    project.add(findings)
    return project
  }
}

extension LoadedProject {
  /// The media items whose files are to be looked for. Their media need not have been opened.
  ///
  /// - Parameter lock: what was locked; `nil` where nothing was.
  package func wantedSources(_ lock: LockedProject?) -> [WantedSource] {
    (document?.mediaItems ?? []).compactMap { item in
      // What a project names that this one shows is to be mended there.
      guard !item.pathRange.isNone, file.owns(item.pathRange),
        let path = item.writtenPath
      else { return nil }
      let locked =
        lock?.sources.first { $0.name == item.name } ?? lock?.sources.first { $0.path == path }
      var wanted = WantedSource(
        item: item, path: path,
        oldPath: Paths.absolute(
          path.hasPrefix("/") ? path : MediaLocator.join(locator.projectFolder, path)))
      if case .sequence(let sequence) = item.content { wanted.sequence = sequence }
      let isSequence = locked?.facts[.kind] == "sequence"
      if let locked, isSequence == (wanted.sequence != nil), let bytes = locked.bytes {
        (wanted.hash, wanted.bytes, wanted.knowledge) = (locked.hash, bytes, .locked)
      }
      return isThere(wanted) ? nil : remembering(wanted)
    }
  }

  /// The projects that this one shows and that lack media, by their paths: they are relinked themselves.
  package var projectsLackingMedia: [String] {
    let lacking = (document?.mediaItems ?? []).filter { item in
      guard !item.pathRange.isNone, !file.owns(item.pathRange), let path = item.writtenPath else {
        return false
      }
      if case .sequence(let sequence) = item.content {
        return (try? locator.locate(sequence)) == nil
      }
      return (try? locator.locate(path)) == nil
    }
    return Set(lacking.map { file.path(of: $0.pathRange) }).sorted()
  }

  /// Whether the project has what is wanted, or something else is wrong than that it is missing.
  private func isThere(_ wanted: WantedSource) -> Bool {
    do throws(MediaLocator.Problem) {
      if let sequence = wanted.sequence {
        let files = try locator.locate(sequence)
        return wanted.hash == nil
          || hash(ofPictures: files.numbered) == wanted.hash
      }
      guard case .file(let path, _) = try locator.locate(wanted.path) else { return true }
      return wanted.hash == nil
        || FileAccess.size(of: path) == wanted.bytes && hash(of: path) == wanted.hash
    } catch {
      switch error {
      case .notFound, .isFolder, .notRegular, .empty: return false
      case .unreadable, .outside, .protocolNotAllowed, .unavailable: return true
      }
    }
  }

  /// With what the cache knows of a file that is gone.
  private func remembering(_ wanted: WantedSource) -> WantedSource {
    guard wanted.hash == nil, wanted.sequence == nil else { return wanted }
    var wanted = wanted
    let folders = wanted.path.hasPrefix("/") ? [""] : [locator.projectFolder] + locator.mediaFolders
    for folder in folders {
      let path = Paths.absolute(MediaLocator.join(folder, wanted.path))
      guard let last = hashes.last(of: path), let digits = Self.digits(last.hash) else { continue }
      (wanted.hash, wanted.bytes, wanted.knowledge) = (digits, last.bytes, .remembered)
      break
    }
    return wanted
  }

  // MARK: - Hashes

  /// As lock files have it; `nil` where the file cannot be read.
  func hash(of path: String) -> String? { hashes.hash(path: path).flatMap(Self.digits) }

  /// The same of numbered pictures.
  func hash(ofPictures pictures: [(number: Int, path: String)]) -> String? {
    var parts: [(number: Int, contentHash: String)] = []
    for picture in pictures {
      guard let hash = hashes.hash(path: picture.path) else { return nil }
      parts.append((picture.number, hash))
    }
    return Self.digits(ContentHash.of(pictures: parts))
  }

  /// The number in a content hash.
  static func digits(_ hash: String) -> String? {
    hash.split(separator: ":").last.map(String.init)
  }
}
