internal import BaseValues
internal import OutputKinds
internal import TimelineModel

/// Computes the keys of stretches of frames of one plan; what they share is looked at once.
struct PictureHasher {
  let plan: RenderPlan
  private var hasher = ContentHasher()
  private var runs = FrameRuns()
  private(set) var describer: PartDescriber

  init(plan: RenderPlan) {
    self.plan = plan
    describer = PartDescriber(plan: plan)
  }

  /// See `RenderPlan.key(ofChunk:context:)`.
  mutating func key(of frames: Range<Int>, context: String) -> String {
    var key = KeyWriter(plan, wantsVideo: true)
    key.add("cutlist picture 5")
    key.add(context)
    key.add(plan.output)
    key.add(frames.count)
    hasher = key.hasher
    // Handed on, or every call would copy it.
    let plan = plan
    for (segment, offsets) in plan.stretches(of: frames) { add(segment, of: plan, at: offsets) }
    runs.end(&hasher)
    return hasher.text
  }

  private mutating func add(
    _ segment: PictureSegment, of plan: RenderPlan, at offsets: Range<Int>
  ) {
    var layers = seen(segment, of: plan, at: offsets)
    guard layers.allSatisfy(\.isSteady) else {
      for offset in offsets {
        _ = describe(&layers, of: plan, at: offset)
        runs.begin(describer.frame, &hasher)
        runs.append(describer.numbers)
      }
      return
    }
    // What is seen is the same in all frames but for which frames of the sources it is.
    let seen = describe(&layers, of: plan, at: offsets.lowerBound)
    runs.begin(describer.frame, &hasher)
    var sources: [(column: Int, frames: [Int64])] = []
    var column = 0
    for layer in layers[..<seen] where layer.opacity[0] > 0 {
      if !layer.sources.isEmpty {
        sources.append((column + 1, layer.sources[offsets].compactMap { pictureNumber(of: $0) }))
      }
      column += layer.frame.numbers.count
    }
    runs.append(describer.numbers, count: offsets.count, sources)
  }

  /// A segment's layers from front to back.
  mutating func seen(
    _ segment: PictureSegment, of plan: RenderPlan, at offsets: Range<Int>
  ) -> [SeenLayer] {
    var layers: [SeenLayer] = []
    for layer in segment.layers.reversed() {
      layers.append(standing(layer, of: plan, at: offsets) ?? SeenLayer(moving: layer))
    }
    return layers
  }

  /// Describes what is seen of a segment's layers at an offset, from front to back.
  ///
  /// - Returns: the number of layers down to the one that hides all below it.
  private mutating func describe(
    _ layers: inout [SeenLayer], of plan: RenderPlan, at offset: Int
  ) -> Int {
    describer.clear()
    for index in layers.indices where describe(&layers[index], of: plan, at: offset) {
      return index + 1
    }
    describeBackground(of: plan)
    return layers.count
  }

  private mutating func describeBackground(of plan: RenderPlan) {
    let background = plan.output.background
    describer.shape += [-1, Int64(background.y), Int64(background.cb), Int64(background.cr)]
  }

  /// Describes each layer that is seen at an offset by itself, from front to back, the background
  /// last where it is seen.
  mutating func forEachSeen(
    _ layers: inout [SeenLayer], of plan: RenderPlan, at offset: Int,
    _ body: (FrameDescription) -> Void
  ) {
    for index in layers.indices {
      describer.clear()
      let hides = describe(&layers[index], of: plan, at: offset)
      if !describer.shape.isEmpty || !describer.numbers.isEmpty { body(describer.frame) }
      if hides { return }
    }
    describer.clear()
    describeBackground(of: plan)
    body(describer.frame)
  }

