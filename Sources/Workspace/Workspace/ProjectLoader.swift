package import Diagnostics
import FileSystem
import MediaProbing
import MediaReading
import MediaSources
import MovieWriting
import OutputKinds
import BaseValues
package import PlanModel
package import ProjectFormat
import Raster
package import RenderPlanning
import TimelineModel
import TitleRendering

/// Reads, opens and checks projects: the one way from a text to what will be rendered.
///
/// ```
/// text ─▶ document ─▶ media are opened ─▶ timeline ─▶ rules, fonts ─▶ plan ─▶ what it shows
/// ```
/// No step stops at its first finding, and each but the last two goes on where the one before has
/// found mistakes, so that one run shows all of them.
package struct ProjectLoader: Sendable {
  /// Hold for every project that is loaded.
  package var options: WorkspaceOptions

  /// A loader that keeps nothing and confines nobody unless said otherwise.
  package init(_ options: WorkspaceOptions = WorkspaceOptions()) { self.options = options }

  /// Reads a project's text.
  ///
  /// - Parameter waits: whether it may come from a pipe, which is read until it is closed.
  package func read(_ path: String, waits: Bool = true) throws(ProjectFileError) -> SourceFile {
    if !waits, FileAccess.isFolder(path) == false, FileAccess.size(of: path) == nil {
      throw .notRegular
    }
    let scope = MediaLocator(options, project: path).scope
    let limit = options.limits[.fileBytes]
    return SourceFile(path: path, bytes: try ProjectFile.read(path, limit: limit, within: scope))
  }

  /// Loads a project whose text may be another one than its file's.
  ///
  /// - Parameters:
  ///   - open: knows the media; `nil` to open them.
  ///   - reading: is told what is wrong with the text alone, before media are opened and times resolved.
  package func load(
    _ file: SourceFile, open: ((ProjectDocument) -> OpenedMedia)? = nil,
    reading told: ((LoadedProject) -> Void)? = nil
  ) -> LoadedProject {
    var project = LoadedProject(file, options)
    let (document, reading) = ProjectCompiler.document(
      from: &project.file, limits: options.limits, settings: options.settings,
      rendition: options.rendition, projects: projects(besides: file))
    var findings = reading.map { options.judged($0) }
    if let told {
      var early = project
      early.document = document
      early.add(document?.explained(findings) ?? findings)
      told(early)
    }
    if var document {
      if let places = options.settingPlaces {
        findings = document.note(places, in: &project.file, findings)
      }
      if let policy = options.damagePolicy { document.treatDamage(by: policy) }
      project.document = document
      let media =
        open?(document)
        ?? OpenedMedia(
          document.mediaItems, with: MediaProber(document, for: project), memory: options.memory)
      (project.catalog, project.library) = (media.catalog, media.library)
      let (timeline, resolving) = ProjectCompiler.timeline(
        from: document, catalog: &project.catalog)
      findings += media.findings + resolving
      if let timeline {
        findings += TimelineRules.check(timeline, catalog: project.catalog, limits: options.limits)
          .map { options.judged($0) }
        findings += project.texts.check(timeline)
        if !findings.containsErrors { findings += project.plan(timeline) }
      }
      findings = document.explained(findings, of: timeline)
      if options.isLocked {
        findings += project.lockFindings(timeline, isComplete: !reading.containsErrors)
      }
    }
    project.add(findings)
    project.master()
    return project
  }
}

extension LoadedProject {
  /// Lowers an edit without errors to its plan.
  ///
  /// - Returns: what is wrong with it, and with what is seen.
  fileprivate mutating func plan(_ timeline: Timeline) -> [Diagnostic] {
    do throws(PlanningError) {
      let (answers, heard) = try listen(timeline)
      if heard.containsErrors { return heard }
      var plan = try RenderPlanner.plan(timeline, catalog: catalog, answers: answers)
      if let artwork = timeline.output.artwork {
        do throws(ArtworkReader.Problem) {
          plan.output.description.artwork = [
            try ArtworkReader.artwork(of: source(artwork.value))
          ]
        } catch {
          return [error.finding(range: artwork.range)] + heard
        }
      }
      (self.timeline, self.plan) = (timeline, plan)
      if let finding = document?.outputFramesFinding(of: plan.output.frameCount) {
        return [finding] + heard
      }
      let colors = ColorCheck.findings(plan, of: timeline)
      if !colors.isEmpty { return colors + heard }
      let texts = texts
      return PlanCheck.findings(
        plan, of: timeline, catalog: catalog, ink: { texts.lines(of: $0) },
        reach: { texts.reach(of: $0) }) + texts.check(plan, of: timeline)
        + nestedFindings(timeline) + CaptionMeeting(project: self, timeline: timeline).findings()
        + heard
    } catch {
      return [error.finding]
    }
  }

