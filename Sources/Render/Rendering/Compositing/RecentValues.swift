import Raster

/// Keeps what was made, mostly images, as long as every frame, or every other one, shows them.
///
/// So a still that stands for a minute is made once, and of one that changes with each frame no
/// more than two are held.
struct RecentValues<Key: Hashable, Value> {
  private struct Entry {
    var key: Key
    var value: Value
    var original: Image?
    var lastUse: Int
  }

  private var entries: [Entry] = []
  private var frame = 0

  /// Number of values kept.
  var count: Int { entries.count }

  /// What is under `key`, if it is kept.
  ///
  /// - Complexity: O(values kept).
  mutating func find(_ key: Key) -> Value? {
    guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
    entries[index].lastUse = frame
    return entries[index].value
  }

  /// Whether there is something under `key`.
  func contains(_ key: Key) -> Bool { entries.contains { $0.key == key } }

  /// Keeps a value.
  ///
  /// - Parameter original: kept alive as long as the value.
  mutating func insert(_ value: Value, for key: Key, keeping original: Image?) {
    entries.append(Entry(key: key, value: value, original: original, lastUse: frame))
  }

  /// Forgets what neither this frame nor the one before has used.
  mutating func endFrame() {
    let frame = frame
    if entries.contains(where: { $0.lastUse < frame - 1 }) {
      entries.removeAll { $0.lastUse < frame - 1 }
    }
    self.frame += 1
  }
}
