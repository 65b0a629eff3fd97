import Diagnostics
import FileSystem
import BaseValues
import PlanModel
import Rendering
import Workspace

/// What `render --json` tells at its end.
struct RenderResult {
  /// As on the command line.
  var movie: String
  var plan: RenderPlan
  var statistics: RenderStatistics
  var progress: RenderProgress?
  /// Seconds.
  var elapsed: Double
  /// Whether the movie was there already, and was left as it was.
  var isUnchanged: Bool
  var project: LoadedProject
  var damage: DamageReport

  var json: String {
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
        json.member("decode", number: ProgressReporter.milliseconds(statistics.decode))
        json.member("compose", number: ProgressReporter.milliseconds(statistics.compose))
        json.member("mix", number: ProgressReporter.milliseconds(statistics.mix))
        json.member("encode", number: ProgressReporter.milliseconds(statistics.encode))
      }
      json.member("peakMemory", Machine.peakMemory)
      if let rate = statistics.rate {
        RateReport(rate).write(to: &json)
      }
    }
    return json.text
  }

  private var seconds: Double {
    let rate = plan.output.rate
    return Double(plan.output.frameCount) * Double(rate.seconds) / Double(rate.frames)
  }

  private var warnings: String {
    let text = DiagnosticRenderer.json(
      project.diagnostics.filter { $0.severity == .warning }, in: project.file)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}
