internal import OutputKinds

extension RenderPlan {
  /// The key of a chunk that is encoded at a level, or of what is known of its first pass.
  ///
  /// How many bits the movie is to have does not count: what is known of a chunk at a level is the
  /// same for each.
  ///
  /// - Parameters:
  ///   - picture: the chunk's key, without a level.
  ///   - levelSteps: twentieths of the rate factor.
  package func key(_ picture: String, isPilot: Bool, levelSteps: Int) -> String {
    var hasher = ContentHasher()
    hasher.add(isPilot ? "cutlist pilot 1" : "cutlist level 1")
    hasher.add(picture)
    hasher.add(levelSteps)
    if isPilot {
      hasher.add(output.video.codec.pilotPreset(for: output.video.preset))
    } else {
      hasher.add(output.video.buffer?.maxRate ?? 0)
      hasher.add(output.video.buffer?.size ?? 0)
    }
    return hasher.text
  }
}

extension ContentHasher {
  /// What is asked of all chunks together, where they share bits.
  mutating func add(_ video: VideoEncoding) {
    guard video.sharesBits else { return }
    switch video.rateControl {
    case .crf(let tenths):
      add(0)
      add(tenths)
    case .bitRate(let rate):
      add(1)
      add(rate)
    }
    add(video.buffer?.maxRate ?? 0)
    add(video.buffer?.size ?? 0)
  }
}
