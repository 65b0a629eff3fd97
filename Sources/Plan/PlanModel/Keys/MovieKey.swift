import OutputKinds

extension RenderPlan {
  /// The key of a whole movie: a SHA-256 over the keys of its chunks.
  ///
  /// - Parameters:
  ///   - pictures: keys of the chunks of pictures, in order.
  ///   - sound: keys of the chunks of sound, in order.
  ///   - context: what else decides how they are joined: versions.
  public func movieKey(pictures: [String], sound: [String], context: String) -> String {
    var hasher = ContentHasher()
    hasher.add("cutlist movie 1")
    hasher.add(context)
    hasher.add(output.video)
    hasher.add(pictures.count)
    for key in pictures { hasher.add(key) }
    hasher.add(sound.count)
    for key in sound { hasher.add(key) }
    return hasher.text
  }
}
