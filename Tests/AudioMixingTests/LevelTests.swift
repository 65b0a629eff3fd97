import AudioMixing
import Foundation
import Testing

@Suite struct TruePeakTests {
  private func peak(
    amplitude: Double, periodOf samples: Double, degrees: Double, blocks: Int = 1
  ) -> Double {
    var meter = TruePeakMeter(channelCount: 2)
    let count = 2400
    let sound = (0..<count).map { index in
      // Faded in, as the test signals are.
      let gain = min(1, Double(index) / 480)
      return Float(
        amplitude * gain * sin((Double(index) / samples + degrees / 360) * 2 * .pi))
    }
    for block in 0..<blocks {
      let part = Array(sound[count * block / blocks..<count * (block + 1) / blocks])
      meter.add(buffer([part, part.map { _ in 0 }]))
    }
    #expect(meter.peaks[1] == 0)
    return meter.decibels
  }

  @Test(
    "Tech 3341's sines read within +0.2 and −0.4 dB",
    arguments: [
      (0.5, 4.0, 0.0, -6.0), (0.5, 4, 45, -6), (0.5, 6, 60, -6), (0.5, 8, 67.5, -6),
      (1.41, 4, 45, 3),
    ])
  func sines(amplitude: Double, period: Double, degrees: Double, expected: Double) {
    let found = peak(amplitude: amplitude, periodOf: period, degrees: degrees)
    #expect(found <= expected + 0.2 && found >= expected - 0.4, "\(found)")
  }

  @Test("how the sound is cut into blocks makes no difference")
  func blocks() {
    let whole = peak(amplitude: 0.7, periodOf: 4.3, degrees: 30)
    for blocks in [2, 7, 600, 2400] {
      #expect(peak(amplitude: 0.7, periodOf: 4.3, degrees: 30, blocks: blocks) == whole)
    }
  }

  @Test("is never below the sample peak, and samples that are not numbers count as 0")
  func samples() {
    var meter = TruePeakMeter(channelCount: 1)
    #expect(meter.decibels == -.infinity)
    meter.add(buffer([[0, 0, 1]]))
    #expect(meter.peak >= 1)
    meter = TruePeakMeter(channelCount: 1)
    meter.add(buffer([[.nan, 0.25, 0.25, 0.25]]))
    #expect(meter.peak < 0.5)
    meter.add(buffer([[]]))
    meter.add(buffer([[-.infinity]]))
    #expect(meter.peak == .infinity)
  }
}

@Suite struct LevelMeterTests {
  @Test("has each channel's peak and root mean square")
  func levels() {
    var meter = LevelMeter(channelCount: 2)
    #expect(meter.rms == [0, 0])
    meter.add(buffer([[1, -1, 1], [0.5, 0, 0]]))
    meter.add(buffer([[-1], [-0.75]]))
    #expect(meter.peaks == [1, 0.75])
    #expect(meter.peak == 1)
    #expect(meter.frameCount == 4)
    #expect(meter.rms[0] == 1)
    #expect(abs(meter.rms[1] - (0.8125 / 4).squareRoot()) < 1e-15)
  }

  @Test("a sine's root mean square is 3 dB below its peak")
  func sine() {
    var sound = AudioBuffer(channelCount: 1, frameCount: 4800)
    ToneGenerator.addSine(
      frequency: 1000, level: 500_000, from: 0, sampleRate: 48_000, to: &sound)
    var meter = LevelMeter(channelCount: 1)
    meter.add(sound)
    #expect(abs(Decibels.ofAmplitude(meter.rms[0]) + 9.0309) < 1e-3)
  }

  @Test("samples that are not numbers count as 0")
  func notNumbers() {
    var meter = LevelMeter(channelCount: 1)
    meter.add(buffer([[.nan, 0.5]]))
    #expect(meter.peaks == [0.5])
    #expect(abs(meter.rms[0] - 0.125.squareRoot()) < 1e-15)
    meter.add(buffer([[.infinity]]))
    #expect(meter.rms == [.infinity])
  }
}

@Suite struct DecibelsTests {
  @Test("agrees with libm")
  func agrees() {
    for tenth in -2000...2000 {
      let decibels = Double(tenth) / 10
      let amplitude = pow(10, decibels / 20)
      #expect(abs(Decibels.amplitude(decibels) / amplitude - 1) < 1e-13)
      #expect(abs(Decibels.ofAmplitude(amplitude) - decibels) < 1e-12)
      #expect(abs(Decibels.power(decibels) / pow(10, decibels / 10) - 1) < 1e-13)
      #expect(abs(Decibels.ofPower(pow(10, decibels / 10)) - decibels) < 1e-12)
    }
  }

  @Test("known values")
  func known() {
    #expect(Decibels.amplitude(0) == 1)
    #expect(Decibels.ofAmplitude(1) == 0)
    #expect(abs(Decibels.ofAmplitude(0.5) + 6.020599913279624) < 1e-14)
    #expect(abs(Decibels.amplitude(-60) - 0.001) < 1e-16)
  }

  @Test("values outside of numbers end in 0 and infinity")
  func ends() {
    #expect(Decibels.amplitude(-.infinity) == 0)
    #expect(Decibels.amplitude(-6001) == 0)
    #expect(Decibels.amplitude(.infinity) == .infinity)
    #expect(Decibels.amplitude(.nan) == 0)
    #expect(Decibels.power(4000) == .infinity)
    #expect(Decibels.ofAmplitude(0) == -.infinity)
    #expect(Decibels.ofAmplitude(-1) == -.infinity)
    #expect(Decibels.ofPower(.infinity) == .infinity)
    #expect(Decibels.ofPower(.leastNonzeroMagnitude) < -3000)
  }
}
