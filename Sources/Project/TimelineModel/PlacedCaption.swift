package import BaseValues
package import Diagnostics

/// A text that a track of captions shows, at its place in the movie.
package struct PlacedCaption: Hashable, Sendable {
  /// Movie time over which it is shown.
  package var placed: TimeRange
  /// What it says; lines are parted by line feeds.
  package var text: String
  /// Where it is written: in the project, or in its file.
  package var range: SourceRange

  /// A caption; times in seconds of the movie.
  package init(placed: TimeRange, text: String, range: SourceRange) {
    self.placed = placed
    self.text = text
    self.range = range
  }
}

extension Track {
  /// The end of the last caption; `nil` where there is none.
  package var captionsEnd: Rational? { captions?.map(\.placed.end).max() }
}
