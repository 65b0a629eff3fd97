/// How much a JSON file may hold, which bounds the time and memory that reading takes.
package struct JSONLimits: Hashable, Sendable {
  /// Length of the file.
  package var bytes: Int
  /// Objects and arrays inside each other.
  package var depth: Int
  /// Texts, numbers, objects, arrays and the like, all together.
  package var values: Int

  /// Room for large projects, and for nothing that is none, unless said otherwise.
  package init(bytes: Int = 64 << 20, depth: Int = 512, values: Int = 2_000_000) {
    self.bytes = bytes
    self.depth = depth
    self.values = values
  }
}
