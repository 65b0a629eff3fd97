import Diagnostics
import BaseValues

/// Masks that stand still show something of their pictures.
enum MaskRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    for track in context.timeline.tracks {
      for clip in track.clips where track.kind.showsClips {
        check(clip.picture.look.effects, of: context.noun(clip), &context)
      }
      for layer in track.titles.flatMap(\.layers) {
        check(layer.look.effects, of: "the layer", &context)
      }
    }
  }

  private static func check(
    _ effects: [Effect], of noun: String, _ context: inout RuleContext
  ) {
    for (index, effect) in effects.enumerated() where effect.kind.name == "mask" {
      // What is drawn around a picture can be seen beside it.
      if effects[..<index].contains(where: { ["border", "shadow"].contains($0.kind.name) }) {
        return
      }
      let next = index + 1 < effects.count ? effects[index + 1].kind : nil
      if next?.name == "mask", next?["combine"] == .word("add") { continue }
      guard effect.animations.isEmpty, effect.kind.isBesidePicture else { continue }
      context.report(RuleMessages.maskBesidePicture(noun, range: effect.range))
    }
  }
}

extension KindChoice {
  /// Of a mask: whether nothing is in it, because its box lies wholly outside of the picture.
  fileprivate var isBesidePicture: Bool {
    if self["invert"] == .flag(true) { return false }
    switch self["combine"] {
    case nil, .word("intersect"): break
    default: return false
    }
    func number(_ name: String, _ standard: Rational) -> Rational? {
      guard let value = self[name] else { return standard }
      if case .number(let number) = value { return number }
      return nil
    }
    guard number("rotation", .zero) == .zero, number("opacity", .one) == .one,
      let feather = number("feather", .zero),
      case .curve(let points)? = self["points"] ?? .curve([]),
      points.isEmpty
    else { return false }
    return [("x", "width"), ("y", "height")].contains { start, length in
      guard let first = number(start, .zero), let size = number(length, .one),
        let end = try? first + size + feather, let begin = try? first - feather
      else { return false }
      return end <= .zero || begin >= .one
    }
  }
}
