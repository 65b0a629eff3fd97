/// A frame number in the hours, minutes, seconds and frames of SMPTE ST 12-1 (12M).
///
/// At 30000/1001 and 60000/1001 frames a second the count of 30 or 60 to a second runs slow by
/// 3.6 s an hour. Drop-frame numbering skips numbers, never pictures, to keep up: the first two (at
/// 60: four) of every minute except each tenth one do not exist.
///
/// ```
/// 00:00:59;28  00:00:59;29  00:01:00;02  00:01:00;03   …   00:09:59;29  00:10:00;00
/// ```
/// A timecode is valid by construction: within 24 hours, and never a skipped number.
public struct Timecode: Hashable, Sendable {
  /// The numbers.
  public let fields: TimecodeFields

  /// The rate of the frames that are counted.
  public let rate: FrameRate

  /// The timecode of `frame`, counted from 00:00:00:00 at frame 0.
  ///
  /// `nil` for a negative frame, one at or after 24 hours, a rate timecode cannot count (see
  /// ``FrameRate/isTimecodeCapable``), and drop-frame at a rate without it.
  public init?(frame: FrameIndex, rate: FrameRate, dropFrame: Bool) {
    guard let count = TimecodeCount(rate: rate, dropFrame: dropFrame) else { return nil }
    guard frame.value >= 0, frame.value < count.framesPerDay else { return nil }
    fields = count.fields(ofFrame: Int(frame.value))
    self.rate = rate
  }

  /// The timecode of `frame`, where the count begins anew every 24 hours, as clocks do.
  ///
  /// `nil` for a rate timecode cannot count, and drop-frame at a rate without it.
  public init?(wrapping frame: FrameIndex, rate: FrameRate, dropFrame: Bool) {
    guard let count = TimecodeCount(rate: rate, dropFrame: dropFrame) else { return nil }
    let day = Int64(count.framesPerDay)
    let rest = frame.value % day
    self.init(
      frame: FrameIndex(rest < 0 ? rest + day : rest), rate: rate, dropFrame: dropFrame)
  }

  /// The timecode of the given numbers.
  ///
  /// - Throws: ``TimeResolutionError`` that says which number is wrong and what is legal.
  public init(_ fields: TimecodeFields, rate: FrameRate) throws(TimeResolutionError) {
    guard rate.isTimecodeCapable else { throw .noTimecode(rate) }
    guard let count = TimecodeCount(rate: rate, dropFrame: fields.isDropFrame) else {
      throw .noDropFrame(fields, rate)
    }
    guard (0..<24).contains(fields.hours), (0..<60).contains(fields.minutes),
      (0..<60).contains(fields.seconds)
    else { throw .outOfRange }
    guard (0..<count.nominal).contains(fields.frames) else {
      throw .frameNumberTooLarge(fields, rate)
    }
    if count.skips(fields) {
      var next = fields
      next.frames = count.skippedPerMinute
      throw .skippedNumber(fields, next: next)
    }
    self.fields = fields
    self.rate = rate
  }

  /// The timecode a text stands for: `"00:00:02:15"`, or with `;` before the frames (or between
  /// all fields) for drop-frame. `nil` when it is anything else or no valid timecode of the rate.
  public static func parse(_ text: String, rate: FrameRate) -> Timecode? {
    do {
      guard case .timecode(let fields, isNegative: false) = try TimeExpression(parsing: text).value
      else { return nil }
      return try Timecode(fields, rate: rate)
    } catch {
      return nil
    }
  }

  /// Whether the numbers are counted drop-frame.
  public var isDropFrame: Bool { fields.isDropFrame }

  /// The number of the frame, counted from 0 at 00:00:00:00.
  public var frame: FrameIndex {
    // Every timecode was checked when it was made, so the count exists.
    guard let count = TimecodeCount(rate: rate, dropFrame: fields.isDropFrame) else {
      return FrameIndex(0)
    }
    return FrameIndex(Int64(count.frame(of: fields)))
  }
}

extension Timecode: CustomStringConvertible {
  /// `"00:00:02:15"`, or `"00:00:02;15"` for drop-frame.
  public var description: String { fields.description }
}

extension Timecode: Comparable {
  /// Whether `a` is a lower frame number than `b`; the rates are not looked at.
  public static func < (a: Timecode, b: Timecode) -> Bool {
    (a.frame, a.rate.rational, a.isDropFrame ? 1 : 0)
      < (b.frame, b.rate.rational, b.isDropFrame ? 1 : 0)
  }
}

/// How one way of counting numbers frames. All values are below 2^27.
private struct TimecodeCount {
  /// Numbers to a second.
  let nominal: Int

  /// Numbers left out at the start of nine minutes in ten; 0 unless drop-frame.
  let skippedPerMinute: Int

  init?(rate: FrameRate, dropFrame: Bool) {
    guard rate.isTimecodeCapable, !dropFrame || rate.isDropFrameCapable else { return nil }
    nominal = rate.nominal
    skippedPerMinute = dropFrame ? nominal / 15 : 0
  }

  /// Frames in a minute that skips numbers.
  private var framesPerMinute: Int { nominal * 60 - skippedPerMinute }

  private var framesPerTenMinutes: Int { nominal * 600 - 9 * skippedPerMinute }

  var framesPerDay: Int { framesPerTenMinutes * 144 }

  func skips(_ fields: TimecodeFields) -> Bool {
    fields.minutes % 10 != 0 && fields.seconds == 0 && fields.frames < skippedPerMinute
  }

  func frame(of fields: TimecodeFields) -> Int {
    let minutes = fields.hours * 60 + fields.minutes
    let number = (minutes * 60 + fields.seconds) * nominal + fields.frames
    return number - skippedPerMinute * (minutes - minutes / 10)
  }

  func fields(ofFrame frame: Int) -> TimecodeFields {
    let (tens, rest) = frame.quotientAndRemainder(dividingBy: framesPerTenMinutes)
    // The first minute of ten is longer by the numbers the other nine leave out.
    let skippingMinutes = max(0, rest - skippedPerMinute) / framesPerMinute
    let number = frame + skippedPerMinute * (9 * tens + skippingMinutes)
    let seconds = number / nominal
    return TimecodeFields(
      hours: seconds / 3600, minutes: seconds / 60 % 60, seconds: seconds % 60,
      frames: number % nominal, isDropFrame: skippedPerMinute > 0)
  }
}

extension Timecode {
  /// A frame's timecode as text, drop-frame at rates that have it; `frame N` where there is none.
  public static func text(_ frame: FrameIndex, rate: FrameRate) -> String {
    let code =
      Timecode(frame: frame, rate: rate, dropFrame: true)
      ?? Timecode(frame: frame, rate: rate, dropFrame: false)
    return code?.description ?? "frame \(frame.value)"
  }
}