  /// So many projects and groups are looked at: of one with many values each is much like the others.
  private static let checkedEdits = 200

  /// What is seen of the projects and groups that it shows, each on its own canvas.
  private func nestedFindings(_ timeline: Timeline) -> [Diagnostic] {
    timeline.edits.prefix(Self.checkedEdits).flatMap { edit -> [Diagnostic] in
      var own = edit.timeline
      own.edits = timeline.edits
      guard let plan = try? RenderPlanner.plan(own, catalog: catalog) else { return [] }
      let findings = PlanCheck.findings(
        plan, of: own, catalog: catalog, ink: { texts.lines(of: $0) },
        reach: { texts.reach(of: $0) })
      return findings.map { $0.within(edit.way) }
    }
  }
}

extension LoadedProject {
  /// The frames that its movie has where nothing else is asked for: all of a plan, or the part that the chosen output is.
  package func frames(of plan: RenderPlan) -> Range<Int> {
    document?.outputFrames(of: plan.output.frameCount) ?? 0..<plan.output.frameCount
  }

  /// Where the texts of its titles and captions are seen; none of a project with errors.
  ///
  /// - Parameter isWanted: of which titles that is asked, by their tracks and places there.
  package func textPlaces(
    where isWanted: (_ track: Int, _ title: Int) -> Bool = { _, _ in true }
  ) -> [TextPlace] {
    guard let plan, let timeline else { return [] }
    let texts = texts
    return TextPlaces.places(
      plan, of: timeline, ink: { texts.lines(of: $0) }, reach: { texts.reach(of: $0) },
      isWanted: isWanted)
  }
}

extension TextRenderer {
  /// What is wrong with the texts of all titles that are drawn.
  fileprivate func check(_ timeline: Timeline) -> [Diagnostic] {
    let tracks = timeline.tracks + timeline.edits.flatMap(\.timeline.tracks)
    var findings = tracks.flatMap { checkLines(of: $0) }
    let titles = tracks.filter(\.textOutput.draws).flatMap(\.titles)
    for (title, layer) in titles.flatMap({ title in title.layers.map { (title, $0) } }) {
      switch layer.content {
      case .text(let style):
        let first = check(style, range: layer.fontRange)
        findings += first
        // What a text comes to that counts may be longer than what it begins with.
        guard !layer.counters.isEmpty else { continue }
        findings += check(layer.last(style, of: title.placed), range: layer.fontRange).filter {
          finding in
          !first.contains { $0.id == finding.id }
        }
      case .shape(let style): findings += ShapeRenderer.check(style, range: layer.range)
      case .image: continue
      }
    }
    return findings
  }

  /// What is wrong with texts and shapes that are drawn larger than they are, for being enlarged: those of the projects
  /// and groups that are shown, too.
  fileprivate func check(_ plan: RenderPlan, of timeline: Timeline) -> [Diagnostic] {
    var largest: [PlanOrigin: (raster: TextRaster, times: Rational)] = [:]
    for segment in plan.segments {
      for picture in segment.layers.flatMap(\.pictures) {
        guard case .title = picture.origin.item, let shown = picture.picture else { continue }
        var offsets = 0..<segment.frames.count
        if case .constant = shown { offsets = 0..<1 }
        for offset in offsets {
          guard case .text(let id) = shown[offset] else { continue }
          let raster = plan.rasters[id.index]
          let times = raster.enlargement
          if times > largest[picture.origin]?.times ?? .one {
            largest[picture.origin] = (raster, times)
          }
        }
      }
    }
    if largest.isEmpty { return [] }
    let items = PlannedItems(timeline)
    var findings: [Diagnostic] = []
    for (origin, (raster, _)) in largest {
      guard case .title(let index, let number) = origin.item,
        let title = items.track(origin.track)?.titles[index]
      else { continue }
      let layer = title.layers[number]
      let found =
        raster.shape.map { ShapeRenderer.check($0, scale: raster.scale, range: layer.range) }
        ?? check(raster.style, scale: raster.scale, range: layer.fontRange)
      findings += found.filter { $0.id == .titleTooLarge && !findings.contains($0) }
    }
    return findings
  }

