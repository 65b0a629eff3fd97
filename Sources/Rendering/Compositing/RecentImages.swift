import Raster

/// Keeps made images as long as every frame, or every other one, shows them.
///
/// So a still that stands for a minute is made once, and of one that changes with each frame no
/// more than two are held.
struct RecentImages<Key: Hashable> {
  private struct Entry {
    var key: Key
    var image: Image
    var original: Image?
    var lastUse: Int
  }

  private var entries: [Entry] = []
  private var frame = 0

  /// Number of images kept.
  var count: Int { entries.count }

  /// The image under `key`, if it is kept.
  ///
  /// - Complexity: O(images kept).
  mutating func find(_ key: Key) -> Image? {
    guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
    entries[index].lastUse = frame
    return entries[index].image
  }

  /// Whether there is an image under `key`.
  func contains(_ key: Key) -> Bool { entries.contains { $0.key == key } }

  /// Keeps an image.
  ///
  /// - Parameter original: kept alive as long as the image.
  mutating func insert(_ image: Image, for key: Key, keeping original: Image?) {
    entries.append(Entry(key: key, image: image, original: original, lastUse: frame))
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
