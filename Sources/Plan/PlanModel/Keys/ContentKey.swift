internal import TimelineModel

extension RenderPlan {
  /// The plan by whose keys chunks are kept in which damage was concealed; `nil` where nothing is.
  ///
  /// A chunk without damage has the key that it has without concealing, so changing one's mind about
  /// damage renders nothing again but what is damaged.
  package var concealed: RenderPlan? {
    guard sources.contains(where: { $0.onDamage == .conceal }) else { return nil }
    var plan = self
    for index in sources.indices where sources[index].onDamage == .conceal {
      plan.sources[index].contentHash += " conceal"
      for picture in plan.sources[index].frameHashes.indices {
        plan.sources[index].frameHashes[picture] ^= .max
      }
    }
    return plan
  }

  /// The keys of the pictures of all chunks, in order.
  ///
  /// - Parameter context: what else decides the bytes of a chunk: versions of the program and its
  ///   libraries, font files, encoder settings beyond the plan's.
  /// - Complexity: O(frames), and the layers of each segment and of each frame in which anything
  ///   moves.
  package func pictureKeys(context: (Chunk) -> String = { _ in "" }) -> [String] {
    var hasher = PictureHasher(plan: self)
    return chunks.map { hasher.key(of: $0.frames, context: context($0)) }
  }

  /// The key of the picture of a stretch of frames: a SHA-256 over everything in the plan that can
  /// change its bytes, as 64 hexadecimal digits.
  ///
  /// Two stretches of the same or of different plans have the same key when they show the same pixels
  /// from the same content frame by frame. What does not count: where the stretch lies in the movie,
  /// names and paths, the place of an entry in a list, layers that cannot be seen, and where the plan
  /// cuts its segments.
  package func key(ofFrames frames: Range<Int>, context: String = "") -> String {
    var hasher = PictureHasher(plan: self)
    return hasher.key(of: frames, context: context)
  }

  /// The key of a chunk's picture.
  ///
  /// - Parameter index: a place in `chunks`.
  package func key(ofChunk index: Int, context: String = "") -> String {
    key(ofFrames: chunks[index].frames, context: context)
  }
}
