internal import MediaTime
public import TimelineModel

extension RenderPlan {
  /// The key of a chunk's picture: a SHA-256 over everything in the plan that can change its bytes,
  /// as 64 hexadecimal digits.
  ///
  /// Two chunks of the same or of different plans have the same key when they show the same pixels
  /// from the same content frame by frame. What does not count: where the chunk lies in the movie,
  /// names and paths, the place of an entry in a list, and layers that cannot be seen.
  ///
  /// - Parameters:
  ///   - index: a place in `chunks`.
  ///   - context: what else decides the bytes: versions of the program and its libraries, font
  ///     files, encoder settings beyond the plan's.
  /// - Complexity: O(frames · layers).
  public func key(ofChunk index: Int, context: String = "") -> String {
    key(ofFrames: chunks[index].frames, context: context)
  }

  /// The key of any stretch of frames; see `key(ofChunk:context:)`.
  public func key(ofFrames frames: Range<Int>, context: String = "") -> String {
    var hasher = ContentHasher(plan: self)
    hasher.add("cutlist picture 1")
    hasher.add(context)
    hasher.add(output)
    hasher.add(frames.count)
    for frame in frames {
      let visible = visibleLayers(at: frame)
      hasher.add(visible.layers.count)
      for layer in visible.layers { hasher.add(layer) }
      if visible.showsBackground { hasher.add(output.background) }
    }
    return hasher.text
  }

  /// The key of a stretch of sound: a SHA-256 over everything in the plan that can change its
  /// samples, with positions relative to its start, and how it is encoded.
  ///
  /// - Parameter samples: output samples.
  /// - Complexity: O(spans).
  public func key(ofSamples samples: Range<Int64>, context: String = "") -> String {
    var hasher = ContentHasher(plan: self)
    hasher.add("cutlist sound 1")
    hasher.add(context)
    hasher.add(samples.count)
    guard let audio else { return hasher.text }
    hasher.add(audio.sampleRate)
    hasher.add(audio.channels)
    hasher.add(output.audio?.bitRate ?? 0)
    for span in audio.spans where span.isHeard(in: samples) {
      hasher.add(span, within: samples, channels: audio.channels)
    }
    return hasher.text
  }
}

extension RenderPlan {
  /// The source that a media item is in the plan; `nil` for one that it does not use.
  ///
  /// - Complexity: O(log n).
  public func source(of media: MediaID) -> PlannedSource? {
    var low = 0
    var high = sources.count
    while low < high {
      let middle = low + (high - low) / 2
      if sources[middle].media < media { low = middle + 1 } else { high = middle }
    }
    return low < sources.count && sources[low].media == media ? sources[low] : nil
  }
}

/// Feeds a plan's values to the hash, each with what tells it from its neighbours.
private struct ContentHasher {
  private var hash = SHA256()
  private let plan: RenderPlan
  private var conformHashes: [Int: [UInt8]] = [:]
  private var rasterHashes: [Int: [UInt8]] = [:]

  init(plan: RenderPlan) { self.plan = plan }

  var text: String { SHA256.hexadecimal(hash.finalized()) }

  // MARK: - Values

  mutating func add(_ number: Int) { add(Int64(number)) }

