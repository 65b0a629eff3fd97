package import BaseValues
package import Raster
package import Diagnostics
package import PlanModel
package import Rendering
package import TimelineModel

/// Makes a composed picture small and a JPEG.
package typealias ThumbnailEncoder = (Image, Size) throws(RenderError) -> [UInt8]

/// The edit as one HTML page: tracks with small pictures, the shape of the sound, transitions, gains,
/// and what there is to say about the project.
package struct TimelineReport {
  /// The project file, for findings and for names of its items.
  package var file: SourceFile
  /// What the tracks are drawn from.
  package var timeline: Timeline
  /// What the program's pictures and sound are made by; of the same timeline.
  package var plan: RenderPlan
  /// Findings that do not keep the project from being rendered.
  package var findings: [Diagnostic]
  /// The item of the movie's own edit that shows what an origin in the plan is, where that is of a
  /// project or a group within it.
  package var outermost: (PlanOrigin) -> PlanOrigin = { $0 }

  /// A rendered movie of it, or a smaller one, that the page plays; `nil` for none.
  package var movie: EmbeddedMovie?

  /// A file that lies in a page.
  package struct EmbeddedMovie: Sendable {
    /// A media type that browsers play: `video/mp4`.
    package var type: String
    /// The file.
    package var bytes: [UInt8]

    /// Nothing is checked.
    package init(type: String, bytes: [UInt8]) {
      self.type = type
      self.bytes = bytes
    }
  }

  /// A report on a project without errors.
  package init(file: SourceFile, timeline: Timeline, plan: RenderPlan, findings: [Diagnostic]) {
    self.file = file
    self.timeline = timeline
    self.plan = plan
    self.findings = findings
  }

  /// The page. Composes small pictures and mixes the sound of every clip alone and of the movie.
  ///
  /// - Parameters:
  ///   - encode: makes a composed picture small and a JPEG.
  ///   - progress: is told how many of how many clips and titles are done.
  package func html(
    backend: any RenderBackend, encode: @escaping ThumbnailEncoder,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws(RenderError) -> String {
    let picture = try picture(backend: backend, encode: encode, progress: progress)
    return TimelinePage(
      file: file, output: plan.output, picture: picture, findings: findings,
      note: timeline.note, movie: movie
    ).html
  }

  /// The tracks without pictures and sound.
  var barePicture: TimelinePicture {
    let lanes = TimelineLanes(timeline: timeline, file: file)
    return TimelinePicture(
      frameCount: plan.output.frameCount, program: TimelinePicture.ProgramImage(),
      lanes: lanes.lanes, markers: lanes.markers)
  }

  /// The tracks with all that they show, and how loud the movie is.
  ///
  /// - Parameter progress: as in `html`; what it throws ends this.
  func picture(
    backend: any RenderBackend, encode: @escaping ThumbnailEncoder,
    progress: (Int, Int) throws(RenderError) -> Void
  ) throws(RenderError) -> TimelinePicture {
    let material = TimelineMaterial(
      plan: plan, backend: backend, encode: encode, outermost: outermost)
    var picture = barePicture
    let count = picture.lanes.reduce(0) { $0 + $1.items.count }
    picture.program.thumbnails = try material.programThumbnails()
    try progress(0, count)
    picture.program.chunkStarts = plan.chunks.map(\.frames.lowerBound)
    if let sound = try material.programSound() {
      (picture.program.sound, picture.program.loudness) = (sound.picture, sound.loudness)
    }
    try progress(0, count)
    var done = 0
    let images = backend.makeImageSource()
    // Lanes stand from front to back, tracks from back to front.
    for (lane, track) in zip(picture.lanes.indices, timeline.tracks.reversed()) {
      for index in picture.lanes[lane].items.indices {
        let item = picture.lanes[lane].items[index]
        // What is narrower than a pixel shows neither a picture nor a shape.
        let isWide = item.frames.count * TimelineMaterial.pageWidth >= plan.output.frameCount
        if isWide, track.kind.showsClips {
          picture.lanes[lane].items[index].thumbnails = try material.thumbnails(
            of: .clip(index), on: track.id, item.frames, images: images)
        }
        if isWide, track.kind.isHeard {
          picture.lanes[lane].items[index].sound = try material.sound(
            of: .clip(index), on: track.id)
        }
        done += 1
        try progress(done, count)
      }
    }
    return picture
  }

  /// The page of a project that has errors: nothing but these.
  package static func html(ofErrors findings: [Diagnostic], in file: SourceFile) -> String {
    HTMLPage(
      title: file.path,
      body: "<h1>\(HTMLText.escaped(file.path))</h1>\n<p class=\"error\">The project has errors: "
        + "there is no timeline to show.</p>\n" + FindingList(findings: findings, file: file).html
    ).text
  }
}
