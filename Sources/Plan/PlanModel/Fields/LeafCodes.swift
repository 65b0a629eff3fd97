internal import BaseValues
internal import TimelineModel

extension Int: PlanLeaf {
  package static let kinds = [LeafKind("number", ["number"])]

  package func encode(to code: inout LeafCode) { code.add(self) }

  package init?(_ code: LeafCode) {
    guard code.kind == 0, code.numbers.count == 1 else { return nil }
    self = Int(code.numbers[0])
  }
}

extension Size: PlanLeaf {
  package static let kinds = [LeafKind("size", fixedSize)]

  fileprivate static let fixedSize = [
    LeafNumber("width", .fixed), LeafNumber("height", .fixed),
  ]

  package func encode(to code: inout LeafCode) {
    code.add(width)
    code.add(height)
  }

  package init?(_ code: LeafCode) {
    let numbers = code.numbers.map(Int.init)
    guard code.kind == 0, numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else { return nil }
    self.init(width: numbers[0], height: numbers[1])
  }
}

extension PictureContent: PlanLeaf {
  package static let kinds = [
    LeafKind("source", [LeafNumber("conform", .conform), LeafNumber("sourceFrame", .sourceFrame)]),
    LeafKind("text", [LeafNumber("text", .text)]),
    LeafKind("color", Size.fixedSize + ["color"]),
    LeafKind(
      "gradient", Size.fixedSize + [LeafNumber("isVertical", .fixed), "from", "to"]),
    LeafKind(
      "blend",
      [LeafNumber("conform", .conform), "from", LeafNumber("to", .blendEnd)]),
    LeafKind("flow", [LeafNumber("conform", .conform), LeafNumber("at", .flowPosition)]),
  ]

  package func encode(to code: inout LeafCode) {
    switch self {
    case .source(let conform, let frame):
      code.add(conform.index)
      code.add(frame)
    case .blend(let conform, let blend):
      code.kind = 4
      code.add(conform.index)
      code.add(blend.start)
      code.add(blend.end)
    case .flow(let conform, let point):
      code.kind = 5
      code.add(conform.index)
      code.add(point.position)
    case .text(let raster):
      code.kind = 1
      code.add(raster.index)
    case .color(let color, let size):
      code.kind = 2
      size.encode(to: &code)
      code.numbers.append(color.packed)
    case .gradient(let from, let to, let size, let isVertical):
      code.kind = 3
      size.encode(to: &code)
      code.add(isVertical ? 1 : 0)
      code.numbers.append(from.packed)
      code.numbers.append(to.packed)
    }
  }

  package init?(_ code: LeafCode) {
    let numbers = code.numbers.map(Int.init)
    let size = Size(LeafCode(0, Array(code.numbers.prefix(2))))
    switch (code.kind, numbers.count) {
    case (0, 2) where numbers[0] >= 0 && numbers[1] >= 0:
      self = .source(ConformID(numbers[0]), sourceFrame: numbers[1])
    case (1, 1) where numbers[0] >= 0:
      self = .text(RasterID(numbers[0]))
    case (2, 3):
      guard let size, let color = Color(packed: code.numbers[2]) else { return nil }
      self = .color(color, size)
    case (3, 5) where (0...1).contains(numbers[2]):
      guard let size, let from = Color(packed: code.numbers[3]),
        let to = Color(packed: code.numbers[4])
      else { return nil }
      self = .gradient(from: from, to: to, size, isVertical: numbers[2] == 1)
    case (4, 3) where numbers[0] >= 0:
      let blend = FrameBlend(start: numbers[1], end: numbers[2])
      guard blend.isSound else { return nil }
      self = .blend(ConformID(numbers[0]), blend)
    case (5, 2) where numbers[0] >= 0:
      let point = FramePoint(position: numbers[1])
      guard point.isSound else { return nil }
      self = .flow(ConformID(numbers[0]), point)
    default: return nil
    }
  }
}

extension Geometry: PlanLeaf {
  package static let kinds = [
    LeafKind("offset", ["x", "y"]),
    LeafKind("projective", ["a", "b", "c", "d", "e", "f", "g", "h", "i"]),
    LeafKind("nearest", ["a", "b", "c", "d", "e", "f", "g", "h", "i"]),
  ]

