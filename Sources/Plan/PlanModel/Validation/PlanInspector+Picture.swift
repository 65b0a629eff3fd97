internal import BaseValues
internal import TimelineModel

// What is shown in which frames.
extension PlanInspector {
  /// Groups inside each other: drawing one takes stack.
  private static let deepestGroup = 24

  mutating func inspectSegments() {
    checkOrder("segments", plan.segments.map(\.frames))
    // What is in a segment holds for its frames.
    guard faults.isEmpty else { return }
    each("segments", plan.segments) { inspector, segment in
      inspector.inspect(segment.layers, on: inspector.plan.output.size, segment.frames.count, 0)
      guard inspector.faults.isEmpty else { return }
      let pixels = segment.layers.drawnPixels
      if pixels > Self.mostDrawnPixels {
        inspector.report(
          "colours and groups of \(pixels) pixels in one frame; the limit is \(Self.mostDrawnPixels)"
        )
      }
    }
  }

  private mutating func inspect(
    _ layers: [PictureLayer], on canvas: Size, _ count: Int, _ depth: Int
  ) {
    if layers.count > limits[.layers] {
      report("\(layers.count) layers; --limit layers=N raises the limit of \(limits[.layers])")
    }
    each("layers", layers) { inspector, layer in
      guard (1...2).contains(layer.inputs.count) else {
        return inspector.report("a layer has \(layer.inputs.count) inputs, not 1 or 2")
      }
      let sides = layer.inputs.map(\.side)
      if sides.count == 2, sides != [.from, .to] {
        let words = sides.map(\.rawValue).joined(separator: " and ")
        inspector.at(.name("inputs")) {
          $0.report("two inputs are 'from' and 'to', in this order, not \(words)")
        }
      }
      if let fault = inspector.kinds?.fault(ofBlendMode: layer.blendMode.rawValue) {
        inspector.at(.name("blendMode")) { $0.report(fault) }
      }
      inspector.each("inputs", layer.inputs) { $0.inspect($1, on: canvas, count, depth) }
      if layer.inputs.count == 2 {
        inspector.inspect(layer.inputs[0], layer.inputs[1], count)
      }
    }
  }

  private mutating func inspect(
    _ input: PictureInput, on canvas: Size, _ count: Int, _ depth: Int
  ) {
    values("opacity", input.opacity) { $0.check("opacity", $1, in: Self.shares) }
    values("share", input.share) { $0.check("share", $1, in: Self.shares) }
    inspect(input.geometry, of: input, on: canvas, count)
    values("coverage", input.coverage) { inspector, coverage in
      switch coverage {
      case .all: break
      case .window(let window): inspector.check("window", window)
      case .mask(let mask, let threshold, let softness),
        .outside(let mask, let threshold, let softness):
        inspector.check(
          "mask", mask.index, placeIn: "masks", of: inspector.plan.masks.count)
        inspector.check("threshold", threshold, in: Coverage.thresholds)
        inspector.check("softness", softness, in: Self.shares)
      }
    }
    each("effects", input.effects) { inspector, effect in
      if let fault = inspector.kinds?.fault(of: effect) {
        inspector.at(.name(fault.member)) { $0.report(fault.message) }
      }
      if let media = effect.media {
        inspector.check("media", media)
        if let source = inspector.plan.source(of: media) {
          let isFilter = effect.name == PlannedEffect.filterName
          switch source.content {
          case .canvasFilter where isFilter, .look where !isFilter: break
          default:
            return inspector.at(.name("media")) {
              $0.report(
                "source \(media.index) is no \(isFilter ? "chain of filters" : "file of colours")")
            }
          }
        }
      }
      for parameter in effect.parameters {
        inspector.values("parameters", parameter) { $0.check("parameters", $1, in: Self.numbers) }
      }
    }
    each("mattes", input.mattes) { inspector, matte in
      let isAlone = input.mattes.count == 1 && input.coverage.values.allSatisfy { $0.mask == nil }
      if !isAlone { inspector.report("an input is seen through one matte or mask") }
      inspector.at(.name("canvas")) { inspector in
        inspector.check("size", matte.canvas.size, within: Self.largestGroup)
        // What is within is computed with the size.
        guard inspector.faults.isEmpty else { return }
        guard depth < Self.deepestGroup else {
          return inspector.report("more than \(Self.deepestGroup) groups inside each other")
        }
        inspector.inspect(matte.canvas.layers, on: matte.canvas.size, count, depth + 1)
      }
    }
    at(.name("content")) { inspector in
      switch input.content {
      case .picture(let picture): inspector.inspect(picture)
      case .group(let group):
        inspector.at(.name("group")) { inspector in
          inspector.check("size", group.size, within: Self.largestGroup)
          guard inspector.faults.isEmpty else { return }
          guard depth < Self.deepestGroup else {
            return inspector.report("more than \(Self.deepestGroup) groups inside each other")
          }
          inspector.inspect(group.layers, on: group.size, count, depth + 1)
        }
      }
    }
  }

