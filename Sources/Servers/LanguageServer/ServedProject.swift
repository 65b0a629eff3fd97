import Diagnostics
import EditorText
import TimelineModel
import Workspace

/// A project that is looked at because a document is open that is its own or one of its parts.
final class ServedProject {
  /// As editors name the file.
  var path: String
  /// As it was loaded last; `nil` before that.
  var loaded: LoadedProject?
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

  /// Real paths of the parts and projects that it takes in.
  var innerFiles: Set<String> {
    Set((loaded?.file.included ?? []).map { DocumentURI.identity($0.file.path) })
  }
}

/// A resolved edit with the text that it came from, for hints while the text is being changed.
struct ResolvedEdit {
  var timeline: Timeline
  var file: SourceFile
}
