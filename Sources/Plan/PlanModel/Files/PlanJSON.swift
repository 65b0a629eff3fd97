package import Diagnostics
package import TimelineModel

/// A plan as JSON: the one form in which it is printed, and in which it travels.
///
/// It has everything of the plan under the names of its parts. What changes from frame to frame is
/// lists of runs `[first, step, count]`; ranges are half-open pairs; times are exact fractions as
/// text; codecs, blend modes and effects are names.
package enum PlanJSON {
  /// Other versions are not read.
  package static let version = 1

  private static let key = "cutlistPlan"

  /// The whole plan as one document.
  package static func text(_ plan: RenderPlan, style: JSONWriter.Style = .pretty) -> String {
    document(plan, style: style).text
  }

  /// The whole plan as one document, and what reading it takes of the limits on plans, which may be
  /// more than they allow where nothing is said.
  package static func document(
    _ plan: RenderPlan, style: JSONWriter.Style = .pretty
  ) -> (text: String, demands: [ProjectLimits.Kind: Int]) {
    var json = JSONWriter(style)
    json.object { json in
      json.member(key, version)
      plan.writeMembers(to: &json, count: 1)
    }
    let layers = plan.segments.map { mostLayers($0.layers) }.max() ?? 0
    return (
      json.text,
      [
        .fileBytes: json.text.utf8.count, .values: json.valueCount, .layers: layers,
        .frames: plan.output.frameCount,
      ]
    )
  }

  /// In one canvas, or in a group on it.
  private static func mostLayers(_ layers: [PictureLayer]) -> Int {
    layers.flatMap(\.inputs).reduce(layers.count) { most, input in
      guard case .group(let group) = input.content else { return most }
      return max(most, mostLayers(group.layers))
    }
  }

  /// Reads what `text` wrote; anybody may have written it anew meanwhile.
  ///
  /// - Parameters:
  ///   - limits: how much the plan may hold.
  ///   - kinds: what it may name.
  /// - Returns: a plan that is fit to be executed, as far as that can be told without its media;
  ///   `nil` where there are findings.
  package static func read(
    _ file: SourceFile, limits: ProjectLimits = ProjectLimits(), kinds: KnownKinds
  ) -> (plan: WrittenPlan?, findings: [Diagnostic]) {
    let (value, syntax) = JSONParser.parse(file, limits: limits.json, as: .plan)
    if syntax.contains(where: { $0.id == .planVersion }) { return (nil, syntax) }
    if let value, !syntax.isEmpty, value[key] == nil { return (nil, [notAPlan(value)]) }
    if value == nil, file.bytes.allSatisfy({ $0 <= 32 }) { return (nil, [notAPlan(nil)]) }
    guard let value, syntax.isEmpty else { return (nil, syntax) }
    if let finding = wrongVersion(value) { return (nil, [finding]) }
    var reader = PlanReader()
    guard let plan = RenderPlan.read(value, count: 1, &reader, ignoring: [key]) else {
      return (nil, reader.findings.sortedByLocation())
    }
    let written = WrittenPlan(plan: plan, value: value)
    let faults = plan.faults(limits: limits, kinds: kinds)
    guard faults.isEmpty else { return (nil, faults.map(written.finding).sortedByLocation()) }
    return (written, [])
  }

  private static func wrongVersion(_ value: JSONValue) -> Diagnostic? {
    guard let written = value[key] else { return notAPlan(value) }
    guard case .number(let digits) = written.kind else {
      return Diagnostic(
        id: .planVersion, message: "expected the version of the plan, found \(written.kindName)",
        range: written.range)
    }
    if Int(digits) == version { return nil }
    return Diagnostic(
      id: .planVersion,
      message:
        "this is a plan of version \(digits.prefix(20)); this cutlist reads version \(version)",
      range: written.range,
      fixes: [
        Fix(message: "render it with a cutlist that writes this version, or write the plan anew")
      ])
  }

  /// - Parameter value: `nil` for an empty file.
  private static func notAPlan(_ value: JSONValue?) -> Diagnostic {
    let message =
      switch value {
      case nil: "the file has no content"
      case let value? where value["tracks"] != nil: "this is a project, not a plan"
      default: "this is no plan: it has no \"\(key)\""
      }
    return Diagnostic(
      id: .planVersion, message: message, range: SourceRange(at: value?.range.lower ?? 0),
      fixes: [
        Fix(message: "write a plan with 'cutlist plan PROJECT --write FILE'")
      ])
  }
}

/// A plan that was read, and where everything of it is written.
package struct WrittenPlan: Sendable {
  /// Without faults.
  package let plan: RenderPlan
  private let value: JSONValue

  init(plan: RenderPlan, value: JSONValue) {
    self.plan = plan
    self.value = value
  }

  /// Where a part is written, or what is around it.
  func range(of path: [PlanStep]) -> SourceRange {
    var value = value
    for step in path {
      let inner: JSONValue? =
        switch (step, value.kind) {
        case (.index(let index), .array(let items)) where items.indices.contains(index):
          items[index]
        case (.name(let name), _): value[name]
        default: nil
        }
      guard let inner else { break }
      value = inner
    }
    return value.range
  }

  /// Where what a source is made of is written.
  ///
  /// - Parameter index: in the list of sources.
  package func range(ofSource index: Int) -> SourceRange {
    range(of: [.name("sources"), .index(index), .name("content")])
  }

  /// Where the crop of a conform is written.
  package func range(ofCrop conform: ConformID) -> SourceRange {
    range(of: [.name("conforms"), .index(conform.index), .name("crop")])
  }

  /// Where a text is written.
  package func range(ofText raster: RasterID) -> SourceRange {
    range(of: [.name("rasters"), .index(raster.index), .name("style"), .name("text")])
  }

  func finding(_ fault: PlanFault) -> Diagnostic {
    Diagnostic(id: .planWrong, message: fault.message, range: range(of: fault.path))
  }
}
