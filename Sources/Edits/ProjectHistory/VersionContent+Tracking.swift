import EditReports
import PlanModel

/// What is followed through the versions of a movie.
package enum TrackedContent {
  /// A frame's whole picture.
  case picture
  /// One layer of a frame, by the number that stands for what it shows.
  case layer(UInt64)
  case sound
}

extension VersionContent {
  /// How many frames or samples there are.
  func count(of content: TrackedContent) -> Int64 {
    if case .sound = content { sound.sampleCount } else { Int64(pictures.frameCount) }
  }

  /// What stands at a position, as a number; `nil` where there is none, or not the layer.
  private func number(_ content: TrackedContent, at position: Int64) -> UInt64? {
    guard (0..<count(of: content)).contains(position) else { return nil }
    switch content {
    case .picture: return pictures[Int(position)]
    case .layer(let layer):
      return pictures.layers(of: Int(position)).contains(layer) ? layer : nil
    case .sound: return sound[position]
    }
  }

  /// Whether both show the same at a position of each.
  func shows(
    _ content: TrackedContent, at position: Int64, as other: VersionContent, at theirs: Int64
  ) -> Bool {
    guard let mine = number(content, at: position) else { return false }
    return mine == other.number(content, at: theirs)
  }

  /// Where a version has what stands at a position of another one.
  private func ranges(
    of content: TrackedContent, like position: Int64, of other: VersionContent
  ) -> [Range<Int64>] {
    let frames: [Range<Int>]
    switch content {
    case .picture: frames = pictures.frames(showing: other.pictures[Int(position)])
    case .layer(let layer): frames = pictures.frames(withLayer: layer)
    case .sound:
      return sound.samples(like: position, of: other.sound).map { $0..<$0 + 1 }
    }
    return frames.map { Int64($0.lowerBound)..<Int64($0.upperBound) }
  }

  /// Where another version has what stands at a position of this one, somewhere else; `nil` where it
  /// has not.
  ///
  /// The same may be shown several times, in either version: those belong together that have most
  /// equal neighbours, of these those that are nearest to each other. So what was copied comes from
  /// nowhere, and what was moved from where it is not any more.
  func origin(
    of content: TrackedContent, at position: Int64, in other: VersionContent
  ) -> Int64? {
    guard (0..<count(of: content)).contains(position) else { return nil }
    let all = ranges(of: content, like: position, of: self)
    let theirs = Self.nearest(other.ranges(of: content, like: position, of: self), to: position)
    guard !theirs.isEmpty, let own = all.first(where: { $0.contains(position) }) else { return nil }
    var pairs: [(mine: Range<Int64>, theirs: Range<Int64>, likeness: Int)] = []
    for mine in Self.nearest(all, to: position) {
      for range in theirs { pairs.append((mine, range, likeness(content, mine, range, of: other))) }
    }
    pairs.sort { a, b in
      let ways = (
        abs(a.mine.lowerBound - a.theirs.lowerBound), abs(b.mine.lowerBound - b.theirs.lowerBound)
      )
      return (-a.likeness, ways.0, a.mine.lowerBound, a.theirs.lowerBound)
        < (-b.likeness, ways.1, b.mine.lowerBound, b.theirs.lowerBound)
    }
    var (mineTaken, theirsTaken): (Set<Int64>, Set<Int64>) = ([], [])
    for pair in pairs where !mineTaken.contains(pair.mine.lowerBound) {
      guard theirsTaken.insert(pair.theirs.lowerBound).inserted else { continue }
      mineTaken.insert(pair.mine.lowerBound)
      if pair.mine == own {
        let offset = min(position - own.lowerBound, Int64(pair.theirs.count) - 1)
        return pair.theirs.lowerBound + offset
      }
    }
    return nil
  }

  /// Ranges that are compared with each other: 64 of them, as a picture may be shown any number of
  /// times.
  private static func nearest(_ ranges: [Range<Int64>], to position: Int64) -> [Range<Int64>] {
    guard ranges.count > 64 else { return ranges }
    return Array(
      ranges.sorted { abs($0.lowerBound - position) < abs($1.lowerBound - position) }.prefix(64))
  }

  /// How many of some neighbours, near and far, are the same around two ranges.
  private func likeness(
    _ content: TrackedContent, _ mine: Range<Int64>, _ theirs: Range<Int64>,
    of other: VersionContent
  ) -> Int {
    var steps: [Int64] = []
    var step: Int64 = 1
    let unit = if case .sound = content { Int64(max(sampleRate, 1)) / 10 + 1 } else { Int64(1) }
    for _ in 0..<10 {
      steps.append(step * unit)
      step *= 2
    }
    // The neighbours of a layer are all that is seen around it.
    let content = if case .layer = content { TrackedContent.picture } else { content }
    return steps.count { way in
      shows(content, at: mine.lowerBound - way, as: other, at: theirs.lowerBound - way)
    }
      + steps.count { way in
        shows(content, at: mine.upperBound - 1 + way, as: other, at: theirs.upperBound - 1 + way)
      }
  }
}
