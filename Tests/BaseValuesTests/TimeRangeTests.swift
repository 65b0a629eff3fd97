import BaseValues
import Testing

@Suite("Time ranges")
struct TimeRangeTests {
  private func range(_ start: Int64, _ end: Int64) throws -> TimeRange {
    try #require(TimeRange(start: Rational(start), end: Rational(end)))
  }

  @Test("a range by duration equals the range by its ends")
  func twoWays() throws {
    let byDuration = try TimeRange(start: Rational(5), duration: Rational(5))
    #expect(byDuration == (try range(5, 10)))
    #expect(byDuration.end == Rational(10))
  }

  @Test("the intersection of [0, 5) and [2, 7) starts at 2 and lasts 3, and their union is [0, 7)")
  func intersectionAndUnion() throws {
    let (a, b) = (try range(0, 5), try range(2, 7))
    let both = try #require(a.intersection(b))
    #expect(both.start == Rational(2) && both.duration == Rational(3))
    #expect(both == b.intersection(a))
    #expect(try a.union(b) == (try range(0, 7)))
  }

  @Test("the end does not belong to the range")
  func halfOpen() throws {
    let a = try range(0, 5)
    #expect(a.contains(a.start))
    #expect(!a.contains(a.end))
    #expect(!a.contains(Rational(-1)))
    #expect(a.contains(try #require(Rational(Int64.max - 1, Int64.max))))
  }

  @Test("ranges that touch do not overlap, and an empty range overlaps nothing")
  func touching() throws {
    let a = try range(0, 5)
    #expect(!a.overlaps(try range(5, 7)))
    #expect(a.intersection(try range(5, 7)) == nil)
    let empty = try range(3, 3)
    #expect(empty.isEmpty)
    #expect(!a.overlaps(empty) && !empty.overlaps(a) && !empty.overlaps(empty))
    #expect(a.intersection(empty) == nil)
    #expect(!empty.contains(Rational(3)))
  }

  @Test("a range contains itself and what lies inside it")
  func containment() throws {
    let a = try range(0, 5)
    #expect(a.contains(a))
    #expect(a.contains(try range(1, 4)))
    #expect(a.contains(try range(5, 5)))
    #expect(!a.contains(try range(4, 6)))
    #expect(!(try range(1, 4)).contains(a))
  }

  @Test("the union spans a hole")
  func unionSpansHole() throws {
    #expect(try range(0, 1).union(try range(4, 5)) == (try range(0, 5)))
  }

  @Test("shifting keeps the duration")
  func shifting() throws {
    let shifted = try range(2, 7).shifted(by: Rational(-3))
    #expect(shifted == (try range(-1, 4)))
    #expect(shifted.duration == Rational(5))
  }

  @Test("negative durations and unrepresentable results are refused")
  func refusals() throws {
    #expect(TimeRange(start: .one, end: .zero) == nil)
    #expect(throws: TimeOverflow.self) { try TimeRange(start: .zero, duration: Rational(-1)) }
    #expect(throws: TimeOverflow.self) { try TimeRange(start: .one, duration: Rational(.max)) }
    #expect(TimeRange(start: Rational(.min), end: Rational(.max)) == nil)
    let early = try range(.min, .min)
    let late = try range(.max, .max)
    #expect(throws: TimeOverflow.self) { try early.union(late) }
    #expect(throws: TimeOverflow.self) { try late.shifted(by: .one) }
  }

  @Test("the description is the half-open interval")
  func description() throws {
    #expect("\(try range(2, 7))" == "[2, 7)")
  }
}
