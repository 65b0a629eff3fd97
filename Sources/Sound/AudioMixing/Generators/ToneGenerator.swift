/// Test sounds as functions of the sample's number: the same wherever a block begins.
package enum ToneGenerator {
  /// Length of a beep in milliseconds.
  package static let beepMilliseconds = 50
  /// Rates above this are not real; products of a rate and a frequency stay far from overflow.
  private static let rates = 1...(1 << 24)

  /// Adds a sine to every channel.
  ///
  /// Sample n has the phase n · frequency / sampleRate turns, reduced exactly before the sine is
  /// taken, so it does not drift. Before sample 0 there is silence.
  /// - Parameters:
  ///   - frequency: hertz; nothing is added outside of 1…sampleRate / 2.
  ///   - level: peak in millionths of full scale, 0…1000000.
  ///   - start: the number of the buffer's first sample.
  package static func addSine(
    frequency: Int, level: Int, from start: Int64, sampleRate: Int, to buffer: inout AudioBuffer
  ) {
    guard rates.contains(sampleRate), frequency > 0, frequency <= sampleRate / 2 else { return }
    guard let first = firstPlace(from: start, count: buffer.frameCount) else { return }
    let rate = Int64(sampleRate)
    let number = (start &+ Int64(first)) % rate
    var oscillator = Oscillator(
      frequency: Int64(frequency), sampleRate: rate, sample: number)
    let peak = Double(max(0, min(level, 1_000_000))) / 1_000_000
    var row = [Float](repeating: 0, count: buffer.frameCount - first)
    for i in row.indices { row[i] = Float(peak * oscillator.next()) }
    add(row, to: &buffer, at: first)
  }

  /// Adds a beep at the beginning of every second: 600 + 100 · (second mod 10) hertz for 50 ms, a
  /// peak of ½, with edges of half a millisecond. Before sample 0 there is silence.
  ///
  /// - Parameter start: the number of the buffer's first sample.
  package static func addBeeps(from start: Int64, sampleRate: Int, to buffer: inout AudioBuffer) {
    guard rates.contains(sampleRate) else { return }
    guard let first = firstPlace(from: start, count: buffer.frameCount) else { return }
    let rate = Int64(sampleRate)
    let length = rate * Int64(beepMilliseconds) / 1000
    let edge = max(1, rate / 2000)
    var place = first
    while place < buffer.frameCount {
      let sample = start &+ Int64(place)
      let (second, within) = sample.quotientAndRemainder(dividingBy: rate)
      let rest = Int64(buffer.frameCount - place)
      if within < length {
        let count = min(length - within, rest)
        var oscillator = Oscillator(
          frequency: 600 + 100 * (second % 10), sampleRate: rate, sample: within)
        var row = [Float](repeating: 0, count: Int(count))
        for i in row.indices {
          let inside = min(within + Int64(i) + 1, length - within - Int64(i))
          let gain = inside >= edge ? 0.5 : 0.5 * Double(inside) / Double(edge)
          row[i] = Float(gain * oscillator.next())
        }
        add(row, to: &buffer, at: place)
      }
      place += Int(min(rate - within, rest))
    }
  }

  /// The place of the first sample that is not before 0; `nil` where the block holds none, or
  /// where its numbers end.
  private static func firstPlace(from start: Int64, count: Int) -> Int? {
    guard !start.addingReportingOverflow(Int64(count)).overflow else { return nil }
    if start >= 0 { return 0 }
    return start > -Int64(count) ? Int(-start) : nil
  }

  private static func add(_ row: [Float], to buffer: inout AudioBuffer, at offset: Int) {
    for channel in 0..<buffer.channelCount {
      buffer.withChannel(channel) { samples in
        for i in row.indices { samples[offset + i] += row[i] }
      }
    }
  }
}

/// A sine whose phase is a whole number of parts of a turn.
struct Oscillator {
  private let step: Int64
  private let turn: Int64
  /// 0 to below `turn`.
  private var phase: Int64

  /// - Parameters:
  ///   - frequency: hertz, more than 0; above the rate it folds.
  ///   - sample: 0…sampleRate.
  init(frequency: Int64, sampleRate: Int64, sample: Int64) {
    turn = sampleRate
    step = frequency % sampleRate
    phase = sample * step % sampleRate
  }

  /// The sine at this sample; moves to the next one.
  mutating func next() -> Double {
    let quarters = phase * 4
    let value: Double
    if quarters < turn {
      value = QuarterSine.value(Double(quarters) / Double(turn))
    } else if quarters < turn * 2 {
      value = QuarterSine.value(Double(turn * 2 - quarters) / Double(turn))
    } else if quarters < turn * 3 {
      value = -QuarterSine.value(Double(quarters - turn * 2) / Double(turn))
    } else {
      value = -QuarterSine.value(Double(turn * 4 - quarters) / Double(turn))
    }
    phase += step
    if phase >= turn { phase -= turn }
    return value
  }
}
