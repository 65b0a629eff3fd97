internal import AudioMixing
internal import Diagnostics
internal import BaseValues
import OutputKinds
internal import PlanModel
internal import TimelineModel

// Which channels are heard where.
extension SpanPlanner {
  /// What a map and a width make of the movie's own channels; `nil` where they stay as they are.
  func matrix(_ map: ChannelMap?, width: Rational) -> ChannelMatrix? {
    var result = ChannelMatrix(identity: channels)
    if let map {
      result.factors = result.factors.map { _ in 0 }
      for route in routes(map, ofChannels: channels) {
        result.factors[route.output * channels + route.input] += route.gain
      }
    }
    if width != .one {
      let spread = ChannelMatrix(
        width: EnvelopePlanner.gain(width), of: ChannelLayout(channels: channels))
      result = spread.after(result)
    }
    return result.isIdentity ? nil : result
  }

  /// How a map sends the channels of a source to the movie's; `nil` for the usual way.
  func routes(_ map: ChannelMap?, of media: MediaID) -> [ChannelRoute]? {
    guard let map, let count = catalog[media]?.audio?.channels else { return nil }
    return routes(map, ofChannels: count)
  }

  /// Rules see to it that all channels are there.
  private func routes(_ map: ChannelMap, ofChannels count: Int) -> [ChannelRoute] {
    map.routes.compactMap { route in
      guard let output = route.output.value.channel(of: channels),
        let input = route.source.value.channel(of: count)
      else { return nil }
      return ChannelRoute(
        output: output, input: input, gain: EnvelopePlanner.gain(route.gain))
    }
  }
}
