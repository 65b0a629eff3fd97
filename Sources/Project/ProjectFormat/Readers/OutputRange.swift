import BaseValues
package import Diagnostics
import TimelineModel

/// The part of an edit that a named output is.
struct OutputRange: Sendable {
  /// Where it begins, and where it ends; `nil` where the edit does.
  var from: TimeExpression?
  var to: TimeExpression?
  /// As it is written.
  var text: String

  static let key = Key(
    "range", shape,
    "The part of the edit that the movie is, as `--range` says it: from one time to another, either of which may be left "
      + "out.",
    examples: ["\"2s..8s\"", "\"..10s\""], since: "0.2.0")

  private static let shape = Shape<OutputRange>(
    expected: "two times with '..' between them", example: "\"2s..8s\"", schema: .string()
  ) { value, reading in
    guard case .string(let text) = value.kind else {
      return reading.wrong(value, "two times with '..' between them", "\"2s..8s\"")
    }
    let parts = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts.contains(where: { !$0.isEmpty }) else {
      reading.report(
        ProjectMessages.timeSyntax(
          shortened(text), reason: "a part of the edit is from one time to another, as in 2s..8s",
          range: value.range, respelling: nil))
      return nil
    }
    var times: [TimeExpression?] = []
    for part in parts {
      if part.isEmpty {
        times.append(nil)
        continue
      }
      do throws(TimeSyntaxError) {
        times.append(try TimeExpression(parsing: String(part)))
      } catch {
        reading.report(
          ProjectMessages.timeSyntax(
            shortened(String(part)), reason: error.reason, range: value.range, respelling: nil))
        return nil
      }
    }
    return OutputRange(from: times[0], to: times[1], text: text)
  }

  /// How long the edit may last where this part of it may last so long; `nil` where the part does not, however long the
  /// edit is.
  func limit(ofEdit limit: Rational, rate: FrameRate) -> Rational? {
    let from = (try? self.from?.resolved(rate: rate)) ?? .zero
    guard let to else { return (try? limit + from) ?? limit }
    guard let end = try? to.resolved(rate: rate), let length = try? end - from, length <= limit
    else {
      return limit
    }
    return nil
  }

  /// Frames of a movie, both ends the nearest ones.
  ///
  /// - Returns: `nil` where that is nothing, or not in it; `found` has what was asked for then.
  func frames(of count: Int, rate: FrameRate) -> (frames: Range<Int>?, found: String) {
    let grid = FrameGrid(rate)
    func frame(_ time: TimeExpression?, else end: Int) -> Int64? {
      guard let time else { return Int64(end) }
      return (try? time.resolved(rate: rate)).map { grid.nearestFrame(to: $0).value }
    }
    guard let from = frame(from, else: 0), let to = frame(to, else: count) else { return (nil, "") }
    guard from >= 0, from < to, to <= Int64(count) else { return (nil, "frames \(from)..\(to)") }
    return (Int(from)..<Int(to), "")
  }
}

extension ProjectDocument {
  /// The frames that the chosen output is, of a movie of all of the edit; all where it says nothing.
  package func outputFrames(of count: Int) -> Range<Int> {
    chosenOutput?.part?.value.frames(of: count, rate: outputRate).frames ?? 0..<count
  }

  /// What is wrong with the part of the edit that the chosen output is.
  package func outputFramesFinding(of count: Int) -> Diagnostic? {
    guard let part = chosenOutput?.part else { return nil }
    let (frames, found) = part.value.frames(of: count, rate: outputRate)
    if frames != nil { return nil }
    return ProjectMessages.timeOutOfRange(
      shortened(part.value.text), ofFrames: count, found: found, range: part.range)
  }
}

extension JSONValue {
  /// A named output without what is no key of `output`: values of parameters, and a part of the edit.
  var plainOutput: JSONValue {
    without(GroupReader.given.description.name).without(OutputRange.key.description.name)
  }
}
