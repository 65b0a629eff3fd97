import Diagnostics
import OutputKinds

/// Channels that are named are there.
enum ChannelMapRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    // Of each number of channels once, the first track's before others.
    var counts: [Int] = []
    let mixes = context.timeline.output.mixes
    for mix in mixes where !counts.contains(mix.encoding.channels) {
      counts.append(mix.encoding.channels)
      let equal = mixes.filter { $0.encoding.channels == mix.encoding.channels }
      check(&context, channels: mix.encoding.channels) { track in
        equal.contains { $0.hears(track.id) }
      }
    }
  }

  /// - Parameter channels: of a track of the movie's sound.
  private static func check(
    _ context: inout RuleContext, channels count: Int, hears: (Track) -> Bool
  ) {
    for track in context.timeline.tracks where track.kind.isHeard && hears(track) {
      if let map = track.channelMap {
        check(map, "the track", channels: count, of: count, &context)
      }
      for clip in track.clips {
        guard let map = clip.sound?.channelMap else { continue }
        let isEdit = context.timeline.place(ofEdit: clip.media) != nil
        check(
          map, context.noun(clip),
          channels: isEdit ? count : context.catalog[clip.media]?.audio?.channels, of: count,
          &context)
      }
    }
  }

  /// - Parameters:
  ///   - channels: of what is mapped; `nil` where that is not known.
  ///   - count: of the movie's sound.
  private static func check(
    _ map: ChannelMap, _ noun: String, channels: Int?, of count: Int, _ context: inout RuleContext
  ) {
    var reported: Set<SpeakerName> = []
    for route in map.routes {
      if route.output.value.channel(of: count) == nil,
        reported.insert(route.output.value).inserted
      {
        context.report(
          RuleMessages.channelNotInOutput(
            route.output.value.rawValue, count: count, range: route.output.range))
      }
      guard let channels, route.source.value.channel(of: channels) == nil else { continue }
      let written =
        switch route.source.value {
        case .number(let number): "\(number)"
        case .speaker(let speaker): "\"\(speaker.rawValue)\""
        }
      context.report(
        RuleMessages.channelNotInMedia(
          noun, written, count: channels, range: route.source.range))
    }
  }
}
