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
    let origins = Set(segment.layers.flatMap(\.pictures).map(\.origin))
    let isSteady = segment.layers.allSatisfy(\.isSteady)
    for offset in 0..<(isSteady ? 1 : segment.frames.count) {
      if origins.isSubset(of: seen) { return }
      var cover: PlanOrigin?
      for layer in segment.layers.reversed() {
        if let cover {
          for picture in layer.pictures where covers[picture.origin] == nil {
            covers[picture.origin] = cover
          }
          continue
        }
        for picture in layer.pictures {
          if let place = picture.evaluated(at: offset).flatMap(plan.overhangBeside),
            beside[picture.origin] == nil
          {
            beside[picture.origin] = place
          }
        }
        guard let visible = plan.visible(layer, at: offset) else { continue }
        for picture in visible.pictures where plan.overhangBeside(picture) == nil {
          seen.insert(picture.origin)
        }
        if plan.hides(visible) { cover = visible.pictures.first?.origin }
      }
    }
  }
}

extension RenderPlan {
  /// Where a picture lies that is wholly beside the output; `nil` for all others, and for texts.
  fileprivate func overhangBeside(_ picture: FramePicture) -> Overhang? {
    let size: PictureSize
    switch picture.content {
    case .source(let conform, _): size = conforms[conform.index].size
    case .color(_, let shown): size = shown
    case .text: return nil
    }
    let area = Bounds(
      left: 0, top: 0, right: Double(size.width), bottom: Double(size.height))
    guard let bounds = picture.geometry.bounds(of: area) else { return nil }
    let (width, height) = (output.size.width, output.size.height)
    guard
      bounds.right <= 0 || bounds.bottom <= 0 || bounds.left >= Double(width)
        || bounds.top >= Double(height)
    else { return nil }
    return Overhang(bounds, width: width, height: height)
  }
}

extension PlannedLayer {
  /// Whether nothing but the frames of its sources changes.
  fileprivate var isSteady: Bool {
    guard case .single(let picture) = self, case .constant = picture.weight,
      case .constant = picture.geometry, case .constant = picture.window
    else { return false }
    switch picture.content {
    case .constant: return true
    case .varying(let contents):
      if case .source = contents.first { return true }
      return false
    }
  }
}
