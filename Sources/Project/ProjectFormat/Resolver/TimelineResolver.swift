import Diagnostics
package import BaseValues
import OutputKinds
import TimelineModel

/// Turns a document into a timeline.
struct TimelineResolver {
  let document: ProjectDocument
  let catalog: MediaCatalog
  let rate: FrameRate
  let size: Size
  /// What lengths are pixels of.
  let lengths: LengthScale
  var diagnostics: [Diagnostic] = []
  // Looked up by name only; nothing depends on the order in these.
  /// Names of media that were looked for in vain.
  var missingMedia: Set<String> = []
  private(set) var mediaByName: [String: MediaID] = [:]
  private(set) var trackByName: [String: TrackID] = [:]
  private(set) var clipNames: Set<String> = []
  /// Times that other times say, once they are worked out; `nil` where there are none.
  private var solver: TimeSolver?

  init(document: ProjectDocument, catalog: MediaCatalog) {
    self.document = document
    self.catalog = catalog
    rate = document.output.frameRate?.value ?? .default
    size = document.output.size?.value ?? Size(width: 1280, height: 720)
    lengths = LengthScale(size: size, design: document.output.design?.value ?? size)
    mediaByName = document.mediaByName
    for (index, track) in (document.tracks ?? []).enumerated() {
      for case .clip(let clip) in track.items {
        if let name = clip.name?.value { clipNames.insert(name) }
      }
      // Of two tracks with one name the first counts; a rule reports the second.
      guard let name = track.name?.value, trackByName[name] == nil else { continue }
      trackByName[name] = TrackID(index)
    }
  }

  /// The timeline; `nil` where the project has no tracks that could be read.
  mutating func resolve() -> Timeline? {
    if !document.formulas.isEmpty {
      let solver = TimeSolver(document, catalog: catalog, media: mediaByName, rate: rate)
      for finding in solver.findings { report(finding) }
      self.solver = solver
    }
    let output = outputSettings()
    var tracks: [Track] = []
    guard let written = document.tracks else { return nil }
    for (index, track) in written.enumerated() {
      tracks.append(resolve(track, id: TrackID(index)))
    }
    // Captions may follow what other tracks show.
    for (index, track) in written.enumerated() where track.captions != nil {
      resolveCaptions(track, into: &tracks[index], besides: tracks)
    }
    var timeline = Timeline(
      output: output, media: document.mediaItems, tracks: tracks,
      expectations: document.expect.map { resolve($0) })
    timeline.ownMediaCount = document.ownMediaCount
    timeline.workedOut = solver.map { workedOutTimes($0) } ?? [:]
    timeline.origins = origins(timeline.workedOut)
    if let end = solver?.movieEnd { checkEnd(of: timeline, end) }
    timeline.markers = markers()
    timeline.note = document.notes[document.range]
    timeline.notes = document.notes
    return timeline
  }

  /// What stands for an edit without tracks that could be read.
  var emptyTimeline: Timeline {
    var copy = self
    return Timeline(output: copy.outputSettings(), media: document.mediaItems, tracks: [])
  }

  /// Whether everything of an edit is in its timeline, so that its length is known.
  func isWhole(_ timeline: Timeline?) -> Bool {
    !document.hasSyntaxErrors && timeline?.tracks.allSatisfy(\.isComplete) ?? false
  }

  private mutating func outputSettings() -> OutputSettings {
    let written = document.output
    var video = VideoEncoding(written.video.codec, color: written.color?.value ?? .sdr)
    if video.color == .hdr10 {
      video.masteringDisplay = written.masteringDisplay ?? MasteringDisplay()
    }
    if let rateControl = written.video.rateControl { video.rateControl = rateControl }
    if let preset = written.video.preset { video.preset = preset }
    video.profile = written.video.profile
    video.tune = written.video.tune
    if let depth = written.video.bitDepth { video.bitDepth = depth }
    video.hasAlpha = written.video.hasAlpha
    video.maxRate = written.video.maxRate
    video.bufferSize = written.video.bufferSize
    if let gop = written.video.gop, let seconds = seconds(gop) {
      let frames = FrameGrid(rate).nearestFrame(to: seconds).value
      video.gopFrames = Int(min(max(frames, 1), 100_000))
    }
    var background = written.background?.value ?? .black
    background.alpha = 255
    var duration: Located<Rational>?
    if let wanted = written.duration, let seconds = seconds(wanted) {
      duration = Located(value: seconds, range: wanted.range)
    }
    let declick = declick(of: written)
    if let wanted = written.declick, declick > Self.longestDeclick {
      report(ProjectMessages.declickTooLong(range: wanted.range))
    }
    var output = OutputSettings(
      size: size, frameRate: rate, video: video, audio: written.audio,
      mastering: mastering(written), declick: declick, background: background, duration: duration,
      range: written.range.isNone ? document.range : written.range)
    if let longest = written.maxDuration {
      output.maxDuration = seconds(longest).flatMap { limit in
        (document.chosenOutput?.part?.value).map { $0.limit(ofEdit: limit, rate: rate) }
          ?? limit
      }.map { Located(value: $0, range: longest.range) }
    }
    output.maxSize = written.maxSize
    output.container = written.container
    if written.container.isSegmented {
      let frames = FrameGrid(rate).nearestFrame(to: written.segmentSeconds ?? Rational(6)).value
      output.segmentFrames = Int(max(1, frames))
    }
    output.isFragmented = written.isFragmented
    output.isSizeWritten = written.size != nil
    output.description = description(written)
    output.writtenMixes = mixes(written)
    if let artwork = written.artwork {
      output.artwork = media(artwork).map { Located(value: $0, range: artwork.range) }
    }
    output.describingMedia = written.metadata.source.flatMap { known($0, given: nil) }
    output.descriptionRange =
      written.metadataRange ?? written.startTimecode?.range ?? written.soundRange ?? .none
    return output
  }

