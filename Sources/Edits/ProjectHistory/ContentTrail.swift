import EditReports
package import Workspace
import PlanModel

/// How a frame, a layer of it or a sample became what it is.
package struct ContentTrail {
  /// A version that put it where it stands.
  struct Move {
    /// The version, and the one before it.
    var version: Int
    var parent: Int
    /// Where it stood before, and where it stands since.
    var from: Int64
    var to: Int64
  }

  /// The version that made it what it is.
  private(set) var version: Int
  /// Those before; several for a merge.
  private(set) var parents: [Int] = []
  /// Where it stands in that version.
  private(set) var position: Int64
  /// From the newest on.
  private(set) var moves: [Move] = []
  /// Versions that could not be planned, between that version and those before.
  private(set) var skipped: [Int] = []
  /// Where a merge has put together what its sides had made apart: how each layer of it became what
  /// it is.
  private(set) var parts: [ContentTrail] = []

  /// Follows what stands at a position of a version back to where it comes from.
  ///
  /// The same at the same position was not touched. What stands elsewhere in the version before was
  /// moved; what is nowhere in it was made.
  ///
  /// - Parameters:
  ///   - start: the newest version, unless said otherwise.
  ///   - known: versions that are not followed any further.
  package init(
    of content: TrackedContent, at position: Int64, from start: Int = 0,
    until known: Set<Int> = [], in history: EditHistory
  ) throws(CommandFailure) {
    version = start
    self.position = position
    while !known.contains(version), case .content(let mine) = try history.reading(version) {
      skipped = []
      parents = try history.parents(of: version, skipped: &skipped)
      var contents: [(index: Int, content: VersionContent)] = []
      for index in parents {
        if case .content(let content) = try history.reading(index) {
          contents.append((index, content))
        }
      }
      if let same = contents.first(where: {
        mine.shows(content, at: self.position, as: $0.content, at: self.position)
      }) {
        version = same.index
        continue
      }
      let origins = contents.compactMap { before in
        mine.origin(of: content, at: self.position, in: before.content)
          .map { (index: before.index, position: $0) }
      }
      guard let origin = origins.first else {
        if contents.count > 1, case .picture = content {
          parts = try Self.layers(of: mine, at: self.position, in: version, history)
        }
        return
      }
      // A merge moves what one side had moved and the other not: it is that side that moved it.
      var sideMoves: [Move] = []
      let others = origins.dropFirst()
      if !others.isEmpty {
        let known = history.ancestry(of: origin.index)
        for other in others {
          sideMoves += try ContentTrail(
            of: content, at: other.position, from: other.index, until: known, in: history
          ).moves
        }
      }
      if sideMoves.isEmpty {
        moves.append(
          Move(
            version: version, parent: origin.index, from: origin.position, to: self.position))
      } else {
        moves += sideMoves
      }
      (version, self.position) = (origin.index, origin.position)
    }
  }

  /// How the layers of a frame came to be, as far as that was not in this version.
  private static func layers(
    of content: VersionContent, at position: Int64, in version: Int, _ history: EditHistory
  ) throws(CommandFailure) -> [ContentTrail] {
    var trails: [ContentTrail] = []
    for layer in content.pictures.layers(of: Int(position)) {
      let trail = try ContentTrail(of: .layer(layer), at: position, from: version, in: history)
      if trail.version != version, !trails.contains(where: { $0.version == trail.version }) {
        trails.append(trail)
      }
    }
    return trails
  }
}
