package import FileSystem

/// Whether there is room for a movie where it is written, and for its chunks where they are kept.
package enum SpaceEstimate {
  /// What to say before a movie is rendered that may not fit; nothing where it does, or where nobody knows.
  ///
  /// How much the encoder makes of a quality depends on the pictures, so that this is no reason not to begin.
  /// - Parameters:
  ///   - bytes: about as many as the movie has.
  ///   - missing: about as many as those of its chunks have that are not kept yet.
  ///   - movie: its path.
  ///   - chunks: the folder in which its chunks are kept; `nil` where they lie beside the movie.
  ///   - free: what is free at a path.
  package static func warnings(
    bytes: Double, missing: Double, movie: String, chunks: String?,
    free: (String) -> FreeSpace? = { FileAccess.freeSpace(at: $0) }
  ) -> [String] {
    guard let there = free(movie) else { return [] }
    let kept = chunks.flatMap { free(MediaLocator.join($0, "chunk")) } ?? there
    let isTogether = kept.device == there.device
    var warnings: [String] = []
    func add(_ noun: String, _ needed: Double, _ space: FreeSpace, _ path: String) {
      guard needed > Double(space.bytes) else { return }
      warnings.append(
        "\(noun) about \(ByteCount.text(Int(min(needed, 1e18)))), and \(ByteCount.text(space.bytes)) "
          + "are free at '\(path)'")
    }
    if isTogether {
      add("the movie and its chunks take", bytes + missing, there, movie)
    } else {
      add("the movie takes", bytes, there, movie)
      if let chunks { add("the movie's chunks take", missing, kept, chunks) }
    }
    return warnings
  }
}
