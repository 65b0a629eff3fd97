internal import Diagnostics
internal import BaseValues
import OutputKinds
internal import PictureKinds
package import PlanModel
package import TimelineModel

/// Lowers a resolved timeline to a plan: the only way from exact times to frames and samples.
package enum RenderPlanner {
  /// The greatest number of frames in a movie, 2^26: 25 days at 30 frames a second.
  package static let frameLimit = 1 << 26

  /// The plan of a timeline that passed the rules.
  ///
  /// The movie has as many frames as are nearest to the timeline's duration. A clip whose media has
  /// no picture shows nothing, one whose media has no sound is silent.
  ///
  /// - Parameters:
  ///   - catalog: facts about every media item that the timeline uses.
  ///   - answers: what listening told of the sound that `soundQuestions` ask for, in their order. Where one is
  ///     missing, a duck is under all of a clip, and the loudness asked for stands for a clip's gain: enough to
  ///     compare versions.
  /// - Throws: when a time is beyond exact 128-bit arithmetic, the movie is too long, or facts or
  ///   kinds are missing. Timelines that the rules refuse may throw or give a plan, but never trap.
  /// - Complexity: O(n log n + m) for n items and a plan of size m.
  package static func plan(
    _ timeline: Timeline, catalog: MediaCatalog, answers: [SoundAnswer] = []
  ) throws(PlanningError) -> RenderPlan {
    try requireFacts(timeline, catalog)
    try requireKinds(timeline)
    let output = timeline.output
    let frameCount = try frameCount(of: timeline)
    var tables = PlanTables(mediaCount: timeline.media.count)
    let edit = try PlacedEdit(timeline)
    let layers = try PicturePlanner(edit, catalog, frameCount: frameCount).plan(&tables)
    let segments = SegmentSweep.segments(layers, frameCount: frameCount)
    var inquiry = SoundInquiry(answers: answers)
    let sounds = try AudioPlanner(edit, catalog, frameCount: frameCount).plan(&tables, &inquiry)
    let ledger = try LedgerPlanner.ledger(edit, catalog)
    var plan = RenderPlan(
      output: PlannedOutput(
        size: output.size, rate: output.frameRate, frameCount: frameCount,
        background: YCbCr(
          output.background, bitDepth: output.video.bitDepth, of: output.video.color),
        video: output.video, audio: output.audio,
        container: output.container),
      sources: tables.sources(of: timeline, catalog), conforms: tables.conforms,
      rasters: tables.rasters, masks: tables.masks.masks, segments: segments,
      audio: sounds.first,
      chunks: output.container.holdsPictures
        ? ChunkPlanner.chunks(
          frameCount: frameCount, rate: output.frameRate, gopFrames: output.video.gopFrames,
          segmentFrames: output.segmentFrames) : [],
      ledger: ledger)
    plan.output.segmentFrames = output.segmentFrames
    plan.output.isFragmented = output.isFragmented
    plan.output.description = description(of: timeline)
    plan.output.maxSize = output.maxSize
    if output.container.holdsSubtitles {
      plan.output.description.subtitles = SubtitlePlanner(
        rate: output.frameRate, frameCount: frameCount
      ).tracks(edit)
    }
    plan.otherAudio = Array(sounds.dropFirst())
    plan.output.otherAudio = output.mixes.dropFirst().map(\.encoding)
    if !output.container.holdsSound {
      (plan.output.audio, plan.audio) = (nil, nil)
      (plan.output.otherAudio, plan.otherAudio) = ([], [])
    }
    return plan
  }

  /// What the movie says of itself, with its chapters in order of time.
  private static func description(of timeline: Timeline) -> MovieDescription {
    var description = timeline.output.description
    switch timeline.output.container.descriptionForm {
    case .none: return MovieDescription()
    case .pictureTexts: return MovieDescription(tags: description.tags)
    case .mp4, .quickTime, .matroska, .webm, .plain: break
    }
    let end = timeline.duration
    let chapters = timeline.markers.filter { $0.isChapter && $0.time.value < end }
    description.chapters = chapters.sorted { $0.time.value < $1.time.value }.compactMap { marker in
      marker.name.map { Chapter(start: marker.time.value, end: end, title: $0.value) }
    }
    return description
  }

  /// What has to be listened to before a timeline is planned; none for most.
  ///
  /// - Throws: as `plan` does.
  /// - Complexity: O(n log n) for n items, and O(n · q) for q questions.
  package static func soundQuestions(
    of timeline: Timeline, catalog: MediaCatalog
  ) throws(PlanningError) -> [SoundQuestion] {
    let tracks = timeline.tracks + timeline.edits.flatMap(\.timeline.tracks)
    let asks = tracks.contains { track in
      track.duck?.during == .speech
        || track.clips.contains { $0.sound?.loudness != nil || $0.sound?.duck?.during == .speech }
    }
    guard asks else { return [] }
    try requireFacts(timeline, catalog)
    var tables = PlanTables(mediaCount: timeline.media.count)
    var inquiry = SoundInquiry(answers: [])
    _ = try AudioPlanner(
      PlacedEdit(timeline), catalog, frameCount: frameCount(of: timeline)
    ).plan(&tables, &inquiry)
    return inquiry.questions
  }

  static func frameCount(of timeline: Timeline) throws(PlanningError) -> Int {
    let grid = FrameGrid(timeline.output.frameRate)
    let count = max(0, grid.nearestFrame(to: timeline.duration).value)
    guard count <= Int64(frameLimit) else { throw .tooManyFrames(count) }
    return Int(count)
  }

  private static func requireFacts(
    _ timeline: Timeline, _ catalog: MediaCatalog
  ) throws(PlanningError) {
    func require(_ media: MediaID, _ range: SourceRange) throws(PlanningError) {
      if timeline.media.indices.contains(media.index) {
        if case .color = timeline.media[media.index].content { return }
        if catalog[media] != nil { return }
      }
      throw .missingFacts(media, range)
    }
    for track in timeline.tracks + timeline.edits.flatMap(\.timeline.tracks) {
      for clip in track.clips { try require(clip.media, clip.mediaRange) }
      for media in track.transitions.compactMap(\.media) { try require(media.value, media.range) }
      for media in track.effects.compactMap(\.media) { try require(media.value, media.range) }
      for title in track.titles {
        for layer in title.layers {
          if case .image(let media, _, _) = layer.content { try require(media, layer.range) }
        }
      }
    }
  }
}

extension RenderPlanner {
  private static func requireKinds(_ timeline: Timeline) throws(PlanningError) {
    for track in timeline.tracks + timeline.edits.flatMap(\.timeline.tracks) {
      for transition in track.transitions
      where TransitionKind.named(transition.kind.name) == nil {
        throw .unknownKind(transition.kind.name, transition.range)
      }
      for effect in track.effects where EffectKind.named(effect.kind.name) == nil {
        throw .unknownKind(effect.kind.name, effect.range)
      }
    }
  }
}
