package import AudioMixing
package import BaseValues
import Raster
import TimelineModel

/// What a container says of when a picture is shown.
package struct ContainerTime: Hashable, Sendable {
  /// In units of `timeBase` seconds.
  package var ticks: Int64
  /// Seconds of one tick.
  package var timeBase: Rational
  /// Source time 0 on the container's clock, in seconds.
  package var origin: Rational
  /// Whether the container has no times for pictures, so that these are its decoding times.
  package var isCounted: Bool

  /// The same in source time; `nil` where that is not representable.
  package var sourceTime: Rational? { try? Rational(ticks) * timeBase - origin }
}

/// How the channels of one stream of sound become the output's.
package struct AudioRoute: Hashable, Sendable {
  /// Number in the container.
  package var stream: Int
  /// Samples a second, as stored.
  package var sampleRate: Int
  /// As stored, 1 or more.
  package var channels: Int
  /// libav's name; empty where the order of channels is not said.
  package var layout: String
  /// How much of each of these channels goes to each of the output's.
  package var downMix: DownMix
}

extension MediaSource {
  /// When the container says that the picture of a frame is shown, numbered in the order of
  /// presentation; `nil` for stills, generated media, frames that there are not, and film that was found
  /// in telecined pictures.
  package func containerTime(ofFrame number: Int) -> ContainerTime? {
    let picture = stored(ofFrame: number).picture
    guard facts.video?.unit != .film, let index = file?.pictures?.index,
      index.entries.indices.contains(picture)
    else {
      return nil
    }
    return ContainerTime(
      ticks: index.entries[picture].presentation, timeBase: index.timeBase, origin: index.origin,
      isCounted: index.isCounted)
  }

  /// The container's number of the stream of pictures that is used.
  package var frameStream: Int? { file?.pictures?.stream }

  /// The streams of sound that are heard together, in order.
  ///
  /// - Parameter outputs: channels of the output.
  package func audioRoutes(to outputs: Int) -> [AudioRoute] {
    var first = 0
    return (file?.sounds ?? []).map { sound in
      let channels = first..<first + sound.channels
      first = channels.upperBound
      let layout = details.streams.first { $0.index == sound.stream }?.layout ?? ""
      return AudioRoute(
        stream: sound.stream, sampleRate: sound.sampleRate, channels: sound.channels,
        layout: layout,
        downMix: downMix(
          of: channels, layout: layout, channelCount: sound.channels, to: outputs))
    }
  }

  /// How the channels of a decoded block become the output's.
  ///
  /// - Parameters:
  ///   - channels: those of the block's stream among all that are heard together.
  ///   - channelCount: those that the block has.
  package func downMix(
    of channels: Range<Int>, layout: String, channelCount: Int, to outputs: Int
  ) -> DownMix {
    let sounds = file?.sounds ?? []
    let total = sounds.reduce(0) { $0 + $1.channels }
    guard sounds.count > 1, channelCount == channels.count, !sounds.contains(where: \.isMixed)
    else {
      return DownMix(layout: layout, inputCount: channelCount, outputCount: outputs)
    }
    // Recorders write a track for each loudspeaker.
    let together = [4: "4.0", 5: "5.0", 6: "5.1", 8: "7.1"][total] ?? ""
    return DownMix(layout: together, inputCount: total, outputCount: outputs).part(channels)
  }

  /// Whether its pictures are taken to hold two fields each, as far as the first one shows.
  package var isDeinterlaced: Bool {
    guard let fields = file?.pictures?.fields else { return false }
    return FieldRule(reading.interlace, container: fields.container).expectsFields(fields)
  }

  /// What is done to the light of its pictures; `nil` where they have the movie's already.
  package func lightConversion(to color: PictureColor) -> String? {
    guard let assumed = details.coding?.assumed else { return nil }
    guard
      let light = assumed.tags.replaced(by: reading.colors).lightSource(
        peak: file?.pictures?.peakLuminance, in: color)
    else {
      return nil
    }
    let primaries = color.isHighDynamicRange ? "BT.2020" : color.title
    let colours = light.hasPrimaries(of: color) ? "" : ", primaries converted to \(primaries)"
    if color.isHighDynamicRange {
      return "converted to \(color.title)\(Self.words(light))" + colours
    }
    switch light.transfer {
    case .standard: return "converted through light" + colours
    case .linear: return "converted from linear light" + colours
    case .perceptualQuantizer(let peak):
      return "tone-mapped from PQ with a peak of \(peak) cd/m²" + colours
    case .hybridLogGamma: return "tone-mapped from HLG" + colours
    }
  }

  /// What HDR is made from.
  private static func words(_ light: LightTransform.Source) -> String {
    switch light.transfer {
    case .standard, .linear: " with white at 203 cd/m²"
    case .perceptualQuantizer(let peak): " from PQ with a peak of \(peak) cd/m²"
    case .hybridLogGamma: " from HLG for a display of 1000 cd/m²"
    }
  }
}
