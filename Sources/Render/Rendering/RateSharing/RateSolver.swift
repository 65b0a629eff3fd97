import OutputKinds

/// Finds the quality at which all chunks together take the bits of a movie.
///
/// One quality for all is what an encoder of the whole movie aims at, too (x264's two passes with
/// macroblock trees). The search has four parts, each of which measures chunks side by side:
///
/// 1. Pilots of some chunks, encoded quickly, until the level is known within a few rate factors.
/// 2. Pilots of all chunks at the levels on both sides of it, from the same pictures: how they compare,
///    and how fast the bits of each fall.
/// 3. The chunks themselves, first a quarter, then all, each time at the level that what
///    was measured by then suggests.
/// 4. As many of them again, a step better or worse, as bring the sum to what was asked.
///
/// Chunks stand on steps, and which of them go to the next step first is decided by their content
/// (`Chunk.share`). So an edit that moves the common quality by a tenth of a step changes the level
/// of a tenth of the chunks, wherever it was made, and the rest is found in the store.
///
/// ```
/// level  27 ┤ ────  ──────────    ──      common quality 26.8: four of five chunks at 27
///      26.5 ┤     ──          ────
/// ```
/// Nothing but the measures decides what is measured next: the result is the same for any number of
/// workers, and whatever is in the store.
struct RateSolver {
  /// A chunk as the search sees it.
  struct Chunk: Hashable, Sendable {
    var frames: Int
    /// 0…1023 by the chunk's content: how soon it goes to the next step.
    var share: Int
  }

  /// An encoding to be measured.
  struct Trial: Hashable, Sendable {
    var chunk: Int
    var quality: ChunkQuality
  }

  struct Outcome: Hashable, Sendable {
    var bits: Int
    /// Bits by which it breaks the rule of the decoder's buffer.
    var excess: Int = 0
  }

  /// Measures trials; `nil` where that is not to be done for those that are not known.
  typealias Measuring = ([Trial]) throws(RenderError) -> [Outcome]?

  let goal: RateGoal
  let chunks: [Chunk]
  /// Twentieths of a rate factor from step to step.
  let step: Int
  /// Chunks in the order in which they are taken.
  private let order: [Int]
  private var pilots: [BitEstimate]
  private var known: [BitEstimate]
  /// Levels at which chunks were encoded last.
  private var current: [Int?]
  /// The best level at which each chunk is known to fit into the decoder's buffer.
  private var floors: [Int]

  init(goal: RateGoal, chunks: [Chunk]) {
    self.goal = goal
    self.chunks = chunks
    // With few chunks a step of one of them would be too much of the whole.
    let finest = chunks.count >= 16 ? 10 : chunks.count >= 8 ? 5 : chunks.count >= 4 ? 2 : 1
    step = max(finest, goal.scale.leastStep)
    order = chunks.indices.sorted { (chunks[$0].share, $0) < (chunks[$1].share, $1) }
    pilots = Array(repeating: BitEstimate(), count: chunks.count)
    known = pilots
    current = Array(repeating: nil, count: chunks.count)
    floors = Array(repeating: goal.scale.levels.lowerBound, count: chunks.count)
  }

  /// The level of each chunk; `nil` where something was not measured.
  ///
  /// - Throws: what measuring throws, and an error of kind `encoder` where a chunk does not fit into
  ///   the decoder's buffer at the worst level.
  mutating func levels(_ measure: Measuring) throws(RenderError) -> [QualityLevel]? {
    guard let bits = goal.bits else {
      let levels = chunks.map { _ in goal.start.steps }
      guard try encode(chunks.indices.map { ($0, levels[$0]) }, measure) else { return nil }
      return result
    }
    guard try fly(bits, measure) else { return nil }
    for count in [(chunks.count + 3) / 4, chunks.count] {
      let wanted = levels(at: position(for: bits))
      let part = order[..<count].map { ($0, wanted[$0]) }
      guard try encode(part, measure) else { return nil }
    }
    guard try trim(to: bits, measure) else { return nil }
    return result
  }

  private var result: [QualityLevel] {
    chunks.indices.map { QualityLevel(steps: current[$0] ?? goal.start.steps) }
  }
}

// MARK: - Pilots

extension RateSolver {
  /// Pilots stand so far apart that they take about a third less bits each (three rate factors), so that few edits ask
  /// for others.
  private var pilotStep: Int { goal.scale.halving / 2 }

