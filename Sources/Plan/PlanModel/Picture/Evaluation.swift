package import BaseValues
import TimelineModel

extension RenderPlan {
  /// The layers of one output frame from back to front, on the background: the plan's, cut to the
  /// frame, in their simplest form.
  ///
  /// Inputs of opacity or share 0, with an empty window or without content are left out, and layers
  /// without an input with them; an input of a transition that is left alone with all of the share is
  /// a picture alone. A group that is nothing but that is its layers in its place. Frames outside the
  /// movie have no layers.
  ///
  /// - Complexity: O(log n + m), n the segments of the plan and m the layers of the frame.
  package func layers(at frame: Int) -> [PictureLayer] {
    guard let segment = segment(at: frame) else { return [] }
    let offset = frame - segment.frames.lowerBound
    return segment.layers.flatMap { $0.evaluated(at: offset, on: output.size) }
  }

  /// The segment that shows output frame `frame`; `nil` outside the movie.
  ///
  /// - Complexity: O(log n).
  package func segment(at frame: Int) -> PictureSegment? {
    var low = 0
    var high = segments.count
    while low < high {
      let middle = low + (high - low) / 2
      if segments[middle].frames.upperBound <= frame { low = middle + 1 } else { high = middle }
    }
    guard low < segments.count, segments[low].frames.contains(frame) else { return nil }
    return segments[low]
  }
}

extension PictureLayer {
  /// The layer in one frame, in its simplest form.
  ///
  /// - Parameters:
  ///   - offset: frame − segment's first frame.
  ///   - canvas: what it is drawn on.
  ///   - trim: makes an input on a canvas simpler still; `nil` for one that shows nothing.
  package func evaluated(
    at offset: Int, on canvas: Size,
    trim: (PictureInput, Size) -> PictureInput? = { input, _ in input }
  ) -> [PictureLayer] {
    slice(offset..<offset + 1).simplified(on: canvas, trim)
  }

  fileprivate func simplified(
    on canvas: Size, _ trim: (PictureInput, Size) -> PictureInput?
  ) -> [PictureLayer] {
    var layer = self
    layer.inputs = inputs.compactMap { input in
      input.simplified(trim).flatMap { trim($0, canvas) }
    }
    guard let first = layer.inputs.first else { return [] }
    if layer.inputs.count == 1, first.share[0] == PictureInput.one {
      if blendMode == .normal, let layers = first.layersInPlace(on: canvas) { return layers }
      return [PictureLayer(first, blendMode: blendMode)]
    }
    return [layer]
  }
}

extension PictureInput {
  fileprivate func simplified(
    _ trim: (PictureInput, Size) -> PictureInput?
  ) -> PictureInput? {
    if isNothing(at: 0) { return nil }
    var input = self
    for index in mattes.indices {
      let canvas = mattes[index].canvas
      let layers = canvas.layers.flatMap { $0.simplified(on: canvas.size, trim) }
      if layers.isEmpty, !mattes[index].channel.isInverted { return nil }
      input.mattes[index].canvas.layers = layers
    }
    input.mattes.removeAll { $0.canvas.layers.isEmpty }
    guard case .group(var group) = content else { return input }
    group.layers = group.layers.flatMap { $0.simplified(on: group.size, trim) }
    if group.layers.isEmpty { return nil }
    input.content = .group(group)
    return input
  }

  /// Whether it is of opacity or share 0, or within an empty window.
  func isNothing(at offset: Int) -> Bool {
    opacity[offset] <= 0 || share[offset] <= 0 || coverage[offset].window?.isEmpty == true
  }

  /// The layers of a group that changes nothing about them.
  fileprivate func layersInPlace(on canvas: Size) -> [PictureLayer]? {
    guard case .group(let group) = content, group.size == canvas, effects.isEmpty, mattes.isEmpty,
      opacity[0] == PictureInput.one, coverage[0] == .all, geometry[0] == .offset(x: 0, y: 0)
    else { return nil }
    return group.layers
  }
}
