import TextReports
import AudioMixing
import Diagnostics
import Rendering
import Synchronization

/// Shows on standard error how far a render has come: a line that is written over on a terminal, or
/// a JSON object a line.
final class ProgressReporter: Sendable {
  enum Form: Sendable {
    case line, json, none
  }

  /// A movie's place among those that are rendered at the same time.
  struct Group: Sendable {
    var movie: String
    var number: Int
    var count: Int
  }

  private let form: Form
  private let console: Console
  private let group: Group?
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  private struct State {
    var last: ContinuousClock.Instant?
    var latest: RenderProgress?
    var hasLine = false
  }

  /// - Parameter group: `nil` for a movie that is rendered alone. Of several the first one has the line on a terminal.
  init(form: Form, console: Console, group: Group? = nil) {
    self.group = group
    self.form = form
    self.console = console
  }

  /// How far the render was at the last news.
  var latest: RenderProgress? { state.withLock { $0.latest } }

  /// Seconds since the beginning.
  var elapsed: Double { Self.seconds(ContinuousClock.now - start) }

  /// Takes news; shows them at most ten times a second.
  func update(_ progress: RenderProgress) {
    let now = ContinuousClock.now
    state.withLock { state in
      state.latest = progress
      if let last = state.last, now - last < .milliseconds(100),
        progress.framesDone < progress.frameCount
      {
        return
      }
      state.last = now
      switch form {
      case .none: break
      case .line:
        guard group.map({ $0.number == 0 }) ?? true else { break }
        let head = group.map { "\($0.count) movies: " } ?? ""
        console.raw("\r" + head + line(progress, at: now) + "\u{1B}[K")
        state.hasLine = true
      case .json:
        console.raw(json("progress", progress, at: now) + "\n")
      }
    }
  }

  /// Says what a person should know before the render ends.
  func warn(_ message: String) {
    state.withLock { state in
      if state.hasLine { console.raw("\r\u{1B}[K") }
      state.hasLine = false
      switch form {
      case .none, .line: console.say("cutlist: warning: \(message)")
      case .json:
        var json = JSONWriter(.compact)
        json.object { json in
          json.member("event", "warning")
          json.member("message", message)
        }
        console.raw(json.text + "\n")
      }
    }
  }

  /// The summary after a render, and the end of the line.
  ///
  /// - Parameter peakMemory: bytes.
  func finish(output: String, _ statistics: RenderStatistics, peakMemory: Int) {
    let now = ContinuousClock.now
    state.withLock { state in
      if state.hasLine { console.raw("\r\u{1B}[K") }
      guard let progress = state.latest else { return }
      switch form {
      case .none: break
      case .line:
        if let rate = statistics.rate {
          console.say(RateReport(rate).text)
        }
        let seconds = Self.seconds(now - start)
        let chunks =
          progress.chunksReused > 0
          ? ", \(progress.chunksReused) of \(progress.chunkCount) chunks reused" : ""
        console.say(
          "\(output): \(progress.frameCount) frames in \(Self.decimal(seconds)) s "
            + "(\(Self.decimal(Double(progress.frameCount) / max(seconds, 0.001))) fps\(chunks))")
        console.say(
          "processor: decode \(Self.seconds(statistics.decode)), compose "
            + "\(Self.seconds(statistics.compose)), mix \(Self.seconds(statistics.mix)), encode "
            + "\(Self.seconds(statistics.encode)); \(peakMemory >> 20) MiB at most")
      case .json:
        console.raw(json("done", progress, at: now, statistics, peakMemory) + "\n")
      }
    }
  }

  /// Ends the line after a failure.
  func abandon() {
    state.withLock { state in
      if state.hasLine { console.raw("\n") }
      state.hasLine = false
    }
  }

  private func line(_ progress: RenderProgress, at now: ContinuousClock.Instant) -> String {
    if progress.waitsForSound {
      return
        "all \(progress.frameCount) frames done, mixing and encoding sound  "
        + "\(progress.soundChunksDone)/\(progress.soundChunkCount)"
    }
    let percent = progress.framesDone * 100 / max(1, progress.frameCount)
    let rate = Double(progress.framesDone) / max(0.001, Self.seconds(now - start))
    let left = Double(progress.frameCount - progress.framesDone) / max(0.1, rate)
    let measured =
      progress.framesMeasured > 0 ? "  \(progress.framesMeasured) measured" : ""
    return
      "frame \(progress.framesDone)/\(progress.frameCount)  \(percent) %  "
      + "\(Self.decimal(rate)) fps  \(Self.clock(left)) left\(measured)"
  }

  private func json(
    _ event: String, _ progress: RenderProgress, at now: ContinuousClock.Instant,
    _ statistics: RenderStatistics? = nil, _ peakMemory: Int? = nil
  ) -> String {
    let seconds = Self.seconds(now - start)
    var json = JSONWriter(.compact)
    json.object { json in
      json.member("event", event)
      if let movie = group?.movie { json.member("movie", movie) }
      json.member("frame", progress.framesDone)
      json.member("frames", progress.frameCount)
      if progress.framesMeasured > 0 {
        json.member("framesMeasured", progress.framesMeasured)
      }
      json.member("chunksRendered", progress.chunksRendered)
      json.member("chunksReused", progress.chunksReused)
      json.member("chunks", progress.chunkCount)
      if progress.soundChunkCount > 0 {
        json.member("soundChunksDone", progress.soundChunksDone)
        json.member("soundChunks", progress.soundChunkCount)
      }
      json.member("seconds", number: (seconds * 1000).rounded() / 1000)
      guard let statistics else { return }
      json.key("processorSeconds")
      json.object { json in
        json.member("decode", number: RenderResult.milliseconds(statistics.decode))
        json.member("compose", number: RenderResult.milliseconds(statistics.compose))
        json.member("mix", number: RenderResult.milliseconds(statistics.mix))
        json.member("encode", number: RenderResult.milliseconds(statistics.encode))
      }
      json.member("peakMemory", peakMemory)
      if let rate = statistics.rate { RateReport(rate).write(to: &json) }
      guard let level = statistics.level else { return }
      json.key("sound")
      json.object { json in
        json.member(
          "truePeak",
          number: level.truePeak > 0 ? (level.decibels * 100).rounded() / 100 : nil)
        json.member("peakSample", Int(clamping: level.peakSample))
        json.member("clippedSamples", Int(clamping: level.clippedCount))
        json.member("firstClippedSample", level.firstClipped.map { Int(clamping: $0) })
      }
    }
    return json.text
  }

  private static func seconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  /// Nanoseconds as seconds, for people.
  private static func seconds(_ nanoseconds: Int64) -> String {
    decimal(Double(nanoseconds) / 1e9) + " s"
  }

  private static func decimal(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static func clock(_ seconds: Double) -> String {
    let total = Int(min(seconds, 1e6).rounded(.up))
    let rest = total % 60
    return total < 60 ? "\(total) s" : "\(total / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}