  private mutating func fly(_ bits: Int, _ measure: Measuring) throws(RenderError) -> Bool {
    let sample = Array(order[..<min(chunks.count, max(2, chunks.count / 8))])
    let whole = chunks.reduce(0) { $0 + $1.frames }
    let part = sample.reduce(0) { $0 + chunks[$1].frames }
    let share = Double(bits) * Double(part) / Double(max(1, whole))
    // Twice or half as many bits.
    let start = onGrid(goal.start.steps)
    var next = [start - pilotStep, start + pilotStep]
    for _ in 0..<5 {
      guard try fly(sample, at: next.map(onGrid), measure) else { return false }
      let level = pilotLevel(of: sample, for: share)
      if next.contains(where: { abs($0 - level) <= pilotStep }) { break }
      next = [onGrid(level)]
    }
    // The levels on both sides of the one that is looked for tell how fast the bits of each fall there. A
    // part of the chunks may say little of all: then the next level is looked at, too.
    let low = max(pilotLevel(of: sample, for: share) / pilotStep, 1) * pilotStep
    var levels = [low, low + pilotStep]
    for _ in 0..<4 {
      guard try fly(order, at: levels, measure) else { return false }
      let wanted = onGrid(pilotLevel(of: order, for: Double(bits)))
      if pilots.allSatisfy({ $0.exactly(wanted) != nil }) { break }
      levels = [wanted]
    }
    return true
  }

  /// Measures pilots of chunks at levels, all of a chunk together.
  private mutating func fly(
    _ part: [Int], at levels: [Int], _ measure: Measuring
  ) throws(RenderError) -> Bool {
    let new = part.flatMap { index in
      levels.filter { pilots[index].exactly($0) == nil }.map { (index: index, level: $0) }
    }
    let trials = new.map {
      Trial(chunk: $0.index, quality: .pilot(QualityLevel(steps: $0.level)))
    }
    guard let outcomes = try measure(trials) else { return false }
    for (trial, outcome) in zip(new, outcomes) {
      pilots[trial.index].add(outcome.bits, at: trial.level)
    }
    return true
  }

  private func onGrid(_ level: Int) -> Int {
    let range = goal.scale.levels
    let level = min(max(level, range.lowerBound), range.upperBound)
    return (level + pilotStep / 2) / pilotStep * pilotStep
  }

