package import PlanModel
internal import Raster

extension KnownKinds {
  /// What plans may name: the shipped kinds.
  package static let all = KnownKinds(
    blendModes: BlendMode.drawn.map(\.name),
    effects: Dictionary(uniqueKeysWithValues: EffectKind.all.map { ($0.name, $0.numberCount) }),
    effectsWithMedia: Set(EffectKind.all.filter(\.takesMedia).map(\.name)),
    wipes: Set(WipeShape.all.map(\.number)))
}
