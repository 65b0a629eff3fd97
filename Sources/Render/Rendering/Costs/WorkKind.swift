/// A sort of work of which each unit takes about the same on one machine.
package struct WorkKind: Hashable, Sendable {
  /// What of a render it is part of, and what is counted.
  package enum Stage: String, Hashable, Sendable, CaseIterable {
    /// Getting conformed pictures; a unit is a pixel.
    case decode
    /// Blending; a unit is a pixel.
    case compose
    /// Encoding pictures; a unit is a pixel.
    case encode
    /// Reading and mixing sound; a unit is a sample of one channel.
    case mix
    /// Encoding sound; a unit is a sample of one channel.
    case encodeSound = "encode-sound"
    /// Getting a program to where it renders: reading a plan, opening media; a unit is a program.
    case start
    /// Joining chunks; a unit is a byte or a chunk.
    case join
    /// What encoded pictures take; a unit is a pixel, and it takes bytes, not time.
    case size
  }

  /// The clock that it counts for.
  package var stage: Stage
  /// Lower-case words from the general to the special: `h264 medium crf-20 hd`.
  package var name: String

  /// A sort of work; any name will do.
  package init(_ stage: Stage, _ name: String) {
    self.stage = stage
    self.name = name
  }
}

extension WorkKind: Comparable {
  /// In the order of stages, then of names.
  package static func < (a: WorkKind, b: WorkKind) -> Bool {
    (a.place, a.name) < (b.place, b.name)
  }

  private var place: Int { Stage.allCases.firstIndex(of: stage) ?? 0 }

  /// How many words it begins with that another one begins with, too; `nil` for another stage.
  func commonWords(with other: WorkKind) -> Int? {
    guard stage == other.stage else { return nil }
    return zip(name.split(separator: " "), other.name.split(separator: " "))
      .prefix { $0 == $1 }.count
  }
}

/// How much there is to do, by the sort of work.
package struct Work: Hashable, Sendable {
  /// Units; none is below 0.
  package private(set) var units: [WorkKind: Double] = [:]

  /// Nothing to do.
  package init() {}

  /// Adds units; less than nothing, and what is no number, counts as nothing.
  package mutating func add(_ stage: WorkKind.Stage, _ name: String, _ count: Double) {
    guard count > 0, count.isFinite else { return }
    units[WorkKind(stage, name), default: 0] += count
  }

  /// Adds other work, so many times.
  package mutating func add(_ other: Work, times: Double = 1) {
    for (kind, count) in other.units { add(kind.stage, kind.name, count * times) }
  }

  /// The part that counts for one clock.
  package func of(_ stage: WorkKind.Stage) -> Work {
    var part = Work()
    part.units = units.filter { $0.key.stage == stage }
    return part
  }
}
