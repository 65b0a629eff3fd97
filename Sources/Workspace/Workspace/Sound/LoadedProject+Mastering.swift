import ChunkStorage
import Diagnostics
import PlanModel
import Rendering
import TimelineModel

extension LoadedProject {
  /// Brings the plan to the loudness that the project asks for. The sound is mixed for that, apart from what the
  /// cache knows the loudness of.
  ///
  /// Each track of sound is as loud by itself.
  mutating func master() {
    for number in (plan?.mixes ?? []).indices { master(number) }
  }

  private mutating func master(_ number: Int) {
    guard let plan = plan?.mix(number), let mastering = timeline?.output.mastering,
      let wanted = mastering.loudness,
      let ceiling = mastering.ceilingHundredths, let target = plan.audio?.loudness
    else { return }
    var bare = plan
    bare.audio?.ceiling = nil
    let search = LoudnessSearch(
      bare, backend: backend(for: bare), store: LoudnessRecords(folder: options.cache),
      context: RenderPlan.programContext, jobs: Machine.cores)
    do throws(RenderError) {
      guard let found = try search.gain(target: target, ceiling: ceiling) else {
        bare.audio?.loudness = nil
        self.plan?.replaceMix(number, with: bare.audio)
        return add([AudioMessages.noLoudness(range: wanted.range)])
      }
      let raised = bare.raised(by: found.gain, ceiling: found.mayReach(ceiling) ? ceiling : nil)
      self.plan?.replaceMix(number, with: raised.audio)
      let reached = Int((found.integrated * 100).rounded())
      if abs(reached - target) > 50 {
        add([
          AudioMessages.loudnessNotReached(
            target, reached: reached, ceiling: ceiling,
            isRaisedMost: found.gain >= LoudnessSearch.greatestGain && reached < target,
            range: wanted.range)
        ])
      }
    } catch {
      add([AudioMessages.loudnessNotMeasured(error.message, range: wanted.range)])
    }
  }
}
