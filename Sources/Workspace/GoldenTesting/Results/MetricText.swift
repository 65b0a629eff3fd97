/// Measured numbers as text.
enum MetricText {
  /// Rounded down to so many digits, so that what misses a limit does not read as the limit; `∞` for
  /// what is infinite.
  static func decimal(_ number: Double, places: Int) -> String {
    guard number.isFinite else { return number.isNaN ? "?" : number < 0 ? "-∞" : "∞" }
    var power = 1.0
    for _ in 0..<places { power *= 10 }
    let scaled = (number * power).rounded(.down)
    guard scaled.magnitude < 1e15 else { return "\(number)" }
    let digits = String(Int64(scaled.magnitude))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.utf8.count)) + digits
    return "\(scaled < 0 ? "-" : "")\(padded.dropLast(places)).\(padded.suffix(places))"
  }
}
