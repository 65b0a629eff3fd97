import AudioMixing
import Foundation
import Workspace
import BaseValues
import PlanModel
import Raster
import Rendering

@testable import CommandLineInterface

/// An edit as far as the encoder: its plan, any composed picture and any stretch of mixed sound.
final class ComposedEdit {
  /// Why an edit has no pictures: what was said, and the status a command would end with.
  struct Refusal: Error {
    var status: Int32
    var messages: String
  }

  let plan: RenderPlan
  private let compositor: Compositor
  private let sound: AudioRenderer?

  /// - Parameters:
  ///   - path: a project file.
  ///   - scale: of the movie, as on the command line.
  init(_ path: String, scale: String? = nil) throws {
    let texts = Texts()
    let console = Console(isTerminal: false, allowsColor: false) { descriptor, text in
      texts.append(text, to: descriptor)
    }
    do throws(CommandFailure) {
      let loader = try ReportingLoader(
        try Arguments(
          [path, "--no-cache"] + (scale.map { ["--scale", $0] } ?? []), flags: [.noCache, .scale]),
        console)
      let (project, plan) = try loader.plan(path)
      self.plan = plan
      let backend = project.backend(for: plan)
      compositor = Compositor(
        plan: plan, images: backend.makeImageSource(), texts: backend.textSource)
      sound = plan.audio.map { AudioRenderer(plan: $0, source: backend.makeAudioSource()) }
    } catch {
      throw Refusal(status: error.status.rawValue, messages: texts.text(2) + error.message)
    }
  }

  var frameCount: Int { plan.output.frameCount }

  func image(_ frame: Int) throws -> Image { try compositor.compose(frame) }

  /// The number that a counter wrote into a frame; `nil` where it cannot be read.
  func code(_ frame: Int) throws -> FrameCode? {
    let image = try image(frame)
    return FrameCode(width: image.size.width, height: image.size.height) { x, y in
      Int(image.row(0, y)[x])
    }
  }

  /// Samples of the first channel.
  func samples(_ range: Range<Int64>) throws -> [Float] {
    try sound?.mix(range).channels[0] ?? []
  }

  /// Source frame that the plan shows at an output frame, of the layer at the back.
  func sourceFrame(_ frame: Int) -> Int? {
    guard let segment = plan.segments.first(where: { $0.frames.contains(frame) }),
      let layer = segment.layers.first, layer.name.isEmpty,
      case .source(_, let number) = layer.inputs[0].picture?[frame - segment.frames.lowerBound]
    else { return nil }
    return number
  }
}

/// Numbers in an order that repeats from run to run.
func shuffled(_ count: Int, seed: UInt64) -> [Int] {
  var state = seed
  var numbers = Array(0..<count)
  for place in stride(from: count - 1, to: 0, by: -1) {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    numbers.swapAt(place, Int(state >> 33) % (place + 1))
  }
  return numbers
}
