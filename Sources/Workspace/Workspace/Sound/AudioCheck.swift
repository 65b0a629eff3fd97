import AudioMixing
import ChunkStorage
import Diagnostics
import BaseValues
import PlanModel
import RenderPlanning
import Rendering
import TimelineModel

/// Finds where a project's sound goes beyond full scale.
struct AudioCheck {
  var project: LoadedProject
  var timeline: Timeline
  var plan: RenderPlan

  /// More than this is not mixed: in seconds, six hours.
  private static let longest: Int64 = 6 * 3600

  /// Mixes the sound, apart from what the cache knows the level of.
  ///
  /// - Parameter progress: is told how many parts are mixed of how many, by any thread.
  func findings(
    jobs: Int, progress: @escaping @Sendable (Int, Int) -> Void
  ) -> [Diagnostic] {
    guard let audio = plan.audio, !audio.spans.isEmpty else { return [] }
    let limit = Self.longest * Int64(audio.sampleRate)
    let isCut = audio.sampleCount > limit
    let survey = AudioSurvey(
      plan: plan, backend: project.backend(for: plan),
      store: AudioLevelRecords(folder: project.options.cache), context: RenderPlan.programContext)
    do throws(RenderError) {
      let levels = try survey.levels(jobs: jobs, before: isCut ? limit : nil, progress: progress)
      return try findings(survey, audio, levels)
        + (isCut ? [AudioMessages.soundNotHeard(after: Self.longest / 3600)] : [])
    } catch {
      return [AudioMessages.soundNotMeasured(error.message)]
    }
  }

  /// What is too loud because of one clip more than of any other.
  private struct Excess {
    var level: AudioLevel
    /// Places in the plan of all spans that sound there, the loudest first.
    var spans: [Int]
    /// What the loudest adds there, of a whole of 1 at full scale.
    var share: Float
  }

  private func findings(
    _ survey: AudioSurvey, _ audio: AudioPlan, _ levels: [AudioLevel]
  ) throws(RenderError) -> [Diagnostic] {
    var order: [PlanOrigin] = []
    var excesses: [PlanOrigin: Excess] = [:]
    for level in levels where level.isOverloaded {
      let shares = try survey.shares(of: level.peakSample).map { share in
        (span: share.span, level: share.added.map(\.magnitude).max() ?? 0)
      }.filter { $0.level > 0 }.sorted { $0.level > $1.level }
      guard let loudest = shares.first else { continue }
      let origin = audio.spans[loudest.span].origin
      if var known = excesses[origin] {
        if level.truePeak > known.level.truePeak {
          known.spans = shares.map(\.span)
          known.share = loudest.level
        }
        known.level = known.level + level
        excesses[origin] = known
      } else {
        order.append(origin)
        excesses[origin] = Excess(
          level: level, spans: shares.map(\.span), share: loudest.level)
      }
    }
    return order.compactMap { origin in excesses[origin].flatMap { finding($0, audio) } }
  }

  private func finding(_ excess: Excess, _ audio: AudioPlan) -> Diagnostic? {
    let items = PlannedItems(timeline)
    let known = excess.spans.compactMap { span -> (span: Int, clip: Clip)? in
      clip(audio.spans[span].origin, items).map { (span, $0) }
    }
    guard let (span, loudest) = known.first else { return nil }
    let clips = known.map(\.clip)
    let name = audio.spans[span].origin.label
    let way = items.way(to: audio.spans[span].origin).compactMap { use in
      clip(use, items).map { Located(value: use.label, range: $0.mediaRange) }
    }
    return AudioMessages.soundClips(
      AudioWords(excess.level, rate: audio.sampleRate, frameRate: plan.output.rate),
      range: loudest.keys.range(of: "gain") ?? loudest.mediaRange,
      others: known.dropFirst().map { span, clip in
        (audio.spans[span].origin.label, clip.mediaRange)
      },
      fixes: fixes(excess, loudest, name, count: clips.count)
    ).within(way)
  }

  private func clip(_ origin: PlanOrigin, _ items: PlannedItems) -> Clip? {
    guard case .clip(let index) = origin.item, let clips = items.track(origin.track)?.clips else {
      return nil
    }
    return clips.indices.contains(index) ? clips[index] : nil
  }

  // MARK: - Ways out

  private func fixes(_ excess: Excess, _ clip: Clip, _ name: String, count: Int) -> [Fix] {
    let decibels = AudioWords.tenthsUp(excess.level.decibels)
    let own = clip.sound?.gain ?? .one
    func gain(less tenths: Int) -> String {
      let now = Decibels.ofAmplitude(Double(own.numerator) / Double(own.denominator))
      let wanted = Int((now * 10).rounded(.down)) - tenths
      return "\"\(AudioWords.text(tenths: wanted))dB\""
    }
    func lowered(by tenths: Int) -> Fix {
      let text = gain(less: tenths)
      let message = "set \"gain\" of clip '\(shortened(name))' to \(text)"
      if let range = clip.keys.range(of: "gain") {
        return Fix(message: message, replacing: range, with: text)
      }
      return Fix(
        message: message, replacing: SourceRange(at: clip.mediaRange.upper),
        with: ", \"gain\": \(text)")
    }
    if count == 1 { return [lowered(by: decibels)] }
    return [
      Fix(
        message:
          "lower the \"gain\" of each of the \(count) clips by \(AudioWords.text(tenths: decibels)) dB"
      )
    ]
  }
}
