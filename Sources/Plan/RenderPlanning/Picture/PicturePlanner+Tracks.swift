internal import BaseValues
internal import PictureKinds
internal import PlanModel
internal import TimelineModel

// Tracks and what lies below a clip as one picture.
extension PicturePlanner {
  /// A picture filled with layers below it on the background, a piece for each stretch with the same
  /// ones.
  func strip(
    _ picture: PictureInput, showing below: [PlacedLayer], over frames: Range<Int>
  ) -> PictureStrip {
    guard case .group(let canvas) = picture.content else { return PictureStrip() }
    let output = timeline.output
    var strip = PictureStrip()
    for segment in SegmentSweep.segments(below, over: frames.clamped(to: 0..<frameCount)) {
      var layers = segment.layers
      if !edit.isTransparent {
        let background = PictureInput(
          origin: picture.origin,
          content: .picture(.constant(.color(output.background, output.size))),
          geometry: .constant(.offset(x: 0, y: 0)))
        layers.insert(PictureLayer(background), at: 0)
      }
      let content = canvas.showing(layers, on: output.size)
      guard !content.layers.isEmpty else { continue }
      let first = frames.lowerBound
      var piece = picture.slice(
        segment.frames.lowerBound - first..<segment.frames.upperBound - first)
      piece.content = .group(content)
      strip.append(piece, over: segment.frames)
    }
    return strip
  }

  /// The layers of a track with what is done to all of them as one picture.
  ///
  /// - Throws: when an animation's times cannot be computed exactly in 128 bits.
  func looking(
    _ layers: [PlacedLayer], _ track: Track, _ tables: inout PlanTables
  ) throws(TimeOverflow) -> [PlacedLayer] {
    let look = track.look
    if track.filter == nil, look.effects.isEmpty, look.blendMode == .normal, track.opacity == .one {
      return layers
    }
    var result: [PlacedLayer] = []
    for segment in SegmentSweep.segments(layers, over: 0..<frameCount) {
      guard var picture = whole(segment.layers) else { continue }
      picture.opacity = .constant(FixedPoint.weight(FixedPoint.value(track.opacity)))
      if let filter = track.filter {
        tables.use(filter.media)
        picture.effects.append(
          .filter(
            filter.media, from: track.start, at: timeline.tempo, over: segment.frames,
            rate: timeline.output.frameRate))
      }
      for effect in look.effects {
        guard let kind = EffectKind.named(effect.kind.name) else { continue }
        picture.effects.append(
          try effect.planned(
            as: kind, start: track.start, over: segment.frames, rate: timeline.output.frameRate))
      }
      result.append(
        PlacedLayer(
          frames: segment.frames, layer: PictureLayer(picture, blendMode: look.blendMode)))
    }
    return result
  }

  /// The layers of a track as they are seen through those of another.
  func masked(
    _ layers: [PlacedLayer], by matte: [PlacedLayer], _ how: TrackMatte
  ) -> [PlacedLayer] {
    var result: [PlacedLayer] = []
    for segment in SegmentSweep.segments(layers, over: 0..<frameCount) {
      for part in SegmentSweep.segments(matte, over: segment.frames) {
        let offsets =
          part.frames.lowerBound - segment.frames.lowerBound..<part.frames.upperBound
          - segment.frames.lowerBound
        let own = segment.layers.map { $0.slice(offsets) }
        if part.layers.isEmpty {
          guard how.isInverted else { continue }
          // Seen through nothing or through something, they are blended with each other alone.
          let isBlended = own.contains { $0.blendMode != .normal }
          let layers = isBlended ? whole(own).map { [PictureLayer($0)] } ?? [] : own
          result += layers.map { PlacedLayer(frames: part.frames, layer: $0) }
          continue
        }
        guard var picture = whole(own) else { continue }
        picture.mattes = [
          PlannedMatte(
            how.plannedChannel,
            of: Composition(size: timeline.output.size, layers: part.layers))
        ]
        result.append(PlacedLayer(frames: part.frames, layer: PictureLayer(picture)))
      }
    }
    return result
  }

  /// Layers on a canvas of their own; `nil` without any.
  private func whole(_ layers: [PictureLayer]) -> PictureInput? {
    guard let first = layers.first else { return nil }
    return PictureInput(
      origin: first.origin,
      content: .group(Composition(size: timeline.output.size, layers: layers)),
      geometry: .constant(.offset(x: 0, y: 0)))
  }
}

extension TrackMatte {
  fileprivate var plannedChannel: PlannedMatte.Channel {
    switch channel {
    case .alpha: isInverted ? .alphaInverted : .alpha
    case .luma: isInverted ? .lumaInverted : .luma
    }
  }
}
