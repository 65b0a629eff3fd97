import FileSystem
import Glibc

/// Entries by the hashes that they are named by.
extension CacheFolder {
  /// What files of facts begin with.
  package static let factsMark = Array("cutfactA".utf8)

  /// What files of contents of versions begin with.
  static let versionMark = Array("cutvers1".utf8)

  /// Kinds of entries by the ending of their names.
  package enum Kind: String, CaseIterable {
    case chunk
    case source
    case facts
    case movie
    case level
    case loudness
    case measure
    case rates
    case version
    case program

    /// The folder that holds them.
    var folder: String {
      switch self {
      case .chunk: "chunks"
      case .source: "sources"
      case .facts: "facts"
      case .movie: "movies"
      case .level: "levels"
      case .loudness: "loudness"
      case .measure: "measures"
      case .rates: "rates"
      case .version: "versions"
      case .program: "programs"
      }
    }

    /// Most bytes of one that is read or kept.
    var limit: Int {
      switch self {
      case .chunk: 1 << 30
      case .facts, .version: 256 << 20
      case .measure: 16 << 20
      case .source, .movie, .level, .program: 4096
      // 31 s of the hundredths of a second in which speech is looked for take 24,800 bytes.
      case .loudness: 1 << 16
      case .rates: 1 << 20
      }
    }

    /// What one of them begins with.
    var marks: [[UInt8]] {
      switch self {
      case .chunk: ChunkFile.marks
      case .source, .movie: [FileRecords.mark(self)]
      case .facts: [CacheFolder.factsMark]
      case .level: [ChunkFile.markOfLevel]
      case .loudness: [LoudnessRecords.mark]
      case .measure: [ChunkFile.markOfMeasure]
      case .rates: [RateRecords.mark]
      case .version: [CacheFolder.versionMark]
      case .program: [ProgramRecords.mark]
      }
    }

    /// Enough bytes to see each of the marks.
    static let markLength = 32

    /// The name of the file of an entry.
    func fileName(_ name: String) -> String { "\(name).\(rawValue)" }

    /// The entry of a file; `nil` when its name is none of ours.
    func key(ofFile name: String) -> String? {
      let ending = ".\(rawValue)"
      guard name.hasSuffix(ending) else { return nil }
      let key = name.dropLast(ending.count)
      guard key.utf8.count >= 16, key.utf8.allSatisfy(Self.isDigit) else { return nil }
      return String(key)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
      (48...57).contains(byte) || (97...102).contains(byte)
    }
  }

  /// Whether there is an entry, without reading it. Makes nothing.
  func has(_ kind: Kind, _ name: String) -> Bool {
    guard let part = try? part(of: name, kind), let status = part.status(kind.fileName(name))
    else { return false }
    return status.isRegular && status.size > 0 && status.size <= kind.limit
  }

  /// Why it cannot be told whether there is an entry, or what it has: the system's error number. `nil` where
  /// it is not there, and where nothing stands in the way.
  func obstacle(_ kind: Kind, _ name: String) -> Int32? {
    do throws(SystemError) {
      let part = try part(of: name, kind)
      return part.obstacle(kind.fileName(name))
    } catch {
      return error.number == ENOENT ? nil : error.number
    }
  }

  /// An entry's bytes, which counts as use; `nil` where there is none. What cannot be one is removed,
  /// and neither followed nor waited for.
  package func read(_ kind: Kind, _ name: String) -> [UInt8]? {
    let file = kind.fileName(name)
    guard let part = try? part(of: name, kind), let status = part.status(file) else { return nil }
    guard status.isRegular, status.size <= kind.limit else {
      part.clear(file)
      return nil
    }
    guard let open = part.file(file), let start = open.beginning(Kind.markLength) else {
      return nil
    }
    guard kind.marks.contains(where: { start.starts(with: $0) }) else {
      part.clear(file)
      return nil
    }
    guard let bytes = open.bytes(limit: kind.limit) else { return nil }
    part.touch(file)
    return bytes
  }

  /// Removes what stands in the place of an entry: it did not read back as it was written.
  package func drop(_ kind: Kind, _ name: String) {
    if let part = try? part(of: name, kind) { part.clear(kind.fileName(name)) }
  }

  /// Whether something lies in the place of an entry that is no file and stays.
  func isBlocked(_ kind: Kind, _ name: String) -> Bool {
    guard let part = try? part(of: name, kind) else { return false }
    return part.status(kind.fileName(name))?.isFolder == true
  }

  /// Keeps an entry in place of what is there. It appears whole or not at all; the last of several
  /// writers wins.
  ///
  /// - Parameter isSynced: whether to wait until the file system has all of it. Those that lie on another
  ///   machine may only then say that there is no room.
  /// - Returns: `nil` when done, else the system's error number; nothing is then left.
  package func write(
    _ bytes: [UInt8], _ kind: Kind, _ name: String, isSynced: Bool = false
  ) -> Int32? {
    guard bytes.count <= kind.limit else { return EFBIG }
    // Someone may clear the folder meanwhile.
    var number: Int32?
    for _ in 0..<3 {
      number = writeOnce(bytes, kind, name, isSynced)
      guard number == ENOENT else { return number }
    }
    return number
  }

  private func writeOnce(
    _ bytes: [UInt8], _ kind: Kind, _ name: String, _ isSynced: Bool
  ) -> Int32? {
    if let failure = SystemFolder.make(path) { return failure.number }
    let final = kind.fileName(name)
    do throws(SystemError) {
      let root = try OpenFolder(path)
      let top = try OpenFolder(making: kind.folder, in: root)
      let part = try OpenFolder(making: String(name.prefix(2)), in: top)
      if let number = try Self.write(bytes, final, in: part, isNameless: true, isSynced) {
        // Some file systems make files without names but do not give them one.
        guard [ENOENT, EXDEV, EPERM, EOPNOTSUPP, EINVAL].contains(number) else { return number }
        return try Self.write(bytes, final, in: part, isNameless: false, isSynced)
      }
      return nil
    } catch {
      return error.number
    }
  }

  private static func write(
    _ bytes: [UInt8], _ name: String, in part: borrowing OpenFolder, isNameless: Bool,
    _ isSynced: Bool
  ) throws(SystemError) -> Int32? {
    var file = try NewFile(in: part, stem: "\(name).", isNameless: isNameless)
    try file.write(bytes)
    if isSynced { try file.sync() }
    do throws(SystemError) { try file.link() } catch { return error.number }
    try file.move(to: name)
    return nil
  }

  /// The folder of an entry.
  func part(of name: String, _ kind: Kind) throws(SystemError) -> OpenFolder {
    let root = try OpenFolder(path)
    let top = try OpenFolder(kind.folder, in: root)
    return try OpenFolder(String(name.prefix(2)), in: top)
  }
}
