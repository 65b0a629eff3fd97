/// Samples that could not be decoded: sorted, and as few ranges as there are holes.
struct AudioDamage {
  private(set) var found: [Range<Int64>] = []

  mutating func add(_ samples: Range<Int64>) {
    var whole = samples
    found.removeAll { known in
      guard known.lowerBound <= whole.upperBound, whole.lowerBound <= known.upperBound else {
        return false
      }
      whole =
        min(known.lowerBound, whole.lowerBound)..<max(known.upperBound, whole.upperBound)
      return true
    }
    let place = found.firstIndex { $0.lowerBound > whole.lowerBound } ?? found.count
    found.insert(whole, at: place)
  }

  mutating func add(_ other: AudioDamage, shiftedBy distance: Int64) {
    for samples in other.found {
      add(samples.lowerBound + distance..<samples.upperBound + distance)
    }
  }
}
