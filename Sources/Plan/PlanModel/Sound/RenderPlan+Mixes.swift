extension RenderPlan {
  /// The tracks of sound, in the order of the file.
  package var mixes: [AudioPlan] { (audio.map { [$0] } ?? []) + otherAudio }

  /// The same movie with one of its tracks of sound alone, as its first; without sound where it has no such.
  ///
  /// All that is asked of a movie's sound is so asked of each track: what it is made of, how it is encoded, and
  /// under which keys its chunks are kept.
  ///
  /// - Parameter number: of the track among those of sound, from 0.
  package func mix(_ number: Int) -> RenderPlan {
    if number == 0, otherAudio.isEmpty { return self }
    var plan = self
    (plan.otherAudio, plan.output.otherAudio) = ([], [])
    if number > 0 {
      let place = number - 1
      plan.audio = otherAudio.indices.contains(place) ? otherAudio[place] : nil
      let encodings = output.otherAudio
      plan.output.audio = encodings.indices.contains(place) ? encodings[place] : nil
    }
    return plan
  }

  /// Puts a track of sound back that `mix` gave, changed.
  ///
  /// - Parameter number: as in `mix`; one that is there.
  package mutating func replaceMix(_ number: Int, with audio: AudioPlan?) {
    if number == 0 {
      self.audio = audio
    } else if let audio, otherAudio.indices.contains(number - 1) {
      otherAudio[number - 1] = audio
    }
  }
}
