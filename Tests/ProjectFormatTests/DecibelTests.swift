import Foundation
import BaseValues
import Testing

@testable import ProjectFormat

@Suite struct DecibelTests {
  @Test("decibels are factors to the nearest 2^-24")
  func values() throws {
    for tenths in -1200...361 {
      let decibels = try #require(Rational(Int64(tenths), 10))
      let factor = try #require(Decibels.factor(of: decibels))
      let wanted = pow(10, Double(tenths) / 200) * Double(1 << 24)
      let got = Double(factor.numerator) * Double((1 << 24) / factor.denominator)
      #expect(abs(got - wanted) <= 0.51, "\(tenths) tenths of a decibel")
    }
  }

  @Test("0 dB is 1 and 20 dB is 10, exactly")
  func exact() {
    #expect(Decibels.factor(of: .zero) == .one)
    #expect(Decibels.factor(of: Rational(20)) == Rational(10))
    #expect(Decibels.factor(of: Rational(-300)) == .zero)
    #expect(Decibels.factor(of: Rational(41)) == nil)
  }
}
