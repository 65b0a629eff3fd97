import Diagnostics
import EditorText
import FileSystem
import JSONRPC
import TimelineModel
import Workspace

/// A project that is looked at because a document is open that is its own or one of its parts.
final class ServedProject {
  /// As editors name the file.
  var path: String
  /// As it was loaded last; `nil` before that.
  var loaded: LoadedProject? {
    didSet {
      guard let loaded, loaded.file != oldValue?.file else {
        if loaded == nil { innerFiles = [] }
        return
      }
      innerFiles = Set(
        (loaded.file.included.map(\.file.path) + Self.unread(by: loaded))
          .map { DocumentURI.identity($0) })
    }
  }
  /// What could be told at once of what has changed since.
  var near: LoadedProject?
  /// The edition that was looked at for that.
  var nearEdition = 0
  /// Whether another thread looks at what was changed.
  var isLooking = false
  /// Whether something has changed since.
  var isStale = true { didSet { if isStale { edition += 1 } } }
  /// Changes with each change of what it is made of.
  private(set) var edition = 0
  /// Whether another thread loads it.
  var isLoading = false
  /// Whether its sound is still to be mixed, to see whether it is too loud.
  var needsSound = false
  /// Changes with each loading.
  var revision = 0
  /// The addresses for which findings were sent, to be taken back where there are none any more.
  var published: Set<String> = []
  /// The last edit that could be resolved.
  var resolved: ResolvedEdit?

  init(path: String) { self.path = path }

  /// Paths of the parts and projects that could not be read.
  private static func unread(by project: LoadedProject) -> [String] {
    project.diagnostics.prefix(1000).compactMap { finding in
      guard [.partNotFound, .nestedProject].contains(finding.id), !finding.range.isNone else {
        return nil
      }
      let written = SourceFile(path: "", text: project.file.text(in: finding.range))
      guard let path = JSONParser.parse(written).value?.textValue else { return nil }
      let folder = MediaLocator.folder(of: project.file.path(of: finding.range))
      return path.hasPrefix("/") ? path : MediaLocator.join(folder, path)
    }
  }

  /// Real paths of the parts and projects that it takes in, and of those that it names and that could
  /// not be read.
  private(set) var innerFiles: Set<String> = []
}

/// A resolved edit with the text that it came from, for hints while the text is being changed.
struct ResolvedEdit {
  var timeline: Timeline
  var file: SourceFile
}
