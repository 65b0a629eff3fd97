import BaseValues

/// What is known of versions of projects, as numbers and words.
///
/// ```
/// FOLDER/versions/a3/a35e…70.version     named by the hash of what decides it
/// ```
package struct VersionRecords: Sendable {
  private let folder: CacheFolder?

  /// - Parameter folder: the cache folder; `nil` remembers nothing.
  package init(folder: String?) { self.folder = folder.map { CacheFolder($0) } }

  /// What was kept under a key; `nil` where nothing was, or not as it was written.
  ///
  /// - Parameter key: any text that stands for what decides it.
  package func record(for key: String) -> (numbers: [UInt64], words: [String])? {
    guard let bytes = folder?.read(.version, Self.name(key)) else { return nil }
    var reader = Reader(bytes: bytes[...])
    guard let record = reader.record(of: key) else {
      folder?.drop(.version, Self.name(key))
      return nil
    }
    return record
  }

  /// Keeps numbers and words under a key. A cache that cannot be written to is no failure.
  package func keep(_ numbers: [UInt64], _ words: [String], for key: String) {
    guard let folder else { return }
    var bytes = CacheFolder.versionMark
    func add(_ number: UInt64) {
      for shift in stride(from: 0 as UInt64, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
    add(UInt64(numbers.count))
    for number in numbers { add(number) }
    let text = Array(words.joined(separator: "\0").utf8)
    add(UInt64(text.count))
    bytes += text
    add(Self.hash(bytes[...], key))
    _ = folder.write(bytes, .version, Self.name(key))
  }

  private static func name(_ key: String) -> String {
    var hash = SHA256()
    hash.update(Array(key.utf8))
    return SHA256.hexadecimal(hash.finalized())
  }

  /// Of a record and what it is kept under, so that none is taken for another.
  private static func hash(_ bytes: ArraySlice<UInt8>, _ key: String) -> UInt64 {
    var hash = XXH64()
    hash.update(bytes.span)
    hash.update(Array(key.utf8).span)
    return hash.finalize()
  }

  /// Takes a record apart.
  private struct Reader {
    var bytes: ArraySlice<UInt8>

    mutating func record(of key: String) -> (numbers: [UInt64], words: [String])? {
      let all = bytes
      bytes = bytes.dropFirst(CacheFolder.versionMark.count)
      guard let count = number(), count <= UInt64(bytes.count / 8) else { return nil }
      var numbers: [UInt64] = []
      numbers.reserveCapacity(Int(count))
      for _ in 0..<count { numbers.append(number() ?? 0) }
      guard let length = number(), bytes.count >= 8, length == UInt64(bytes.count - 8) else {
        return nil
      }
      let text = bytes.prefix(Int(length))
      bytes = bytes.dropFirst(Int(length))
      guard number() == VersionRecords.hash(all.dropLast(8), key) else { return nil }
      let words = String(decoding: text, as: UTF8.self)
        .split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
      return (numbers, words)
    }

    private mutating func number() -> UInt64? {
      guard bytes.count >= 8 else { return nil }
      var number: UInt64 = 0
      for byte in bytes.prefix(8).reversed() { number = number << 8 | UInt64(byte) }
      bytes = bytes.dropFirst(8)
      return number
    }
  }
}
