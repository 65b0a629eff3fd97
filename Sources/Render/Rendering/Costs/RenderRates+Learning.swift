extension RenderRates {
  /// Work of one stage that was done together, and what it took.
  package struct Sample: Hashable, Sendable {
    /// Of one stage.
    package var work: Work
    /// Nanoseconds, or bytes.
    package var taken: Double

    /// A sample; what took less than nothing is not taken.
    package init(_ work: Work, taken: Double) {
      self.work = work
      self.taken = taken
    }
  }

  /// What counts of earlier measurements beside new ones: so many nanoseconds, or bytes, of each sort.
  private static let memory = 30e9
  /// Rounds after which rates hardly change.
  private static let rounds = 30

  /// Takes in what work has taken.
  ///
  /// A clock runs for several sorts of work together. What each of them took is found by sharing the time
  /// of every sample in proportion to what its parts would take by the rates so far, again and again
  /// (W. H. Richardson, 1972; L. B. Lucy, 1974): rates stay above 0, and together the samples take what
  /// they took.
  ///
  /// - Complexity: O(n) for n sorts in all samples.
  package mutating func learn(_ samples: [Sample]) {
    var samples = samples.filter {
      $0.taken >= 0 && $0.taken.isFinite && !$0.work.units.isEmpty
    }
    var units: [WorkKind: Double] = [:]
    for (kind, count) in samples.lazy.flatMap(\.work.units) { units[kind, default: 0] += count }
    for kind in units.keys.sorted() {
      guard var known = measured[kind] else { continue }
      if known.taken > Self.memory {
        known.units *= Self.memory / known.taken
        known.taken = Self.memory
      }
      var work = Work()
      work.add(kind.stage, kind.name, known.units)
      units[kind, default: 0] += known.units
      samples.append(Sample(work, taken: known.taken))
    }
    var rates = Dictionary(uniqueKeysWithValues: units.keys.map { ($0, rate(of: $0).value) })
    for _ in 0..<Self.rounds {
      var shares: [WorkKind: Double] = [:]
      for sample in samples {
        let expected = sample.work.units.reduce(0) { $0 + $1.value * (rates[$1.key] ?? 0) }
        guard expected > 0 else { continue }
        for (kind, count) in sample.work.units {
          shares[kind, default: 0] += count * sample.taken / expected
        }
      }
      for (kind, count) in units { rates[kind, default: 0] *= (shares[kind] ?? 0) / count }
    }
    for (kind, count) in units {
      guard let rate = rates[kind], rate.isFinite, rate >= 0, count.isFinite else { continue }
      measured[kind] = Measured(units: count, taken: rate * count)
    }
  }
}
