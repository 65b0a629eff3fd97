import Diagnostics
package import BaseValues
import ProjectFormat
import TimelineModel

/// Times in the spelling that a project prefers.
package struct EditTimes: Sendable {
  private let rate: FrameRate
  /// A time of the project in the spelling that most have.
  private let sample: TimeExpression?

  package init(_ tree: EditTree) {
    rate = tree.frameRate
    var samples: [Int: (count: Int, first: TimeExpression)] = [:]
    for node in tree.nodes where ["in", "out", "duration", "at", "gap", "until"].contains(node.key)
    {
      guard let time = WrittenValue.time(node.value) else { continue }
      let spelling =
        switch time.value {
        case .seconds: 0
        case .frames: 1
        case .timecode: 2
        }
      samples[spelling, default: (0, time)].count += 1
    }
    sample =
      samples.sorted { ($0.value.count, $0.key) > ($1.value.count, $1.key) }.first?.value
      .first
  }

  /// A place in the movie or in a source.
  package func text(_ time: Rational) -> String {
    guard let sample else { return TimeText.text(time, rate) }
    return TimeText.text(time, rate, like: sample)
  }

  /// How much something differs, without its sign: `12 frames`, `2 seconds`.
  func amount(_ time: Rational) -> String {
    guard let size = try? time.magnitude() else { return TimeText.text(time, rate) }
    if size.isWhole { return size == .one ? "1 second" : "\(size) seconds" }
    if let frames = try? size * rate.rational, frames.isWhole {
      return TimeText.frames(frames.numerator)
    }
    return TimeText.text(size, rate)
  }

  /// Several amounts in one unit: whole seconds where all are that, else frames, else as they are.
  func amounts(_ times: [Rational]) -> [String] {
    let all = times.map { amount($0) }
    if Set(times.map { time in time.isWhole }).count < 2 { return all }
    let frames = times.compactMap { time in
      (try? time.magnitude()).flatMap { try? $0 * rate.rational }
    }
    guard frames.count == times.count, frames.allSatisfy(\.isWhole) else { return all }
    return frames.map { TimeText.frames($0.numerator) }
  }

  /// `12 frames later` or `12 frames earlier`.
  func shift(_ time: Rational) -> String {
    amount(time) + (time.isNegative ? " earlier" : " later")
  }

  /// `12 frames longer` or `12 frames shorter`.
  func growth(_ time: Rational) -> String {
    amount(time) + (time.isNegative ? " shorter" : " longer")
  }
}
