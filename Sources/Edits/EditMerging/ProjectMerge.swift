package import Diagnostics
import EditComparison
import ProjectFormat

/// Two versions of a project, put together as changes of the version that both come from.
///
/// Changes to different items, or to different properties of one item, go together, and so does what
/// both sides changed in the same way. What one side adds stands after the neighbour that it has
/// there; of what both add at one place ours comes first. A media item, a group or a style that one side
/// calls otherwise is called so wherever the other side uses it. What one side does to a clip is done to
/// all parts into which the other side has split it.
package struct ProjectMerge: Sendable {
  /// The merged project with our side of every conflict.
  package let ours: JSONValue
  /// The same with their side; equal where there is no conflict.
  package let theirs: JSONValue
  /// In the order of the merged project; a change of place may be here twice, for either place.
  package let conflicts: [MergeConflict]
  private let names: ConflictNames
  private let before: ConflictBase

  /// Merges two versions.
  ///
  /// - Parameters:
  ///   - base: what both come from; an empty object where there is nothing.
  ///   - ours: one version.
  ///   - theirs: the other one.
  /// - Complexity: O(n log n) for n values.
  package init(base: JSONValue, ours: JSONValue, theirs: JSONValue) {
    let mine = EditMatching(EditTree(base), EditTree(ours))
    let other = EditMatching(EditTree(base), EditTree(theirs))
    let merger = TreeMerger.followingNames(ours: mine, theirs: other)
    let outcome = merger.merged()
    self.ours = outcome.ours ?? ours
    self.theirs = outcome.theirs ?? theirs
    conflicts = outcome.conflicts
    names = ConflictNames(merger)
    before = ConflictBase(merger, base)
  }

  /// Whether everything goes together.
  package var isClean: Bool { conflicts.isEmpty }

  /// How many changes do not go together.
  package var conflictCount: Int { Set(conflicts.map(\.identity)).count }

  /// The merged project in canonical form. Around the lines in which the two sides of conflicts differ
  /// stand git's marks, with what each side does in words.
  ///
  /// - Parameters:
  ///   - markSize: how many characters a mark has.
  ///   - showsBase: whether what stood in the version that both come from stands between the sides.
  package func text(markSize: Int = 7, showsBase: Bool = false) -> String {
    let mine = CanonicalForm.text(of: ours)
    guard !isClean else { return mine }
    return ConflictText(
      ours: mine, theirs: CanonicalForm.text(of: theirs), conflicts: conflicts, names: names,
      base: showsBase ? before.text(of: conflicts) : nil
    ).text(markSize: markSize)
  }
}

extension MergeConflict {
  /// The same for both places of one element.
  fileprivate var identity: Identity { Identity(kind: kind, nodes: nodes) }

  fileprivate struct Identity: Hashable {
    var kind: Kind
    var nodes: ThreeNodes
  }
}
