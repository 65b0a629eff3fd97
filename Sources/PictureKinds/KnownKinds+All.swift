public import PlanModel
internal import Raster

extension KnownKinds {
  /// What plans may name: the shipped kinds.
  public static let all = KnownKinds(
    blendModes: BlendMode.names,
    effects: Dictionary(uniqueKeysWithValues: EffectKind.all.map { ($0.name, $0.numberCount) }),
    wipes: Set(WipeShape.all.map(\.number)))
}
