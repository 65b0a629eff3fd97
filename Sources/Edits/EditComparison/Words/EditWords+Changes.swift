import Diagnostics
import BaseValues

extension EditWords {
  /// What was done, in words.
  func words(for change: EditChange) -> String {
    guard let a = change.base else { return gained("added", change.other ?? EditTree.root, new) }
    guard let b = change.other else { return gained("removed", a, old) }
    let name = new.name(b)
    switch change.kind {
    case .added, .removed, .property: return property(a, b)
    case .moved: return moved(a, b)
    case .trimmed(let head, let tail):
      return new.tree[b].role == .title ? titleTimes(name, head, tail) : trimmed(b, head, tail)
    case .slipped(let time):
      return "slipped \(name) by \(times.amount(time)): it shows "
        + "\(time.isNegative ? "earlier" : "later") material" + now(b)
    case .slid(let time): return "slid \(name) \(times.shift(time))"
    case .rolled(let time):
      let next = following(b).map { " and \(new.name($0))" } ?? ""
      return "rolled the cut between \(name)\(next) \(times.shift(time))"
    case .retimed(let before, let after):
      let was = before.isNegative ? direction(before, after) : speed(before)
      return "\(name) plays \(direction(after, before)) (was \(was))"
    case .split(let parts): return split(name, parts)
    case .joined(let parts):
      return "joined \(name) with the \(parts.count == 1 ? "part" : "\(parts.count) parts") "
        + "after it" + now(b)
    case .replaced(let before, let after):
      let subject = new.tree.text(b, "id") == nil ? "" : " in \(name)"
      return "\(EditNames.quote(after)) replaces \(EditNames.quote(before))\(subject)" + now(b)
    case .renamed(let before, let after): return renamed(change, a, b, before, after)
    case .swapped(let second): return swapped(b, second)
    case .shifted(let time): return "moved \(name) \(times.shift(time))"
    case .lengthened(let time):
      let key = new.tree[b].role == .gap ? "gap" : "duration"
      let length = new.tree.time(b, key).map { ": \(times.text($0))" } ?? ""
      return "\(name) is \(times.growth(time))\(length)"
    case .reworded(let before, let after): return reworded(b, before, after)
    case .rippled(let time, let count, let reach): return rippled(a, b, time, count, reach)
    }
  }

  private var times: EditTimes { new.times }

  // MARK: - Parts

  /// A part that was added or removed: `added clip 'a', 2s to 5s`, `added layer 2 of title 'x'`; or a
  /// property that has a value now, or none any more.
  private func gained(_ verb: String, _ node: Int, _ names: EditNames) -> String {
    let tree = names.tree
    let head = names.head(of: node)
    if tree[node].parent < 0 || head == node && tree[head].parent != EditTree.root {
      return "\(verb) \(names.description(node))"
    }
    guard tree[tree[node].parent].form == .object else {
      let path = names.path(tree[node].parent)
      let owner = path.contains("›") ? "\(path) of " : ""
      return "\(verb) \(names.description(node)) of \(owner)\(names.name(head))"
    }
    return gainedProperty(verb, node, names)
  }

  private func gainedProperty(_ verb: String, _ node: Int, _ names: EditNames) -> String {
    let isAdded = verb == "added"
    let own = names.tree[node]
    let isOn = own.value.flag.map { $0 == isAdded }
    if let words = muting(node, names, isOn: isOn) { return words }
    let subject = subject(node, names)
    if [.list, .entries].contains(own.form), !own.children.isEmpty {
      let parts = own.children.map { names.description($0) }.joined(separator: ", ")
      return "\(subject)\(verb) \(ValueText.shortened(parts, 100))"
    }
    let value = ValueText.text(own.value)
    var path = names.path(node)
    if path.isEmpty { path = names.name(node) }
    return isAdded
      ? "\(subject)\(path) \(value) (was not set)"
      : "\(subject)\(path) is not set any more (was \(value))"
  }

  /// `muted clip 'a'`; `nil` for what is no such switch of a clip or a track.
  private func muting(_ node: Int, _ names: EditNames, isOn: Bool?) -> String? {
    let owner = names.tree[node].parent
    guard names.tree[node].key == "muted", let isOn, owner >= 0,
      [.clip, .track].contains(names.tree[owner].role)
    else { return nil }
    return isOn ? "muted \(names.name(owner))" : "\(names.name(owner)) is not muted any more"
  }

