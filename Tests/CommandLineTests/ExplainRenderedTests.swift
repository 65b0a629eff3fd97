import AudioMixing
import Explaining
import Foundation
import Workspace
import BaseValues
import PlanModel
import Raster
import Rendering
import Testing
import TimelineModel

@testable import CommandLineInterface

/// Explained pixels and samples against those that are rendered.
@Suite("What explain says is rendered")
struct ExplainRenderedTests {
  /// A project of the gallery, planned and with its media.
  struct Loaded {
    let project: LoadedProject
    let plan: RenderPlan
    let backend: MediaBackend
    let facts: ProjectFacts

    init(_ name: String) throws {
      let arguments = try Arguments([], flags: [])
      let console = Console(isTerminal: false, allowsColor: false) { _, _ in }
      (project, plan) = try ReportingLoader(arguments, console)
        .plan(GalleryProject(description: name).file.path)
      backend = project.backend(for: plan)
      facts = ProjectFacts(project, plan, cache: nil)
    }
  }

  @Test("a pixel after the last layer is the composed frame's")
  func pixels() throws {
    var random = PlainRandom(seed: 7)
    var layers = 0
    let names = [
      "dissolve/dissolve", "push/push", "wipe/wipe", "keyframes/keyframes", "layers/layers",
      "title-animation/title-animation", "picture-in-picture/picture-in-picture", "gap/gap",
      "crop/crop", "dissolve-from-nothing/dissolve-from-nothing",
    ]
    for name in names {
      let loaded = try Loaded(name)
      let timeline = try #require(loaded.project.timeline)
      let explainer = FrameExplainer(
        loaded.plan, of: timeline, catalog: loaded.project.catalog, file: loaded.project.file,
        facts: loaded.facts)
      let images = loaded.backend.makeImageSource()
      let texts = loaded.backend.textSource
      let compositor = Compositor(plan: loaded.plan, images: images, texts: texts)
      for _ in 0..<10 {
        let frame = random.below(loaded.plan.output.frameCount)
        let x = random.below(loaded.plan.output.size.width)
        let y = random.below(loaded.plan.output.size.height)
        let explanation = try #require(explainer.explanation(of: frame))
        let pixel = try explainer.pixel(
          x: x, y: y, in: explanation, images: images, texts: texts)
        let composed = try compositor.compose(frame)
        let expected = PlanModel.YCbCr(
          y: UInt16(composed.row(0, y)[x]), cb: UInt16(composed.row(1, y / 2)[x / 2]),
          cr: UInt16(composed.row(2, y / 2)[x / 2]))
        #expect(pixel.steps.last?.code == expected, "\(name) frame \(frame) at \(x),\(y), seed 7")
        #expect(pixel.steps.first?.code == loaded.plan.output.background)
        layers += pixel.steps.count - 1
      }
    }
    #expect(layers > 100)
  }

  @Test(
    "the shares of a sample add up to the mix",
    arguments: [
      "duck/duck", "dissolve/dissolve", "fades/fades", "gain-automation/gain-automation", "pan/pan",
      "mono/mono", "speed-sound/speed-sound", "cross-fade/cross-fade",
      "fifteen-seconds/fifteen-seconds-small",
    ])
  func samples(_ name: String) throws {
    let loaded = try Loaded(name)
    let audio = try #require(loaded.plan.audio)
    let timeline = try #require(loaded.project.timeline)
    let explainer = AudioExplainer(
      loaded.plan, of: timeline, file: loaded.project.file, facts: loaded.facts)
    let renderer = AudioRenderer(plan: audio, source: loaded.backend.makeAudioSource())
    var random = PlainRandom(seed: 11)
    var heard = 0
    for _ in 0..<12 {
      let sample = Int64(random.below(Int(audio.sampleCount)))
      let explanation = try #require(
        try explainer.explanation(of: sample, source: loaded.backend.makeAudioSource()))
      // From the middle of a block, as movies are mixed.
      let first = max(0, sample - 100)
      let block = try renderer.mix(first..<min(audio.sampleCount, sample + 100))
      let mixed = block.channels.map { $0[Int(sample - first)] }
      #expect(explanation.sum == mixed, "\(name) sample \(sample), seed 11")
      heard += explanation.items.count
      for item in explanation.items {
        // The factors in words are those that were used.
        let gain = item.gains.reduce(1) { $0 * $1.factor }
        for (channel, added) in item.added.enumerated() {
          let side =
            item.added.count == 2 ? (channel == 0 ? item.sides.left : item.sides.right) : 1
          #expect(added == item.heard[channel] * Float(gain * side))
        }
      }
    }
    #expect(heard > 0)
  }
}
