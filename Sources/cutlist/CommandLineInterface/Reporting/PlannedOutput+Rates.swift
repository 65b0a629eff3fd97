import PlanModel
import TimelineModel

extension PlannedOutput {
  /// Sound of some rates can only be mixed, not be in a movie.
  ///
  /// - Throws: `CommandFailure` for such a rate.
  func checkRate() throws(CommandFailure) {
    guard let audio, !audio.codec.sampleRates.contains(audio.sampleRate) else { return }
    let highest = audio.codec.sampleRates.max() ?? 0
    throw CommandFailure(
      .projectWrong,
      "\(audio.codec.title) has no \(audio.sampleRate) Hz, only up to \(highest); set the output's "
        + "\"sampleRate\" to \(highest) or less, or write the sound alone with 'cutlist mix'")
  }
}