  /// `clip 'a': ` before a property; nothing in sections that have a name of their own.
  private func subject(_ node: Int, _ names: EditNames) -> String {
    let head = names.head(of: node)
    let role = names.tree[head].role
    if head != node, names.tree[head].parent == EditTree.root,
      Self.sets.contains(names.tree[head].key)
    {
      return "\(names.tree[head].key) › "
    }
    if head == node || names.tree[head].parent == EditTree.root || [.track, .group].contains(role) {
      return ""
    }
    return "\(names.name(head)): "
  }

  /// Parts of a project whose names say what the names in them are.
  private static let sets: Set<String> = ["beats", "defaults", "parameters", "styles"]

  // MARK: - Properties

  private func property(_ a: Int, _ b: Int) -> String {
    let (before, after) = (old.tree[a].value, new.tree[b].value)
    if let words = muting(b, new, isOn: after.flag) { return words }
    if new.tree[b].key == "transition", old.tree[a].key == "transition",
      new.tree[new.tree[b].parent].role == .transition, case .string(let kind) = after.kind
    {
      let article = kind.first.map { "aeiou".contains($0) } ?? false ? "an" : "a"
      return "\(article) \(kind) in place of \(old.name(old.tree[a].parent))"
    }
    var texts = (ValueText.text(before), ValueText.text(after))
    if texts.0 == texts.1 { texts = (ValueText.json(before), ValueText.json(after)) }
    let (from, to) = (old.path(a), new.path(b))
    texts.0 += clock(of: a)
    let was = from == to ? "was \(texts.0)" : "was \(from) \(texts.0)"
    let path = to.isEmpty ? new.name(b) : to
    let isSame = isSameTime(a, b) ? ", the same time" : ""
    return "\(subject(b, new))\(path) \(texts.1) (\(was)\(isSame))"
  }

  private static let timeKeys = ["in", "out", "duration", "at", "gap", "until", "begin"]

  /// Whether a time is only written otherwise.
  private func isSameTime(_ a: Int, _ b: Int) -> Bool {
    let (one, two) = (old.tree[a], new.tree[b])
    guard one.key == two.key, one.parent >= 0, let before = old.tree.time(one.parent, one.key),
      let after = new.tree.time(two.parent, two.key)
    else { return false }
    return Self.timeKeys.contains(one.key) && before == after
  }

  /// ` at 25 fps` after a time of the first version that counts frames; empty for all else, and where
  /// both versions have one frame rate.
  private func clock(of a: Int) -> String {
    let node = old.tree[a]
    guard let rates, node.parent >= 0, Self.timeKeys.contains(node.key) else { return "" }
    switch old.tree.writtenTime(node.parent, node.key)?.value {
    case .frames, .timecode: return " at \(rates.old)"
    case .seconds, nil: return ""
    }
  }

  private func reworded(_ b: Int, _ before: String, _ after: String) -> String {
    let (was, now) = (ValueText.shortened(before, 60), ValueText.shortened(after, 60))
    let head = new.head(of: b)
    // A title without a name is called by its words, which are what has changed.
    let isNamed = new.tree.text(head, "id") != nil
    let layer = new.tree.ancestor(b, [.layer]).map { "\(new.name($0)) of " } ?? ""
    return "\(layer)\(isNamed ? new.name(head) : "the title") says '\(now)' instead of '\(was)'"
  }

  private func renamed(
    _ change: EditChange, _ a: Int, _ b: Int, _ before: String, _ after: String
  ) -> String {
    let uses = change.differences.count - 1
    let along = uses == 0 ? "" : ", also where it is used"
    let noun = new.tree[b].key == "id" ? noun(new.tree[b].parent) + " " : ""
    return "\(noun)\(EditNames.quote(before)) is called \(EditNames.quote(after)) now\(along)"
  }

  private func noun(_ node: Int) -> String {
    switch new.tree[node].role {
    case .clip: "clip"
    case .title: "title"
    case .track: "track"
    default: "it"
    }
  }

  // MARK: - Times

  private func trimmed(_ b: Int, _ head: Rational, _ tail: Rational) -> String {
    func verb(_ time: Rational) -> String { time.isNegative ? "trimmed" : "extended" }
    let name = new.name(b)
    if tail == .zero {
      return "\(verb(head)) the head of \(name) by \(times.amount(head))" + now(b)
    }
    if head == .zero {
      return "\(verb(tail)) the tail of \(name) by \(times.amount(tail))" + now(b)
    }
    let amounts = times.amounts([head, tail])
    return
      "\(verb(head)) the head of \(name) by \(amounts[0]) and \(verb(tail)) its tail by "
      + amounts[1] + now(b)
  }