  private mutating func inspect(
    _ geometry: PerFrame<Geometry>, of input: PictureInput, on canvas: Size, _ count: Int
  ) {
    at(.name("geometry")) { inspector in
      let isSteady = geometry.isConstant && input.coverage.isConstant
      for offset in 0..<(isSteady ? 1 : count) {
        switch geometry[offset] {
        case .offset(let x, let y):
          inspector.check("x", x, in: Self.positions)
          inspector.check("y", y, in: Self.positions)
        case .projective(let projection), .nearest(let projection):
          let whole = canvas.bounds
          let seen = input.coverage[offset].window?.intersection(whole) ?? whole
          if !seen.isEmpty, !projection.isDocumented(over: seen) {
            inspector.report("a projection goes beyond what can be computed with")
          }
        }
        if !inspector.faults.isEmpty { return }
      }
    }
  }

  private mutating func inspect(_ picture: PerFrame<PictureContent>) {
    values("picture", picture) { inspector, content in
      switch content {
      case .source(let conform, let frame): inspector.check(conform, sourceFrame: frame)
      case .blend(let conform, let blend):
        inspector.check(conform, sourceFrame: blend.frames.upperBound)
        if !blend.isSound { inspector.report("a window of frames cannot be drawn") }
      case .flow(let conform, let point):
        inspector.check(conform, sourceFrame: point.frames.upperBound)
        if !point.isSound { inspector.report("a moment between frames cannot be drawn") }
      case .text(let raster):
        inspector.check(
          "text", raster.index, placeIn: "rasters", of: inspector.plan.rasters.count)
      case .color(_, let size), .gradient(_, _, let size, _):
        inspector.check("size", size, within: Self.largestDrawn)
      }
    }
    // Which source is open in a segment is told from its first frame.
    guard case .varying(let contents) = picture, faults.isEmpty else { return }
    let media = Set(
      contents.map { content -> MediaID? in
        content.source.map { plan.conforms[$0.conform.index].media }
      })
    if media.count > 1 { report("a picture is of two sources in one segment") }
  }

  /// Two inputs that share pixels may not add up to more than one.
  private mutating func inspect(_ from: PictureInput, _ to: PictureInput, _ count: Int) {
    let isSteady =
      from.share.isConstant && to.share.isConstant && from.coverage.isConstant
      && to.coverage.isConstant
    for offset in 0..<(isSteady ? 1 : count)
    where !Self.sumsUp(from.share[offset], to.share[offset]) {
      switch (from.coverage[offset], to.coverage[offset]) {
      case (.mask(let one, let a, let b), .outside(let other, let c, let d)),
        (.outside(let one, let a, let b), .mask(let other, let c, let d)):
        if one == other, a == c, b == d { break }
        return report("in frame \(offset) of a segment two masks leave more than one")
      case (.window(let one), .window(let other)) where one.intersection(other).isEmpty: break
      default: return report("in frame \(offset) of a segment two shares add up to more than one")
      }
    }
  }

  /// Whether two shares add up to no more than one.
  private static func sumsUp(_ first: Int, _ second: Int) -> Bool {
    let (sum, overflows) = first.addingReportingOverflow(second)
    return !overflows && sum <= PictureInput.one
  }

  private mutating func values<Value>(
    _ name: String, _ values: PerFrame<Value>, _ inspect: (inout PlanInspector, Value) -> Void
  ) {
    let found = faults.count
    at(.name(name)) { inspector in
      switch values {
      case .constant(let value): inspect(&inspector, value)
      case .varying(let all):
        for value in all where inspector.faults.count == found { inspect(&inspector, value) }
      }
    }
  }
}

extension [PictureLayer] {
  /// Pixels of the colours, gradients and canvases of groups in one frame; at most, where they
  /// change.
  fileprivate var drawnPixels: Int {
    flatMap(\.inputs).reduce(0) { sum, input in
      switch input.content {
      case .group(let group):
        sum + group.size.width * group.size.height + group.layers.drawnPixels
      case .picture(.constant(let content)): sum + content.drawnPixels
      case .picture(.varying(let contents)): sum + (contents.map(\.drawnPixels).max() ?? 0)
      }
    }
  }
}

extension PictureContent {
  fileprivate var drawnPixels: Int {
    switch self {
    case .source, .blend, .flow, .text: 0
    case .color(_, let size), .gradient(_, _, let size, _): size.width * size.height
    }
  }
}

extension Projection {
  /// Whether numerators and the denominator stay within what `Projection` says, over all pixels of a
  /// window: they are greatest at its corners.
  fileprivate func isDocumented(over window: Rect) -> Bool {
    func reaches(_ x: Int64, _ y: Int64, _ c: Int64, _ most: UInt128) -> Bool {
      [2 * window.x + 1, 2 * (window.x + window.width) - 1].allSatisfy { atX in
        [2 * window.y + 1, 2 * (window.y + window.height) - 1].allSatisfy { atY in
          (Int128(x) * Int128(atX) + Int128(y) * Int128(atY) + Int128(c)).magnitude <= most
        }
      }
    }
    return reaches(a, b, c, 1 << 46) && reaches(d, e, f, 1 << 46) && reaches(g, h, i, 1 << 30)
  }
}
