import Diagnostics
import TimelineModel

/// Puts what chains of filters make of media on the list of media, behind all that are named: each once
/// for all clips that show it.
struct FilterLinker {
  /// Chains of a project that differ, or are for different media: each is tried out when the project is
  /// opened.
  static let mostChains = 100

  private(set) var findings: [Diagnostic] = []
  private var items: [MediaItem] = []
  private var known: [Entry: MediaID] = [:]

  private struct Entry: Hashable {
    var source: MediaID
    var chain: String
    var isAlone: Bool
  }

  mutating func link(_ document: inout ProjectDocument) {
    items = document.mediaItems
    linkTracks(of: &document)
    for index in document.edits.indices { linkTracks(of: &document.edits[index].document) }
    if known.isEmpty { return }
    document.mediaItems = items
    for index in document.edits.indices { document.edits[index].document.mediaItems = items }
  }

  private mutating func linkTracks(of document: inout ProjectDocument) {
    var names: [String: MediaID]?
    for track in (document.tracks ?? []).indices {
      for item in (document.tracks?[track].items ?? []).indices {
        guard case .clip(var clip)? = document.tracks?[track].items[item],
          let filter = clip.filter
        else { continue }
        if names == nil { names = document.mediaByName }
        // A project or a group is drawn, whatever it shows.
        guard document.link(clip.media, clip.given) == nil, let source = names?[clip.media.value]
        else { continue }
        clip.filter?.media = media(filter, of: source)
        document.tracks?[track].items[item] = .clip(clip)
      }
    }
  }

  /// `nil` for what cannot go through a chain, and after a report.
  private mutating func media(_ filter: FilterDocument, of source: MediaID) -> MediaID? {
    let entry = Entry(
      source: source, chain: filter.chain.value, isAlone: filter.memory == nil)
    if let id = known[entry] { return id }
    guard items.indices.contains(source.index), items[source.index].content.canBeFiltered else {
      return nil
    }
    guard known.count < Self.mostChains else {
      if known.count == Self.mostChains, !findings.contains(where: { $0.id == "too-many-filters" })
      {
        findings.append(
          ProjectMessages.tooManyFilters(limit: Self.mostChains, range: filter.chain.range))
      }
      return nil
    }
    let item = items[source.index]
    let id = MediaID(items.count)
    var filtered = MediaItem(
      id: id, name: "\(item.name) | \(shortened(filter.chain.value))", nameRange: item.nameRange,
      valueRange: filter.chain.range,
      content: .filtered(
        FilteredContent(
          source: item.content, chain: filter.chain.value, isAlone: entry.isAlone)),
      reading: item.reading, onDamage: item.onDamage)
    filtered.pathRange = .none
    items.append(filtered)
    known[entry] = id
    return id
  }
}
