import Diagnostics
import PictureKinds
import TimelineModel

/// One item while it takes keys from styles and defaults, those that count first before the others.
struct StyleMerging {
  /// What an object has taken, for who asks where a value comes from.
  struct Taken {
    /// The object's place.
    var owner: SourceRange
    /// `shadow.color` for a part of an object.
    var key: String
    /// Where the value stands.
    var range: SourceRange
    /// Index in the uses' sources.
    var source: Int
  }

  private let range: SourceRange
  private var members: [JSONMember]
  private let description: ObjectDescription
  private(set) var taken: [Taken] = []

  init(_ range: SourceRange, _ members: [JSONMember], _ description: ObjectDescription) {
    self.range = range
    self.members = members
    self.description = description
  }

  /// The item with all that it took.
  var value: JSONValue { JSONValue(range: range, kind: .object(members)) }

  private func member(_ key: String) -> JSONMember? { members.first { $0.key == key } }

  /// Takes what is not there yet.
  mutating func take(_ source: StyledProject.Source) {
    // Of keys of which only one may be given that counts which is written nearer to the item.
    let given = Set(members.map(\.key))
    for member in source.members {
      if let index = members.firstIndex(where: { $0.key == member.key }) {
        if given.contains(member.key) { complete(index, with: member, source) }
        continue
      }
      var isExcluded = description.exclusive.contains { group in
        group.contains(member.key) && group.contains { given.contains($0) }
      }
      // A margin is one of a place, which a position nearer to the item stands for.
      if member.key == "margin", given.contains("position") { isExcluded = true }
      // A style is chosen for the item, so what does not fit is told when it is read.
      let isWanted =
        description.hasKey(member.key) && (source.style != nil || fits(member, source))
      guard !isExcluded, isWanted, !isOfLayers(member.key) else { continue }
      members.append(member)
      note(member.key, member.value, source)
    }
  }

  /// Takes the keys of an object that an object of the same key does not have.
  private mutating func complete(
    _ index: Int, with member: JSONMember, _ source: StyledProject.Source
  ) {
    guard case .object(var own) = members[index].value.kind,
      case .object(let other) = member.value.kind
    else { return }
    for part in other where !own.contains(where: { $0.key == part.key }) {
      own.append(part)
      note("\(member.key).\(part.key)", part.value, source)
    }
    replace(index, .object(own))
  }

  private mutating func replace(_ index: Int, _ kind: JSONValue.Kind) {
    let member = members[index]
    members[index] = JSONMember(
      key: member.key, keyRange: member.keyRange,
      value: JSONValue(range: member.value.range, kind: kind))
  }

  private mutating func note(_ key: String, _ value: JSONValue, _ source: StyledProject.Source) {
    taken.append(Taken(owner: range, key: key, range: value.range, source: source.index))
  }

  /// What the layer shows.
  private var kind: LayerKind { LayerKind { member($0)?.value } }

  /// Whether a default means something for the item as it is.
  private func fits(_ member: JSONMember, _ source: StyledProject.Source) -> Bool {
    switch description.name {
    case "title":
      if self.member("layers") != nil { return !TitleReader.layerOnlyKeys.contains(member.key) }
      return kind.fits(member.key, member.value)
    case "layer": return kind.fits(member.key, member.value)
    case "videoTransition", "audioTransition":
      let overlaps = text("mode", source) == "overlap"
      if overlaps, ["align", "handles"].contains(member.key) { return false }
      guard TransitionReader.parameters.contains(where: { $0.description.name == member.key })
      else { return true }
      let kind = text("transition", source).flatMap { TransitionKind.named($0) }
      return kind?.parameters.contains { $0.name == member.key } ?? false
    default: return true
    }
  }

  /// Whether a key of a title is taken by its layers.
  private func isOfLayers(_ key: String) -> Bool {
    description.name == TitleReader.description.name && member("layers") != nil
      && TitleReader.layerOnlyKeys.contains(key)
  }

  private func text(_ key: String, _ source: StyledProject.Source) -> String? {
    let found = member(key) ?? source.members.first { $0.key == key }
    if case .string(let text)? = found?.value.kind { return text }
    return nil
  }

  /// Leaves the kind of a transition to the defaults where it says so. Audio tracks have one kind.
  mutating func takesDefaultKind(on track: String) {
    guard let index = members.firstIndex(where: { $0.key == "transition" }),
      case .string(TransitionReader.defaultKind) = members[index].value.kind
    else { return }
    if track == "audio" {
      replace(index, .string(TransitionReader.audioKinds[0]))
    } else {
      unsaid = members.remove(at: index)
    }
  }

  /// The member that leaves its value to the defaults.
  private var unsaid: JSONMember?

  /// Puts back what nobody has said.
  mutating func finish() {
    guard let unsaid, member(unsaid.key) == nil else { return }
    members.insert(unsaid, at: 0)
  }

  // MARK: - Layers

  /// Lets every layer take what is its own.
  mutating func layers(
    _ sources: (_ layer: JSONValue, _ members: [JSONMember]) -> [StyledProject.Source]
  ) {
    guard let index = members.firstIndex(where: { $0.key == "layers" }),
      case .array(let layers) = members[index].value.kind
    else { return }
    var changed: [JSONValue] = []
    for layer in layers {
      guard case .object(let members) = layer.kind else {
        changed.append(layer)
        continue
      }
      let sources = sources(layer, members)
      var merging = StyleMerging(
        layer.range, StyledProject.withoutNames(members), LayerReader.description)
      for source in sources { merging.take(source) }
      taken += merging.taken
      changed.append(merging.value)
    }
    replace(index, .array(changed))
  }

  /// What a title's style or default has for one of its layers.
  static func layerSource(
    _ source: StyledProject.Source, of layer: JSONValue
  ) -> StyledProject.Source? {
    var result = source
    result.members = source.members.filter { member in
      TitleReader.layerOnlyKeys.contains(member.key)
        && LayerKind { layer[$0] }.fits(member.key, member.value)
    }
    result.style = nil
    return result.members.isEmpty ? nil : result
  }
}