  package func encode(to code: inout LeafCode) {
    switch self {
    case .offset(let x, let y):
      code.add(x)
      code.add(y)
    case .projective(let p), .nearest(let p):
      if case .nearest = self { code.kind = 2 } else { code.kind = 1 }
      code.numbers += [p.a, p.b, p.c, p.d, p.e, p.f, p.g, p.h, p.i]
    }
  }

  package init?(_ code: LeafCode) {
    let n = code.numbers
    switch (code.kind, n.count) {
    case (0, 2): self = .offset(x: Int(n[0]), y: Int(n[1]))
    case (1, 9), (2, 9):
      let projection = Projection(
        a: n[0], b: n[1], c: n[2], d: n[3], e: n[4], f: n[5], g: n[6], h: n[7], i: n[8])
      self = code.kind == 1 ? .projective(projection) : .nearest(projection)
    default: return nil
    }
  }
}

extension Coverage: PlanLeaf {
  /// One that is lower than the darkest by less than the softness lets everything through in part.
  static let thresholds = -PictureInput.one...PictureInput.one

  package static let kinds = [
    LeafKind("all"), LeafKind("window", Rect.names),
    LeafKind("mask", [LeafNumber("mask", .mask), "threshold", "softness"]),
    LeafKind("outside", [LeafNumber("mask", .mask), "threshold", "softness"]),
  ]

  package func encode(to code: inout LeafCode) {
    switch self {
    case .all: break
    case .window(let window):
      code.kind = 1
      window.encode(to: &code)
    case .mask(let id, let threshold, let softness):
      code.kind = 2
      code.add(id.index)
      code.add(threshold)
      code.add(softness)
    case .outside(let id, let threshold, let softness):
      code.kind = 3
      code.add(id.index)
      code.add(threshold)
      code.add(softness)
    }
  }

  package init?(_ code: LeafCode) {
    let numbers = code.numbers.map(Int.init)
    let shares = 0...PictureInput.one
    switch (code.kind, numbers.count) {
    case (0, 0): self = .all
    case (1, 4): self = .window(Rect(numbers))
    case (2...3, 3)
    where numbers[0] >= 0 && Self.thresholds.contains(numbers[1]) && shares.contains(numbers[2]):
      let (id, threshold, softness) = (MaskID(numbers[0]), numbers[1], numbers[2])
      self =
        code.kind == 2
        ? .mask(id, threshold: threshold, softness: softness)
        : .outside(id, threshold: threshold, softness: softness)
    default: return nil
    }
  }
}

extension PlannedMask: PlanLeaf {
  package static let kinds = [
    PictureContent.kinds[0], LeafKind("rectangle", Rect.names),
    LeafKind("ellipse", Rect.names),
    LeafKind("wipe", Size.fixedSize + [LeafNumber("number", .fixed)]),
    LeafKind("noise", Size.fixedSize + [LeafNumber("block", .fixed)]),
  ]

  package func encode(to code: inout LeafCode) {
    switch self {
    case .picture(let conform, let frame):
      code.add(conform.index)
      code.add(frame)
    case .rectangle(let window):
      code.kind = 1
      window.encode(to: &code)
    case .ellipse(let window):
      code.kind = 2
      window.encode(to: &code)
    case .wipe(let number, let size):
      code.kind = 3
      size.encode(to: &code)
      code.add(number)
    case .noise(let block, let size):
      code.kind = 4
      size.encode(to: &code)
      code.add(block)
    }
  }

  package init?(_ code: LeafCode) {
    let numbers = code.numbers.map(Int.init)
    switch (code.kind, numbers.count) {
    case (0, 2) where numbers[0] >= 0 && numbers[1] >= 0:
      self = .picture(ConformID(numbers[0]), sourceFrame: numbers[1])
    case (1, 4): self = .rectangle(Rect(numbers))
    case (2, 4): self = .ellipse(Rect(numbers))
    case (3...4, 3):
      guard let size = Size(LeafCode(0, Array(code.numbers.prefix(2)))) else { return nil }
      self = code.kind == 3 ? .wipe(numbers[2], size) : .noise(block: numbers[2], size)
    default: return nil
    }
  }
}

extension Rect {
  fileprivate static let names: [LeafNumber] = ["x", "y", "width", "height"]

  fileprivate func encode(to code: inout LeafCode) {
    code.add(x)
    code.add(y)
    code.add(width)
    code.add(height)
  }

  /// - Precondition: four numbers.
  fileprivate init(_ numbers: [Int]) {
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