  mutating func add(_ number: Int64) {
    var rest = UInt64(bitPattern: number)
    for _ in 0..<8 {
      hash.update(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  mutating func add(_ text: String) {
    add(text.utf8.count)
    hash.update(text.utf8)
  }

  mutating func add(_ color: Color) {
    hash.update([color.red, color.green, color.blue, color.alpha])
  }

  mutating func add(_ number: Rational) {
    add(number.numerator)
    add(number.denominator)
  }

  mutating func add(_ output: PlannedOutput) {
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
    add(output.video.preset)
    // What the encoder takes where nothing is said.
    add(output.video.gopFrames ?? 2 * output.rate.nominal)
    add(output.video.profile ?? "")
  }

  mutating func add(_ background: YCbCr) {
    hash.update([background.y, background.cb, background.cr])
  }

  // MARK: - Picture

  mutating func add(_ layer: FrameLayer) {
    switch layer {
    case .single(let picture):
      add(0)
      add(picture)
    case .dissolve(let from, let to, let weight):
      add(1)
      add(weight)
      add(from)
      add(to)
    case .disjoint(let from, let to):
      add(2)
      add(from)
      add(to)
    }
  }

  mutating func add(_ picture: FramePicture?) {
    guard let picture else { return add(0) }
    add(1)
    add(picture.content)
    add(picture.weight)
    switch picture.geometry {
    case .offset(let x, let y):
      add(0)
      add(x)
      add(y)
    case .projective(let projection):
      add(1)
      for number in PlanText.numbers(projection) { add(number) }
    }
    guard let window = picture.window else { return add(0) }
    add(1)
    for number in [window.x, window.y, window.width, window.height] { add(number) }
  }

  private mutating func add(_ content: PictureContent) {
    switch content {
    case .source(let conform, let frame):
      add(0)
      add(frame)
      hash.update(conformHash(conform.index))
    case .text(let raster):
      add(1)
      hash.update(rasterHash(raster.index))
    case .color(let color, let size):
      add(2)
      add(color)
      add(size.width)
      add(size.height)
    }
  }

  private mutating func conformHash(_ index: Int) -> [UInt8] {
    if let known = conformHashes[index] { return known }
    let conform = plan.conforms[index]
    var inner = ContentHasher(plan: plan)
    inner.add(source: conform.media, wantsVideo: true)
    let crop = conform.crop
    for number in [crop.x, crop.y, crop.width, crop.height] { inner.add(number) }
    inner.add(conform.size.width)
    inner.add(conform.size.height)
    let result = inner.hash.finalized()
    conformHashes[index] = result
    return result
  }

  private mutating func rasterHash(_ index: Int) -> [UInt8] {
    if let known = rasterHashes[index] { return known }
    var inner = ContentHasher(plan: plan)
    inner.add(plan.rasters[index])
    let result = inner.hash.finalized()
    rasterHashes[index] = result
    return result
  }

  /// The content of a media item and which of its streams, but not its name or path.
  private mutating func add(source media: MediaID, wantsVideo: Bool) {
    guard let source = plan.source(of: media) else { return add(-1) }
    add(source.contentHash)
    if case .file(_, let video, let audio) = source.content {
      // The default stream need not be the first.
      if wantsVideo { add(video ?? -1) } else { add(audio) }
    }
  }

  private mutating func add(_ selection: SoundSelection?) {
    switch selection {
    case nil: add(-1)
    case .streams(let numbers):
      add(numbers.count)
      for number in numbers { add(number) }
    case .language(let code):
      add(-2)
      add(code)
    }
  }

  private mutating func add(_ raster: TextRaster) {
    let style = raster.style.visible
    add(style.text)
    switch style.font {
    case .family(let name):
      add(0)
      add(name)
    case .file(let path):
      add(1)
      add(path)
    }
    for number in [
      style.size, style.lineSpacing, style.outlineWidth, style.shadowOffset.x,
      style.shadowOffset.y, style.shadowBlur, style.boxPadding,
    ] { add(number) }
    for color in [style.color, style.outlineColor, style.shadowColor, style.boxColor] { add(color) }
    add(style.weight)
    add(style.italic ? 1 : 0)
    add(style.alignment.rawValue)
    add(style.maximumWidth ?? -1)
    add(raster.anchorX)
    add(raster.anchorY)
    add(raster.scale)
  }

  // MARK: - Sound

  mutating func add(_ span: AudioSpan, within samples: Range<Int64>, channels: Int) {
    let part = span.samples.clamped(to: samples)
    let base = samples.lowerBound
    add(source: span.media, wantsVideo: false)
    add(part.lowerBound - base)
    add(part.upperBound - base)
    add(span.speed)
    // At natural speed only the sample heard first counts, not where its span began.
    let skipped = part.lowerBound - span.samples.lowerBound
    if span.speed == .one {
      add(span.sourceSample &+ skipped)
    } else {
      add(span.sourceSample)
      add(skipped)
      add(span.pitch.rawValue)
    }
    add(channels == 2 ? span.pan : 0)
    let envelopes = span.envelopes.compactMap { $0.trimmed(to: part) }
    add(envelopes.count)
    for envelope in envelopes {
      add(envelope.points.count)
      for point in envelope.points {
        add(point.sample &- base)
        add(point.gain)
        add(PlanText.curve(point.curve))
      }
    }
  }
}

extension AudioSpan {
  /// Whether the span has samples in a range and is not silenced over all of them.
  fileprivate func isHeard(in samples: Range<Int64>) -> Bool {
    let part = self.samples.clamped(to: samples)
    if part.isEmpty { return false }
    return !envelopes.contains { envelope in
      guard let points = envelope.trimmed(to: part)?.points else { return false }
      return points.allSatisfy { $0.gain == 0 }
    }
  }
}

extension TextStyle {
  /// The style with one value for everything that cannot be seen.
  fileprivate var visible: TextStyle {
    var style = self
    if outlineWidth <= .zero || outlineColor.alpha == 0 {
      style.outlineWidth = .zero
      style.outlineColor = .clear
    }
    if shadowColor.alpha == 0 {
      style.shadowColor = .clear
      style.shadowOffset = Point(x: .zero, y: .zero)
      style.shadowBlur = .zero
    }
    if boxColor.alpha == 0 {
      style.boxColor = .clear
      style.boxPadding = .zero
    }
    if color.alpha == 0 { style.color = .clear }
    // A single line has nothing to be aligned to.
    if maximumWidth == nil, !text.unicodeScalars.contains(where: \.endsLine) {
      style.alignment = .left
      style.lineSpacing = .one
    }
    return style
  }
}

extension Unicode.Scalar {
  /// Whether a line can end here without being too long (UAX #14, classes BK, CR, LF and NL).
  fileprivate var endsLine: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
