import Testing

@testable import MediaReading

@Suite struct GeneratedPartTests {
  @Test("the used part of a side is scaled to the target and lies in the whole side")
  func part() {
    // The middle half of 320 shown as 320: the whole is twice as wide.
    var part = GeneratedFrames.part(of: 320, from: 80, count: 160, to: 320)
    #expect(part.used == 160..<480)
    #expect(part.whole == 640)
    // Nothing cropped, scaled down.
    part = GeneratedFrames.part(of: 320, from: 0, count: 320, to: 33)
    #expect(part.used == 0..<33)
    #expect(part.whole == 33)
    // One column of many.
    part = GeneratedFrames.part(of: 8192, from: 8191, count: 1, to: 8192)
    #expect(part.used == (8191 * 8192)..<(8192 * 8192))
    #expect(part.whole == 8192 * 8192)
    // Rounding: 2/3 of 100 at 1/3 of it.
    part = GeneratedFrames.part(of: 100, from: 33, count: 67, to: 50)
    #expect(part.used == 25..<75)
    #expect(part.whole == 75)
  }
}