  private func titleTimes(_ name: String, _ head: Rational, _ tail: Rational) -> String {
    var parts: [String] = []
    if head != .zero, let later = try? Rational.zero - head {
      parts.append("appears \(times.shift(later))")
    }
    if tail != .zero {
      parts.append(head == .zero ? "stays \(times.growth(tail))" : "goes \(times.shift(tail))")
    }
    return "\(name) \(parts.joined(separator: " and "))"
  }

  /// `: now 2s to 5s of 'beach'`
  private func now(_ clip: Int) -> String { new.material(clip).map { ": now \($0)" } ?? "" }

  private func following(_ item: Int) -> Int? {
    let tree = new.tree
    return tree[tree[item].parent].children[(tree[item].place + 1)...]
      .first { tree[$0].role == .clip }
  }

  /// `at 2×`, `backwards`, `backwards at 2×`; `forwards` where the other speed is that backwards.
  private func direction(_ speed: Rational, _ other: Rational) -> String {
    let size = (try? speed.magnitude()) ?? speed
    let isOnlyTurned = size == (try? other.magnitude())
    if speed.isNegative {
      return isOnlyTurned || size == .one ? "backwards" : "backwards at \(self.speed(size))"
    }
    return isOnlyTurned && other.isNegative ? "forwards" : "at \(self.speed(size))"
  }

  private func speed(_ speed: Rational) -> String {
    (speed.decimalDescription ?? speed.description) + "×"
  }

  private func split(_ name: String, _ parts: [Int]) -> String {
    let cuts = parts.compactMap { edit.otherLayout.start(of: $0) }.map { times.text($0) }
    let places = cuts.isEmpty ? "" : " at \(cuts.joined(separator: " and "))"
    return "split \(name)\(parts.count == 1 ? "" : " in \(parts.count + 1)")\(places)"
  }

  // MARK: - Order

  private func moved(_ a: Int, _ b: Int) -> String {
    let (from, to) = (old.tree[a], new.tree[b])
    guard EditRole.onTrack.contains(to.role) else {
      let owner = to.role == .track ? "" : subject(b, new)
      if from.place == to.place {
        let before = to.place > 0 ? new.tree[to.parent].children[to.place - 1] : nil
        let place = before.map { "after \(new.name($0))" } ?? "to the beginning"
        return "\(owner)moved \(new.name(b)) \(place)"
      }
      return "\(owner)moved \(new.name(b)) from place \(from.place + 1) to place \(to.place + 1)"
    }
    var words = "moved \(new.name(b))"
    let tracks = (old.tree.ancestor(a, [.track]), new.tree.ancestor(b, [.track]))
    if let was = tracks.0, let now = tracks.1, edit.matching.partner(ofBase: was) != now {
      words += " here from \(old.trackName(was))"
    }
    if let before = edit.baseLayout.start(of: a), let after = edit.otherLayout.start(of: b),
      before != after
    {
      words += ", was at \(earlier(before))"
    }
    return words
  }

  private func swapped(_ first: Int, _ second: Int) -> String {
    var names = [first, second].map { new.name($0) }
    if names[0] == names[1] { names = [first, second].map { new.description($0) } }
    return "swapped \(names[0]) and \(names[1])"
  }

  private func rippled(
    _ a: Int, _ b: Int, _ time: Rational, _ count: Int, _ reach: EditChange.Reach
  ) -> String {
    guard EditRole.onTrack.contains(new.tree[b].role) else {
      let noun = new.tree[b].role == .marker ? "markers" : "times"
      let start = old.tree.time(a, "at").map { " from \(earlier($0)) on" } ?? ""
      return "\(count) \(noun)\(start) are \(times.shift(time))"
    }
    let start = edit.baseLayout.start(of: a).map(earlier) ?? "here"
    if count == 1 { return "\(new.name(b)) is \(times.shift(time))" }
    if reach == .stretch {
      return "\(count) items from \(start) on are \(times.shift(time))"
    }
    return "everything after \(start) is \(times.shift(time))"
  }
}

extension JSONValue {
  /// Whether it is true; `nil` for what is no switch.
  fileprivate var flag: Bool? {
    if case .bool(let flag) = kind { flag } else { nil }
  }
}
