internal import BaseValues

/// Times as Timed Text writes them (TTML 1, third edition, section 10.3.1), and what their frames and ticks are.
struct TimedTextClock {
  var frameRate = Rational(30)
  /// Units of a frame that times may count behind a point.
  var subFrames = Rational(1)
  var tickRate: Rational?
  /// Whether clocks are timecodes of SMPTE 12M, which count frames.
  private var isTimecode = false
  private var drop = Drop.none

  /// Numbers of frames that timecodes leave out.
  private enum Drop: String {
    case none = "nonDrop"
    /// The first two of each minute, but of every tenth.
    case ntsc = "dropNTSC"
    /// The first four of every second minute, but of every twentieth.
    case pal = "dropPAL"

    /// How many are left out before a minute (TTML 1, appendix N.3).
    func count(hours: Int64, minutes: Int64) -> Int64 {
      switch self {
      case .none: 0
      case .ntsc: (hours * 54 + minutes - minutes / 10) * 2
      case .pal: (hours * 27 + minutes / 2 - minutes / 20) * 4
      }
    }
  }

  /// Takes in an attribute of the root; whether it was understood.
  mutating func set(_ name: String, _ value: String) -> Bool {
    switch name {
    case "frameRate":
      guard let rate = Self.positive(value) else { return false }
      frameRate = rate
    case "subFrameRate":
      guard let rate = Self.positive(value) else { return false }
      subFrames = rate
    case "tickRate":
      guard let rate = Self.positive(value) else { return false }
      tickRate = rate
    case "frameRateMultiplier":
      let parts = value.split { $0 == " " || $0 == ":" }.compactMap { Self.positive(String($0)) }
      guard parts.count == 2 else { return false }
      multiplier = (try? parts[0] / parts[1]) ?? .one
    case "timeBase": isTimecode = value == "smpte"
    case "dropMode":
      guard let drop = Drop(rawValue: value) else { return false }
      self.drop = drop
    default: return false
    }
    return true
  }

  private var multiplier = Rational.one
  private var effectiveRate: Rational { (try? frameRate * multiplier) ?? frameRate }
  /// Whether the root says its rate of frames, from which that of ticks follows.
  var saysFrameRate = false

  private var ticks: Rational {
    tickRate ?? (saysFrameRate ? (try? effectiveRate * subFrames) ?? effectiveRate : .one)
  }

  /// Seconds of a clock's time, `00:00:01.5`, `00:00:01:12`, or of a number with a unit, `1.5s`, `36f`, `90000t`.
  func seconds(_ text: String) -> Rational? {
    let text = text.trimmedSpaces
    return text.contains(":") ? clock(text) : offset(text)
  }

  /// Seconds of a time that is spelled otherwise than Timed Text has it, and how it is spelled rightly: a comma
  /// before the fraction, seconds without their unit, a clock without hours.
  func lenientSeconds(_ text: String) -> (seconds: Rational, repair: CaptionRepair, text: String)? {
    let text = text.trimmedSpaces
    let commas = text.utf8.count { $0 == UInt8(ascii: ",") }
    if commas == 1, !text.utf8.contains(UInt8(ascii: ".")) {
      let plain = text.replacing(",", with: ".")
      if let time = seconds(plain) { return (time, .separator(wanted: "."), plain) }
      return lenientSeconds(plain)
    }
    if let time = seconds(text + "s"), !text.contains(":") { return (time, .time, text + "s") }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let time = seconds("00:" + text) else { return nil }
    return (time, .time, ClockText.text(time, separator: "."))
  }

  private func offset(_ text: String) -> Rational? {
    let digits = text.prefix { "0123456789.".contains($0) }
    guard !digits.isEmpty, let number = Rational.decimal(digits) else { return nil }
    switch text.dropFirst(digits.count) {
    case "h": return try? number * Rational(3600)
    case "m": return try? number * Rational(60)
    case "s": return number
    case "ms": return try? number / Rational(1000)
    case "f": return try? number / effectiveRate
    case "t": return try? number / ticks
    default: return nil
    }
  }

  private func clock(_ text: String) -> Rational? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3 || parts.count == 4,
      let hours = Self.whole(parts[0]), let minutes = Self.whole(parts[1])
    else { return nil }
    let seconds =
      parts.count == 3 ? Rational.decimal(parts[2]) : Self.whole(parts[2]).map { Rational($0) }
    guard let seconds, !seconds.isNegative,
      var time = try? Rational(hours * 3600 + minutes * 60) + seconds
    else { return nil }
    if isTimecode {
      let dropped = drop.count(hours: hours, minutes: minutes)
      guard let counted = try? (time * frameRate) - Rational(dropped),
        let real = try? counted / effectiveRate
      else { return nil }
      time = real
    }
    if parts.count == 4 {
      let frames = parts[3].split(separator: ".", omittingEmptySubsequences: false)
      guard frames.count <= 2, let whole = Self.whole(frames[0]) else { return nil }
      var number = Rational(whole)
      if frames.count == 2 {
        guard let part = Self.whole(frames[1]), let share = try? Rational(part) / subFrames,
          let sum = try? number + share
        else { return nil }
        number = sum
      }
      guard let rest = try? number / effectiveRate, let sum = try? time + rest else { return nil }
      time = sum
    }
    return time
  }

  private static func whole(_ text: Substring) -> Int64? {
    guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      return nil
    }
    return Int64(text)
  }

  private static func positive(_ text: String) -> Rational? {
    Rational.decimal(text.trimmedSpaces).flatMap {
      $0 > .zero && $0.isWhole && $0 < Rational(1 << 32) ? $0 : nil
    }
  }
}
