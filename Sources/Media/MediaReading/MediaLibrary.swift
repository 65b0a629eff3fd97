import FileSystem
package import MediaSources
package import BaseValues
package import Rendering
package import TimelineModel

/// The opened media of a project: what probing found, by the item's place in the project.
package struct MediaLibrary: Sendable {
  private var sources: [MediaID: MediaSource] = [:]
  private var names: [MediaID: String] = [:]
  /// What all that read the library's pictures have in common.
  let cubes = LightCubes.shared
  /// libav protocols that may be used beside `file`, as probing was allowed.
  package var allowedProtocols: [String]

  /// An empty library.
  package init(allowedProtocols: [String] = []) { self.allowedProtocols = allowedProtocols }

  /// Takes the place of what was there for the item.
  package mutating func add(_ source: MediaSource, for item: MediaItem) {
    sources[item.id] = source
    names[item.id] = item.name
  }

  /// Takes in an item's name alone, for what is said of it.
  package mutating func add(unopened item: MediaItem) { names[item.id] = item.name }

  /// What a person calls the item, with its file: `'film' (film.mp4)`.
  package func name(_ media: MediaID) -> String {
    guard let name = names[media] else { return "media \(media.index)" }
    return sources[media]?.writtenPath.map { "'\(name)' (\($0))" } ?? "'\(name)'"
  }

  /// Source time of a picture, or where the last one ends; `nil` for a still picture.
  package func time(ofPicture number: Int, in media: MediaID) -> Rational? {
    let times = sources[media]?.facts.video?.frames
    return try? times?.range(ofFrame: number)?.start ?? times?.range(ofFrame: number - 1)?.end
  }

  /// What probing found about an item.
  ///
  /// - Throws: `RenderError` of kind `media` for items that were not opened.
  package func source(_ media: MediaID) throws(RenderError) -> MediaSource {
    guard let source = sources[media] else {
      throw RenderError(.media, "\(name(media)) was not opened")
    }
    return source
  }

  /// Paths of every file that is read, for refusing to overwrite one.
  package var filePaths: [String] { sources.keys.sorted().flatMap(filePaths(of:)) }

  /// Paths of the files that an item is read from; none where it was not opened.
  package func filePaths(of media: MediaID) -> [String] {
    switch sources[media] {
    case .file(let file): if case .file(let path, _) = file.place { [path] } else { [] }
    case .sequence(let sequence): sequence.files.files
    case .look(let file): if case .file(let path, _) = file.place { [path] } else { [] }
    case .filtered(let filtered):
      if case .file(let path, _)? = filtered.source.file?.place { [path] } else { [] }
    case .color, .generator, .filter, .canvasFilter, .audioFilter, nil: []
    }
  }
}

extension MediaSource {
  /// The file, as projects name it, that the source's samples come from; `nil` where there is none.
  fileprivate var writtenPath: String? {
    switch self {
    case .file(let file): file.writtenPath
    case .sequence(let source): source.sequence.path.text
    case .look(let file): file.writtenPath
    case .filtered(let filtered): filtered.source.writtenPath
    case .color, .generator, .filter, .canvasFilter, .audioFilter: nil
    }
  }
}
