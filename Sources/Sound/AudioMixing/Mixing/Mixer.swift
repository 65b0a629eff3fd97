/// Sums sound.
///
/// Products and sums are single IEEE operations in a fixed order; Swift never fuses a
/// multiplication with an addition, so the result is the same on every processor.
package enum Mixer {
  /// Adds `source` times its gains into `destination` from frame `offset` on.
  ///
  /// - Parameters:
  ///   - gains: one for each frame of `source`.
  ///   - pan: −32768 hard left … 0 … 32768 hard right, see `Pan`; of the channels that are on a side.
  /// - Precondition: both have the same channels; the frames lie inside `destination`.
  package static func add(
    _ source: AudioBuffer, gains: GainRow, pan: Int = 0, to destination: inout AudioBuffer,
    at offset: Int
  ) {
    precondition(source.channelCount == destination.channelCount, "channels differ")
    precondition(
      offset >= 0 && source.frameCount <= destination.frameCount - offset
        && gains.values.count == source.frameCount, "frames outside of the block")
    let sides = Pan.gains(pan)
    let places = ChannelLayout.sides(ofChannels: source.channelCount)
    for channel in 0..<source.channelCount {
      let place = places[channel]
      let side = place == 0 ? 1 : place < 0 ? sides.left : sides.right
      let samples = source.channels[channel]
      destination.withChannel(channel) { target in
        add(samples.span, gains.values.span, side, to: &target, at: offset)
      }
    }
  }

  /// Adds `source` times its gains into `destination` from frame `offset` on, those of the sides gains of their own.
  ///
  /// - Parameters:
  ///   - sides: of the channels on the left and on the right, one for each frame of `source`.
  ///   - middle: of all other channels.
  /// - Precondition: both have the same channels; the frames lie inside `destination`.
  package static func add(
    _ source: AudioBuffer, sides: (left: GainRow, right: GainRow), middle: GainRow,
    to destination: inout AudioBuffer, at offset: Int
  ) {
    precondition(source.channelCount == destination.channelCount, "channels differ")
    let places = ChannelLayout.sides(ofChannels: source.channelCount)
    for channel in 0..<source.channelCount {
      let place = places[channel]
      let gains = place == 0 ? middle : place < 0 ? sides.left : sides.right
      let samples = source.channels[channel]
      destination.withChannel(channel) { target in
        add(samples.span, gains.values.span, 1, to: &target, at: offset)
      }
    }
  }

  /// Adds the product of three: `target[offset + i] += samples[i] · (gains[i] · side)`, the factor
  /// rounded to 32 bits before it is used.
  ///
  /// - Precondition: as many gains as samples; the samples lie inside `target`.
  static func add(
    _ samples: Span<Float>, _ gains: Span<Double>, _ side: Double,
    to target: inout MutableSpan<Float>, at offset: Int
  ) {
    precondition(samples.count == gains.count, "gains for other samples")
    precondition(offset >= 0 && samples.count <= target.count &- offset, "outside of the block")
    for i in samples.indices {
      target[offset &+ i] += samples[i] * Float(gains[i] * side)
    }
  }
}

/// Balance of left and right.
///
/// The side that sound is moved away from falls by a quarter cosine; the other keeps its level, so
/// the centre leaves sound untouched.
package enum Pan {
  /// The factors of both sides, 0…1.
  ///
  /// - Parameter pan: −32768 hard left … 0 … 32768 hard right; values beyond count as these.
  package static func gains(_ pan: Int) -> (left: Double, right: Double) {
    gains(at: Double(max(-32768, min(32768, pan))) / 32768)
  }

  /// The factors of both sides of several pans together, which multiply.
  ///
  /// - Parameter positions: −1 hard left … 0 … 1 hard right.
  package static func gains(_ pan: Int, _ positions: [Double]) -> (left: Double, right: Double) {
    positions.reduce(gains(pan)) { sides, position in
      let more = gains(at: min(max(position, -1), 1))
      return (sides.left * more.left, sides.right * more.right)
    }
  }

  /// The factors of both sides, 0…1.
  ///
  /// - Parameter x: −1 hard left … 0 … 1 hard right.
  static func gains(at x: Double) -> (left: Double, right: Double) {
    (
      left: x <= 0 ? 1 : QuarterSine.value(1 - x), right: x >= 0 ? 1 : QuarterSine.value(1 + x)
    )
  }
}
