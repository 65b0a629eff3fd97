internal import MediaTime
internal import TimelineModel

/// Computes the keys of stretches of frames of one plan; what they share is looked at once.
struct PictureHasher {
  private let plan: RenderPlan
  private var hasher = ContentHasher()
  private var runs = FrameRuns()
  private var frame = FrameDescription()
  private var conforms: [Int: [Int64]] = [:]
  private var rasters: [Int: [Int64]] = [:]
  /// Of conforms of sources whose pictures have them.
  private var pictureHashes: [Int: [UInt64]] = [:]

  init(plan: RenderPlan) {
    self.plan = plan
    for (index, conform) in plan.conforms.enumerated() {
      guard let hashes = plan.source(of: conform.media)?.pictureHashes, !hashes.isEmpty else {
        continue
      }
      pictureHashes[index] = hashes
    }
  }

  /// See `RenderPlan.key(ofChunk:context:)`.
  mutating func key(of frames: Range<Int>, context: String) -> String {
    hasher = ContentHasher()
    hasher.add("cutlist picture 3")
    hasher.add(context)
    hasher.add(plan.output)
    hasher.add(frames.count)
    for (segment, offsets) in plan.stretches(of: frames) { add(segment, at: offsets) }
    runs.end(&hasher)
    return hasher.text
  }

  private mutating func add(_ segment: PictureSegment, at offsets: Range<Int>) {
    var layers: [SeenLayer] = []
    for layer in segment.layers.reversed() {
      layers.append(
        standing(layer, at: offsets)
          ?? SeenLayer(moving: plan.visible(layer, over: offsets), from: offsets.lowerBound))
    }
    guard layers.allSatisfy(\.isSteady) else {
      for offset in offsets {
        _ = describe(layers, at: offset)
        runs.begin(frame, &hasher)
        runs.append(frame.numbers)
      }
      return
    }
    // What is seen is the same in all frames but for which frames of the sources it is.
    let seen = describe(layers, at: offsets.lowerBound)
    runs.begin(frame, &hasher)
    var sources: [(place: Int, frames: [Int64])] = []
    var place = 0
    for layer in layers[..<seen] where layer.weights[0] > 0 {
      if !layer.sources.isEmpty {
        sources.append((place + 1, layer.sources[offsets].compactMap { pictureNumber(of: $0) }))
      }
      place += layer.frame.numbers.count
    }
    runs.append(frame.numbers, count: offsets.count, sources)
  }

  // MARK: - Layers

  /// Sets `frame` to what is seen of a segment's layers at an offset, from front to back.
  ///
  /// - Returns: the number of layers down to the one that hides all below it.
  private mutating func describe(
    _ layers: [SeenLayer], at offset: Int
  ) -> Int {
    frame.clear()
    for index in layers.indices {
      let hides: Bool
      if layers[index].isMoving {
        guard let layer = layers[index].moving[offset - layers[index].firstOffset] else {
          continue
        }
        describe(layer)
        hides = plan.hides(layer)
      } else {
        let weight = layers[index].weights[offset]
        guard weight > 0 else { continue }
        let place = frame.numbers.count
        frame.shape += layers[index].frame.shape
        frame.numbers += layers[index].frame.numbers
        frame.numbers[place] = Int64(weight)
        if !layers[index].sources.isEmpty,
          let number = pictureNumber(of: layers[index].sources[offset])
        {
          frame.numbers[place + 1] = number
        }
        hides = layers[index].hidesAtFullWeight && weight == 32768
      }
      if hides { return index + 1 }
    }
    let background = plan.output.background
    frame.shape += [-1, Int64(background.y), Int64(background.cb), Int64(background.cr)]
    return layers.count
  }

  /// A layer that stays where it is; `nil` for one that moves, is a transition or changes colour.
  private mutating func standing(_ layer: PlannedLayer, at offsets: Range<Int>) -> SeenLayer? {
    guard case .single(var picture) = layer, case .constant = picture.geometry,
      case .constant = picture.window
    else { return nil }
    if case .varying(let contents) = picture.content {
      guard case .source(let conform, _) = contents[offsets.lowerBound] else { return nil }
      let isOneSource = contents[offsets].allSatisfy { content in
        if case .source(conform, _) = content { true } else { false }
      }
      guard isOneSource else { return nil }
    }
    var result = SeenLayer(weights: picture.weight, contents: picture.content)
    picture.weight = .constant(32768)
    guard let seen = plan.visible(.single(picture), at: offsets.lowerBound) else {
      result.weights = .constant(0)
      return result
    }
    frame.clear()
    describe(seen)
    result.frame = frame
    result.hidesAtFullWeight = plan.hides(seen)
    return result
  }

