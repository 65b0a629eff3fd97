/// A time as a person writes it, kept with its spelling.
///
/// | written | means |
/// |---|---|
/// | `2.5`, `2.5s`, `1e-3s` | seconds |
/// | `500ms` | milliseconds |
/// | `1001/30000s` | an exact fraction of seconds; the `s` may be left out |
/// | `75f` | frames of the output rate |
/// | `01:02.5`, `00:01:02.500`, `00:01:02` | a clock: minutes and seconds, or hours before them |
/// | `00:00:02:15` | timecode of the output rate |
/// | `00:00:02;15`, `00;00;02;15` | drop-frame timecode |
///
/// Each may have a sign. Two expressions are equal when they are spelled alike, so `2.5` and
/// `2.50s` differ until they are resolved.
public struct TimeExpression: Hashable, Sendable {
  /// What an expression says.
  public enum Value: Hashable, Sendable {
    /// A number of seconds: decimal, fraction or clock.
    case seconds(Rational)

    /// A number of frames of the output rate.
    case frames(Int64)

    /// A timecode of the output rate, to be counted back from 0 when negative.
    case timecode(TimecodeFields, isNegative: Bool)
  }

  /// What the expression says.
  public let value: Value

  /// The expression as it was written.
  public let description: String

  /// Reads a time in any spelling.
  ///
  /// - Throws: ``TimeSyntaxError`` with the reason and the place.
  /// - Complexity: linear in the length of the text.
  public init(parsing text: String) throws(TimeSyntaxError) {
    value = try TimeExpressionParser(text).parse()
    description = text
  }

  private init(_ value: Value, spelling: String) {
    self.value = value
    description = spelling
  }

  /// A number of seconds, written in decimal when that is exact and as a fraction otherwise.
  public static func seconds(_ seconds: Rational) -> TimeExpression {
    TimeExpression(
      .seconds(seconds), spelling: (seconds.decimalDescription ?? seconds.description) + "s")
  }

  /// A number of frames of the output rate.
  public static func frames(_ frames: Int64) -> TimeExpression {
    TimeExpression(.frames(frames), spelling: "\(frames)f")
  }

  /// A timecode of the output rate.
  public static func timecode(_ timecode: Timecode) -> TimeExpression {
    TimeExpression(
      .timecode(timecode.fields, isNegative: false), spelling: timecode.description)
  }
}

extension TimeExpression: CustomStringConvertible {}

// MARK: - Resolution

extension TimeExpression {
  /// Whether the time depends on the output rate.
  public var dependsOnFrameRate: Bool {
    if case .seconds = value { return false }
    return true
  }

  /// The time in seconds, exactly; nothing is rounded.
  ///
  /// - Parameter rate: the output rate, for frames and timecodes.
  /// - Throws: ``TimeResolutionError`` when the timecode does not exist at the rate, or the time is
  ///   not representable.
  public func resolved(rate: FrameRate) throws(TimeResolutionError) -> Rational {
    do {
      switch value {
      case .seconds(let seconds):
        return seconds
      case .frames(let frames):
        return try FrameGrid(rate).time(of: FrameIndex(frames))
      case .timecode(let fields, let isNegative):
        let frame = try Timecode(fields, rate: rate).frame
        // At most 24 hours of frames, so the sign can be turned.
        return try FrameGrid(rate).time(of: FrameIndex(isNegative ? -frame.value : frame.value))
      }
    } catch let error as TimeResolutionError {
      throw error
    } catch {
      throw .outOfRange
    }
  }
}
