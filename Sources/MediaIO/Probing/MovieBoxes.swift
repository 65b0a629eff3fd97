import Glibc

/// What the outermost boxes of an ISO base media file say (ISO/IEC 14496-12, 4.2).
enum MovieBoxes {
  /// Whether the movie is written in fragments. Their times go on from wherever the recording was
  /// cut, while times of other movies count from the movie's beginning.
  static func hasFragments(_ place: MediaLocator.Place) -> Bool {
    guard case .file(let path) = place else { return false }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var position: Int64 = 0
    // A movie has a handful of boxes; only fragmented ones have many, and show it at once.
    for _ in 0..<64 {
      guard let header = read(descriptor, at: position) else { return false }
      if header.name == fourCharacters("moof") { return true }
      guard header.size >= 8, position <= .max - header.size else { return false }
      position += header.size
    }
    return false
  }

  private static func read(_ descriptor: Int32, at position: Int64) -> (name: UInt32, size: Int64)?
  {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe pread(descriptor, $0.baseAddress, 16, off_t(position))
    }
    guard count >= 8 else { return nil }
    let size = number(bytes[0..<4])
    let name = UInt32(truncatingIfNeeded: number(bytes[4..<8]))
    // 1 announces a size of 64 bits after the name; 0 reaches to the end of the file.
    if size == 1 { return count == 16 ? (name, number(bytes[8..<16])) : nil }
    return (name, size)
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    bytes.reduce(0) { $0 << 8 | Int64($1) }
  }

  private static func fourCharacters(_ name: StaticString) -> UInt32 {
    name.description.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }
}
