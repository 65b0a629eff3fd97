import ChunkStorage
import Diagnostics
import PlanModel
import RenderPlanning
import Rendering
import TimelineModel

extension LoadedProject {
  /// What listening tells of the sounds that a plan depends on: where somebody speaks, and how loud clips are.
  /// What the cache knows is not measured again.
  ///
  /// - Returns: the answers, and what is wrong with the sounds.
  mutating func listen(
    _ timeline: Timeline
  ) throws(PlanningError) -> (answers: [SoundAnswer], findings: [Diagnostic]) {
    let questions = try RenderPlanner.soundQuestions(of: timeline, catalog: catalog)
    if questions.isEmpty { return ([], []) }
    var plan = try RenderPlanner.plan(timeline, catalog: catalog)
    var answers: [SoundAnswer] = []
    var findings: [Diagnostic] = []
    // By the places of ducks: whether somebody speaks for whom something steps back.
    var isSpoken: [SourceRange: Bool] = [:]
    for question in questions {
      plan.audio = question.sound
      let listener = SoundListener(
        backend: backend(for: plan), store: LoudnessRecords(folder: options.cache),
        context: RenderPlan.programContext, jobs: Machine.cores)
      do throws(RenderError) {
        switch question.kind {
        case .speech:
          let phrases = try listener.speech(in: plan, over: question.samples)
          isSpoken[question.range, default: false] =
            isSpoken[question.range, default: false] || !phrases.isEmpty
          answers.append(.speech(phrases))
        case .loudness:
          let loudness = try listener.loudness(of: plan, over: question.samples)
          if loudness == nil {
            findings.append(AudioMessages.clipWithoutLoudness(question.clip, range: question.range))
          }
          if let loudness, let target = question.target,
            target - loudness > SoundQuestion.mostLeveling
          {
            findings.append(
              AudioMessages.clipLoudnessNotReached(
                question.clip, target, reached: loudness + SoundQuestion.mostLeveling,
                range: question.range))
          }
          answers.append(.loudness(loudness))
        }
      } catch {
        findings.append(AudioMessages.loudnessNotMeasured(error.message, range: question.range))
        return ([], findings)
      }
    }
    for (range, spoken) in isSpoken where !spoken {
      findings.append(AudioMessages.duckWithoutSpeech(range: range))
    }
    return (answers, findings.sortedByLocation())
  }
}
