package import BaseValues

/// What the page of differences shows of one movie.
package struct DifferenceSection: Sendable {
  /// What a test says of the movie; only `passed` has no part of the page.
  package enum Verdict: String, Sendable {
    case passed, failed, unavailable
  }

  /// A stretch of the movie that differs.
  package struct Mark: Hashable, Sendable {
    /// Output frames, half-open; beyond the movie's end where that is missing.
    package var frames: Range<Int>
    /// Whether it is the sound that differs.
    package var isAudio: Bool

    /// A stretch of pictures, unless said otherwise; not empty.
    package init(frames: Range<Int>, isAudio: Bool = false) {
      self.frames = frames
      self.isAudio = isAudio
    }
  }

  /// A stretch of differing frames, with pictures of one of them.
  package struct Row: Sendable {
    /// What differs, in words.
    package var title: String
    /// The frame that is shown.
    package var frame: Int
    /// `nil` where there is no picture of it.
    package var expected: Picture?
    /// Where that picture comes from, or why there is none; `nil` where that needs no words.
    package var expectedNote: String?
    /// `nil` where the movie ends before it.
    package var actual: Picture?
    /// Where the two differ; `nil` where there is nothing to compare.
    package var heatMap: Picture?
    /// Names and values.
    package var measures: [(name: String, value: String)]

    /// A row that shows no pictures, unless said otherwise.
    ///
    /// - Parameter frame: counted from 0; the link from the movie's bar leads by it.
    package init(
      title: String, frame: Int, expected: Picture? = nil, actual: Picture? = nil,
      heatMap: Picture? = nil, measures: [(name: String, value: String)] = []
    ) {
      self.title = title
      self.frame = frame
      self.expected = expected
      self.actual = actual
      self.heatMap = heatMap
      self.measures = measures
    }
  }

  /// A PNG or JPEG file.
  package struct Picture: Sendable {
    /// The whole file; it becomes part of the page.
    package var bytes: [UInt8]
    /// `image/png` or `image/jpeg`.
    package var type: String

    /// A file and its media type.
    package init(bytes: [UInt8], type: String) {
      self.bytes = bytes
      self.type = type
    }
  }

  /// What a person calls the movie.
  package var title: String
  /// Whether, and how, it is shown beyond its title and lines.
  package var verdict: Verdict
  /// What was tested or found, a line each.
  package var lines: [String]
  /// Of the movie as it is now; 0 where that is not known.
  package var frameCount: Int
  /// Output frames a second.
  package var rate: FrameRate
  /// For the movie's bar; may overlap.
  package var marks: [Mark]
  /// Rising by their frames.
  package var rows: [Row]
  /// Why the first differing frame is what it is; `nil` where there is nothing to explain.
  package var explanation: String?

  /// What is found in a movie; without marks no bar is drawn.
  package init(
    title: String, verdict: Verdict, lines: [String], frameCount: Int, rate: FrameRate,
    marks: [Mark] = [], rows: [Row] = [], explanation: String? = nil
  ) {
    self.title = title
    self.verdict = verdict
    self.lines = lines
    self.frameCount = frameCount
    self.rate = rate
    self.marks = marks
    self.rows = rows
    self.explanation = explanation
  }
}
