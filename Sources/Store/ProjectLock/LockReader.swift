package import Diagnostics

/// Reads lock files, which may come from anybody.
package struct LockReader {
  /// Far more than projects have.
  private static let limits = JSONLimits(bytes: 16 << 20, depth: 16, values: 1_000_000)
  /// Nobody mends a lock by hand: the first findings tell that it is damaged.
  private static let findingLimit = 5

  private var findings: [Diagnostic] = []

  /// Most bytes of a lock file.
  package static let byteLimit = limits.bytes

  /// What a lock file says.
  ///
  /// - Returns: `nil` with errors among the findings, whose places are in this file.
  package static func read(_ file: SourceFile) -> (lock: LockedProject?, findings: [Diagnostic]) {
    let (value, syntax) = JSONParser.parse(file, limits: limits, as: .lock)
    guard let value, !syntax.containsErrors else {
      return (nil, Array(syntax.prefix(findingLimit)))
    }
    var reader = LockReader()
    let lock = reader.project(value)
    return (reader.findings.isEmpty ? lock : nil, reader.findings)
  }

  private mutating func project(_ value: JSONValue) -> LockedProject? {
    guard let version = value["cutlistLock"] else {
      return wrong(value, "a lock file, which begins with \"cutlistLock\"")
    }
    guard let number = count(version) else { return nil }
    guard number == LockedProject.formatVersion else {
      report(LockMessages.lockFormat(number, version.range))
      return nil
    }
    let known = ["cutlistLock", "hashes", "versions", "media", "fonts"]
    guard let members = members(value, known: known, required: known) else { return nil }
    guard text(members["hashes"]) == LockedProject.hashes else {
      return wrong(members["hashes"], "\"\(LockedProject.hashes)\"")
    }
    let versions = all(members["versions"]).compactMap { member in
      text(member.value).map {
        LockedVersion(name: member.key, version: $0, range: member.value.range)
      }
    }
    let sources = all(members["media"]).compactMap { readSource($0) }
    let fonts = all(members["fonts"]).flatMap { readFonts($0) }
    return LockedProject(versions: versions, sources: sources, fonts: fonts)
  }

  private mutating func readSource(_ member: JSONMember) -> LockedSource? {
    guard
      let members = members(
        member.value, known: ["path", "hash", "bytes", "facts"], required: ["hash", "facts"]),
      let hash = hash(members["hash"])
    else { return nil }
    var facts: [LockedFact: String] = [:]
    for fact in all(members["facts"]) {
      guard let known = LockedFact(rawValue: fact.key) else {
        return wrong(fact.keyRange, "'\(Self.short(fact.key))' is not known here")
      }
      facts[known] = known.isCount ? count(fact.value).map(String.init) : text(fact.value)
    }
    return LockedSource(
      name: member.key, path: members["path"].flatMap { text($0) }, hash: hash,
      bytes: members["bytes"].flatMap { count($0) }, facts: facts, range: member.keyRange)
  }

  private mutating func readFonts(_ member: JSONMember) -> [LockedFont] {
    guard case .array(let items) = member.value.kind else {
      return wrong(member.value, "an array") ?? []
    }
    return items.compactMap { item in
      let names = ["file", "hash"]
      guard let members = members(item, known: names, required: names),
        let file = text(members["file"]), let hash = hash(members["hash"])
      else { return nil }
      return LockedFont(asked: member.key, file: file, hash: hash, range: item.range)
    }
  }

  // MARK: - Values

  private mutating func report(_ finding: Diagnostic) {
    if findings.count < Self.findingLimit { findings.append(finding) }
  }

  private mutating func wrong<Value>(_ range: SourceRange, _ message: String) -> Value? {
    report(LockMessages.lockWrong(message, range))
    return nil
  }

  private mutating func wrong<Value>(_ value: JSONValue?, _ expected: String) -> Value? {
    let found =
      switch value?.kind {
      case .string(let text): "'\(Self.short(text))'"
      case .number(let digits): "'\(Self.short(digits))'"
      default: value?.kindName ?? "nothing"
      }
    return wrong(value?.range ?? SourceRange.none, "expected \(expected), found \(found)")
  }

  private static func short(_ text: String) -> String {
    text.count <= 40 ? text : "\(text.prefix(39))…"
  }

  /// The members of an object with known ones, by their keys.
  private mutating func members(
    _ value: JSONValue, known: [String], required: [String]
  ) -> [String: JSONValue]? {
    var result: [String: JSONValue] = [:]
    for member in all(value) {
      guard known.contains(member.key) else {
        return wrong(member.keyRange, "'\(Self.short(member.key))' is not known here")
      }
      result[member.key] = member.value
    }
    if let missing = required.first(where: { result[$0] == nil }) {
      return wrong(value.range, "'\(missing)' is missing")
    }
    return result
  }

  private mutating func all(_ value: JSONValue?) -> [JSONMember] {
    guard case .object(let members)? = value?.kind else { return wrong(value, "an object") ?? [] }
    return members
  }

  private mutating func text(_ value: JSONValue?) -> String? {
    guard case .string(let text)? = value?.kind else { return wrong(value, "text") }
    return text
  }

  private mutating func hash(_ value: JSONValue?) -> String? {
    guard case .string(let text)? = value?.kind, text.utf8.count == 16,
      text.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
    else { return wrong(value, "16 hexadecimal digits") }
    return text
  }

  private mutating func count(_ value: JSONValue?) -> Int? {
    guard case .number(let digits)? = value?.kind, let count = Int(digits), count >= 0 else {
      return wrong(value, "a whole number from 0 to \(Int.max)")
    }
    return count
  }
}

extension JSONFileKind {
  fileprivate static let lock = JSONFileKind(
    id: .lockWrong, noun: "lock file", marks: ["cutlistLock"], lack: "no \"cutlistLock\"",
    fix: "write it anew with 'cutlist lock PROJECT'")
}