  private mutating func description(_ written: OutputDocument) -> MovieDescription {
    var description = MovieDescription(tags: written.metadata.tags.map(\.value))
    carryOver(written.metadata, to: &description)
    if written.container.holdsPictures { description.timecode = firstTimecode(written) }
    let sounds = written.mixes.isEmpty ? [written.soundTrack] : written.mixes.map(\.description)
    if sounds.contains(where: { $0 != TrackDescription() }), written.audio != nil,
      written.container.holdsSound
    {
      description.tracks = (written.container.holdsPictures ? [TrackDescription()] : []) + sounds
    }
    return description
  }

  /// Seconds for sound to come up where it is cut.
  mutating func declick(of written: OutputDocument) -> Rational {
    let usual = written.audio == nil ? Rational.zero : Self.usualDeclick
    return written.declick.flatMap { seconds($0) } ?? usual
  }

  /// Seconds for sound to come up where nothing is said.
  private static let usualDeclick = Rational(1, over: 200)
  private static let longestDeclick = Rational(1, over: 50)

  // MARK: - Times

  /// The time in seconds; `nil` after a report that there is no such time at the output's rate, or
  /// that the times which say it do not.
  mutating func seconds(_ time: Located<TimeExpression>) -> Rational? {
    if let solver, solver.graph.formula(time) != nil { return solver.written(time) }
    do throws(TimeResolutionError) {
      return try time.value.resolved(rate: rate)
    } catch {
      report(
        ProjectMessages.timeResolution(
          error.description, range: time.range, suggestion: error.suggestion))
      return nil
    }
  }

  /// The time in seconds, or what counts when none is written.
  mutating func seconds(
    _ time: Located<TimeExpression>?, else `default`: Rational
  ) -> Rational? {
    guard let time else { return `default` }
    return seconds(time)
  }

  func text(_ time: Rational) -> String { TimeText.short(time, rate) }

  /// Says where the movie goes on after what counts as its end in expressions.
  private mutating func checkEnd(of timeline: Timeline, _ end: Rational) {
    let movieEnd = timeline.duration
    guard timeline.tracks.allSatisfy(\.isComplete), movieEnd > end else { return }
    let items =
      timeline.tracks.flatMap(\.clips).map { (noun($0), $0.placed.end, $0.range) }
      + timeline.tracks.flatMap(\.titles).map { (noun($0), $0.placed.end, $0.range) }
    guard let last = items.first(where: { $0.1 == movieEnd }) else { return }
    report(
      TimeMessages.endPassed(
        end: text(end), item: last.0, itemEnd: text(last.1), range: last.2))
  }

  // MARK: - Names

  /// The media of that name, with values for its parameters; `nil` after a report, unless media
  /// themselves are at fault.
  mutating func media(
    _ name: Located<String>, given: Located<[GivenValue]>? = nil
  ) -> MediaID? {
    if let id = known(name, given: given) { return id }
    // What could not be read has been reported.
    if document.link(name, given) != nil { return nil }
    if document.mediaIsComplete, !document.hasSyntaxErrors {
      reportUnknownMedia(name)
    }
    return nil
  }

  /// The same without a report.
  func known(_ name: Located<String>, given: Located<[GivenValue]>?) -> MediaID? {
    document.link(name, given) ?? mediaByName[name.value]
  }

  /// Nobody reads more than this; a file of nothing but mistakes must not fill the memory.
  private static let limit = 10_000

  mutating func report(_ diagnostic: Diagnostic) {
    if diagnostics.count < Self.limit {
      diagnostics.append(diagnostic)
    } else if diagnostics.count == Self.limit {
      diagnostics.append(
        ProjectMessages.tooManyFindings(limit: Self.limit, range: diagnostic.range))
    }
  }
}

extension FrameRate {
  /// The rate of a project that names none.
  package static var `default`: FrameRate {
    guard let rate = FrameRate(30) else { preconditionFailure("30 is a frame rate") }
    return rate
  }
}
