import Diagnostics
import FileSystem
import BaseValues
package import PlanModel
package import Rendering
package import Workspace

/// What `render --json` tells at its end.
package struct RenderResult {
  /// As on the command line.
  package var movie: String
  package var plan: RenderPlan
  package var statistics: RenderStatistics
  package var progress: RenderProgress?
  /// Seconds.
  package var elapsed: Double
  /// Whether the movie was there already, and was left as it was.
  package var isUnchanged: Bool
  package var project: LoadedProject
  package var damage: DamageReport

  package init(
    movie: String, plan: RenderPlan, statistics: RenderStatistics, progress: RenderProgress?,
    elapsed: Double, isUnchanged: Bool, project: LoadedProject, damage: DamageReport
  ) {
    (self.movie, self.plan, self.statistics) = (movie, plan, statistics)
    (self.progress, self.elapsed, self.isUnchanged) = (progress, elapsed, isUnchanged)
    (self.project, self.damage) = (project, damage)
  }

  package var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("movie", movie)
      json.member("bytes", FileAccess.size(of: movie))
      json.member("unchanged", isUnchanged)
      json.member("frames", plan.output.frameCount)
      json.member("frameRate", plan.output.rate.rational.description)
      json.member("seconds", number: seconds)
      json.key("chunks")
      json.object(inline: true) { json in
        json.member("total", progress?.chunkCount ?? plan.chunks.count)
        json.member("rendered", progress?.chunksRendered ?? 0)
        json.member("reused", progress?.chunksReused ?? 0)
      }
      json.key("warnings")
      json.raw(warnings)
      json.key("damage")
      json.array { json in
        for item in damage.items { json.raw(item) }
      }
      json.member("elapsedSeconds", number: (elapsed * 1000).rounded() / 1000)
      json.key("processorSeconds")
      json.object(inline: true) { json in
        json.member("decode", number: Self.milliseconds(statistics.decode))
        json.member("compose", number: Self.milliseconds(statistics.compose))
        json.member("mix", number: Self.milliseconds(statistics.mix))
        json.member("encode", number: Self.milliseconds(statistics.encode))
      }
      json.member("peakMemory", Machine.peakMemory)
      if let rate = statistics.rate {
        RateReport(rate).write(to: &json)
      }
    }
    return json.text
  }

  /// Nanoseconds as seconds in whole milliseconds.
  package static func milliseconds(_ nanoseconds: Int64) -> Double {
    Double(nanoseconds / 1_000_000) / 1000
  }

  private var seconds: Double {
    let rate = plan.output.rate
    return Double(plan.output.frameCount) * Double(rate.seconds) / Double(rate.frames)
  }

  /// What of the sound is cut off, which is known once it is mixed.
  private var tooLoud: [Diagnostic] {
    statistics.level.flatMap { AudioMessages.afterRender($0, plan) }.map {
      [Diagnostic(id: .soundClips, severity: .warning, message: $0, range: .none)]
    } ?? []
  }

  private var warnings: String {
    let text = DiagnosticRenderer.json(
      project.diagnostics.filter { $0.severity == .warning } + tooLoud, in: project.file)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}
