import BaseValues
internal import PlanModel
internal import TimelineModel

/// Which items of a plan are seen in some frame, and what keeps the others from being seen.
///
/// - Complexity: O(segments · layers), and the frames over which something is not seen.
struct SightSurvey {
  /// Seen in some frame.
  private(set) var seen: Set<PlanOrigin> = []
  /// Covered in some frame, and by what.
  private(set) var covers: [PlanOrigin: PlanOrigin] = [:]
  /// Beside the output in some frame, and where.
  private(set) var beside: [PlanOrigin: Overhang] = [:]

  init(_ plan: RenderPlan) {
    for segment in plan.segments { look(at: segment, of: plan) }
  }

  private mutating func look(at segment: PictureSegment, of plan: RenderPlan) {
    let origins = segment.layers.flatMap(\.pictures).map(\.origin)
    if origins.allSatisfy(seen.contains) { return }
    let isSteady = segment.layers.allSatisfy(\.isSteady)
    for offset in 0..<(isSteady ? 1 : segment.frames.count) {
      if origins.allSatisfy(seen.contains) { return }
      var cover: PlanOrigin?
      for layer in segment.layers.reversed() {
        if let cover {
          for picture in layer.pictures where covers[picture.origin] == nil {
            covers[picture.origin] = cover
          }
          continue
        }
        for input in layer.evaluated(at: offset, on: plan.output.size).flatMap(\.inputs)
        where beside[input.origin] == nil {
          beside[input.origin] = plan.overhangBeside(input)
        }
        let visible = plan.visible(layer, at: offset)
        for input in visible.flatMap(\.inputs) where plan.overhangBeside(input) == nil {
          seen.formUnion(input.pictures.map(\.origin))
        }
        if let hiding = visible.last(where: plan.hides) { cover = hiding.pictures.first?.origin }
      }
    }
  }
}

extension RenderPlan {
  /// Where a picture lies that is wholly beside the output; `nil` for all others, and for texts.
  fileprivate func overhangBeside(_ input: PictureInput) -> Overhang? {
    guard let size = size(of: input.content) else { return nil }
    let area = Bounds(
      left: 0, top: 0, right: Double(size.width), bottom: Double(size.height))
    guard let bounds = input.geometry[0].bounds(of: area) else { return nil }
    let (width, height) = (output.size.width, output.size.height)
    guard
      bounds.right <= 0 || bounds.bottom <= 0 || bounds.left >= Double(width)
        || bounds.top >= Double(height)
    else { return nil }
    return Overhang(bounds, width: width, height: height)
  }
}

extension PictureLayer {
  /// Whether nothing but the frames of its sources changes.
  fileprivate var isSteady: Bool {
    var layer = self
    for (index, input) in inputs.enumerated() {
      if case .varying(let contents) = input.picture, contents.first?.source != nil {
        layer.inputs[index].content = .picture(.constant(contents[0]))
      }
    }
    return layer.isConstant
  }
}
