import Diagnostics
import GoldenTesting
import BaseValues
import Testing
import TimelineModel

@Suite("What is expected of a movie")
struct ExpectationResultTests {
  /// Ten frames, a cut at the fourth, a text all the time.
  private let movie = FakeMovie(frames: 10, cut: 4, text: "Golden Gate Bridge")

  private func results(_ expectations: Expectations) -> [ExpectationResult] {
    movie.test(expectations).run().expectations
  }

  private func at(_ tenths: [Int64]) -> Located<[Located<Rational>]> {
    Located(value: tenths.map(Expectations.at))
  }

  @Test("the duration counts to the frame")
  func duration() {
    #expect(results(Expectations(duration: Expectations.at(10))).map(\.failure) == [nil])
    // 1.04 s is ten frames too.
    #expect(
      results(Expectations(duration: Located(value: Rational(104, 100)!))).map(\.failure) == [nil])
    let failed = results(Expectations(duration: Expectations.at(15)))
    #expect(failed.map(\.name) == ["duration"])
    #expect(failed.map(\.failure) == ["the movie lasts 1s (10 frames), not 1.5s (15)"])
  }

  @Test("the number of frames is compared")
  func frames() {
    #expect(results(Expectations(frameCount: Located(value: 10))).map(\.failure) == [nil])
    #expect(
      results(Expectations(frameCount: Located(value: 9))).map(\.failure)
        == ["the movie has 10 frames, not 9"])
  }

  @Test("all cuts are expected, and no others")
  func cuts() {
    #expect(results(Expectations(cuts: at([4]))).map(\.failure) == [nil])
    let none = results(Expectations(cuts: at([])))
    #expect(none.map(\.failure) == ["a cut is not expected at frame 4 (0.4s)"])
    #expect(none.map(\.frame) == [4])
    #expect(
      results(Expectations(cuts: at([4, 6]))).map(\.failure)
        == ["there is no cut at frame 6 (0.6s)"])
    #expect(
      results(Expectations(cuts: at([3]))).map(\.failure)
        == ["there is no cut at frame 3 (0.3s); a cut is not expected at frame 4 (0.4s)"])
  }

  @Test("a text is seen by all of it or a part")
  func texts() {
    let texts = ["Golden Gate Bridge", "Gate", "Silver"].map {
      ExpectedText(time: Expectations.at(2), text: $0)
    }
    let found = results(Expectations(texts: texts))
    #expect(found.map(\.name)[1] == "text 'Gate' at 0.2s")
    #expect(
      found.map(\.failure)
        == [nil, nil, "it cannot be seen in frame 2; what can is 'Golden Gate Bridge'"])
    let empty = FakeMovie().test(Expectations(texts: texts)).run().expectations
    #expect(empty[0].failure == "it cannot be seen in frame 2; no text can")
  }
}
