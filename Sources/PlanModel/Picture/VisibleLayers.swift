public import TimelineModel

extension RenderPlan {
  /// A layer in a frame of its segment in its simplest form; `nil` where it cannot be seen by the
  /// rules by which frames are composed. What lies above it does not count here; see `hides`.
  ///
  /// Only what follows from the plan counts: a text, whose size is not known here, is always kept.
  ///
  /// - Parameter offset: frame − segment's first frame.
  package func visible(_ layer: PlannedLayer, at offset: Int) -> FrameLayer? {
    layer.evaluated(at: offset).flatMap(trimmed)
  }

  /// The same for each of some frames.
  package func visible(_ layer: PlannedLayer, over offsets: Range<Int>) -> [FrameLayer?] {
    layer.evaluated(over: offsets).map { $0.flatMap(trimmed) }
  }

  /// The texts that can be seen in a stretch of frames, each once.
  ///
  /// - Complexity: O(segments · layers), and the frames at which a text may be hidden.
  public func visibleTexts(in frames: Range<Int>) -> [RasterID] {
    var result: Set<RasterID> = []
    for (segment, offsets) in stretches(of: frames) {
      var missing = segment.texts(at: offsets).subtracting(result)
      for offset in offsets {
        if missing.isEmpty { break }
        for layer in segment.layers.reversed() {
          guard let layer = visible(layer, at: offset) else { continue }
          for picture in layer.pictures {
            if case .text(let id) = picture.content, missing.remove(id) != nil { result.insert(id) }
          }
          if hides(layer) { break }
        }
      }
    }
    return result.sorted()
  }

  /// The pictures of sources that can be seen in a stretch of frames, by their numbers.
  ///
  /// - Complexity: O(frames · layers).
  public func visiblePictures(in frames: Range<Int>) -> [MediaID: Set<Int>] {
    var result: [MediaID: Set<Int>] = [:]
    for (segment, offsets) in stretches(of: frames) {
      for offset in offsets {
        for layer in segment.layers.reversed() {
          guard let layer = visible(layer, at: offset) else { continue }
          for picture in layer.pictures {
            guard case .source(let conform, let number) = picture.content else { continue }
            result[conforms[conform.index].media, default: []].insert(number)
          }
          if hides(layer) { break }
        }
      }
    }
    return result
  }

  /// The segments that show a stretch of frames, each with the frames of the stretch, counted from
  /// the segment's first one. What lies outside the movie is left out.
  ///
  /// - Complexity: O(log n), and the size of the result.
  package func stretches(of frames: Range<Int>) -> [(segment: PictureSegment, offsets: Range<Int>)]
  {
    var result: [(segment: PictureSegment, offsets: Range<Int>)] = []
    var frame = max(frames.lowerBound, 0)
    while frame < frames.upperBound, let segment = segment(at: frame) {
      let end = min(segment.frames.upperBound, frames.upperBound)
      let first = segment.frames.lowerBound
      result.append((segment, frame - first..<end - first))
      frame = end
    }
    return result
  }

  /// The layer in its simplest form; `nil` where it lies beside the output.
  private func trimmed(_ layer: FrameLayer) -> FrameLayer? {
    switch layer {
    case .single(let picture):
      return trimmed(picture).map(FrameLayer.single)
    case .dissolve(let from, let to, let weight):
      let (from, to) = (from.flatMap(trimmed), to.flatMap(trimmed))
      return from == nil && to == nil ? nil : .dissolve(from: from, to: to, weight: weight)
    case .disjoint(let from, let to):
      switch (from.flatMap(trimmed), to.flatMap(trimmed)) {
      case (nil, nil): return nil
      case (let picture?, nil), (nil, let picture?): return .single(picture)
      case (let from, let to): return .disjoint(from: from, to: to)
      }
    }
  }

  private func trimmed(_ picture: FramePicture) -> FramePicture? {
    var picture = picture
    if let window = picture.window, window.clamped(to: output.window) == output.window {
      picture.window = nil
    }
    if let area = area(of: picture), area.isEmpty { return nil }
    return picture
  }

