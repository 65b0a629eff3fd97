/// Sines, from additions, multiplications and divisions alone: the same on every machine.
package enum Sine {
  static let pi = 3.141_592_653_589_793

  /// The sine of an angle from 0 to 3 turns.
  package static func of(turns: Double) -> Double {
    var turns = turns - turns.rounded(.down)
    // The quarter of a turn around 0 has the same sines.
    if turns > 0.75 { turns -= 1 } else if turns > 0.25 { turns = 0.5 - turns }
    let x = 2 * pi * turns
    var sum = 0.0
    for n in stride(from: 21.0, through: 3, by: -2) { sum = (1 + sum) * -(x * x) / (n * (n - 1)) }
    return x * (1 + sum)
  }
}
