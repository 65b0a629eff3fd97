package import BaseValues

/// A change of an edit, as an editor would name it.
package struct EditChange: Sendable {
  /// What was done.
  package enum Kind: Hashable, Sendable {
    case added
    case removed
    /// An item, a track, a layer or an effect stands elsewhere in the order, or on another track.
    case moved
    /// A clip or a title shows more (above 0) or less at its start and its end, in seconds of movie.
    case trimmed(head: Rational, tail: Rational)
    /// A clip shows other material in the same place: later in its media by so many seconds.
    case slipped(Rational)
    /// A clip stands later by so many seconds of movie, and its neighbours made room.
    case slid(Rational)
    /// The cut to the clip after it is later by so many seconds of movie.
    case rolled(Rational)
    /// A clip has another speed.
    case retimed(from: Rational, to: Rational)
    /// A clip became several that show the same, with these nodes of the second version after it.
    case split([Int])
    /// A clip shows what these nodes of the first version showed after it.
    case joined([Int])
    /// A clip shows other media in the same place.
    case replaced(from: String, to: String)
    /// A media, a track, a clip or a title has another name.
    case renamed(from: String, to: String)
    /// An item with a time of its own is later by so many seconds of movie.
    case shifted(Rational)
    /// Two clips of a track have changed places: this one, which stands first now, and another one, a node
    /// of the second version.
    case swapped(with: Int)
    /// A gap or a transition is longer by so many seconds of movie.
    case lengthened(Rational)
    /// A text says something else.
    case reworded(from: String, to: String)
    /// A property has another value, or has one now, or none any more.
    case property
    /// So many items in a row are later by so many seconds of movie.
    case rippled(Rational, count: Int, reach: Reach)
  }

  /// How far a ripple goes.
  package enum Reach: Hashable, Sendable {
    /// Up to an item that stands as before, or otherwise.
    case stretch
    /// To the end of the track or list.
    case track
    /// To the end of every track.
    case movie
  }

  /// What was done.
  package let kind: Kind
  /// The item, media or property it was done to, in the first version; `nil` where it is new.
  package let base: Int?
  /// The same in the second version; `nil` where it is gone.
  package let other: Int?
  /// What is told by this change and by no other; empty only for a ripple that follows from other
  /// changes.
  package let differences: [Difference]
  /// When in the first version's movie it is seen or heard, as far as that is known.
  package let baseTimes: [TimeRange]
  /// The same in the second version's.
  package let otherTimes: [TimeRange]
  /// Whether it may be seen or heard anywhere in the movie.
  package let concernsAll: Bool
}

/// All changes from one version of a project to another.
package struct EditChanges: Sendable {
  /// Which parts are the same.
  package let matching: EditMatching
  /// When things happen in the first version.
  package let baseLayout: EditLayout
  /// When things happen in the second version.
  package let otherLayout: EditLayout
  /// In the order in which a person reads them: the output, media, then track by track in time.
  package internal(set) var changes: [EditChange] = []

  /// Compares two versions.
  package init(
    _ base: EditTree, _ other: EditTree,
    mediaEnds: (EditLayout.MediaEnds, EditLayout.MediaEnds) = ({ _, _ in nil }, { _, _ in nil })
  ) {
    matching = EditMatching(base, other)
    baseLayout = EditLayout(base, mediaEnds: mediaEnds.0)
    otherLayout = EditLayout(other, mediaEnds: mediaEnds.1)
    var finder = ChangeFinder(self)
    changes = finder.find()
  }
}
