import Explaining
package import Workspace
import BaseValues
package import PlanModel
package import Rendering
import TimelineModel

/// What somebody wants to know the origin of.
package struct BlameSubject {
  package private(set) var content: TrackedContent
  /// Frame or sample of the newest version.
  package let position: Int64
  /// `frame 12 of 300, 00:00:00:12`
  package private(set) var name: String
  /// What is seen or heard there, by the names people call it.
  private(set) var shows: [String]

  /// A whole frame.
  package init(frame: Int, of plan: RenderPlan) {
    content = .picture
    position = Int64(frame)
    name =
      "frame \(frame) of \(plan.output.frameCount), \(Timecode.text(FrameIndex(Int64(frame)), rate: plan.output.rate))"
    shows = plan.labels(at: frame)
  }

  /// A sample of the mix.
  package init(sample: Int64, of plan: RenderPlan) {
    content = .sound
    position = sample
    name = "sample \(sample)"
    if let audio = plan.audio {
      name += " of \(audio.sampleCount)"
      let time = try? SampleGrid(rate: audio.sampleRate).time(of: SampleIndex(sample))
      if let time { name += ", \(TimeText.text(time, plan.output.rate))" }
    }
    shows = []
    for span in plan.audio?.spans ?? []
    where span.samples.contains(sample) && !shows.contains(span.origin.label) {
      shows.append(span.origin.label)
    }
  }

  /// Narrows it down to the layer that decides a pixel: the last one that changes it when the layers
  /// are painted from back to front.
  ///
  /// - Parameter layers: stand for what the frame's layers show, the front one first.
  package mutating func choosePixel(
    _ x: Int, _ y: Int, of project: LoadedProject, _ plan: RenderPlan, _ layers: [UInt64]
  ) throws(RenderError) {
    guard let timeline = project.timeline else { return }
    let explainer = FrameExplainer(
      plan, of: timeline, catalog: project.catalog, file: project.file,
      facts: ProjectFacts(project, plan, cache: nil))
    guard let explanation = explainer.explanation(of: Int(position)) else { return }
    let backend = project.backend(for: plan)
    let steps = try explainer.pixel(
      x: x, y: y, in: explanation, images: backend.makeImageSource(), texts: backend.textSource
    ).steps
    var deciding = 0
    for index in steps.indices.dropFirst() where steps[index].code != steps[index - 1].code {
      deciding = index
    }
    name = "pixel \(x),\(y) of \(name)"
    // The numbers of layers go from front to back, steps from the background on.
    let place = deciding == 0 ? layers.count - 1 : steps.count - 1 - deciding
    guard layers.indices.contains(place) else { return }
    content = .layer(layers[place])
    shows = []
    if let layer = steps[deciding].layer {
      switch explanation.layers[layer].content {
      case .picture(let picture): shows = [picture.item.label]
      case .transition(let transition): shows = [transition.item.label]
      }
    } else {
      shows = ["background"]
    }
  }
}
