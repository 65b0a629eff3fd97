package import BaseValues

/// Times as messages and fixes write them: a project may hold every one of them.
package enum TimeText {
  /// Seconds in decimal where that is short, else frames where it is whole ones, else a fraction.
  package static func text(_ time: Rational, _ rate: FrameRate) -> String {
    if let decimal = time.decimalDescription, decimal.utf8.count <= 12 { return decimal + "s" }
    if let frames = try? time * rate.rational, frames.isWhole { return "\(frames.numerator)f" }
    return time.description + "s"
  }

  /// As an editor reads it: seconds in decimal where that is short, else frames where it is whole ones,
  /// else seconds to the millisecond. For words alone: what is written has to be exact.
  package static func short(_ time: Rational, _ rate: FrameRate) -> String {
    if let decimal = time.decimalDescription, decimal.utf8.count <= 7 { return decimal + "s" }
    if let frames = try? time * rate.rational, frames.isWhole { return "\(frames.numerator)f" }
    let short = time.decimalApproximation(places: 3)
    // What is less than that is something all the same.
    return (["0", "-0"].contains(short) ? time.description : short) + "s"
  }

  /// As an editor writes it, and no later: the frames that fit where it is no short number of seconds.
  ///
  /// - Parameter written: a time whose spelling it takes, if it can.
  package static func atMost(
    _ time: Rational, _ rate: FrameRate, like written: TimeExpression? = nil
  ) -> String {
    guard let frames = try? time * rate.rational else { return text(time, rate) }
    // Less than a frame is said exactly.
    if frames < .one, frames > .zero { return text(time, rate) }
    let whole = FrameIndex(frames.floor())
    switch written?.value {
    case .frames: return "\(whole.value)f"
    case .timecode(let fields, _):
      let timecode = Timecode(frame: whole, rate: rate, dropFrame: fields.isDropFrame)
      return timecode?.description ?? "\(whole.value)f"
    case .seconds, nil:
      if let decimal = time.decimalDescription, decimal.utf8.count <= 7 { return decimal + "s" }
      return "\(whole.value)f"
    }
  }

  /// The time in the spelling of another one, where it can be spelled so.
  package static func text(
    _ time: Rational, _ rate: FrameRate, like written: TimeExpression
  ) -> String {
    guard let frames = try? time * rate.rational, frames.isWhole else { return text(time, rate) }
    let frame = FrameIndex(frames.numerator)
    switch written.value {
    case .seconds:
      return text(time, rate)
    case .frames:
      return "\(frame.value)f"
    case .timecode(let fields, _):
      let timecode = Timecode(frame: frame, rate: rate, dropFrame: fields.isDropFrame)
      return timecode?.description ?? text(time, rate)
    }
  }

  /// A timecode where the time is one, else as ``text(_:_:)`` has it.
  package static func timecode(_ time: Rational, _ rate: FrameRate) -> String {
    guard !time.isNegative, let frames = try? time * rate.rational, frames.isWhole,
      let timecode = Timecode(
        frame: FrameIndex(frames.numerator), rate: rate, dropFrame: rate.isDropFrameCapable)
    else { return text(time, rate) }
    return timecode.description
  }

  /// `1 frame`, `12 frames`.
  package static func frames(_ count: Int64) -> String {
    count == 1 ? "1 frame" : "\(count) frames"
  }
}
