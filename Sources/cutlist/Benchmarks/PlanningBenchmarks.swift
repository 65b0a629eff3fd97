import Diagnostics
import BaseValues
import PlanModel
import ProjectFormat
import RenderPlanning
import TimelineModel

/// From the text of a project to its plan and the plan's text, for edits of different lengths.
enum PlanningBenchmarks {
  private struct Times {
    var read = Double.infinity
    var resolve = Double.infinity
    var check = Double.infinity
    var plan = Double.infinity
    var keys = Double.infinity
    var dump = Double.infinity

    var total: Double { read + resolve + check + plan + dump }
  }

  static func run() {
    print("planning: one media item a clip, ms of CPU, least of several runs")
    row("clips", "read", "resolve", "check", "plan", "print", "keys", "check+plan", "us/clip")
    var last: Double?
    for clips in [100, 1_000, 10_000] {
      let times = measure(clips, repeats: clips < 10_000 ? 7 : 3)
      let each = times.total / Double(clips)
      row(
        "\(clips)", decimal(times.read / 1e6, 1), decimal(times.resolve / 1e6, 1),
        decimal(times.check / 1e6, 1), decimal(times.plan / 1e6, 1), decimal(times.dump / 1e6, 1),
        decimal(times.keys / 1e6, 1), decimal(times.total / 1e6, 1), decimal(each / 1e3, 1))
      if let last { print("    linearity: \(decimal(each / last, 2)) of the time a clip") }
      last = each
    }
    print()
  }

  private static func measure(_ clips: Int, repeats: Int) -> Times {
    let file = SourceFile(
      path: "edit.json", text: EditText(clips: clips, sources: clips).text)
    var times = Times()
    for _ in 0..<repeats {
      var document: ProjectDocument?
      times.read = min(
        times.read,
        leastNanoseconds(repeats: 1) { document = ProjectCompiler.document(from: file).0 })
      guard let document else { return times }
      let catalog = SyntheticMedia.catalog(of: document.mediaItems)
      var timeline: Timeline?
      times.resolve = min(
        times.resolve,
        leastNanoseconds(repeats: 1) {
          timeline = ProjectCompiler.timeline(from: document, catalog: catalog).0
        })
      guard let timeline else { return times }
      var findings: [Diagnostic] = []
      times.check = min(
        times.check,
        leastNanoseconds(repeats: 1) {
          findings = TimelineRules.check(timeline, catalog: catalog)
        })
      for finding in findings.prefix(3) { complain("\(finding.id): \(finding.message)") }
      var plan: RenderPlan?
      times.plan = min(
        times.plan,
        leastNanoseconds(repeats: 1) {
          plan = try? RenderPlanner.plan(timeline, catalog: catalog)
        })
      guard let plan else { return times }
      var size = 0
      times.dump = min(
        times.dump, leastNanoseconds(repeats: 1) { size += PlanDump.text(plan).utf8.count })
      times.keys = min(
        times.keys,
        leastNanoseconds(repeats: 1) {
          size += plan.pictureKeys().count
          size += plan.audioKeys(of: plan.audioChunks).count
          for chunk in plan.chunks { size += plan.visibleTexts(in: chunk.frames).count }
        })
      precondition(size > 0, "nothing planned")
    }
    return times
  }
}

/// Facts about media that do not exist.
enum SyntheticMedia {
  /// Every item is a 1080p30 clip of 8 s with sound, a tone is sound without end.
  static func catalog(of items: [MediaItem]) -> MediaCatalog {
    var catalog = MediaCatalog(count: items.count)
    guard let rate = FrameRate(30),
      let range = try? TimeRange(start: .zero, duration: Rational(8))
    else { return catalog }
    for item in items {
      if case .generator = item.content {
        catalog[item.id] = MediaFacts(
          video: nil, audio: AudioFacts(sampleRate: 48_000, channels: 1, range: nil),
          contentHash: "tone")
        continue
      }
      catalog[item.id] = MediaFacts(
        video: VideoFacts(
          codedSize: Size(width: 1920, height: 1080),
          frames: .regular(start: .zero, rate: rate, count: 240)),
        audio: AudioFacts(sampleRate: 48_000, channels: 1, range: range),
        contentHash: "clip \(item.id.index)")
    }
    return catalog
  }
}
