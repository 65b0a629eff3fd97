package import BaseValues
import TimelineModel

/// What is known of one input of a layer, to tell what it hides.
package struct InputCover: Hashable, Sendable {
  /// The pixels of the canvas that it takes up; `nil` where that cannot be told.
  var area: Rect?
  /// Whether nothing below shines through there but for the input's share.
  var isSolid: Bool
  /// 0…32768
  var share: Int

  package init(area: Rect?, isSolid: Bool, share: Int) {
    self.area = area
    self.isSolid = isSolid
    self.share = share
  }
}

extension [InputCover] {
  /// Whether nothing below a layer of these inputs can be seen on a canvas: the one place where that
  /// is decided. They cover it wholly and their shares add up to one, or they share no pixel and fill
  /// it together.
  ///
  /// - Precondition: the layer's blend mode is normal; areas lie within the canvas.
  package func hide(_ canvas: Rect) -> Bool {
    guard allSatisfy(\.isSolid) else { return false }
    if allSatisfy({ $0.area == canvas }) {
      return reduce(0) { $0 + $1.share } == PictureInput.one
    }
    guard count == 2, let one = self[0].area, let other = self[1].area else { return false }
    return allSatisfy { $0.share == PictureInput.one } && one.intersection(other).isEmpty
      && one.area + other.area == canvas.area
  }
}

extension RenderPlan {
  /// Whether nothing below a layer of a frame can be seen: it lies opaque and unturned over all of
  /// the output.
  package func hides(_ layer: PictureLayer) -> Bool { hides(layer, on: output.size, at: 0) }

  func hides(_ layer: PictureLayer, on canvas: Size, at offset: Int) -> Bool {
    layer.blendMode == .normal
      && layer.inputs.map { cover(of: $0, on: canvas, at: offset) }.hide(canvas.bounds)
  }

  private func cover(of input: PictureInput, on canvas: Size, at offset: Int) -> InputCover {
    var isSolid = input.opacity[offset] == PictureInput.one && input.effects.isEmpty
    if input.coverage[offset].mask != nil || !input.mattes.isEmpty { isSolid = false }
    return InputCover(
      area: area(of: input, on: canvas, at: offset),
      isSolid: isSolid && isOpaque(input.content, at: offset), share: input.share[offset])
  }

  /// The pixels of a canvas that an input takes up in a frame, and those that its effects may; `nil` where
  /// that cannot be told.
  func area(of input: PictureInput, on canvas: Size, at offset: Int) -> Rect? {
    guard case .offset(let x, let y) = input.geometry[offset],
      let size = size(of: input.content, at: offset)
    else { return nil }
    // What an effect draws around a picture may be seen where the picture is not.
    let margin = input.effects.count * PlannedEffect.widestMargin
    let whole = Rect(
      x: x - margin, y: y - margin, width: size.width + 2 * margin, height: size.height + 2 * margin
    )
    let seen = whole.intersection(canvas.bounds)
    return input.coverage[offset].window.map { seen.intersection($0) } ?? seen
  }

  /// The size of what an input shows; `nil` for texts, whose size is not known here.
  package func size(of content: InputContent, at offset: Int = 0) -> Size? {
    switch content {
    case .group(let group): group.size
    case .picture(let picture):
      switch picture[offset] {
      case .source(let conform, _), .blend(let conform, _), .flow(let conform, _):
        conforms[conform.index].size
      case .text: nil
      case .color(_, let size), .gradient(_, _, let size, _): size
      }
    }
  }

  /// A group is opaque where one of its layers hides its canvas.
  private func isOpaque(_ content: InputContent, at offset: Int) -> Bool {
    switch content {
    case .group(let group): group.layers.contains { hides($0, on: group.size, at: offset) }
    case .picture(let picture):
      switch picture[offset] {
      case .source(let conform, _), .blend(let conform, _), .flow(let conform, _):
        source(of: conforms[conform.index].media)?.isOpaque ?? false
      case .text: false
      case .color(let color, _): color.alpha == 255
      case .gradient(let from, let to, _, _): from.alpha == 255 && to.alpha == 255
      }
    }
  }
}
