import OutputKinds
package import PlanModel
package import TimelineModel

extension RenderPlan {
  /// All chunks in the order in which they are joined: sound follows the pictures that it begins with.
  ///
  /// ```
  /// pictures  |    0    |    1    |    2    |    3    |
  /// sound     |          0           |         1      |      order: p0 s0 p1 p2 s1 p3
  /// ```
  package var partsInOrder: [RenderPart] { order(of: audioChunks) }

  /// The media that rendering some chunks reads. Where chunks share bits, all of them are measured.
  ///
  /// - Complexity: O(c · l + s) for c chunks of l layers and s spans of sound.
  package func media(for parts: [RenderPart]) -> Set<MediaID> {
    var result: Set<MediaID> = []
    for part in parts {
      switch part {
      case .picture(let chunk):
        if output.video.sharesBits {
          result.formUnion(sources.map(\.media))
          return result
        }
        result.formUnion(media(in: chunk.frames))
        for (segment, _) in stretches(of: chunk.frames) {
          let inputs = segment.layers.flatMap(\.inputs).flatMap(\.withNested)
          result.formUnion(inputs.flatMap(\.effects).compactMap(\.media))
        }
      case .sound(let chunk):
        if let audio = mix(chunk.track).audio {
          result.formUnion(audio.media(in: audio.samples(deciding: chunk)))
        }
      }
    }
    return result
  }

  /// - Parameter audioChunks: the plan's own, where they are known already.
  func order(of audioChunks: [AudioChunk]) -> [RenderPart] {
    // Sound alone.
    if chunks.isEmpty { return audioChunks.map { .sound($0) } }
    var order: [RenderPart] = []
    var next = 0
    for chunk in chunks {
      order.append(.picture(chunk))
      let isLast = chunk.index == chunks.count - 1
      while next < audioChunks.count,
        isLast || begins(audioChunks[next], before: chunk.frames.upperBound)
      {
        order.append(.sound(audioChunks[next]))
        next += 1
      }
    }
    return order
  }

  /// Whether a chunk of sound begins before output frame `frame`.
  private func begins(_ chunk: AudioChunk, before frame: Int) -> Bool {
    guard let audio else { return false }
    return chunk.begin
      <= output.sample(ofFrame: frame, sampleRate: audio.sampleRate)
  }
}

extension [RenderPart] {
  /// The chunks of a run: those of pictures with such numbers, and those of sound that follow them in
  /// order. Runs that follow each other have each chunk once.
  ///
  /// - Parameter range: numbers of chunks of pictures; what lies outside the movie is left out.
  package func parts(in range: Range<Int>) -> [RenderPart] {
    // Without pictures there is one run.
    var isWithin = !contains { if case .picture = $0 { true } else { false } }
    return filter { part in
      if case .picture(let chunk) = part { isWithin = range.contains(chunk.index) }
      return isWithin
    }
  }
}
