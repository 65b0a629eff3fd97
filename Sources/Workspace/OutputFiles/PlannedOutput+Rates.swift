package import Workspace
import BaseValues
import FileSystem
import MovieWriting
import OutputKinds
import PlanModel
import TimelineModel

extension PlannedOutput {
  /// Sound of some rates can only be mixed, not be in a movie.
  ///
  /// - Throws: `CommandFailure` for such a rate.
  package func checkRate() throws(CommandFailure) {
    guard let audio, !audio.codec.sampleRates.contains(audio.sampleRate) else { return }
    let highest = audio.codec.sampleRates.max() ?? 0
    throw CommandFailure(
      .projectWrong,
      "\(audio.codec.title) has no \(audio.sampleRate) Hz, only up to \(highest); set the output's "
        + "\"sampleRate\" to \(highest) or less, or write the sound alone with 'cutlist mix'")
  }

  /// Each frame has a time of its own, and numbered pictures replace nothing that is not ours.
  ///
  /// - Throws: `CommandFailure` where that is not so.
  package func checkPictures(
    of movie: OutputFile, replacesAnything: Bool
  ) throws(CommandFailure) {
    if let clock = container.clock, rate.rational > Rational(Int64(clock)) {
      throw CommandFailure(
        .projectWrong,
        "\(container.title) counts \(clock) times a second, and the movie has more frames; set \"frameRate\" "
          + "to \(clock) or less")
    }
    guard container.pictures != nil, !replacesAnything else { return }
    for frame in 0..<frameCount {
      let path = NumberedPicturesSink.path(frame, in: movie.path)
      guard FileAccess.isFolder(path) != nil else { continue }
      guard PictureFormat.isOurs(path) else {
        throw CommandFailure(
          .usage,
          "'\(path)' is there, and cutlist did not write it; choose another name, or replace it "
            + "with --force", helpTells: false)
      }
    }
  }

  /// A movie's name ends as those of its container.
  ///
  /// - Throws: `CommandFailure` where it ends as those of another one.
  package func checkName(of movie: OutputFile) throws(CommandFailure) {
    if movie.isStandardOutput, container.isSeveralFiles {
      throw CommandFailure(
        .usage,
        container.pictures != nil
          ? "numbered pictures are files of their own; name them as in 'shot-%04d.png'"
          : "\(container.title) is several files, which standard output does not take; name them as in "
            + "'movie\(container.ending)'")
    }
    if !movie.isStandardOutput, SoundFormat.named(movie.path) != nil {
      throw CommandFailure(
        .usage,
        "'\(movie.path)' is a name for sound alone, which 'cutlist mix' writes; choose one with "
          + "'\(container.ending)'", helpTells: false)
    }
    guard !movie.isStandardOutput, let named = MovieContainer.named(movie.path),
      named != container
    else { return }
    throw CommandFailure(
      .usage,
      "'\(movie.path)' is a name for \(named.title), and the project's output is \(container.title); choose "
        + "one with '\(container.ending)'", helpTells: false)
  }
}
