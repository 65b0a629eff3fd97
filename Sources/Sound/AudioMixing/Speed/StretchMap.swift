internal import BaseValues

/// Lengths and places of a stretched sound, in samples.
struct StretchMap: Sendable {
  private let course: StretchCourse
  /// The longest frame, 85 ms at 48 kHz: a power of two. A longer one would tell lower chords
  /// apart, but not follow a voice that glides.
  let longest: Int
  /// The shortest frame, for onsets that follow each other fast.
  var shortest: Int { longest / 8 }
  /// The shortest frame that is taken where a longer one finds room.
  var usual: Int { longest / 2 }
  /// Before an onset, in which what was before is faded to it.
  let lead: Int64
  /// The same where no onset covers a new beginning.
  let longLead: Int64
  /// Between two onsets, at least.
  let apart: Int64
  /// Source samples after which sound without onsets is begun anew: a minute of the source, or of
  /// the result where that is less.
  let span: Int64
  /// Source samples before a place that may be looked at there.
  var back: Int64 { 2 * (Int64(longest) + widest) + longLead }
  /// Source samples for each sample of the result, rounded up; 1 or more.
  let widest: Int64

  /// - Parameter rate: samples a second, 1000 or more.
  init(_ course: StretchCourse, rate: Int64) {
    self.course = course
    var longest = 64
    while longest * 2 <= Int(rate) * 95 / 1000 { longest *= 2 }
    self.longest = longest
    lead = max(1, rate / 500)
    longLead = max(2, rate / 20)
    widest = max(course.fastest, .one).ceil()
    apart = max(rate / 40, rate * 3 / 100 * widest)
    let slowest = course.slowest
    let slower = Int128(rate * 60) * Int128(slowest.numerator) / Int128(slowest.denominator)
    span = Int64(min(max(slower, 1), Int128(rate * 60)))
  }

  /// Where a sample of the source is in the result, rounded to nearest.
  func result(of source: Int64) -> Int64 { course.result(of: source) }

  /// Where a sample of the result is in the source, rounded down.
  func source(at sample: Int64) -> Int64 { course.source(after: sample, from: 0) }

  /// Source samples in a number of samples of the result from one of them on, rounded down.
  func source(in count: Int64, from sample: Int64) -> Int64 {
    course.source(after: count, from: sample)
  }

  /// Where sound without onsets begins anew after a beginning: a multiple of `span`, so that it can
  /// be found from wherever reading begins.
  func renewal(after start: Int64) -> Int64 { (floorDivide(start + span - 1, by: span) + 1) * span }

  /// The length of frames from a beginning to the next onset: a third of what they have at most, if
  /// that is enough.
  func frameLength(from start: Int64, to onset: Int64?) -> Int {
    guard let onset else { return longest }
    let room = onset - start - lead
    let shown = min(room, result(of: onset) - result(of: start) - lead)
    var length = longest
    while length > usual, 3 * Int64(length) > shown { length /= 2 }
    while length > shortest, Int64(length) > room { length /= 2 }
    return length
  }
}