  /// The level at which the pilots of chunks come to some bits.
  private func pilotLevel(of part: [Int], for bits: Double) -> Int {
    var low = pilotStep
    var high = goal.scale.levels.upperBound - pilotStep
    while low < high {
      let middle = (low + high) / 2
      let sum = part.reduce(0.0) { $0 + pilots[$1].bits(at: middle) }
      if sum > bits { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

// MARK: - Estimates

extension RateSolver {
  /// How many times as many bits as their pilots chunks take: from those that were encoded, and a
  /// tenth of all that take a tenth more, which is common. So a few that are out of the common do not
  /// decide alone.
  private var ratio: Double {
    var encoded = 0.0
    var piloted = 0.0
    for index in chunks.indices {
      let level = current[index] ?? goal.start.steps
      let pilot = pilots[index].bits(at: level)
      encoded += 0.11 * pilot
      piloted += 0.1 * pilot
      if current[index] != nil, !known[index].isEmpty {
        encoded += known[index].bits(at: level)
        piloted += pilot
      }
    }
    return piloted > 0 ? encoded / piloted : 1
  }

  private func estimate(_ index: Int, _ level: Int, _ ratio: Double) -> Double {
    known[index].isEmpty
      ? pilots[index].bits(at: level) * ratio
      : known[index].bits(at: level, decay: pilots[index].decay(at: level))
  }

  /// Steps that are half a rate factor, which nobody sees: levels may differ by as much, so that few chunks
  /// are encoded again.
  private var slack: Int { max(1, 10 / step) }

  /// Levels for a common quality, in 1024ths of a step. Chunks that were encoded stay where they are
  /// within half a rate factor of it.
  private func levels(at position: Int) -> [Int] {
    chunks.indices.map { index in
      if let level = current[index], abs(level * 1024 / step - position) <= slack * 1024 {
        return level
      }
      return bounded((position + chunks[index].share) / 1024 * step, index)
    }
  }

  private func bounded(_ level: Int, _ index: Int) -> Int {
    max(floors[index], min(level, goal.scale.levels.upperBound))
  }

  /// The best common quality at which the chunks take at most so many bits.
  private func position(for bits: Int) -> Int {
    let ratio = ratio
    var low = 0
    var high = (goal.scale.levels.upperBound / step + 1) * 1024
    while low < high {
      let middle = (low + high) / 2
      let levels = levels(at: middle)
      let sum = chunks.indices.reduce(0.0) { $0 + estimate($1, levels[$1], ratio) }
      if sum > Double(bits) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

// MARK: - Encoding

extension RateSolver {
  /// Encodes chunks at levels, and those that do not fit into the decoder's buffer at worse ones than
  /// needed by no more than `precision`.
  private mutating func encode(
    _ wanted: [(chunk: Int, level: Int)], _ measure: Measuring
  ) throws(RenderError) -> Bool {
    var wanted = wanted
    // Of chunks that did not fit the worst level at which they did not, and how often.
    var misses: [Int: (level: Int, count: Int)] = [:]
    while !wanted.isEmpty {
      var new: [(chunk: Int, level: Int)] = []
      for (index, level) in wanted {
        current[index] = level
        if known[index].exactly(level) == nil {
          new.append((index, level))
        } else if misses[index] != nil {
          floors[index] = level
        }
      }
      let trials = new.map {
        Trial(chunk: $0.chunk, quality: .level(QualityLevel(steps: $0.level)))
      }
      guard let outcomes = trials.isEmpty ? [] : try measure(trials) else { return false }
      wanted = []
      for ((index, level), outcome) in zip(new, outcomes) {
        if outcome.excess == 0 {
          known[index].add(outcome.bits, at: level)
          if misses[index] != nil { floors[index] = level }
          continue
        }
        let before = misses[index] ?? (level, 0)
        let miss = (level: max(before.level, level), count: before.count + 1)
        misses[index] = miss
        if floors[index] > level {
          // Between a level that fits and one that does not: the former is kept for now.
          current[index] = floors[index]
        } else {
          wanted.append((index, try worse(index, than: level, outcome, miss.count)))
        }
      }
      // In the middle between the levels that are known to fit and not to.
      if wanted.isEmpty {
        wanted = misses.sorted { $0.key < $1.key }.compactMap { index, miss in
          floors[index] - miss.level > Self.precision
            ? (index, (miss.level + floors[index]) / 2) : nil
        }
      }
    }
    return true
  }

  /// Levels between one that fits and one that does not which are not worth another encoding: a tenth of a
  /// rate factor, three percent of the bits of noise. Finer than steps, of which noise loses a sixth.
  private static let precision = 2

  /// A level that may fit; farther away with each that did not.
  private func worse(
    _ index: Int, than level: Int, _ outcome: Outcome, _ misses: Int
  ) throws(RenderError) -> Int {
    let worst = goal.scale.levels.upperBound
    guard level < worst else {
      throw RenderError(
        .encoder,
        "chunk \(index) does not fit into the decoder's buffer at the worst quality; raise \"maxrate\" and "
          + "\"bufsize\" of the output's video, or leave both out")
    }
    // The law of the estimates: half a percent of the bits for each twentieth.
    let steps = min(outcome.excess * 200 / max(1, outcome.bits), 100) / step * step
    return min(level + max(step, steps) << min(misses - 1, 3), worst)
  }

  private var sum: Int {
    chunks.indices.reduce(0) { sum, index in
      sum + (current[index].flatMap(known[index].exactly) ?? 0)
    }
  }

  /// Moves chunks until the sum is what was asked, few of them and those first that are farthest off; what
  /// came nearest is taken.
  private mutating func trim(to bits: Int, _ measure: Measuring) throws(RenderError) -> Bool {
    var best = (error: abs(sum - bits), levels: current)
    for _ in 0..<8 {
      if best.error <= goal.tolerance { break }
      let moves = moves(from: sum, to: bits)
      if moves.isEmpty { break }
      guard try encode(moves, measure) else { return false }
      let error = abs(sum - bits)
      if error < best.error { best = (error, current) }
    }
    current = best.levels
    return true
  }

  private func isKnown(_ index: Int, _ level: Int) -> Bool {
    known[index].exactly(level) != nil
  }

  private func moves(from sum: Int, to bits: Int) -> [(chunk: Int, level: Int)] {
    let direction = sum > bits ? step : -step
    var levels = current.map { $0 ?? goal.start.steps }
    var left = Double(sum) - Double(bits)
    var isMoved = Array(repeating: false, count: chunks.count)
    // A few sweeps: in one of them each chunk moves by half a rate factor at most.
    for _ in 0..<100 where abs(left) > Double(goal.tolerance) / 2 {
      // Where there is a choice, chunks that were encoded at the next step already.
      let sweep = chunks.indices.map { index in
        (
          levels[index] * direction, isKnown(index, levels[index] + direction) ? 0 : 1,
          chunks[index].share, index
        )
      }.sorted(by: <).map(\.3)
      var hasMoved = false
      for index in sweep where abs(left) > Double(goal.tolerance) / 2 {
        let here = estimate(index, levels[index], 1)
        var best = (level: levels[index], left: left)
        for steps in 1...slack {
          let level = levels[index] + steps * direction
          guard level >= floors[index], level <= goal.scale.levels.upperBound else { break }
          let rest = left + estimate(index, level, 1) - here
          if abs(rest) < abs(best.left) { best = (level, rest) }
        }
        guard best.level != levels[index] else { continue }
        levels[index] = best.level
        left = best.left
        isMoved[index] = true
        hasMoved = true
      }
      if !hasMoved { break }
    }
    return chunks.indices.filter { isMoved[$0] }.map { ($0, levels[$0]) }
  }
}
