import Synchronization

/// Encoded pictures by what they show, within a bound of bytes; what was used longest ago goes first.
package final class PictureCache: Sendable {
  /// What a picture shows.
  package struct Key: Hashable, Sendable {
    /// The key of its chunk: what decides the chunk's pixels.
    package var chunk: String
    /// Its place in the chunk.
    package var offset: Int
    package var width: Int

    package init(chunk: String, offset: Int, width: Int) {
      self.chunk = chunk
      self.offset = offset
      self.width = width
    }
  }

  private struct Entries: Sendable {
    var pictures: [Key: (bytes: [UInt8], used: Int)] = [:]
    var size = 0
    var clock = 0
  }

  private let limit: Int
  private let entries = Mutex(Entries())

  /// - Parameter limit: bytes of all pictures.
  package init(limit: Int) { self.limit = limit }

  /// - Complexity: O(1)
  package func picture(_ key: Key) -> [UInt8]? {
    entries.withLock { entries in
      guard let found = entries.pictures[key] else { return nil }
      entries.clock += 1
      entries.pictures[key] = (found.bytes, entries.clock)
      return found.bytes
    }
  }

  /// Keeps a picture; one that is larger than the bound is not kept.
  package func keep(_ bytes: [UInt8], for key: Key) {
    guard bytes.count <= limit else { return }
    entries.withLock { entries in
      entries.clock += 1
      if let old = entries.pictures.updateValue((bytes, entries.clock), forKey: key) {
        entries.size -= old.bytes.count
      }
      entries.size += bytes.count
      guard entries.size > limit else { return }
      // A quarter goes at a time, so that sorting is rare.
      for (key, entry) in entries.pictures.sorted(by: { $0.value.used < $1.value.used }) {
        if entries.size <= limit - limit / 4 { break }
        entries.pictures[key] = nil
        entries.size -= entry.bytes.count
      }
    }
  }

  /// Bytes of the pictures that are kept.
  package var size: Int { entries.withLock { $0.size } }
}
