import MediaIO
import MediaTime
import Raster
import RenderPlanning
import Rendering

extension Command {
  static let frame = Command(
    name: "frame", usage: "PROJECT (--at TIME | --frame N) -o FILE.png",
    summary: "compose one frame and write it as PNG",
    discussion:
      "Only what this frame needs is decoded. The frame is the one before the encoder, converted\n"
      + "to RGB.",
    flags: [.atTime, .frameNumber, .picture] + projectFlags, positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    let loader = ProjectLoader(arguments: arguments, console: console)
    guard let path = arguments.value(.picture) else {
      throw CommandFailure(.usage, "frame needs -o FILE.png")
    }
    let (project, plan) = try loader.plan(arguments.positional[0])
    let number = try FrameChoice.frame(arguments, plan: plan)
    try Output.refuse(path, sourcesOf: project)
    do throws(RenderError) {
      let backend = MediaBackend(
        plan: plan, library: project.library, textSource: TitleTexts(renderer: project.texts))
      let compositor = Compositor(
        plan: plan, images: backend.makeImageSource(), texts: backend.textSource)
      try StillWriter.write(try StillWriter.png(try compositor.compose(number)), to: path)
    } catch {
      throw CommandFailure(error)
    }
    console.say("wrote frame \(number) to \(path)")
    return .done
  }

  static let frames = Command(
    name: "frames", usage: "PROJECT", summary: "print a hash of every frame and block of sound",
    discussion:
      "One line a frame: its number and the XXH64 of the composed picture; then one line a second\n"
      + "of sound. Two projects with the same lines show and sound the same before encoding.",
    flags: [.range, .text, .json] + projectFlags, positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    let loader = ProjectLoader(arguments: arguments, console: console)
    let (project, plan) = try loader.plan(arguments.positional[0])
    if let path = arguments.value(.text) { try Output.refuse(path, sourcesOf: project) }
    let frames = try FrameChoice.range(arguments, plan: plan)
    let backend = MediaBackend(
      plan: plan, library: project.library, textSource: TitleTexts(renderer: project.texts))
    let text: String
    do throws(RenderError) {
      text = try FrameHashes(plan: plan, backend: backend).text(
        of: frames, json: arguments.has(.json))
    } catch {
      throw CommandFailure(error)
    }
    try Output.write(text, to: arguments.value(.text), console: console)
    return .done
  }
}