  /// Whether nothing below a layer, in the form that `visible` gives, can be seen: it lies opaque and
  /// unturned over all of the output.
  package func hides(_ layer: FrameLayer) -> Bool {
    switch layer {
    case .single(let picture):
      return hidden(by: picture) == output.window
    case .dissolve(let from?, let to?, _):
      return hidden(by: from) == output.window && hidden(by: to) == output.window
    case .disjoint(let from?, let to?):
      // They share no pixel, so the output is full when their areas add up to it.
      guard let one = hidden(by: from), let other = hidden(by: to) else { return false }
      return one.clamped(to: other).isEmpty && one.area + other.area == output.window.area
    case .dissolve, .disjoint:
      return false
    }
  }

  /// The output pixels of which nothing but the picture is left; `nil` where that cannot be told.
  private func hidden(by picture: FramePicture) -> Window? {
    guard picture.weight == 32768, isOpaque(picture.content) else { return nil }
    return area(of: picture)
  }

  /// The output pixels that the picture takes up; `nil` where that cannot be told.
  private func area(of picture: FramePicture) -> Window? {
    guard case .offset(let x, let y) = picture.geometry, let size = size(of: picture.content)
    else { return nil }
    let whole = Window(x: x, y: y, width: size.width, height: size.height)
    let seen = whole.clamped(to: output.window)
    return picture.window.map { seen.clamped(to: $0) } ?? seen
  }

  private func size(of content: PictureContent) -> PictureSize? {
    switch content {
    case .source(let conform, _): conforms[conform.index].size
    case .text: nil
    case .color(_, let size): size
    }
  }

  private func isOpaque(_ content: PictureContent) -> Bool {
    switch content {
    case .source(let conform, _): source(of: conforms[conform.index].media)?.isOpaque ?? false
    case .text: false
    case .color(let color, _): color.alpha == 255
    }
  }
}

extension FrameLayer {
  /// The pictures of the layer, one or two.
  public var pictures: [FramePicture] {
    switch self {
    case .single(let picture): [picture]
    case .dissolve(let from, let to, _), .disjoint(let from, let to):
      [from, to].compactMap(\.self)
    }
  }
}

extension PictureSegment {
  /// The texts that there are at some frames, seen or not.
  fileprivate func texts(at offsets: Range<Int>) -> Set<RasterID> {
    var result: Set<RasterID> = []
    for layer in layers {
      for picture in layer.pictures {
        switch picture.content {
        case .constant(let content): if case .text(let id) = content { result.insert(id) }
        case .varying(let contents):
          // Moving pictures are the many; they are no texts.
          if case .source = contents[offsets.lowerBound] { continue }
          for case .text(let id) in contents[offsets] { result.insert(id) }
        }
      }
    }
    return result
  }
}

extension PlannedLayer {
  /// The pictures of the layer, one or two; in a transition the outgoing one first.
  public var pictures: [PlannedPicture] {
    switch self {
    case .single(let picture): [picture]
    case .transition(let transition): [transition.from, transition.to].compactMap(\.self)
    }
  }
}

extension PlannedOutput {
  /// All of the output.
  fileprivate var window: Window { Window(x: 0, y: 0, width: size.width, height: size.height) }
}

extension Window {
  fileprivate static let empty = Window(x: 0, y: 0, width: 0, height: 0)

  fileprivate var isEmpty: Bool { width <= 0 || height <= 0 }

  fileprivate var area: Int { isEmpty ? 0 : width * height }

  /// What both have in common.
  fileprivate func clamped(to other: Window) -> Window {
    let left = max(x, other.x)
    let top = max(y, other.y)
    // Positions come from a project: sums may not overflow.
    let right = min(x.addingClamped(width), other.x.addingClamped(other.width))
    let bottom = min(y.addingClamped(height), other.y.addingClamped(other.height))
    guard left < right, top < bottom else { return .empty }
    return Window(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension Int {
  fileprivate func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
