import LibAV
import TimelineModel

/// Gives the pictures of a file or sequence by number, without combs.
final class PictureReader {
  private let reader: any StoredPictures
  private let rule: FieldRule
  private let deinterlacer = Deinterlacer()
  private var last: (number: Int, frame: SharedFrame)?
  /// Whether the last picture was interlaced: then the next one probably is, and it is cheaper to
  /// read the picture before it first.
  private var expectsFields: Bool

  init(_ source: MediaSource, protocols: [String]) throws(LibAVError) {
    if let files = source.series {
      reader = SequenceReader(files, stream: source.videoStream ?? 0)
    } else {
      reader = try VideoReader(source, protocols: protocols)
    }
    rule = FieldRule(source.reading.interlace, container: source.fields.container)
    expectsFields = rule.expectsFields(source.fields)
  }

  /// Times that decoding began anew, for tests.
  var restarts: Int { reader.restarts }

  /// Pictures to decode until this one, 0 when it is at hand; `nil` when a seek is needed.
  func distance(to number: Int) -> Int? {
    last?.number == number ? 0 : reader.distance(to: number)
  }

  /// Picture `number`, from 0 in order of presentation.
  func frame(_ number: Int) throws(LibAVError) -> SharedFrame {
    if let last, last.number == number { return last.frame }
    if expectsFields {
      // The neighbours on both sides, and what was read ahead.
      reader.kept = 4
      _ = try neighbour(number - 1)
    }
    let stored = try reader.frame(number)
    let order = rule.order(of: stored)
    expectsFields = order != nil
    guard let order else { return stored }
    let before = try neighbour(number - 1)
    let frame = try deinterlacer.picture(
      before: before, stored, after: try neighbour(number + 1), order: order)
    last = (number, frame)
    return frame
  }

  /// A picture beside one; `nil` where there is none.
  private func neighbour(_ number: Int) throws(LibAVError) -> SharedFrame? {
    guard number >= 0, number < reader.count else { return nil }
    do throws(LibAVError) {
      return try reader.frame(number)
    } catch {
      // A neighbour that cannot be decoded is none.
      if error.isFatal { throw error }
      return nil
    }
  }
}
