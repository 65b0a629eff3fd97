extension QRMatrix {
  /// How much a reader may be misled, over the whole symbol (ISO/IEC 18004:2015, 7.8.3.1): the mask with the
  /// least is chosen, the first of equal ones.
  var penalty: Int {
    var penalty = squarePenalty + balancePenalty
    var row = [Bool](repeating: false, count: side)
    var column = row
    for line in 0..<side {
      for index in 0..<side {
        row[index] = modules[line * side + index]
        column[index] = modules[index * side + line]
      }
      for modules in [row, column] {
        penalty += Self.runPenalty(modules) + Self.finderPenalty(modules)
      }
    }
    return penalty
  }

  /// Rule 1: 3 points for five modules of one colour in a line, and 1 for each more.
  static func runPenalty(_ line: [Bool]) -> Int {
    var (penalty, length) = (0, 0)
    var last: Bool?
    for module in line {
      length = module == last ? length + 1 : 1
      last = module
      penalty += length == 5 ? 3 : length > 5 ? 1 : 0
    }
    return penalty
  }

  /// Rule 2: 3 points for each square of 2 × 2 modules of one colour.
  private var squarePenalty: Int {
    var squares = 0
    for row in 0..<side - 1 {
      for first in row * side..<(row + 1) * side - 1 {
        let color = modules[first]
        if modules[first + 1] == color, modules[first + side] == color,
          modules[first + side + 1] == color
        {
          squares += 1
        }
      }
    }
    return 3 * squares
  }

  /// Rule 3: 40 points for dark, light and dark modules of 1 : 1 : 3 : 1 : 1 as in a finder pattern, with 4 light
  /// ones before or after them. The quiet zone is light.
  static func finderPenalty(_ line: [Bool]) -> Int {
    func isLight(_ range: Range<Int>) -> Bool {
      !line[range.clamped(to: line.indices)].contains(true)
    }
    let pattern = [true, false, true, true, true, false, true]
    guard line.count >= pattern.count else { return 0 }
    var count = 0
    for start in 0...line.count - pattern.count where line[start] {
      guard pattern.indices.allSatisfy({ line[start + $0] == pattern[$0] }) else { continue }
      if isLight(start - 4..<start) || isLight(start + 7..<start + 11) { count += 1 }
    }
    return 40 * count
  }

  /// Rule 4: 10 points for each whole 5 % that the dark modules are more or fewer than half.
  private var balancePenalty: Int {
    let dark = modules.count { $0 }
    return abs(20 * dark - 10 * modules.count) / modules.count * 10
  }
}
