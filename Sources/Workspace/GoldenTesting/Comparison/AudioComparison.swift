import AudioMixing
import BaseValues
import PlanModel
import Rendering
import TimelineModel

/// Mixes and measures a movie's sound second by second.
struct AudioMeasurement {
  var blocks: [GoldenAudio] = []
  /// `nil` for silence, and for rates at which loudness is not defined.
  var loudness: Hundredths?

  /// Measures the seconds that begin at `starts`, rising; those after the end are left out.
  init(
    _ plan: AudioPlan, source: any AudioSource, starts: [Int64]
  ) throws(RenderError) {
    let renderer = AudioRenderer(plan: plan, source: source)
    var meter = LoudnessMeter(sampleRate: plan.sampleRate, channelCount: plan.channels)
    for start in starts where start < plan.sampleCount {
      let end = min(start + Int64(plan.sampleRate), plan.sampleCount)
      let block = try renderer.mix(start..<end)
      meter?.add(block)
      blocks.append(
        GoldenAudio(sample: start, hash: AudioHash(block), level: AudioLevel(block)))
    }
    loudness = meter?.integrated.map { Hundredths(clamping: $0) }
  }

  /// Where the seconds of a movie begin.
  static func starts(_ plan: AudioPlan) -> [Int64] {
    Array(stride(from: 0, to: plan.sampleCount, by: Int64.Stride(plan.sampleRate)))
  }
}

extension AudioLevel {
  init(_ block: AudioBuffer) {
    var meter = LevelMeter(channelCount: block.channelCount)
    meter.add(block)
    // The channels' mean powers, not their levels, are what adds up.
    let power = meter.rms.reduce(0) { $0 + $1 * $1 } / Double(max(1, block.channelCount))
    self.init(
      rms: Hundredths(clamping: Decibels.ofPower(power)),
      peak: Hundredths(clamping: Decibels.ofAmplitude(Double(meter.peak))))
  }
}

/// Compares the sound of a movie with what was kept.
struct AudioComparison {
  let plan: AudioPlan?
  let tolerance: AudioTolerance?

  /// Only the seconds of the record are mixed.
  func compare(
    _ golden: GoldenRecord, source: @autoclosure () -> any AudioSource
  ) throws(RenderError) -> AudioResult {
    var result = AudioResult(
      testedCount: golden.sound.count, sampleRate: plan?.sampleRate ?? 0, differences: [],
      tolerance: tolerance)
    var blocks: [GoldenAudio] = []
    var loudness: Hundredths?
    if let plan {
      let measurement = try AudioMeasurement(
        plan, source: source(), starts: golden.sound.map(\.sample))
      blocks = measurement.blocks
      loudness = measurement.loudness
    }
    for (index, expected) in golden.sound.enumerated() {
      let actual = index < blocks.count ? blocks[index] : nil
      guard actual?.hash != expected.hash else { continue }
      result.differences.append(
        AudioDifference(
          sample: expected.sample, expected: expected.hash, actual: actual?.hash,
          expectedLevel: expected.level, actualLevel: actual?.level,
          failure: failure(expected, actual)))
    }
    if !result.differences.isEmpty, golden.loudness != nil || tolerance?.loudness != nil {
      result.loudness = LoudnessDifference(
        expected: golden.loudness, actual: loudness,
        failure: failure(golden.loudness, loudness))
    }
    return result
  }

  private func failure(_ expected: GoldenAudio, _ actual: GoldenAudio?) -> String? {
    guard let actual else { return "the movie ends before it" }
    guard let tolerance else { return "no tolerance for sound is given" }
    // With a limit for the loudness alone, single seconds may differ.
    guard let most = tolerance.level else { return nil }
    guard let old = expected.level, let new = actual.level else { return "its level was not kept" }
    let limit = Self.hundredths(most)
    var failures: [String] = []
    if old.rms.distance(to: new.rms) > limit {
      failures.append("level \(new.rms) dB, was \(old.rms), may differ by \(limit)")
    }
    if old.peak.distance(to: new.peak) > limit {
      failures.append("peak \(new.peak) dB, was \(old.peak), may differ by \(limit)")
    }
    return failures.isEmpty ? nil : failures.joined(separator: "; ")
  }

  private func failure(_ expected: Hundredths?, _ actual: Hundredths?) -> String? {
    guard let most = tolerance?.loudness else { return nil }
    let limit = Self.hundredths(most)
    let names = [actual, expected].map { $0.map { "\($0) LUFS" } ?? "silence" }
    let old = expected ?? Self.silence
    let new = actual ?? Self.silence
    return old.distance(to: new) > limit
      ? "loudness \(names[0]), was \(names[1]), may differ by \(limit) LU" : nil
  }

  /// What is not above the absolute gate of BS.1770 has no loudness.
  private static let silence = Hundredths(-7000)

  private static func hundredths(_ limit: Rational) -> Hundredths {
    // Limits are at most 120.
    Hundredths(Int((try? limit.scaled(by: 100, rounding: .down)) ?? 0))
  }
}
