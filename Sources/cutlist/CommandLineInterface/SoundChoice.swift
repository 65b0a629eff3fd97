import Diagnostics
import OutputKinds
import PlanModel
import TextReports
import TimelineModel
import Workspace

/// Which of a movie's tracks of sound a command is about.
enum SoundChoice {
  /// The movie with the track that `--track` names as its only one; with the first where none is named.
  ///
  /// Names come before numbers.
  static func plan(
    _ arguments: Arguments, _ plan: RenderPlan
  ) throws(CommandFailure) -> RenderPlan {
    guard let wanted = arguments.value(.soundTrack) else { return plan.mix(0) }
    let count = plan.mixes.count
    let names = (0..<count).map { plan.output.soundDescription($0).name }
    if let place = names.firstIndex(of: wanted) { return plan.mix(place) }
    if let number = Int(wanted), (1...max(1, count)).contains(number), count > 0 {
      return plan.mix(number - 1)
    }
    let known = names.enumerated().map { number, name in
      name.map { "'\(shortened($0))'" } ?? "\(number + 1)"
    }
    let closest = Suggestion.closest(to: wanted, among: names.compactMap(\.self))
    throw CommandFailure(
      .usage,
      "there is no track of sound '\(shortened(wanted))'"
        + (closest.map { "; did you mean '\(shortened($0))'?" }
          ?? (known.isEmpty ? "" : "; there is \(known.joined(separator: ", "))")))
  }
}
