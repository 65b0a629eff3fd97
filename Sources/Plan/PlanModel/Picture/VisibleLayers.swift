import BaseValues
package import TimelineModel

extension RenderPlan {
  /// What can be seen of a layer in a frame of its segment, in its simplest form, from back to front;
  /// empty where nothing can by the rules by which frames are composed. What lies above it does not
  /// count here; see `hides`.
  ///
  /// Only what follows from the plan counts: a text, whose size is not known here, is always kept.
  ///
  /// - Parameter offset: frame − segment's first frame.
  package func visible(_ layer: PictureLayer, at offset: Int) -> [PictureLayer] {
    visible(layer, at: offset, on: output.size)
  }

  func visible(_ layer: PictureLayer, at offset: Int, on canvas: Size) -> [PictureLayer] {
    // Not the bare method: it would take a copy of the plan along.
    layer.evaluated(at: offset, on: canvas) { trimmed($0, $1) }
  }

  /// The input without a window that takes nothing away; `nil` where it lies beside its canvas.
  private func trimmed(_ input: PictureInput, _ canvas: Size) -> PictureInput? {
    if isBeside(input, canvas, at: 0) { return nil }
    guard input.isWhole(on: canvas, at: 0) else { return input }
    var input = input
    input.coverage = .constant(.all)
    return input
  }

  private func isBeside(_ input: PictureInput, _ canvas: Size, at offset: Int) -> Bool {
    area(of: input, on: canvas, at: offset)?.isEmpty ?? false
  }

  /// How each input of a layer without groups is seen on the output in a frame.
  func sights(of layer: PictureLayer, at offset: Int) -> [InputSight] {
    layer.inputs.map { input in
      if input.isNothing(at: offset) || isBeside(input, output.size, at: offset) { return .none }
      return input.isWhole(on: output.size, at: offset) ? .whole : .seen
    }
  }

  /// The texts that can be seen in a stretch of frames, each once.
  ///
  /// - Complexity: O(segments · layers), and the frames at which a text may be hidden.
  package func visibleTexts(in frames: Range<Int>) -> [RasterID] {
    var result: Set<RasterID> = []
    for (segment, offsets) in stretches(of: frames) {
      var missing = segment.texts(at: offsets).subtracting(result)
      for offset in offsets {
        if missing.isEmpty { break }
        forEachVisible(segment, at: offset) { picture in
          if case .text(let id) = picture, missing.remove(id) != nil { result.insert(id) }
        }
      }
    }
    return result.sorted()
  }

  /// The pictures of sources that can be seen in a stretch of frames, by their numbers.
  ///
  /// - Complexity: O(frames · layers).
  package func visiblePictures(in frames: Range<Int>) -> [MediaID: Set<Int>] {
    var result: [MediaID: Set<Int>] = [:]
    for (segment, offsets) in stretches(of: frames) {
      for offset in offsets {
        forEachVisible(segment, at: offset) { picture in
          guard let (conform, numbers) = picture.source else { return }
          result[conforms[conform.index].media, default: []].formUnion(numbers)
        }
      }
    }
    return result
  }

  /// Hands over what can be seen at an offset of a segment, from front to back.
  private func forEachVisible(
    _ segment: PictureSegment, at offset: Int, _ body: (PictureContent) -> Void
  ) {
    for layer in segment.layers.reversed() {
      for part in visible(layer, at: offset).reversed() {
        for input in part.inputs.flatMap(\.withNested) {
          if let content = input.picture { body(content[0]) }
          if let mask = input.coverage[0].mask.flatMap(picture(of:)) { body(mask) }
        }
        if hides(part) { return }
      }
    }
  }

  /// The picture that a mask is made from; `nil` for a shape.
  private func picture(of mask: MaskID) -> PictureContent? {
    guard case .picture(let conform, let frame) = masks[mask.index] else { return nil }
    return .source(conform, sourceFrame: frame)
  }

  /// The media whose pictures are shown within `frames`, seen or not, as masks too.
  package func media(in frames: Range<Int>) -> Set<MediaID> {
    var result: Set<MediaID> = []
    for (segment, _) in stretches(of: frames) {
      for input in segment.layers.flatMap(\.inputs).flatMap(\.withNested) {
        // A picture keeps its source for the whole segment; only the frame changes.
        let masks = input.coverage.map { $0.mask.flatMap(picture(of:)) }
        for case let (conform, _)? in ([input.picture?[0]] + masks.values).map({ $0?.source }) {
          result.insert(conforms[conform.index].media)
        }
      }
    }
    return result
  }

  /// The segments that show a stretch of frames, each with the frames of the stretch, counted from
  /// the segment's first one. What lies outside the movie is left out.
  ///
  /// - Complexity: O(log n), and the size of the result.
  package func stretches(
    of frames: Range<Int>
  ) -> [(segment: PictureSegment, offsets: Range<Int>)] {
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
}

/// How an input can be seen in a frame.
enum InputSight {
  case none, seen
  /// Through a window that takes nothing away.
  case whole
}

extension PictureLayer {
  /// The layer with what can be seen of it, in frames of the same sights.
  func showing(_ sights: [InputSight]) -> PictureLayer {
    var layer = self
    layer.inputs = []
    for (var input, sight) in zip(inputs, sights) where sight != .none {
      if sight == .whole { input.coverage = .constant(.all) }
      layer.inputs.append(input)
    }
    return layer
  }
}

extension PictureInput {
  /// Whether its window takes nothing away.
  fileprivate func isWhole(on canvas: Size, at offset: Int) -> Bool {
    coverage[offset].window.map { $0.intersection(canvas.bounds) == canvas.bounds } ?? false
  }
}

extension PictureSegment {
  /// The texts that there are at some frames, seen or not.
  fileprivate func texts(at offsets: Range<Int>) -> Set<RasterID> {
    var result: Set<RasterID> = []
    for picture in layers.flatMap(\.pictures) {
      switch picture.picture {
      case .constant(let content)?: if case .text(let id) = content { result.insert(id) }
      case .varying(let contents)?:
        // Moving pictures are the many; they are no texts.
        if contents[offsets.lowerBound].source != nil { continue }
        for case .text(let id) in contents[offsets] { result.insert(id) }
      case nil: break
      }
    }
    return result
  }
}
