internal import OutputKinds

/// Metadata as iTunes has it: `meta` with items by four characters, or by a name for what has none.
enum ItemTags {
  /// What the free names of others belong to.
  private static let owner = "com.apple.iTunes"

  /// The items of a description, those with characters of their own first.
  static func items(_ description: MovieDescription, artwork hasArtwork: Bool) -> [Box] {
    var items: [Box] = []
    var named: [Box] = []
    for tag in description.tags {
      if let item = tag.key?.item {
        let content =
          tag.key == .track || tag.key == .disc ? numbers(tag) : data(1, Array(tag.value.utf8))
        items.append(Box(BoxType(item), [content]))
      } else if tag.key != .location {
        // What is said of a place is user data of its own.
        named.append(
          Box(
            "----",
            [
              text("mean", owner), text("name", tag.plainName), data(1, Array(tag.value.utf8)),
            ]))
      }
    }
    if hasArtwork, !description.artwork.isEmpty {
      items.append(Box("covr", description.artwork.map(picture)))
    }
    return items + named
  }

  /// A version, flags and a text.
  private static func text(_ type: BoxType, _ text: String) -> Box {
    Box(type, bytes: [0, 0, 0, 0] + Array(text.utf8))
  }

  /// - Parameter kind: 1 for UTF-8, 13 for JPEG, 14 for PNG, 0 for what the item says.
  static func data(_ kind: UInt8, _ bytes: [UInt8]) -> Box {
    Box("data", bytes: [0, 0, 0, kind, 0, 0, 0, 0] + bytes)
  }

  static func picture(_ artwork: Artwork) -> Box {
    data(artwork.format == .jpeg ? 13 : 14, artwork.bytes)
  }

  /// Two numbers of 16 bits after two bytes, with two more behind them for tracks.
  private static func numbers(_ tag: MovieTag) -> Box {
    let (number, count) = tag.numbers ?? (0, 0)
    var bytes: [UInt8] = [0, 0]
    bytes.append(number: number, bytes: 2)
    bytes.append(number: count, bytes: 2)
    return data(0, bytes + (tag.key == .track ? [0, 0] : []))
  }

  /// `meta` without items.
  static func meta() -> Box {
    let handler: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0] + Array("mdirappl".utf8)
    return Box(
      "meta", head: [0, 0, 0, 0],
      [Box("hdlr", bytes: handler + [UInt8](repeating: 0, count: 9)), Box("ilst", [])])
  }
}

/// Metadata as QuickTime has it: `meta` with a list of names, and items by the numbers of those.
struct KeyedTags {
  private var keys: [UInt8]
  private var keyCount: Int
  private(set) var items: [Box] = []

  /// - Parameter keys: the box of names that are there already.
  init(_ keys: Box?) {
    let bytes = keys?.bytes ?? []
    keyCount = bytes.count >= 8 ? bytes.number(at: 4, 4) : 0
    self.keys = Array(bytes.dropFirst(8))
  }

  mutating func append(_ name: String, _ data: [Box]) {
    keyCount += 1
    keys.append(number: 8 + name.utf8.count, bytes: 4)
    keys += Array("mdta".utf8) + Array(name.utf8)
    items.append(Box(BoxType(UInt32(truncatingIfNeeded: keyCount)), data))
  }

  mutating func append(_ description: MovieDescription) {
    for tag in description.tags {
      let name = tag.key?.quickTimeName.map { "com.apple.quicktime." + $0 } ?? tag.plainName
      append(name, [ItemTags.data(1, Array(tag.value.utf8))])
    }
    if !description.artwork.isEmpty {
      append("com.apple.quicktime.artwork", description.artwork.map(ItemTags.picture))
    }
  }

  /// The box of all names.
  var keysBox: Box {
    var bytes: [UInt8] = [0, 0, 0, 0]
    bytes.append(number: keyCount, bytes: 4)
    return Box("keys", bytes: bytes + keys)
  }

  /// `meta` without items.
  static func meta() -> Box {
    let handler: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0] + Array("mdta".utf8)
    return Box(
      "meta",
      [
        Box("hdlr", bytes: handler + [UInt8](repeating: 0, count: 13)),
        Box("keys", bytes: [UInt8](repeating: 0, count: 8)), Box("ilst", []),
      ])
  }
}
