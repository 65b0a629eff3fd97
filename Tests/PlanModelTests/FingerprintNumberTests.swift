import PlanModel
import Testing

@Suite("Fingerprints as numbers")
struct FingerprintNumberTests {
  @Test(
    "numbers of a movie that is longer than any are none",
    arguments: [
      [1, 1 << 32, 0], [2, 1 << 26, 0, 1 << 26, 0, 0], [1, 0, 0], [1, 5, 1 << 40], [1],
    ])
  func tooLong(numbers: [UInt64]) {
    var rest = numbers[...]
    let made = PictureFingerprints(taking: &rest)
    #expect(made == nil || (made?.frameCount ?? 0) <= 1 << 27)
    #expect(numbers.count == 6 || made == nil)
  }

  @Test("sound of more samples than there can be, or beyond their end, is none")
  func tooMuchSound() {
    let span: [UInt64] = [100, 1, 7, 0, 50, 0, 1, 1, 1, 2, 10, 1 << 24, 0, 40, 1 << 24, 1]
    var whole = span[...]
    #expect(SoundFingerprints(taking: &whole)?.sampleCount == 100 && whole.isEmpty)
    // The samples of the movie, where the span begins and ends, a point's sample, gain and curve.
    for (place, value) in [(0, -1), (3, .min), (4, .max), (10, .min), (11, .max), (12, 9)] {
      var numbers = span
      numbers[place] = UInt64(bitPattern: Int64(value))
      var rest = numbers[...]
      #expect(SoundFingerprints(taking: &rest) == nil, "number \(place)")
    }
  }
}
