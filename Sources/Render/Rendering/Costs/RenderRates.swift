/// What a unit of each sort of work takes on a machine: as it was measured, or as it is assumed.
///
/// Times are processor time. They decide nothing but what is said and how work is split: no picture, key
/// or plan depends on them.
package struct RenderRates: Hashable, Sendable {
  /// Work that was done, and what it took.
  package struct Measured: Hashable, Sendable {
    /// Units; above 0.
    package var units: Double
    /// Nanoseconds, or bytes for `WorkKind.Stage.size`; 0 or more.
    package var taken: Double

    /// What was measured; nothing is checked.
    package init(units: Double, taken: Double) {
      self.units = units
      self.taken = taken
    }
  }

  /// Where a rate comes from.
  package enum Basis: String, Hashable, Sendable {
    /// This sort of work was measured.
    case measured
    /// Other work of the stage was measured: what is assumed of this sort, so many times as fast or slow
    /// as that is here.
    case similar
    /// Nothing of the stage was measured.
    case assumed
  }

  /// What was measured, by the sort of work.
  package internal(set) var measured: [WorkKind: Measured] = [:]

  /// Nothing was measured.
  package init() {}

  /// What was measured; what cannot have been is left out.
  package init(measured: [WorkKind: Measured]) {
    self.measured = measured.filter {
      $0.value.units > 0 && $0.value.units.isFinite && $0.value.taken >= 0
        && $0.value.taken.isFinite
    }
  }

  /// Nanoseconds, or bytes, for a unit of some sort of work.
  ///
  /// - Complexity: O(n) for n sorts that were measured.
  package func rate(of kind: WorkKind) -> (value: Double, basis: Basis) {
    if let known = measured[kind] { return (known.taken / known.units, .measured) }
    let assumed = Self.assumed(kind)
    guard let factor = factor(for: kind) else { return (assumed, .assumed) }
    return (assumed * factor, .similar)
  }

  /// How many times as much as assumed the work took that is most like `kind`; `nil` where none of its
  /// stage was measured.
  private func factor(for kind: WorkKind) -> Double? {
    let like = measured.compactMap { other, known in
      other.commonWords(with: kind).map { (words: $0, kind: other, known: known) }
    }
    guard let most = like.map(\.words).max() else { return nil }
    var taken = 0.0
    var assumed = 0.0
    for other in like.sorted(by: { $0.kind < $1.kind }) where other.words == most {
      taken += other.known.taken
      assumed += other.known.units * Self.assumed(other.kind)
    }
    guard assumed > 0 else { return nil }
    return min(max(taken / assumed, 0.01), 100)
  }

  /// What some work takes: nanoseconds, or bytes.
  package func total(_ work: Work) -> Double {
    work.units.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value * rate(of: $1.key).value }
  }
}
