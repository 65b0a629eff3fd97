/// How much a JSON file may hold, which bounds the time and memory that reading takes.
public struct JSONLimits: Hashable, Sendable {
  /// Length of the file.
  public var bytes: Int
  /// Objects and arrays inside each other.
  public var depth: Int
  /// Texts, numbers, objects, arrays and the like, all together.
  public var values: Int

  /// Room for large projects, and for nothing that is none, unless said otherwise.
  public init(bytes: Int = 64 << 20, depth: Int = 512, values: Int = 2_000_000) {
    self.bytes = bytes
    self.depth = depth
    self.values = values
  }
}
