/// Test sounds as functions of the sample's number: the same wherever a block begins.
public enum ToneGenerator {
  /// Length of a beep in milliseconds.
  public static let beepMilliseconds = 50

  /// Adds a sine to every channel.
  ///
  /// Sample n has the phase n · frequency / sampleRate turns, reduced exactly before the sine is
  /// taken, so it does not drift.
  /// - Parameters:
  ///   - frequency: hertz; nothing is added outside of 1…sampleRate / 2.
  ///   - level: peak in millionths of full scale.
  ///   - start: the number of the buffer's first sample.
  public static func addSine(
    frequency: Int, level: Int, from start: Int64, sampleRate: Int, to buffer: inout AudioBuffer
  ) {
    guard sampleRate > 0, frequency > 0, frequency <= sampleRate / 2 else { return }
    let peak = Double(max(0, min(level, 1_000_000))) / 1_000_000
    add(to: &buffer, from: start) { sample in
      guard sample >= 0 else { return 0 }
      return peak * sine(turnsOf: sample % Int64(sampleRate) * Int64(frequency), Int64(sampleRate))
    }
  }

  /// Adds a beep at the beginning of every second: 600 + 100 · (second mod 10) hertz for 50 ms, a
  /// peak of ½, with edges of half a millisecond.
  public static func addBeeps(from start: Int64, sampleRate: Int, to buffer: inout AudioBuffer) {
    guard sampleRate > 0 else { return }
    let rate = Int64(sampleRate)
    let length = rate * Int64(beepMilliseconds) / 1000
    let edge = max(1, rate / 2000)
    add(to: &buffer, from: start) { sample in
      guard sample >= 0 else { return 0 }
      let within = sample % rate
      guard within < length else { return 0 }
      let frequency = 600 + 100 * (sample / rate % 10)
      let inside = min(within + 1, length - within)
      let gain = inside >= edge ? 0.5 : 0.5 * Double(inside) / Double(edge)
      return gain * sine(turnsOf: within * frequency, rate)
    }
  }

  private static func add(
    to buffer: inout AudioBuffer, from start: Int64, _ value: (Int64) -> Double
  ) {
    let count = buffer.frameCount
    for index in 0..<count {
      let sample = Float(value(start + Int64(index)))
      guard sample != 0 else { continue }
      for channel in 0..<buffer.channelCount { buffer.add(sample, channel: channel, frame: index) }
    }
  }

  /// The sine of `numerator` / `denominator` turns.
  private static func sine(turnsOf numerator: Int64, _ denominator: Int64) -> Double {
    let phase = numerator % denominator * 4
    let quarter = phase / denominator
    let x = Double(phase % denominator) / Double(denominator)
    switch quarter {
    case 0: return QuarterSine.value(x)
    case 1: return QuarterSine.value(1 - x)
    case 2: return -QuarterSine.value(x)
    default: return -QuarterSine.value(1 - x)
    }
  }
}
