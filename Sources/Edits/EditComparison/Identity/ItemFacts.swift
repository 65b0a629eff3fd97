/// What tells items of two projects from each other, found out once for each.
struct ItemFacts {
  /// All items of all tracks.
  private(set) var baseItems: [Int] = []
  private(set) var otherItems: [Int] = []
  /// Equal for clips of the same media and source times and for titles of the same words. Media have
  /// the names that they have in the other project.
  private(set) var baseKeys: [Int: Int] = [:]
  private(set) var otherKeys: [Int: Int] = [:]
  private(set) var baseMaterials: [Int: ClipMaterial] = [:]
  private(set) var otherMaterials: [Int: ClipMaterial] = [:]
  /// What each clip shows, whatever it says of times: the name of media, or whatever stands for that.
  private(set) var baseMedia: [Int: String] = [:]
  private(set) var otherMedia: [Int: String] = [:]
  /// For each key the tracks it stands on, with the number of times.
  private(set) var tracksInBase: [Int: [Int: Int]] = [:]
  private(set) var tracksInOther: [Int: [Int: Int]] = [:]
  /// How many items of a track have a key.
  private(set) var countInBase: [Int: Int] = [:]
  private(set) var countInOther: [Int: Int] = [:]

  init(_ matching: EditMatching) {
    let (base, other) = (matching.base, matching.other)
    for item in base.nodes.indices where EditRole.onTrack.contains(base[item].role) {
      baseItems.append(item)
      var material = base[item].role == .clip ? base.material(item) : nil
      if let renamed = material.flatMap({ matching.renamedMedia[$0.media] }) {
        material?.media = renamed
      }
      baseMaterials[item] = material
      baseMedia[item] = base.shown(item).map { matching.renamedMedia[$0] ?? $0 }
      guard let key = Self.key(of: item, in: base, material) else { continue }
      baseKeys[item] = key
      if let track = base.ancestor(item, [.track]) {
        tracksInBase[key, default: [:]][track, default: 0] += 1
        countInBase[track, default: 0] += 1
      }
    }
    for item in other.nodes.indices where EditRole.onTrack.contains(other[item].role) {
      otherItems.append(item)
      let material = other[item].role == .clip ? other.material(item) : nil
      otherMaterials[item] = material
      otherMedia[item] = other.shown(item)
      guard let key = Self.key(of: item, in: other, material) else { continue }
      otherKeys[item] = key
      if let track = other.ancestor(item, [.track]) {
        tracksInOther[key, default: [:]][track, default: 0] += 1
        countInOther[track, default: 0] += 1
      }
    }
  }

  private static func key(
    of item: Int, in tree: EditTree, _ material: ClipMaterial?
  ) -> Int? {
    var hasher = Hasher()
    switch tree[item].role {
    case .clip:
      guard let material else { return tree[item].content }
      hasher.combine(1)
      hasher.combine(material.media)
      hasher.combine(material.start)
      hasher.combine(material.end)
    case .title:
      let words = tree.words(of: item)
      if words.isEmpty { return tree[item].content }
      hasher.combine(2)
      hasher.combine(words)
    default:
      return nil
    }
    return hasher.finalize()
  }
}

extension EditTree {
  /// The name of what a clip shows; of what is no name, something that is equal for what is written alike.
  fileprivate func shown(_ clip: Int) -> String? {
    guard nodes[clip].role == .clip, let member = child(clip, "clip") else { return nil }
    return nodes[member].value.text ?? "\u{0}\(nodes[member].content)"
  }

  /// The texts of a title, from back to front; images by name, shapes by kind.
  package func words(of title: Int) -> [String] {
    var layers = [title]
    if let list = child(title, "layers"), nodes[list].form == .list {
      layers = nodes[list].children
    }
    return layers.compactMap { layer in
      text(layer, "text") ?? (text(layer, "image") ?? text(layer, "shape")).map { "\u{0}\($0)" }
    }
  }
}
