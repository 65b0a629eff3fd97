package import Diagnostics
import FileSystem
import MediaOpening
import MediaProbing
package import MediaReading
import MediaSources
import OutputKinds
package import TimelineModel

/// The media of a project, as far as they could be opened.
package struct OpenedMedia: Sendable {
  /// Facts about the media that could be opened, by their places in the project.
  package var catalog: MediaCatalog
  /// What is read for pictures and sound.
  package var library = MediaLibrary()
  /// What is wrong with the others, and warnings about those that were opened, in their order.
  package var findings: [Diagnostic] = []

  /// Media of which no more is known than facts: enough for a plan, not for a picture of it.
  package init(catalog: MediaCatalog) { self.catalog = catalog }

  /// Opens all of them, but for those that are known by now.
  init(_ items: [MediaItem], with prober: MediaProber, memory: MediaMemory? = nil) {
    catalog = MediaCatalog(count: items.count)
    library = MediaLibrary(allowedProtocols: prober.locator.allowedProtocols)
    // The facts about projects and groups come from what they show; captions are read with the project.
    let items = items.filter { !$0.isEdit && !$0.isCaptions }
    let results = memory?.probe(items, with: prober) ?? prober.probe(items)
    for (item, result) in zip(items, results) {
      switch result {
      case .success(let source):
        catalog[item.id] = source.facts
        catalog[item.id]?.tags = source.details.movieTags
        library.add(source, for: item)
        findings += source.notes.map { note in
          Diagnostic(
            id: .mediaNote, severity: .warning, origin: .media,
            message: "'\(item.name)': \(note)", range: item.valueRange)
        }
      case .failure(let problem):
        // What is wrong with a source is wrong behind chains of filters too.
        if !findings.contains(problem.diagnostic) { findings.append(problem.diagnostic) }
      }
    }
  }
}

extension FileDetails {
  /// Its tags under our names where they are known; of two of one name the first.
  fileprivate var movieTags: [MovieTag] {
    var names: Set<String> = []
    return tags.map { MovieTag(libraryName: $0.name, value: $0.value) }.filter {
      names.insert($0.name).inserted
    }
  }
}

extension MediaItem {
  /// Whether it is a project or a group.
  var isEdit: Bool {
    if case .edit = content { true } else { false }
  }

  /// Whether it is a file of captions.
  var isCaptions: Bool {
    if case .captions = content { true } else { false }
  }
}
