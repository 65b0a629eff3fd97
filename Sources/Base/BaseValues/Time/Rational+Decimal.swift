extension Rational {
  /// The number a decimal text stands for, exactly: `"2.5"` is 5/2, `"1e-3"` is 1/1000.
  ///
  /// The grammar is that of a JSON number, and a leading `+` and leading zeros are allowed. `nil`
  /// when the text is anything else, or when the number is not a fraction of 64-bit integers.
  /// Numbers of more than 38 significant digits are refused.
  public static func decimal(_ text: some StringProtocol) -> Rational? {
    let bytes = Array(text.utf8)
    let scan = DecimalScan(bytes)
    guard scan.end == bytes.count, case .value(let value) = scan.outcome else { return nil }
    return value
  }

  /// The number in decimal digits, `"2.5"`, when that is exact.
  ///
  /// `nil` when the expansion does not end, or ends only after more than 18 fractional digits.
  /// ``decimal(_:)`` reads the text back to the same number.
  public var decimalDescription: String? {
    var places = 0
    var remaining = denominator
    var power: Int128 = 1
    while remaining > 1, places < 18 {
      // One more place takes one 2 and one 5 out of the denominator.
      if remaining.isMultiple(of: 2) { remaining /= 2 }
      if remaining.isMultiple(of: 5) { remaining /= 5 }
      places += 1
      power *= 10
    }
    guard remaining == 1 else { return nil }
    return Self.digits(Int128(numerator) * power / Int128(denominator), places: places)
  }

  /// The number rounded to `places` fractional digits (nearest, ties up), for people to read.
  ///
  /// Trailing zeros are left out: 17/3 to three places is `"5.667"`, 5/2 is `"2.5"`.
  ///
  /// - Parameter places: taken to the nearest of 0…18.
  public func decimalApproximation(places: Int) -> String {
    var places = min(max(places, 0), 18)
    var power: Int128 = 1
    for _ in 0..<places { power *= 10 }
    var scaled = divide(Int128(numerator) * power, by: Int128(denominator), .nearest)
    while places > 0, scaled.isMultiple(of: 10) {
      scaled /= 10
      places -= 1
    }
    return Self.digits(scaled, places: places)
  }

  /// `scaled / 10^places` with a point in it.
  private static func digits(_ scaled: Int128, places: Int) -> String {
    var digits = String(scaled.magnitude)
    if digits.utf8.count <= places {
      digits = String(repeating: "0", count: places + 1 - digits.utf8.count) + digits
    }
    let sign = scaled < 0 ? "-" : ""
    return places == 0
      ? sign + digits : sign + digits.dropLast(places) + "." + digits.suffix(places)
  }
}
