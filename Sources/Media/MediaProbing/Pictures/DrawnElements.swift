/// How many elements an SVG drawing draws again because another one refers to them: each `use` of a
/// group draws all of it, so ten uses within each other, ten times, make ten thousand millions of one.
///
/// Only references that are written out are followed. What style sheets or entities bring is bounded by
/// the time that a drawing may take.
struct DrawnElements {
  /// More than this is refused. librsvg itself leaves a drawing unfinished after five times as many, and
  /// says so to nobody.
  static let most = 100_000

  private struct Element {
    var isShownByReference: Bool
    var references: [String] = []
    /// Itself, all within it and all that it refers to; `nil` until it is known.
    var total: Int?
    var isBeingCounted = false
  }

  private var elements: [Element] = []
  private var children: [[Int]] = []
  private var ids: [String: Int] = [:]

  /// The number of elements that are drawn by reference.
  static func repeated(in bytes: [UInt8]) -> Int {
    var drawing = DrawnElements()
    drawing.read(bytes)
    guard !drawing.elements.isEmpty else { return 0 }
    let total = drawing.total(of: 0)
    return total == .max ? total : max(0, total - drawing.elements.count)
  }

  /// Elements that are drawn only where something refers to them.
  private static let hidden: Set<String> = [
    "defs", "symbol", "clipPath", "mask", "pattern", "marker", "filter", "linearGradient",
    "radialGradient",
  ]

  /// Elements whose `href` names what they draw.
  private static let followed: Set<String> = ["use", "feImage", "pattern", "tref"]

  // MARK: - Counting

  /// Depth first, without recursion: a file may be deeper than a stack.
  private mutating func total(of root: Int) -> Int {
    var stack = [root]
    while let index = stack.last {
      if elements[index].total != nil {
        stack.removeLast()
        continue
      }
      let within = children[index].filter { !elements[$0].isShownByReference }
      let parts = within + elements[index].references.compactMap { ids[$0] }
      if !elements[index].isBeingCounted {
        elements[index].isBeingCounted = true
        // One that is being counted already refers to itself, and librsvg draws nothing for that.
        let open = parts.filter { elements[$0].total == nil && !elements[$0].isBeingCounted }
        if !open.isEmpty {
          stack += open
          continue
        }
      }
      elements[index].total = parts.reduce(1) { sum, part in
        let (next, overflow) = sum.addingReportingOverflow(elements[part].total ?? 0)
        return overflow ? .max : next
      }
      stack.removeLast()
    }
    return elements[root].total ?? 0
  }

  // MARK: - Reading

  private mutating func read(_ bytes: [UInt8]) {
    var position = 0
    var open: [Int] = []
    func find(_ text: StaticString, _ start: Int) -> Int {
      let wanted = Array(text.description.utf8)
      var index = start
      while index + wanted.count <= bytes.count {
        if bytes[index] == wanted[0], bytes[index..<index + wanted.count].elementsEqual(wanted) {
          return index + wanted.count
        }
        index += 1
      }
      return bytes.count
    }
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<") else {
        position += 1
        continue
      }
      let rest = bytes[position...]
      if rest.starts(with: "<!--".utf8) {
        position = find("-->", position + 4)
      } else if rest.starts(with: "<![CDATA[".utf8) {
        position = find("]]>", position)
      } else if rest.starts(with: "<!".utf8) || rest.starts(with: "<?".utf8) {
        position = find(">", position)
      } else if rest.starts(with: "</".utf8) {
        _ = open.popLast()
        position = find(">", position)
      } else {
        var tag = Tag(bytes, position + 1)
        tag.read()
        position = tag.position
        let index = elements.count
        elements.append(
          Element(
            isShownByReference: Self.hidden.contains(tag.name),
            references: tag.references + (Self.followed.contains(tag.name) ? tag.targets : [])))
        children.append([])
        if let parent = open.last { children[parent].append(index) }
        if let id = tag.id, ids[id] == nil { ids[id] = index }
        if !tag.isClosed { open.append(index) }
      }
    }
  }

  /// A start tag.
  private struct Tag {
    let bytes: [UInt8]
    var position: Int
    var name = ""
    var id: String?
    /// What `href` names.
    var targets: [String] = []
    /// What `url(#…)` names, as of masks and markers.
    var references: [String] = []
    var isClosed = false

    init(_ bytes: [UInt8], _ position: Int) { (self.bytes, self.position) = (bytes, position) }

    mutating func read() {
      name = word()
      while position < bytes.count {
        let byte = bytes[position]
        if byte == UInt8(ascii: ">") {
          position += 1
          return
        }
        isClosed = byte == UInt8(ascii: "/")
        guard byte > 32, !isClosed else {
          position += 1
          continue
        }
        let key = word()
        if let value = value() { take(key, value) } else { position += 1 }
      }
    }

    private mutating func take(_ key: String, _ value: String) {
      switch key {
      case "id": id = value
      case "href": if value.first == "#" { targets.append(String(value.dropFirst())) }
      default:
        guard value.contains("url(") else { return }
        for part in value.split(separator: "url(", omittingEmptySubsequences: false).dropFirst() {
          let name = part.drop { "'\" ".contains($0) }.prefix { !"'\") ".contains($0) }
          if name.first == "#" { references.append(String(name.dropFirst())) }
        }
      }
    }

    /// A name without its namespace.
    private mutating func word() -> String {
      let start = position
      while position < bytes.count, bytes[position] > 32, !"/>=".utf8.contains(bytes[position]) {
        position += 1
      }
      let word = bytes[start..<position]
      let local = word.lastIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? start
      return String(decoding: word[local...], as: UTF8.self)
    }

    private mutating func value() -> String? {
      while position < bytes.count, bytes[position] <= 32 || bytes[position] == 61 {
        position += 1
      }
      guard position < bytes.count, bytes[position] == 34 || bytes[position] == 39 else {
        return nil
      }
      let quote = bytes[position]
      let start = position + 1
      position = bytes[start...].firstIndex(of: quote) ?? bytes.count
      defer { position = min(bytes.count, position + 1) }
      let text = String(decoding: bytes[start..<position].prefix(4096), as: UTF8.self)
      return String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
  }
}
