package import BaseValues

/// What the frames of a source are, as they are numbered and shown.
package enum FrameUnit: String, CaseIterable, Sendable {
  /// Stored pictures.
  case pictures
  /// Fields of stored pictures, two of each and the earlier one first: frames 2n and 2n + 1 are made of
  /// picture n.
  case fields
  /// Pictures of film found again in telecined ones: four in five stored pictures.
  case film
}

extension VideoFacts {
  /// The same pictures with their fields as frames, for a movie that has frames at the times of later
  /// fields: one with more frames a second than there are pictures. `nil` for another movie, for stills,
  /// and where the times cannot be told.
  ///
  /// A hundredth more is no more: 29.97 pictures a second shown at 30 are one picture a frame.
  package func countingFields(in rate: FrameRate) -> VideoFacts? {
    guard unit == .pictures, let fields = try? frames.fields(in: rate) else { return nil }
    var facts = self
    facts.unit = .fields
    facts.frames = fields
    return facts
  }
}

extension VideoFacts {
  /// The film that telecined pictures are made of; `nil` for stills, and where pictures are not equally
  /// long, as where telecine is a matter of flags and the pictures are film already.
  package func countingFilm() -> VideoFacts? {
    guard unit == .pictures, case .regular(let start, let sourceRate, let count?) = frames,
      let rate = try? sourceRate.rational * Rational(4, over: 5),
      let filmRate = FrameRate(rational: rate)
    else { return nil }
    var facts = self
    facts.unit = .film
    facts.frames = .regular(start: start, rate: filmRate, count: max(1, count * 4 / 5))
    return facts
  }
}

extension FrameTimes {
  /// The times of the fields of interlaced pictures: the later one is shown half a picture after the
  /// earlier one. `nil` where a movie has no frames for them; see `VideoFacts.countingFields(in:)`.
  ///
  /// - Throws: ``TimeOverflow`` when a time is not representable.
  fileprivate func fields(in rate: FrameRate) throws(TimeOverflow) -> FrameTimes? {
    func isLonger(_ picture: Rational) throws(TimeOverflow) -> Bool {
      try Rational(100) * picture > Rational(101) * rate.frameDuration
    }
    switch self {
    case .still:
      return nil
    case .regular(let start, let sourceRate, let count):
      guard try isLonger(sourceRate.frameDuration),
        let fieldRate = FrameRate(2 * sourceRate.frames, per: sourceRate.seconds)
      else { return nil }
      return .regular(start: start, rate: fieldRate, count: count.map { 2 * $0 })
    case .irregular(let times, let end, let timeBase):
      let lengths = zip(times, times.dropFirst() + [end]).map { $1 &- $0 }
      let usual = lengths.sorted()[lengths.count / 2]
      guard try isLonger(Rational(usual) * timeBase), let half = Rational(1, 2),
        times.allSatisfy({ $0.magnitude < 1 << 60 }), end.magnitude < 1 << 60
      else { return nil }
      // In half ticks a picture is twice as long, and its later field half of that after its
      // beginning; where pictures are missing, not half of the gap.
      let fields = zip(times, lengths).flatMap { time, length in
        [2 * time, 2 * time + min(length, usual)]
      }
      return .irregular(times: fields, end: 2 * end, timeBase: try timeBase * half)
    }
  }
}
