package import Diagnostics
package import BaseValues

/// A time of the movie that somebody wants to come back to. It changes no picture and no sound.
package struct Marker: Sendable {
  /// Seconds of the movie, exact.
  package var time: Located<Rational>
  /// The output frame that begins nearest to it, as with an edit point; may be after the last one.
  package var frame: FrameIndex
  /// What it is called, if anything.
  package var name: Located<String>?
  /// Free text.
  package var note: String?
  /// Where the project chooses one.
  package var color: Color?
  /// Whether a chapter of the movie begins here, called by its name.
  package var isChapter = false
  /// Where its object stands in the project file.
  package var range: SourceRange

  /// A marker at a time.
  package init(
    time: Located<Rational>, frame: FrameIndex, name: Located<String>? = nil, note: String? = nil,
    color: Color? = nil, range: SourceRange
  ) {
    self.time = time
    self.frame = frame
    self.name = name
    self.note = note
    self.color = color
    self.range = range
  }
}
