internal import BaseValues
internal import PlanModel
internal import TimelineModel

/// A picture over all frames on which it may be seen: a clip's is one piece, that of a clip which
/// shows an edit is cut where other layers of that are seen.
struct PictureStrip {
  /// Rising, apart from each other; nothing is seen between them.
  private(set) var pieces: [(frames: Range<Int>, picture: PictureInput)] = []

  /// Nothing at all.
  init() {}

  init(_ picture: PictureInput, over frames: Range<Int>) {
    pieces = [(frames, picture)]
  }

  mutating func append(_ picture: PictureInput, over frames: Range<Int>) {
    pieces.append((frames, picture))
  }

  /// Goes on with what the last frame before `end` shows, as a picture over the frames after it.
  mutating func hold(_ picture: PictureInput, over frames: Range<Int>, until end: Int) {
    let rest = max(end, frames.lowerBound)..<max(end, frames.upperBound)
    guard !rest.isEmpty, let last = pieces.last, last.frames.upperBound == end else { return }
    let first = frames.lowerBound
    var piece = picture.slice((rest.lowerBound - first)..<(rest.upperBound - first))
    piece.content = last.picture.slice(last.frames.count - 1..<last.frames.count).content
    append(piece, over: rest)
  }

  /// The pieces cut to a range of frames.
  func pieces(over range: Range<Int>) -> [(frames: Range<Int>, picture: PictureInput)] {
    pieces.compactMap { piece in
      let part = range.clamped(to: piece.frames)
      if part.isEmpty { return nil }
      let first = piece.frames.lowerBound
      return (
        part, piece.picture.slice((part.lowerBound - first)..<(part.upperBound - first))
      )
    }
  }

  /// The picture of a range within one piece; `nil` where nothing is seen.
  func picture(over range: Range<Int>) -> PictureInput? {
    let parts = pieces(over: range)
    return parts.count == 1 && parts[0].frames == range ? parts[0].picture : nil
  }

  /// A range of frames, cut wherever a piece of either strip begins or ends.
  func cuts(with other: PictureStrip, over range: Range<Int>) -> [Range<Int>] {
    if range.isEmpty { return [] }
    let ends = (pieces + other.pieces).flatMap { [$0.frames.lowerBound, $0.frames.upperBound] }
    let inner = Set(ends.filter { range.lowerBound < $0 && $0 < range.upperBound })
    let cuts = [range.lowerBound] + inner.sorted() + [range.upperBound]
    return zip(cuts, cuts.dropFirst()).map { $0..<$1 }
  }
}

extension Composition {
  /// The canvas of an edit, or a part of that, with layers over what the edit has behind them.
  func showing(_ layers: [PictureLayer], of edit: PlacedEdit) -> Composition {
    var content = layers
    let size = edit.timeline.output.size
    if !edit.isTransparent, let origin = edit.use {
      let background = PictureInput(
        origin: origin,
        content: .picture(.constant(.color(edit.timeline.output.background, size))),
        geometry: .constant(.offset(x: 0, y: 0)))
      content.insert(PictureLayer(background), at: 0)
    }
    return showing(content, on: size)
  }

  /// Layers of a canvas on this one, which is that canvas or a part of it.
  func showing(_ content: [PictureLayer], on size: Size) -> Composition {
    // The canvas that is asked for is a part where the clip crops it.
    guard let part = layers.first?.inputs.first, !content.isEmpty else {
      return Composition(size: self.size, layers: content)
    }
    let whole = PictureInput(
      origin: part.origin, content: .group(Composition(size: size, layers: content)),
      geometry: part.geometry)
    return Composition(size: self.size, layers: [PictureLayer(whole)])
  }
}
