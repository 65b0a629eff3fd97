import BaseValues
internal import TimelineModel

/// Describes the parts of a plan in a frame; what the plan's lists hold is looked at once.
package struct PartDescriber {
  private let plan: RenderPlan
  private(set) var frame = FrameDescription()
  /// Of the leaf that is being added; its memory is used again.
  private var code = LeafCode(0)
  private var digests: [Entry: [Int64]] = [:]
  /// Of conforms of sources whose pictures have them.
  private var frameHashes: [Int: [UInt64]] = [:]

  /// An entry of one of the plan's lists.
  private enum Entry: Hashable {
    case conform(Int64)
    case text(Int64)
    case mask(Int64)
    case media(Int64)
  }

  init(plan: RenderPlan) {
    self.plan = plan
    for (index, conform) in plan.conforms.enumerated() {
      guard let hashes = plan.source(of: conform.media)?.frameHashes, !hashes.isEmpty else {
        continue
      }
      frameHashes[index] = hashes
    }
  }

  var shape: [Int64] {
    get { frame.shape }
    _modify { yield &frame.shape }
  }

  var numbers: [Int64] {
    get { frame.numbers }
    _modify { yield &frame.numbers }
  }

  mutating func clear() { frame.clear() }

  /// Adds a leaf: its kind and what seldom changes to the shape, all else to the numbers.
  mutating func add<Leaf: PlanLeaf>(_ leaf: Leaf) {
    code.clear()
    leaf.encode(to: &code)
    let kinds = Leaf.kinds
    if kinds.count > 1 { shape.append(Int64(code.kind)) }
    let names = kinds[code.kind].numbers
    for (index, number) in code.numbers.enumerated() {
      switch names[index].meaning {
      case .number: numbers.append(number)
      case .fixed: shape.append(number)
      case .conform: shape += digest(.conform(number))
      case .text: shape += digest(.text(number))
      case .mask: shape += digest(.mask(number))
      case .sourceFrame:
        numbers.append(pictureNumber(conform: Int(code.numbers[0]), sourceFrame: Int(number)))
      case .blendEnd:
        numbers.append(number)
        let blend = FrameBlend(start: Int(code.numbers[1]), end: Int(number))
        numbers += pictureNumber(conform: Int(code.numbers[0]), of: blend.frames)
      case .flowPosition:
        numbers.append(number)
        let point = FramePoint(position: Int(number))
        numbers += pictureNumber(conform: Int(code.numbers[0]), of: point.frames)
      }
    }
  }

  /// Adds what a media item's content is known by.
  mutating func add(_ media: MediaID) { shape += digest(.media(Int64(media.index))) }

  /// What tells a picture of a source from its others: its number, or its hash where it has one.
  func pictureNumber(conform: Int, sourceFrame: Int) -> Int64 {
    guard let hashes = frameHashes[conform], hashes.indices.contains(sourceFrame) else {
      return Int64(sourceFrame)
    }
    return Int64(bitPattern: hashes[sourceFrame])
  }

  /// What tells pictures that are shown at once from others in the same places, where they have hashes.
  private func pictureNumber(conform: Int, of frames: ClosedRange<Int>) -> [Int64] {
    guard frameHashes[conform] != nil else { return [] }
    var inner = ContentHasher()
    inner.add(frames.map { pictureNumber(conform: conform, sourceFrame: $0) })
    return [inner.words[0]]
  }

  private mutating func digest(_ entry: Entry) -> [Int64] {
    if let known = digests[entry] { return known }
    var key = KeyWriter(plan, wantsVideo: true)
    switch entry {
    case .conform(let index): key.add(plan.conforms[Int(index)])
    case .media(let index): key.add(MediaID(Int(index)))
    case .text(let index): key.add(plan.rasters[Int(index)])
    case .mask(let index):
      var mask = PartDescriber(plan: plan)
      plan.masks[Int(index)].describe(at: 0, to: &mask)
      key.hasher.add(mask.shape)
      key.hasher.add(mask.numbers)
    }
    let digest = key.hasher.words
    digests[entry] = digest
    return digest
  }
}
