import AudioMixing
import Diagnostics
import MediaReading
import MediaSources
import PlanModel
import RenderPlanning
import TimelineModel

/// Finds files of which one stream of sound is heard because nobody has chosen, and others are not:
/// the microphone of a recorded screen for example. And files of whose channels nothing says where they are heard.
struct UnheardStreams {
  var project: LoadedProject
  var timeline: Timeline
  var plan: RenderPlan

  /// A finding for each file, at the first clip that plays it.
  func findings() -> [Diagnostic] {
    guard let audio = plan.audio else { return [] }
    let items = PlannedItems(timeline)
    // By content, so that several media of one file count as one.
    var heard: [String: Set<Int>] = [:]
    for media in Set(audio.spans.map(\.media)) {
      guard let source = try? project.library.source(media) else { continue }
      heard[source.facts.contentHash, default: []]
        .formUnion(source.audioRoutes(to: 1).map(\.stream))
    }
    var said: Set<String> = []
    var found: [Diagnostic] = []
    for span in audio.spans {
      guard case .file(_, _, nil)? = plan.source(of: span.media)?.content.unfiltered,
        let source = try? project.library.source(span.media),
        let clip = items.clip(of: span.origin)
      else { continue }
      let content = source.facts.contentHash
      let others = source.details.streams.filter {
        $0.kind == .audio && $0.number != nil && !heard[content, default: []].contains($0.index)
      }
      guard let first = others.first?.number, said.insert(content).inserted else { continue }
      let own = source.details.streams.first {
        $0.kind == .audio && heard[content, default: []].contains($0.index)
      }
      found.append(
        AudioMessages.unheardStreams(
          project.library.name(span.media), others.map(Self.words), first: first,
          heard: own?.number,
          range: clip.mediaRange
        ).within(items.clips(showing: span.origin)))
    }
    return found + unplaced(audio, items)
  }

  /// A finding for each file whose channels have no places, at the first clip that plays it without a map.
  private func unplaced(_ audio: AudioPlan, _ items: PlannedItems) -> [Diagnostic] {
    var said: Set<String> = []
    var found: [Diagnostic] = []
    for span in audio.spans where span.routes == nil {
      guard let source = try? project.library.source(span.media),
        let clip = items.clip(of: span.origin),
        let route = source.audioRoutes(to: audio.channels).first(where: {
          !DownMix.hasPlaces($0.layout, count: $0.channels)
        }), said.insert(source.facts.contentHash).inserted
      else { continue }
      found.append(
        AudioMessages.unplacedChannels(
          project.library.name(span.media), route.channels,
          isSurround: audio.channels > 2 && [6, 8].contains(route.channels),
          range: clip.mediaRange
        ).within(items.clips(showing: span.origin)))
    }
    return found
  }

  /// `stream 1 (eng, "Microphone", 1 channel)`.
  private static func words(_ stream: FileDetails.Stream) -> String {
    let title = stream.title.map { "\"\(shortened($0))\"" }
    let language = stream.language == "und" ? nil : stream.language
    let channels = stream.channels == 1 ? "1 channel" : "\(stream.channels) channels"
    let facts = [language, title, channels].compactMap(\.self)
    return "stream \(stream.number ?? 0) (\(facts.joined(separator: ", ")))"
  }
}
