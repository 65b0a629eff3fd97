package import Diagnostics
import FileSystem
import MediaProbing
import MediaSources
package import ProjectFormat
import TimelineModel

extension ProjectLoader {
  /// Reads the projects that a project shows, and its parts, where its media may lie.
  package func projects(besides file: SourceFile) -> ProjectSource {
    let locator = MediaLocator(options, project: file.path)
    let limit = options.limits[.fileBytes]
    let identity = MediaLocator.resolve(file.path)
    let then = options.projectsThen
    let changed = options.changedParts
    let (open, memory) = (options.openTexts, options.memory)
    let prober = MediaProber(formsOf: options, locator: locator)
    let form = { @Sendable (item: MediaItem) -> PictureForm? in
      let found = memory?.probe([item], with: prober) ?? prober.probe([item])
      guard case .success(let source)? = found.first else { return nil }
      return source.facts.video.flatMap(PictureForm.init)
    }
    return ProjectSource(form: form) { path in
      if let found = then?(path) {
        let name = Paths.plain(path)
        return found.map { bytes in
          ProjectSource.Found(
            file: SourceFile(path: MediaLocator.join(locator.projectFolder, name), bytes: bytes),
            identity: name == file.path.split(separator: "/").last.map(String.init) ? "" : name)
        }
      }
      let place: MediaLocator.Place
      do throws(MediaLocator.Problem) {
        place = try locator.locate(path)
      } catch {
        // What is typed counts, whatever is stored by now.
        if error.isOfWhatIsStored {
          let isWhole = path.hasPrefix("/")
          let found = isWhole ? path : MediaLocator.join(locator.projectFolder, path)
          let resolved = MediaLocator.resolve(found) ?? Paths.plain(found)
          if let text = open[resolved] {
            return .success(
              ProjectSource.Found(
                file: SourceFile(path: found, bytes: text),
                identity: resolved == identity ? "" : resolved))
          }
        }
        return .failure(problem(path, error, likely: Self.likely(path, locator)))
      }
      guard case .file(let found, let scope) = place else {
        return .failure(
          ProjectSource.Problem("'\(shortened(path))' is an address, not a file"))
      }
      do throws(ProjectFileError) {
        let resolved = MediaLocator.resolve(found) ?? found
        var bytes = changed[found] ?? []
        if bytes.isEmpty {
          if let text = open[resolved] {
            bytes = text
          } else {
            bytes = try ProjectFile.read(found, limit: limit, within: scope)
          }
        }
        return .success(
          ProjectSource.Found(
            file: SourceFile(path: found, bytes: bytes),
            identity: resolved == identity ? "" : resolved))
      } catch {
        return .failure(
          ProjectSource.Problem("'\(shortened(path))' cannot be read: \(error.words)"))
      }
    }
  }

  /// The name of a project or part beside a path that leads nowhere, where one looks alike.
  private static func likely(_ path: String, _ locator: MediaLocator) -> String? {
    let wanted = path.split(separator: "/").last.map(String.init) ?? path
    let names = locator.neighbours(of: path).filter { $0.hasSuffix(".json") }
    return names.first { $0.lowercased() == wanted.lowercased() }
      ?? Suggestion.closest(to: wanted, among: names)
  }

  private func problem(
    _ path: String, _ problem: MediaLocator.Problem, likely: String?
  ) -> ProjectSource.Problem {
    let name = "'\(shortened(path))'"
    return switch problem {
    case .notFound(let tried):
      ProjectSource.Problem(
        "there is no file \(name)",
        notes: tried.prefix(4).map { "looked for '\($0)'" },
        fixes: tried.isEmpty
          ? [] : [Fix(message: "write the path from the folder of the file that names it")],
        likely: likely)
    case .isFolder: ProjectSource.Problem("\(name) is a folder, not a file")
    case .notRegular: ProjectSource.Problem("\(name) is no regular file")
    case .unavailable(let reason, let fix):
      ProjectSource.Problem("\(name) \(reason)", fixes: [Fix(message: fix)])
    case .empty: ProjectSource.Problem("\(name) is empty")
    case .unreadable(let reason): ProjectSource.Problem("\(name) cannot be read: \(reason)")
    case .outside:
      ProjectSource.Problem(
        "\(name) lies outside of the folders that a confined project may read",
        fixes: [Fix(message: "allow its folder with --allow-path")])
    case .protocolNotAllowed:
      ProjectSource.Problem("\(name) is an address, not a file")
    }
  }
}

extension ProjectFileError {
  fileprivate var words: String {
    switch self {
    case .isFolder: "it is a folder"
    case .notRegular: "it is no regular file"
    case .outside: "it lies outside of the folders that may be read"
    case .system(let number): MediaLocator.reason(number)
    case .tooLarge(let limit): "it has more than \(limit) bytes"
    }
  }
}

extension MediaLocator.Problem {
  /// Whether there is no file, or nothing in it.
  fileprivate var isOfWhatIsStored: Bool {
    switch self {
    case .notFound, .empty: true
    default: false
    }
  }
}
