/// Why a text is not a time.
public struct TimeSyntaxError: Error, Hashable, Sendable {
  /// What is wrong, in lower case and without a full stop: "a number is missing".
  public let reason: String

  /// Where it is wrong: bytes of UTF-8 from the start of the text, up to and including its length.
  public let offset: Int

  /// An error at a byte of the text.
  public init(reason: String, offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension TimeSyntaxError: CustomStringConvertible {
  /// The reason, and the byte in brackets.
  public var description: String { "\(reason) (at byte \(offset))" }
}

/// Why a well-formed time means nothing at a frame rate.
public enum TimeResolutionError: Error, Hashable, Sendable {
  /// The result is not representable, or a timecode is not within 24 hours.
  case outOfRange

  /// Timecode counts whole rates and those times 1000/1001 only.
  case noTimecode(FrameRate)

  /// Drop-frame is defined at 30000/1001 and 60000/1001 only.
  case noDropFrame(TimecodeFields, FrameRate)

  /// The frames of a timecode reach the nominal rate.
  case frameNumberTooLarge(TimecodeFields, FrameRate)

  /// Drop-frame counting leaves this number out; `next` is the first one after it that exists.
  case skippedNumber(TimecodeFields, next: TimecodeFields)

  /// What the user should have written, where that is known.
  public var suggestion: String? {
    switch self {
    case .skippedNumber(_, let next):
      return next.description
    case .noDropFrame(var fields, let rate):
      // Of 24 frames the last one is 23.
      guard fields.frames < rate.nominal else { return nil }
      fields.isDropFrame = false
      return fields.description
    case .frameNumberTooLarge(var fields, let rate):
      // Frames beyond a second, as if they were counted on.
      guard !fields.isDropFrame, fields.frames < 2 * rate.nominal else { return nil }
      fields.frames -= rate.nominal
      fields.seconds += 1
      if fields.seconds == 60 { (fields.minutes, fields.seconds) = (fields.minutes + 1, 0) }
      if fields.minutes == 60 { (fields.hours, fields.minutes) = (fields.hours + 1, 0) }
      return fields.hours < 24 ? fields.description : nil
    case .outOfRange, .noTimecode:
      return nil
    }
  }
}

extension TimeResolutionError: CustomStringConvertible {
  /// What is wrong, in lower case and without a full stop.
  public var description: String {
    switch self {
    case .outOfRange:
      return "the time is out of range"
    case .noTimecode(let rate):
      return "there is no timecode at \(rate.shortDescription) frames per second"
    case .noDropFrame(let fields, let rate):
      return "'\(fields)' is drop-frame timecode, which exists at 29.97 and 59.94 frames per second"
        + " and not at \(rate.shortDescription)"
    case .frameNumberTooLarge(let fields, let rate):
      return "frame \(fields.frames) of '\(fields)' is above \(rate.nominal - 1), the last one"
        + " of a second at \(rate.shortDescription) frames per second"
    case .skippedNumber(let fields, let next):
      return "drop-frame timecode leaves out '\(fields)'; the next one is '\(next)'"
    }
  }
}
