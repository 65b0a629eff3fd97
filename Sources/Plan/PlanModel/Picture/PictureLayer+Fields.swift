package import TimelineModel

// The order of the fields is that of keys and JSON. `PictureHasher` counts on an input's numbers
// beginning with its opacity and the first number of its content.

extension PictureLayer: PlanPart {
  package static var blank: PictureLayer { PictureLayer(origin: .blank, name: "", inputs: []) }

  package static let fields: [PlanField<PictureLayer>] = [
    .label("origin", \.origin), .label("name", \.name), PlanField("blendMode", \.blendMode),
    PlanField("inputs", \.inputs),
  ]
}

extension PictureInput: PlanPart {
  package static var blank: PictureInput {
    PictureInput(
      origin: .blank, content: .group(.blank), geometry: .constant(.offset(x: 0, y: 0)))
  }

  package static let fields: [PlanField<PictureInput>] = [
    .label("origin", \.origin), .label("side", \.side), PlanField("opacity", \.opacity),
    PlanField("content", \.content), PlanField("effects", \.effects),
    PlanField("mattes", \.mattes),
    PlanField("geometry", \.geometry), PlanField("coverage", \.coverage),
    PlanField("share", \.share),
  ]
}

extension Composition: PlanPart {
  package static var blank: Composition { Composition(size: .blank, layers: []) }

  package static let fields: [PlanField<Composition>] = [
    PlanField("size", \.size), PlanField("layers", \.layers),
  ]
}

extension PlannedMatte: PlanPart {
  package static var blank: PlannedMatte { PlannedMatte(.alpha, of: .blank) }

  package static let fields: [PlanField<PlannedMatte>] = [
    PlanField("channel", \.channel), PlanField("canvas", \.canvas),
  ]
}

extension PlannedEffect: PlanPart {
  package static var blank: PlannedEffect { PlannedEffect(name: "", parameters: []) }

  package static let fields: [PlanField<PlannedEffect>] = [
    PlanField("name", \.name), PlanField("media", \.media),
    PlanField("parameters", \.parameters),
  ]
}

extension Optional: PlanValue where Wrapped == MediaID {
  /// What counts is the content, and nothing where there is none.
  package func describe(at offset: Int, to description: inout PartDescriber) {
    if let self { description.add(self) }
  }
}

extension InputContent: PlanValue, PlanChoice {
  package static let cases: [PlanCase<InputContent>] = [
    PlanCase(
      "picture", { if case .picture(let picture) = $0 { picture } else { nil } },
      {
        .picture($0)
      }),
    PlanCase("group", { if case .group(let group) = $0 { group } else { nil } }, { .group($0) }),
  ]

  package mutating func cut(to offsets: FrameOffsets) {
    switch self {
    case .picture(var picture):
      picture.cut(to: offsets)
      self = .picture(picture)
    case .group(var group):
      group.cut(to: offsets)
      self = .group(group)
    }
  }

  package var isConstant: Bool {
    switch self {
    case .picture(let picture): picture.isConstant
    case .group(let group): group.isConstant
    }
  }

  package func describe(at offset: Int, to description: inout PartDescriber) {
    switch self {
    case .picture(let picture): picture.describe(at: offset, to: &description)
    case .group(let group):
      // No kind of picture.
      description.shape.append(-1)
      group.describe(at: offset, to: &description)
    }
  }

  package func forEachPart(_ body: (any PlanPart) -> Void) {
    if case .group(let group) = self { group.forEachPart(body) }
  }
}

// MARK: - Words

extension BlendModeName: PlanValue {}

extension PictureInput.Side: PlanValue {}

extension PlannedMatte.Channel: PlanValue {}

extension PlanValue where Self: RawRepresentable<String> {
  package func describe(at offset: Int, to description: inout PartDescriber) {
    rawValue.describe(at: offset, to: &description)
  }
}

extension PlanOrigin: PlanValue {
  /// Where something comes from changes no picture.
  package func describe(at offset: Int, to description: inout PartDescriber) {}
}
