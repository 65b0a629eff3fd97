import Diagnostics
import OutputKinds

/// Channels that are named are there.
enum ChannelMapRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    guard let output = context.timeline.output.audio else { return }
    for track in context.timeline.tracks where track.kind.isHeard {
      if let map = track.channelMap {
        check(map, "the track", channels: output.channels, &context)
      }
      for clip in track.clips {
        guard let map = clip.sound?.channelMap else { continue }
        let isEdit = context.timeline.place(ofEdit: clip.media) != nil
        check(
          map, context.noun(clip),
          channels: isEdit ? output.channels : context.catalog[clip.media]?.audio?.channels,
          &context)
      }
    }
  }

  /// - Parameter channels: of what is mapped; `nil` where that is not known.
  private static func check(
    _ map: ChannelMap, _ noun: String, channels: Int?, _ context: inout RuleContext
  ) {
    let count = context.timeline.output.audio?.channels ?? 2
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
