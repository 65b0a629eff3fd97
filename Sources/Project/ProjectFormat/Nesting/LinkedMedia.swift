import TimelineModel

/// The media of a project and of all that it shows, each only once.
struct LinkedMedia {
  /// By their numbers.
  var items: [MediaItem] = []
  private var names: [String: Int] = [:]
  private var known: [MediaContent: [MediaID]] = [:]

  /// Begins with those of the outermost project.
  init(_ items: [MediaItem] = []) {
    self.items = items
    for item in items { known[item.content, default: []].append(item.id) }
  }

  /// The item of the outermost project that a nested one's is: what is read alike is read once.
  mutating func id(
    of item: MediaItem, _ prefix: String, _ rebasing: PathRebasing
  ) -> MediaID {
    let content = rebasing.content(item.content)
    if case .edit = content {
    } else {
      for id in known[content] ?? []
      where items[id.index].reading == item.reading && items[id.index].onDamage == item.onDamage {
        return id
      }
    }
    // The same entry may lead to other files for other values of parameters.
    let count = names[prefix + item.name, default: 0] + 1
    names[prefix + item.name] = count
    var copy = MediaItem(
      id: MediaID(items.count), name: prefix + item.name + (count > 1 ? " \(count)" : ""),
      nameRange: item.nameRange,
      valueRange: item.valueRange, content: content, reading: item.reading,
      onDamage: item.onDamage, keys: item.keys)
    copy.pathRange = item.pathRange
    items.append(copy)
    known[content, default: []].append(copy.id)
    return copy.id
  }
}
