import Diagnostics
import BaseValues

/// The beats of a piece of music: `beat(17)`, `beats(4)`, `bar(5)`, `bars(2)`, of a grid with a name
/// `song.beat(17)`.
///
/// Beats and bars count from 1, as musicians do: beat 1 is at the grid's offset.
enum BeatGrid {
  /// What expressions can ask of a grid.
  enum Function: String, CaseIterable {
    /// When a beat is.
    case beat
    /// How long some beats are.
    case beats
    /// When the first beat of a bar is.
    case bar
    /// How long some bars are.
    case bars
  }

  /// What a grid consists of.
  enum Part: Hashable, Sendable {
    /// When beat 1 is.
    case offset
    /// How long a beat is.
    case length
    /// How many beats a bar has, a number.
    case meter

    /// As messages call it.
    func words(of grid: String) -> String {
      grid.isEmpty ? "beats" : TimeReference.spelled(grid)
    }
  }

  /// The references that a function needs.
  static func references(of function: Function, grid: String) -> [TimeReference] {
    let parts: [Part] =
      switch function {
      case .beat: [.offset, .length]
      case .beats: [.length]
      case .bar: [.offset, .length, .meter]
      case .bars: [.length, .meter]
      }
    return parts.map { TimeReference(name: grid, beats: $0) }
  }

  /// What a function gives.
  ///
  /// - Parameter times: what the parts of the grid are.
  static func value(
    of function: Function, _ count: Rational, grid: String, times: Expression.Times
  ) throws(ExpressionError) -> ExpressionValue {
    func part(_ part: Part) throws(ExpressionError) -> Rational {
      let reference = TimeReference(name: grid, beats: part)
      switch try times(reference) {
      case .time(let seconds, _): return seconds
      case .number(let number): return number
      case .text, .boolean, nil: throw ExpressionError(.noTimes(reference))
      }
    }
    let isPlace = function == .beat || function == .bar
    let offset = isPlace ? try part(.offset) : .zero
    let length = try part(.length)
    let meter = function == .bar || function == .bars ? try part(.meter) : .one
    do throws(TimeOverflow) {
      let steps = isPlace ? try count - .one : count
      return .time(seconds: try offset + steps * meter * length, frames: .zero)
    } catch {
      throw ExpressionError(.overflow)
    }
  }
}

/// What stands under `beats`.
struct BeatGridDocument: Sendable {
  var name: Located<String>?
  /// Beats a minute.
  var tempo: Rational
  /// When beat 1 is.
  var offset: Located<TimeExpression>?
  /// Beats of a bar.
  var meter: Int
  var range: SourceRange
}