  /// - Returns: whether the layer hides all below it.
  private mutating func describe(
    _ layer: inout SeenLayer, of plan: RenderPlan, at offset: Int
  ) -> Bool {
    if layer.moving != nil {
      return layer.moving?.describe(of: plan, at: offset, to: &describer) ?? false
    }
    let opacity = layer.opacity[offset]
    guard opacity > 0 else { return false }
    let first = describer.numbers.count
    describer.shape += layer.frame.shape
    describer.numbers += layer.frame.numbers
    describer.numbers[first] = Int64(opacity)
    if !layer.sources.isEmpty, let number = pictureNumber(of: layer.sources[offset]) {
      describer.numbers[first + 1] = number
    }
    return layer.hidesAtFullOpacity && opacity == PictureInput.one
  }

  /// A picture alone that stays as it is but for its opacity and the frames of its source; `nil` for
  /// all else.
  private mutating func standing(
    _ layer: PictureLayer, of plan: RenderPlan, at offsets: Range<Int>
  ) -> SeenLayer? {
    guard layer.inputs.count == 1, let contents = layer.inputs[0].picture else { return nil }
    if case .varying(let contents) = contents {
      guard case .source(let conform, _) = contents[offsets.lowerBound] else { return nil }
      let isOneSource = contents[offsets].allSatisfy { content in
        if case .source(conform, _) = content { true } else { false }
      }
      guard isOneSource else { return nil }
    }
    var layer = layer
    let opacity = layer.inputs[0].opacity
    layer.inputs[0].opacity = .constant(PictureInput.one)
    layer.inputs[0].content = .picture(.constant(contents[offsets.lowerBound]))
    guard layer.isConstant else { return nil }
    var result = SeenLayer(opacity: opacity, contents: contents)
    guard let seen = plan.visible(layer, at: 0).first else {
      result.opacity = .constant(0)
      return result
    }
    describer.clear()
    seen.describe(at: 0, to: &describer)
    result.frame = describer.frame
    result.hidesAtFullOpacity = plan.hides(seen)
    return result
  }

  func pictureNumber(of content: PictureContent) -> Int64? {
    guard case .source(let conform, let sourceFrame) = content else { return nil }
    return describer.pictureNumber(conform: conform.index, sourceFrame: sourceFrame)
  }
}

/// A layer as it is seen in a stretch of frames.
struct SeenLayer {
  /// A layer that is another in every frame; all else is empty then.
  var moving: MovingLayer?
  /// A layer that stays where it is, at some frame: its numbers begin with the opacity and, for a
  /// source, its frame. From frame to frame only these change.
  var frame = FrameDescription()
  var opacity = PerFrame.constant(0)
  /// Frames of one source; empty for all else.
  var sources: [PictureContent] = []
  /// Whether it hides all below where its opacity is one.
  var hidesAtFullOpacity = false

  init(moving: PictureLayer) { self.moving = MovingLayer(moving) }

  init(opacity: PerFrame<Int>, contents: PerFrame<PictureContent>) {
    self.opacity = opacity
    if case .varying(let contents) = contents { sources = contents }
  }

  /// Whether from frame to frame only those of sources change.
  var isSteady: Bool { moving == nil && opacity.isConstant }
}

/// A layer that is another in every frame, described from its values over all of them: to cut it to
/// each would take several times as long.
struct MovingLayer {
  private let layer: PictureLayer
  private let hasGroups: Bool
  /// What was seen of it in the frame before.
  private var sights: [InputSight] = []
  private var seen: PictureLayer

  init(_ layer: PictureLayer) {
    self.layer = layer
    hasGroups = layer.inputs.contains { $0.picture == nil }
    seen = layer.showing([])
  }

  /// - Returns: whether it hides all below it.
  mutating func describe(
    of plan: RenderPlan, at offset: Int, to describer: inout PartDescriber
  ) -> Bool {
    if hasGroups {
      for part in plan.visible(layer, at: offset).reversed() {
        part.describe(at: 0, to: &describer)
        if plan.hides(part) { return true }
      }
      return false
    }
    let sights = plan.sights(of: layer, at: offset)
    if sights != self.sights {
      self.sights = sights
      seen = layer.showing(sights)
    }
    if seen.inputs.isEmpty { return false }
    seen.describe(at: offset, to: &describer)
    return plan.hides(seen, on: plan.output.size, at: offset)
  }
}
