import BaseValues
import PictureKinds
import PlanModel
import Raster
import TimelineModel

/// Effects of one frame that are done to a picture at once.
struct EffectStep {
  enum Change {
    case colors([ColorChange])
    case masks([PictureMask])
    case filter(ImageFilter)
    /// A chain of libav's filters, in a frame.
    case chain(MediaID, frame: Int)
  }

  private(set) var change: Change
  private(set) var effects: [PlannedEffect]

  /// Effects in their order: changes of colours in a row are one step, and so are masks.
  ///
  /// - Parameter look: what a media makes of colours that an effect names.
  /// - Throws: where there is no such effect; what `look` throws.
  static func steps(
    of effects: [PlannedEffect], _ kinds: [EffectKind], in color: PictureColor,
    look: (MediaID) throws(RenderError) -> ColorLook
  ) throws(RenderError) -> [EffectStep] {
    var steps: [EffectStep] = []
    for effect in effects {
      if effect.name == PlannedEffect.filterName, let media = effect.media {
        let chain = Change.chain(media, frame: effect.parameters.first?[0] ?? 0)
        steps.append(EffectStep(change: chain, effects: [effect]))
        continue
      }
      guard let kind = kinds.first(where: { $0.name == effect.name }) else {
        throw RenderError(.media, "effect '\(effect.name)' cannot be drawn")
      }
      let numbers = effect.parameters.map { $0[0] }
      let change: EffectKind.Change
      if let media = effect.media {
        change = kind.change(numbers, look: try look(media), of: color)
      } else {
        change = kind.change(numbers, of: color)
      }
      if let last = steps.last?.change, let both = both(last, change) {
        steps[steps.count - 1].change = both
        steps[steps.count - 1].effects.append(effect)
      } else {
        steps.append(EffectStep(change: Change(change), effects: [effect]))
      }
    }
    return steps
  }

  /// A change and the next one at once; `nil` where they are done in turn.
  private static func both(_ first: Change, _ second: EffectKind.Change) -> Change? {
    switch (first, second) {
    case (.colors(let changes), .colors(let next)): .colors(changes + [next])
    case (.masks(let masks), .mask(let next)): .masks(masks + [next])
    default: nil
    }
  }
}

extension EffectStep.Change {
  fileprivate init(_ change: EffectKind.Change) {
    self =
      switch change {
      case .colors(let colors): .colors([colors])
      case .mask(let mask): .masks([mask])
      case .image(let filter): .filter(filter)
      }
  }
}
