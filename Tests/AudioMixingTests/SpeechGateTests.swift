import AudioMixing
import Testing

/// Powers are of hundredths of a second; a sentence is made of syllables, loud ones and quiet ones.
@Suite struct SpeechGateTests {
  /// Syllables of 0.2 s at about −20 dB, each followed by 0.1 s of a consonant 14 dB below.
  private func sentence(_ seconds: Int, level: Double = 0.01) -> [Double] {
    (0..<seconds * 100).map { $0 % 30 < 20 ? level : level * 0.04 }
  }

  private func pause(_ seconds: Int, noise: Double = 1e-9) -> [Double] {
    Array(repeating: noise, count: seconds * 100)
  }

  private func expect(
    _ phrases: [Range<Int>], _ expected: [Range<Int>],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(phrases.count == expected.count, "\(phrases)", sourceLocation: sourceLocation)
    for (found, range) in zip(phrases, expected) {
      let close =
        abs(found.lowerBound - range.lowerBound) <= 5
        && abs(found.upperBound - range.upperBound) <= 5
      #expect(close, "\(found) for \(range)", sourceLocation: sourceLocation)
    }
  }

  @Test("sentences are found within 0.05 s, and quiet consonants do not cut them")
  func sentences() {
    let powers = pause(2) + sentence(3) + pause(1) + sentence(2) + pause(4)
    expect(SpeechGate.phrases(in: powers), [200..<500, 600..<800])
  }

  @Test("however loud the recording is, the same is found", arguments: [1.0, 1e-2, 1e-4])
  func levels(gain: Double) {
    let powers = (pause(1) + sentence(3) + pause(2)).map { $0 * gain }
    expect(SpeechGate.phrases(in: powers), [100..<400])
  }

  @Test("noise 18 dB below the speech is no speech")
  func noise() {
    let noise = 0.01 * 0.016
    let powers = pause(2, noise: noise) + sentence(3) + pause(2, noise: noise)
    expect(SpeechGate.phrases(in: powers), [200..<500])
  }

  @Test("a breath between words does not end a phrase, a pause of half a second does")
  func pauses() {
    let quiet = { (count: Int) in Array(repeating: 1e-9, count: count) }
    let powers = sentence(1) + quiet(25) + sentence(1) + quiet(50) + sentence(1) + quiet(60)
    expect(SpeechGate.phrases(in: powers), [0..<225, 275..<375])
  }

  @Test("a click is no speech, and silence has none")
  func clicks() {
    var powers = pause(2) + sentence(3) + pause(3)
    powers[700] = 0.02
    expect(SpeechGate.phrases(in: powers), [200..<500])
    #expect(SpeechGate.phrases(in: pause(3)).isEmpty)
    #expect(SpeechGate.phrases(in: []).isEmpty)
  }

  @Test("what is no number is found in no endless time")
  func strange() {
    for value in [Double.nan, .infinity, -1] {
      let powers = pause(1) + Array(repeating: value, count: 100) + sentence(1)
      for phrase in SpeechGate.phrases(in: powers) { #expect(!phrase.isEmpty) }
    }
  }
}
