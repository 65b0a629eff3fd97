import Diagnostics
import BaseValues
import OutputKinds
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
  /// Of the canvases of projects and groups.
  private var sizes: [MediaID: Size] = [:]
  /// Of the movie's sound, which that of all its edits is mixed in.
  private var sound = AudioEncoding()
  /// Channels of tracks of sound that have others than the first.
  private var otherChannels: [Int] = []
  private var rate: FrameRate?

  private enum Entry: Hashable {
    case source(MediaID, chain: String, isAlone: Bool)
    case canvas(CanvasFilter)
    case sound(AudioFilter)
  }

  mutating func link(_ document: inout ProjectDocument) {
    items = document.mediaItems
    sound = document.output.audio ?? sound
    otherChannels = Set(document.output.mixes.map(\.encoding.channels))
      .subtracting([sound.channels]).sorted()
    rate = document.output.frameRate?.value
    for edit in document.edits { sizes[edit.media] = edit.document.output.size?.value }
    linkTracks(of: &document)
    // What the output of an edit says counts only where the edit is the movie.
    if let filter = document.output.audioFilter {
      document.output.audioFilter?.media = media(ofSound: filter)
    }
    for index in document.edits.indices { linkTracks(of: &document.edits[index].document) }
    if known.isEmpty { return }
    document.mediaItems = items
    for index in document.edits.indices { document.edits[index].document.mediaItems = items }
  }

  private mutating func linkTracks(of document: inout ProjectDocument) {
    var names: [String: MediaID]?
    let canvas = document.output.size?.value ?? Size(width: 1280, height: 720)
    for track in (document.tracks ?? []).indices {
      if let filter = document.tracks?[track].filter {
        document.tracks?[track].filter?.media = media(filter, onCanvas: canvas)
      }
      if let filter = document.tracks?[track].audioFilter {
        document.tracks?[track].audioFilter?.media = media(ofSound: filter)
      }
      for item in (document.tracks?[track].items ?? []).indices {
        guard case .clip(var clip)? = document.tracks?[track].items[item] else { continue }
        if let filter = clip.sound.filter {
          clip.sound.filter?.media = media(ofSound: filter)
          document.tracks?[track].items[item] = .clip(clip)
        }
        guard let filter = clip.filter else { continue }
        if names == nil { names = document.mediaByName }
        if let link = document.link(clip.media, clip.given) {
          // A project or a group is composed on a canvas of its own.
          let size = link.flatMap { sizes[$0] } ?? canvas
          clip.filter?.media = link == nil ? nil : media(filter, onCanvas: size)
        } else if let source = names?[clip.media.value] {
          clip.filter?.media = media(filter, of: source, onCanvas: canvas)
        }
        document.tracks?[track].items[item] = .clip(clip)
      }
    }
  }

  /// `nil` after a report.
  private mutating func media(
    _ filter: FilterDocument, of source: MediaID, onCanvas canvas: Size
  ) -> MediaID? {
    guard items.indices.contains(source.index) else { return nil }
    let item = items[source.index]
    guard item.content.canBeFiltered else { return media(filter, onCanvas: canvas) }
    let isAlone = filter.memory == nil
    let content = FilteredContent(
      source: item.content, chain: filter.chain.value, isAlone: isAlone)
    return add(
      .source(source, chain: filter.chain.value, isAlone: isAlone), filter,
      MediaItem(
        id: MediaID(items.count), name: "\(item.name) | \(shortened(filter.chain.value))",
        nameRange: item.nameRange, valueRange: filter.chain.range, content: .filtered(content),
        reading: item.reading, onDamage: item.onDamage))
  }

  /// A chain for composed pictures; `nil` after a report.
  private mutating func media(_ filter: FilterDocument, onCanvas canvas: Size) -> MediaID? {
    let content = CanvasFilter(chain: filter.chain.value, size: canvas)
    return add(
      .canvas(content), filter,
      MediaItem(
        id: MediaID(items.count), name: shortened(filter.chain.value),
        nameRange: filter.chain.range, valueRange: filter.chain.range,
        content: .canvasFilter(content)))
  }

  /// A chain for sound in the movie's form; `nil` after a report.
  private mutating func media(ofSound filter: FilterDocument) -> MediaID? {
    var memory: Rational? = SoundFilter.usualMemory
    switch filter.memory?.value {
    case .start: memory = nil
    // What is no such time is reported where it is resolved, and not tried out: that would take as long.
    case .time(let time):
      if let told = rate.flatMap({ try? time.resolved(rate: $0) }), told > .zero,
        told <= SoundFilter.longestMemory
      {
        memory = told
      }
    case nil: break
    }
    // The chain of each number of channels is found again by what it is.
    var found: MediaID?
    for channels in [sound.channels] + otherChannels {
      let content = AudioFilter(
        chain: filter.chain.value, sampleRate: sound.sampleRate, channels: channels, memory: memory)
      let id = add(
        .sound(content), filter,
        MediaItem(
          id: MediaID(items.count), name: shortened(filter.chain.value),
          nameRange: filter.chain.range, valueRange: filter.chain.range,
          content: .audioFilter(content)))
      if found == nil { found = id }
    }
    return found
  }

  private mutating func add(
    _ entry: Entry, _ filter: FilterDocument, _ item: MediaItem
  ) -> MediaID? {
    if let id = known[entry] { return id }
    guard known.count < Self.mostChains else {
      if !findings.contains(where: { $0.id == .tooManyFilters }) {
        findings.append(
          ProjectMessages.tooManyFilters(limit: Self.mostChains, range: filter.chain.range))
      }
      return nil
    }
    items.append(item)
    known[entry] = item.id
    return item.id
  }
}
