import Diagnostics

/// What of a movie may be another for a change.
package struct ChangeSenses: Hashable, Sendable {
  /// Whether anything may look otherwise.
  package var pictures: Bool
  /// Whether anything may sound otherwise.
  package var sound: Bool

  /// What may be another.
  package init(pictures: Bool, sound: Bool) {
    self.pictures = pictures
    self.sound = sound
  }
}

extension EditChanges {
  /// Properties of items, tracks, media and the output that nobody hears.
  private static let seen: Set<String> = [
    "alpha", "anchor", "animate", "background", "colorSpace", "crop", "effects", "filter", "fit",
    "interlace",
    "motionBlur", "orientation", "skew", "view",
    "opacity", "perspective", "position", "rotation", "scale", "scaling", "size", "video",
    "videoStream",
  ]
  /// Those that nobody sees.
  private static let heard: Set<String> = [
    "audio", "audioFilter", "audioLead", "audioStream", "audioTail", "automation", "duck", "fadeIn",
    "fadeOut",
    "channelMap", "gain", "loudness", "muted", "pan", "panAutomation", "pitch", "width",
  ]

  /// Those that people write for each other, and names.
  private static let inert: Set<String> = ["expect", "id", "markers", "note"]

  /// What may be another for a change but for the movie's length: it follows from where it was made,
  /// and of a property from what that is.
  package func senses(of change: EditChange) -> ChangeSenses {
    if case .renamed = change.kind { return ChangeSenses(pictures: false, sound: false) }
    let kinds = trackKinds(of: change)
    var senses = ChangeSenses(
      pictures: kinds != ["audio"], sound: kinds != ["titles"] && kinds != ["captions"])
    if case .property = change.kind {
      let names =
        [(change.base, matching.base), (change.other, matching.other)].compactMap { node, tree in
          node.flatMap { property(of: $0, in: tree) }
        }
      if !names.isEmpty, names.allSatisfy(Self.inert.contains) {
        return ChangeSenses(pictures: false, sound: false)
      }
      // On tracks of sound `fit` says how long a clip is.
      if kinds != ["audio"], !names.isEmpty, names.allSatisfy(Self.seen.contains) {
        senses.sound = false
      }
      if !names.isEmpty, names.allSatisfy(Self.heard.contains) { senses.pictures = false }
    } else if isSilent(change.base, matching.base), isSilent(change.other, matching.other) {
      senses.sound = false
    }
    return senses
  }

  /// The property of an item, a track, a media entry or the output that a node belongs to.
  private func property(of node: Int, in tree: EditTree) -> String? {
    let owners: Set<EditRole> = EditRole.onTrack.union([.track, .mediaEntry, .group, .output])
    var node = node
    while tree[node].parent >= 0 {
      let owner = tree[tree[node].parent].role
      if owners.contains(owner) {
        // As media a filter may be heard; of clips and tracks it is for pictures.
        return owner == .mediaEntry && tree[node].key == "filter" ? "source" : tree[node].key
      }
      node = tree[node].parent
    }
    return nil
  }

  /// Whether a node belongs to a clip that is shown without its sound.
  private func isSilent(_ node: Int?, _ tree: EditTree) -> Bool {
    guard let clip = node.flatMap({ tree.ancestor($0, [.clip]) }),
      let audio = tree.child(clip, "audio"), case .bool(false) = tree[audio].value.kind
    else { return false }
    return true
  }

  /// The kinds of track that a change was made on, or on which the media stand that it was made on:
  /// `video`, `audio`, `titles`; none for all else.
  private func trackKinds(of change: EditChange) -> Set<String> {
    func kinds(_ node: Int?, _ tree: EditTree) -> [String] {
      guard let node else { return [] }
      if let track = tree.ancestor(node, [.track]) { return [tree.trackKind(track)] }
      guard let entry = tree.ancestor(node, [.mediaEntry]) else { return [] }
      let items = tree.mediaUses[tree[entry].key] ?? []
      return items.compactMap { tree.ancestor($0, [.track]) }.map(tree.trackKind)
    }
    return Set(kinds(change.base, matching.base) + kinds(change.other, matching.other))
  }
}
