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

  /// Where a byte of the text is now that the edit came from; `nil` where it was changed.
  ///
  /// What both texts begin with and end with alike has stayed; one change after another makes one that
  /// holds all of them.
  struct Movement {
    private let prefix: Int
    private let suffix: Int
    private let distance: Int
    private let isSame: Bool

    init(from old: [UInt8], to new: [UInt8]) {
      isSame = old == new
      let count = min(old.count, new.count)
      var prefix = 0
      while prefix < count, old[prefix] == new[prefix] { prefix += 1 }
      var suffix = 0
      while suffix < count - prefix, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] {
        suffix += 1
      }
      self.prefix = prefix
      self.suffix = old.count - suffix
      distance = new.count - old.count
    }

    func moved(_ range: SourceRange) -> SourceRange? {
      if isSame || range.upper <= prefix { return range }
      return range.lower >= suffix ? range.shifted(by: distance) : nil
    }
  }
}
