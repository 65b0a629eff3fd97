import Diagnostics

/// What became of one value in a merge: as it is on either side of the conflicts in it, which is the
/// same where there are none; `nil` where a side has no such value.
struct MergeOutcome {
  var ours: JSONValue?
  var theirs: JSONValue?
  var conflicts: [MergeConflict] = []

  init(_ value: JSONValue?) {
    ours = value
    theirs = value
  }

  init(_ ours: JSONValue?, _ theirs: JSONValue?, _ conflicts: [MergeConflict]) {
    self.ours = ours
    self.theirs = theirs
    self.conflicts = conflicts
  }
}

/// A change of one side that does not go with one of the other side.
package struct MergeConflict: Sendable {
  /// What the sides do.
  package enum Kind: Hashable, Sendable {
    /// Both give a property another value, or one changes what the other takes away.
    case property
    /// Both show other material in a clip, and not of both together.
    case material
    /// One takes an element of a list away that the other changes.
    case removal
    /// One splits a clip, or joins it with others, and what the other does to it is meant for the whole;
    /// or both split it, each elsewhere.
    case division
    /// Both move an element, each elsewhere.
    case position
  }

  /// A step from a value to a part of it.
  enum Step: Hashable {
    case key(String)
    case index(Int)
  }

  /// What the sides do.
  package let kind: Kind
  /// The value's nodes in the three trees; `nil` where a tree has none. Of a property that several
  /// keys may write, the first of them.
  let nodes: ThreeNodes
  /// Where the value is in the outcome, or what is around it where a side has none; from the inside
  /// out, to be turned round once it is complete.
  var oursPath: [Step] = []
  var theirsPath: [Step] = []

  init(_ kind: Kind, _ nodes: ThreeNodes) {
    self.kind = kind
    self.nodes = nodes
  }
}

/// A node in each of three trees; `nil` where there is none.
struct ThreeNodes: Hashable, Sendable {
  var base: Int?
  var ours: Int?
  var theirs: Int?
}
