import BaseValues
import Diagnostics
import OutputKinds

/// What the movie says of itself can be said by its kind of file.
enum DescriptionRule: TimelineRule {
  /// Chapters that every player shows: those of Nero's list are counted in a byte.
  private static let mostChapters = 255

  static func check(_ context: inout RuleContext) {
    let timeline = context.timeline
    let output = timeline.output
    let chapters = timeline.markers.filter(\.isChapter)
    var times: [Rational: SourceRange] = [:]
    for chapter in chapters {
      guard chapter.name != nil else {
        context.report(RuleMessages.chapterWithoutName(range: chapter.range))
        continue
      }
      if let first = times[chapter.time.value] {
        context.report(
          RuleMessages.chaptersAtOneTime(
            context.text(chapter.time.value), range: chapter.time.range, other: first))
      } else {
        times[chapter.time.value] = chapter.time.range
      }
    }
    if chapters.count > mostChapters {
      context.report(
        RuleMessages.manyChapters(
          chapters.count, limit: mostChapters, range: chapters[mostChapters].range))
    }
    let written = timeline.tracks.filter { $0.textOutput.writes }
    if !output.container.holdsSubtitles, output.container.holdsPictures {
      for track in written {
        context.report(
          RuleMessages.subtitlesLeftOut(output.container.title, range: track.range))
      }
    }
    var description = output.description
    description.chapters = chapters.compactMap { marker in
      marker.name.map { Chapter(start: marker.time.value, end: marker.time.value, title: $0.value) }
    }
    let hasSound = output.audio != nil && output.container.holdsSound
    let losses = description.losses(
      in: output.container, soundTrack: hasSound ? (output.container.holdsPictures ? 1 : 0) : nil)
    if !losses.isEmpty {
      context.report(
        RuleMessages.metadataLost(
          output.container.title, losses,
          range: output.descriptionRange.isNone
            ? chapters.first?.range ?? output.range
            : output.descriptionRange))
    }
    guard output.container.descriptionForm != .none else { return }
    description.chapters = []
    if output.container.holdsSubtitles {
      description.subtitles = written.map { SubtitleTrack(track: $0.subtitles) }
    }
    let tracks =
      (output.container.holdsPictures ? 1 : 0)
      + (output.container.holdsSound ? output.mixes.count : 0)
    if let fault = description.fault(
      in: output.container, trackCount: tracks,
      rate: output.container.holdsPictures ? output.frameRate : nil)
    {
      context.report(RuleMessages.metadata(fault, range: output.range))
    }
  }
}