  /// The lines of a text, or a shape as a whole, as they are painted; none where it cannot be drawn, of which another
  /// finding tells.
  fileprivate func lines(of raster: TextRaster) -> [Rect] {
    if let shape = raster.shape {
      let ink = try? ShapeRenderer.ink(
        of: shape, anchorX: raster.anchorX, anchorY: raster.anchorY, scale: raster.scale)
      return [ink].compactMap(\.self).filter { !$0.isEmpty }
    }
    let lines = try? ink(
      of: raster.style, anchorX: raster.anchorX, anchorY: raster.anchorY, scale: raster.scale)
    return (lines ?? []).map { $0 }
  }

  fileprivate func reach(of raster: TextRaster) -> Rect? {
    raster.shape != nil
      ? nil
      : try? reach(
        of: raster.style, anchorX: raster.anchorX, anchorY: raster.anchorY, scale: raster.scale)
  }
}

extension TextRaster {
  /// How much larger than at rest the largest of its parts that are seen is drawn.
  fileprivate var enlargement: Rational {
    let seen = style.runs.filter { $0.move?.opacity != .zero }
    let parts = seen.map { run in (try? run.scale * (run.move?.scale ?? .one)) ?? .one }
    return (try? Rational(Int64(scale)) * (parts.max() ?? .one)) ?? .one
  }
}

extension LoadedProject {
  /// The media item as it was opened.
  fileprivate func source(_ id: MediaID) throws(ArtworkReader.Problem) -> MediaSource {
    guard let source = try? library.source(id) else { throw .noPicture }
    return source
  }
}

extension ArtworkReader.Problem {
  /// The finding that a person sees.
  fileprivate func finding(range: SourceRange) -> Diagnostic {
    let (message, fix) =
      switch self {
      case .noPicture:
        ("artwork is a single picture in a file", "name a JPEG or PNG file under \"media\"")
      case .unusable(let reason):
        ("the picture cannot be artwork: \(reason)", "save it as JPEG or PNG")
      }
    return Diagnostic(
      id: .artworkUnusable, severity: .error, message: message, range: range,
      fixes: [Fix(message: fix)])
  }
}

extension PlanningError {
  /// The finding that a person sees.
  var finding: Diagnostic {
    switch self {
    case .timeOverflow(let range):
      Diagnostic(
        id: .timeNotRepresentable, severity: .error,
        message: "this time cannot be computed exactly", range: range,
        fixes: [Fix(message: "use times with fewer digits or a smaller fraction")])
    case .tooManyFrames(let count):
      Diagnostic(
        id: .movieTooLong, severity: .error,
        message: "the movie has \(count) frames; the limit is \(RenderPlanner.frameLimit)",
        range: .none, fixes: [Fix(message: "split the project into several movies")])
    case .missingFacts(_, let range):
      Diagnostic(
        id: .mediaUnknown, severity: .error, message: "nothing is known about this media item",
        range: range)
    case .unknownKind(let name, let range):
      Diagnostic(
        id: .unknownKind, severity: .error, message: "there is no kind '\(name)'", range: range)
    }
  }
}

extension TitleLayer {
  /// A text that counts as it is in the end.
  fileprivate func last(_ style: TextStyle, of placed: TimeRange) -> TextStyle {
    let texts = counters.map { counter in
      let text = try? counter.text(at: placed.duration, of: placed.duration) { 1 << 44 }
      return text ?? ""
    }
    var style = style
    style.replace(counters, by: texts)
    return style
  }
}
