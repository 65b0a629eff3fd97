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

  @Test("sound of more samples than there can be is none")
  func tooMuchSound() {
    var numbers: ArraySlice<UInt64> = [UInt64(bitPattern: -1), 0]
    #expect(SoundFingerprints(taking: &numbers) == nil)
  }
}
