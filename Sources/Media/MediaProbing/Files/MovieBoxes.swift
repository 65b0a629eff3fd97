/// What the outermost boxes of an ISO base media file say (ISO/IEC 14496-12, 4.2).
enum MovieBoxes {
  /// Whether the movie is written in fragments. Their times go on from wherever the recording was
  /// cut, while times of other movies count from the movie's beginning.
  ///
  /// - Parameter read: gives the 16 bytes at a position, or as many as there are.
  static func hasFragments<E: Error>(_ read: (Int64) throws(E) -> [UInt8]) throws(E) -> Bool {
    var position: Int64 = 0
    // A movie has a handful of boxes; only fragmented ones have many, and show it at once.
    for _ in 0..<64 {
      guard let header = header(try read(position)) else { return false }
      if header.name == fourCharacters("moof") { return true }
      guard header.size >= 8, position <= .max - header.size else { return false }
      position += header.size
    }
    return false
  }

  private static func header(_ bytes: [UInt8]) -> (name: UInt32, size: Int64)? {
    guard bytes.count >= 8 else { return nil }
    let size = number(bytes[0..<4])
    let name = UInt32(truncatingIfNeeded: number(bytes[4..<8]))
    // 1 announces a size of 64 bits after the name; 0 reaches to the end of the file.
    if size == 1 { return bytes.count == 16 ? (name, number(bytes[8..<16])) : nil }
    return (name, size)
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    bytes.reduce(0) { $0 << 8 | Int64($1) }
  }

  private static func fourCharacters(_ name: StaticString) -> UInt32 {
    name.description.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }
}
