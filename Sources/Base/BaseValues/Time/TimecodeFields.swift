/// Hours, minutes, seconds and frames as written, before a frame rate gives them a meaning.
public struct TimecodeFields: Hashable, Sendable {
  /// 0…23 where a ``Timecode`` is made of them.
  public var hours: Int

  /// 0…59.
  public var minutes: Int

  /// 0…59.
  public var seconds: Int

  /// 0 up to, not including, the nominal rate.
  public var frames: Int

  /// Whether the numbers are counted drop-frame; written `;` before the frames.
  public var isDropFrame: Bool

  /// Fields as written; ``Timecode`` checks their ranges.
  public init(hours: Int, minutes: Int, seconds: Int, frames: Int, isDropFrame: Bool = false) {
    self.hours = hours
    self.minutes = minutes
    self.seconds = seconds
    self.frames = frames
    self.isDropFrame = isDropFrame
  }
}

extension TimecodeFields: CustomStringConvertible {
  /// `"00:00:02:15"`, or `"00:00:02;15"` for drop-frame; at least two digits each.
  public var description: String {
    let separator = isDropFrame ? ";" : ":"
    return "\(twoDigits(hours)):\(twoDigits(minutes)):\(twoDigits(seconds))"
      + "\(separator)\(twoDigits(frames))"
  }

  private func twoDigits(_ value: Int) -> String {
    value >= 0 && value < 10 ? "0\(value)" : "\(value)"
  }
}
