import BaseValues

extension EditMatching {
  /// Pairs the elements of two lists, and what they hold.
  mutating func matchElements(_ a: Int, _ b: Int) {
    pairElements(a, b)
    for node in base[a].children where inOther[node] >= 0 { descend(node, inOther[node]) }
  }

  /// Pairs titles, layers, effects, animations and the like: by what is said of them from the
  /// strongest sign of identity to the weakest.
  mutating func pairElements(_ a: Int, _ b: Int) {
    pairEnds(a, b)
    guard let first = base[a].children.first else { return }
    let role = base[first].role
    let (base, other) = (self.base, self.other)
    let signs = ElementSign.signs(of: role)
    if role == .title {
      pairRisingTogether(
        a, b, signs.map { sign in ({ base.key($0, sign) }, { other.key($0, sign) }) })
    }
    for sign in signs {
      pairRising(a, b) {
        base.key($0, sign)
      } other: {
        other.key($0, sign)
      }
      pairMoved(a, b) {
        base.key($0, sign)
      } other: {
        other.key($0, sign)
      }
    }
    guard let sign = ElementSign.beside(role) else { return }
    for segment in segments(a, b) {
      pairInOrder(segment) { mine, theirs in
        base.key(mine, sign).map { $0 == other.key(theirs, sign) } ?? false
      }
    }
  }
}

/// What an element of a list can be known by.
private enum ElementSign {
  case content
  case member(String)
  /// The time at which it begins.
  case start
  /// When a title is shown.
  case range
  case words
  /// Whether a layer is a text or an image.
  case form

  static func signs(of role: EditRole) -> [ElementSign] {
    switch role {
    // Captions of a file are known by it.
    case .title: [.content, .words, .range, .member("clip")]
    case .layer: [.content, .words]
    case .effect: [.content, .member("effect")]
    case .animation: [.content, .member("property")]
    case .gainChange: [.content, .start, .member("gain")]
    case .marker: [.member("name"), .content, .start]
    case .expectedText: [.content, .start, .words]
    case .region: [.content, .member("rect")]
    default: [.content]
    }
  }

  /// What must be the same in an element between the same neighbours.
  static func beside(_ role: EditRole) -> ElementSign? {
    switch role {
    case .title: .member("duration")
    case .layer, .other: .form
    default: nil
    }
  }
}

extension EditTree {
  fileprivate func key(_ node: Int, _ sign: ElementSign) -> Int? {
    var hasher = Hasher()
    switch sign {
    case .content:
      return nodes[node].content
    case .member(let key):
      return child(node, key).map { nodes[$0].content }
    case .start:
      guard let start = time(node, "at") else { return nil }
      hasher.combine(start)
    case .range:
      guard let start = time(node, "at") else { return nil }
      hasher.combine(start)
      if let end = time(node, "until") {
        hasher.combine(end)
      } else {
        guard let length = time(node, "duration"), let end = try? start + length else { return nil }
        hasher.combine(end)
      }
    case .words:
      let words = words(of: node)
      if words.isEmpty { return nil }
      hasher.combine(words)
    case .form:
      hasher.combine(child(node, "text") != nil)
      hasher.combine(child(node, "image") != nil)
      hasher.combine(child(node, "shape") != nil)
    }
    return hasher.finalize()
  }
}
