/// The kinds that a plan may name: what is known of them here, below where they are defined.
package struct KnownKinds: Sendable {
  /// Names of blend modes, in the order of the reference.
  package var blendModes: [String]
  /// Effects by their names, each with the number of parameters that it has in a plan.
  package var effects: [String: Int]
  /// Those of the effects that name a file of colours.
  package var effectsWithMedia: Set<String>
  /// Numbers of the shapes of wipes.
  package var wipes: Set<Int>

  /// Kinds by their names.
  package init(
    blendModes: [String], effects: [String: Int], effectsWithMedia: Set<String> = [],
    wipes: Set<Int> = []
  ) {
    self.blendModes = blendModes
    self.effects = effects
    self.effectsWithMedia = effectsWithMedia
    self.wipes = wipes
  }
}

extension KnownKinds {
  /// Why an effect cannot be done; `nil` for one that can.
  func fault(of effect: PlannedEffect) -> (member: String, message: String)? {
    if effect.name == PlannedEffect.filterName {
      if effect.media == nil { return ("media", "'\(effect.name)' takes a chain of filters") }
      return effect.parameters.count == 1
        ? nil : ("parameters", "'\(effect.name)' has one parameter, the frame's number")
    }
    guard let count = effects[effect.name] else {
      return ("name", Self.unknown("effect", effect.name, effects.keys.sorted()))
    }
    if effectsWithMedia.contains(effect.name) != (effect.media != nil) {
      let takes = effect.media == nil ? "takes a file of colours" : "takes no media"
      return ("media", "'\(effect.name)' \(takes)")
    }
    let found = effect.parameters.count
    if found == count { return nil }
    return ("parameters", "'\(effect.name)' has \(count) parameters here, not \(found)")
  }

  /// Why a blend mode cannot be drawn; `nil` for one that can.
  func fault(ofBlendMode name: String) -> String? {
    blendModes.contains(name) ? nil : Self.unknown("blend mode", name, blendModes)
  }

  /// Why a wipe cannot be drawn; `nil` for one that can.
  func fault(ofWipe number: Int) -> String? {
    wipes.contains(number) ? nil : "this cutlist has no wipe \(number)"
  }

  private static func unknown(_ noun: String, _ name: String, _ names: [String]) -> String {
    let list = names.isEmpty ? "none" : names.joined(separator: ", ")
    return "this cutlist has no \(noun) '\(name.prefix(40))'; it has \(list)"
  }
}
