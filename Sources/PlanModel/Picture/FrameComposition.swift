/// One picture of one output frame, with the frame's own values.
public struct FramePicture: Hashable, Sendable {
  public var origin: PlanOrigin
  public var content: PictureContent
  /// Opacity, 1…32768.
  public var weight: Int
  public var geometry: Geometry
  /// The part of the output in which the picture is shown; `nil` for all of it.
  public var window: Window?

  public init(
    origin: PlanOrigin, content: PictureContent, weight: Int, geometry: Geometry,
    window: Window? = nil
  ) {
    self.origin = origin
    self.content = content
    self.weight = weight
    self.geometry = geometry
    self.window = window
  }
}

/// What one track contributes to one output frame.
public enum FrameLayer: Hashable, Sendable {
  case single(FramePicture)
  /// from · (1 − w) + to · w with w = weight / 32768, 1…32767. A missing picture is transparent.
  case dissolve(from: FramePicture?, to: FramePicture?, weight: Int)
  /// The two share no pixel: each is shown within its own window (push, wipe).
  case disjoint(from: FramePicture?, to: FramePicture?)
}

extension RenderPlan {
  /// The layers of one output frame from back to front, on the background.
  ///
  /// Pictures of weight 0 or with an empty window are left out, and layers without a picture with
  /// them; a dissolve of which only one picture has a share is that picture alone. Frames outside the
  /// movie have no layers.
  ///
  /// - Complexity: O(log n + m), n the segments of the plan and m the layers of the frame.
  public func layers(at frame: Int) -> [FrameLayer] {
    guard let segment = segment(at: frame) else { return [] }
    let offset = frame - segment.frames.lowerBound
    return segment.layers.compactMap { $0.evaluated(at: offset) }
  }

  /// The segment that shows output frame `frame`; `nil` outside the movie.
  ///
  /// - Complexity: O(log n).
  public func segment(at frame: Int) -> PictureSegment? {
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

extension PlannedLayer {
  /// - Parameter offset: frame − segment's first frame.
  package func evaluated(at offset: Int) -> FrameLayer? { evaluated(over: offset..<offset + 1)[0] }

  /// One for each of the offsets: a layer is large, and taken apart only once.
  package func evaluated(over offsets: Range<Int>) -> [FrameLayer?] {
    switch self {
    case .single(let picture):
      return offsets.map { picture.evaluated(at: $0).map(FrameLayer.single) }
    case .transition(let transition):
      let (from, to, blend) = (transition.from, transition.to, transition.blend)
      return offsets.map { offset in
        blend.layer(
          from?.evaluated(at: offset), to?.evaluated(at: offset), at: offset)
      }
    }
  }
}

extension PlannedTransition.Blend {
  fileprivate func layer(
    _ from: FramePicture?, _ to: FramePicture?, at offset: Int
  ) -> FrameLayer? {
    guard from != nil || to != nil else { return nil }
    switch self {
    case .dissolve(let weights):
      // Where one picture has no share, the other is shown as if there were no transition.
      let weight = weights[offset]
      if weight <= 0 { return from.map(FrameLayer.single) }
      if weight >= 32768 { return to.map(FrameLayer.single) }
      return .dissolve(from: from, to: to, weight: weight)
    case .disjoint:
      return .disjoint(from: from, to: to)
    }
  }
}

extension PlannedPicture {
  /// - Parameter offset: frame − segment's first frame.
  package func evaluated(at offset: Int) -> FramePicture? {
    let weight = self.weight[offset]
    guard weight > 0 else { return nil }
    let window = self.window[offset]
    if let window, window.width <= 0 || window.height <= 0 { return nil }
    return FramePicture(
      origin: origin, content: content[offset], weight: weight, geometry: geometry[offset],
      window: window)
  }
}