  private mutating func describe(_ layer: FrameLayer) {
    switch layer {
    case .single(let picture):
      frame.shape.append(0)
      describe(picture)
    case .dissolve(let from, let to, let weight):
      frame.shape.append(1)
      frame.numbers.append(Int64(weight))
      describe(from)
      describe(to)
    case .disjoint(let from, let to):
      frame.shape.append(2)
      describe(from)
      describe(to)
    }
  }

  // MARK: - Pictures

  /// The picture's numbers begin with its weight and, for a source, its frame.
  private mutating func describe(_ picture: FramePicture?) {
    guard let picture else { return frame.shape.append(0) }
    frame.shape.append(1)
    frame.numbers.append(Int64(picture.weight))
    describe(picture.content)
    switch picture.geometry {
    case .offset(let x, let y):
      frame.shape.append(0)
      frame.numbers.append(Int64(x))
      frame.numbers.append(Int64(y))
    case .projective(let projection):
      frame.shape.append(1)
      frame.numbers += PlanText.numbers(projection)
    }
    guard let window = picture.window else { return frame.shape.append(0) }
    frame.shape.append(1)
    frame.numbers.append(Int64(window.x))
    frame.numbers.append(Int64(window.y))
    frame.numbers.append(Int64(window.width))
    frame.numbers.append(Int64(window.height))
  }

  private mutating func describe(_ content: PictureContent) {
    switch content {
    case .source(let conform, let sourceFrame):
      frame.shape.append(0)
      frame.shape += digest(of: conform)
      frame.numbers.append(pictureNumber(conform, sourceFrame))
    case .text(let raster):
      frame.shape.append(1)
      frame.shape += digest(of: raster)
    case .color(let color, let size):
      frame.shape += [2, Int64(size.width), Int64(size.height)]
      frame.numbers.append(color.packed)
    }
  }

  private func pictureNumber(of content: PictureContent) -> Int64? {
    guard case .source(let conform, let sourceFrame) = content else { return nil }
    return pictureNumber(conform, sourceFrame)
  }

  /// What tells a picture of a source from its others: its number, or its hash where it has one.
  private func pictureNumber(_ id: ConformID, _ sourceFrame: Int) -> Int64 {
    guard let hashes = pictureHashes[id.index], hashes.indices.contains(sourceFrame) else {
      return Int64(sourceFrame)
    }
    return Int64(bitPattern: hashes[sourceFrame])
  }

  // MARK: - Tables

  private mutating func digest(of id: ConformID) -> [Int64] {
    if let known = conforms[id.index] { return known }
    let conform = plan.conforms[id.index]
    var inner = ContentHasher()
    inner.add(conform.media, of: plan, wantsVideo: true)
    let crop = conform.crop
    for number in [
      crop.x, crop.y, crop.width, crop.height, conform.size.width, conform.size.height,
    ] { inner.add(number) }
    let digest = inner.words
    conforms[id.index] = digest
    return digest
  }

  private mutating func digest(of id: RasterID) -> [Int64] {
    if let known = rasters[id.index] { return known }
    var inner = ContentHasher()
    inner.add(plan.rasters[id.index])
    let digest = inner.words
    rasters[id.index] = digest
    return digest
  }
}

/// A layer as it is seen in a stretch of frames.
private struct SeenLayer {
  /// Of a layer that is another in every frame: what is seen of it from `firstOffset` on. All else
  /// is empty.
  var moving: [FrameLayer?] = []
  var firstOffset = 0
  /// A layer that stays where it is, at some frame: its numbers begin with the weight and, for a
  /// source, its frame. From frame to frame only these change.
  var frame = FrameDescription()
  var weights = PerFrame.constant(0)
  /// Frames of one source; empty for all else.
  var sources: [PictureContent] = []
  /// Whether it hides all below where its weight is one.
  var hidesAtFullWeight = false

  init(moving: [FrameLayer?], from firstOffset: Int) {
    self.moving = moving
    self.firstOffset = firstOffset
  }

  init(weights: PerFrame<Int>, contents: PerFrame<PictureContent>) {
    self.weights = weights
    if case .varying(let contents) = contents { sources = contents }
  }

  var isMoving: Bool { !moving.isEmpty }

  /// Whether from frame to frame only those of sources change.
  var isSteady: Bool {
    if !isMoving, case .constant = weights { true } else { false }
  }
}

extension ContentHasher {
  fileprivate mutating func add(_ output: PlannedOutput) {
    add(output.size.width)
    add(output.size.height)
    add(output.rate.frames)
    add(output.rate.seconds)
    switch output.video.rateControl {
    case .crf(let tenths):
      add(0)
      add(tenths)
    case .bitRate(let rate):
      add(1)
      add(rate)
    }
    add(output.video.codec.name)
    add(output.video.preset)
    // What the encoder takes where nothing is said.
    add(output.video.gopFrames(at: output.rate))
    add(output.video.profile ?? "")
  }
}
