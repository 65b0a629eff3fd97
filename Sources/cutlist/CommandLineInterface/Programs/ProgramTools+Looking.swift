import BaseValues
import Diagnostics
import FileSystem
import MovieWriting
import OutputKinds
import PlanModel
import ProgramServer
import ProjectFormat
import Raster
import Rendering
import Reports
import TimelineModel
import Workspace

// Tools that change nothing.
extension ProgramTools {
  /// JSON Schema of ``BriefFindings``, as short as it can be.
  private static let findings =
    "{\"type\":\"object\",\"properties\":{\"ok\":{\"type\":\"boolean\"},\"errors\":{\"type\":\"integer\"},"
    + "\"warnings\":{\"type\":\"integer\"},\"findings\":{\"type\":\"array\",\"items\":{\"type\":\"object\"}},"
    + "\"more\":{\"type\":\"integer\"}},\"required\":[\"ok\",\"errors\",\"warnings\",\"findings\",\"more\"]}"

  var check: ProgramTool {
    ProgramTool(
      "check", "Check a project",
      "Finds everything wrong with a project, opening its media. Gives findings with line, column and "
        + "fixes: {message, certain?, edits?: [{line, column, endLine, endColumn, replacement}]}, counted "
        + "from 1. Errors come first; \"more\" counts those that did not fit.",
      [
        Self.project,
        .init("skip", .integer(0...1_000_000), "leave out so many, to get the next ones"),
      ], output: Self.findings
    ) { (call) throws(ToolRefusal) in
      let path = try path(call)
      let loaded = try loaded(path)
      return ToolReply(
        structured: BriefFindings(
          findings: loaded.diagnostics, file: loaded.file, skipped: call.integer("skip") ?? 0
        ) { paths.shown($0) }.json())
    }
  }

  /// A project as `check` sees it.
  func loaded(_ path: String) throws(ToolRefusal) -> LoadedProject {
    do throws(CommandFailure) {
      var arguments = try Arguments(
        Array(words(.check, [path]).dropFirst()), flags: Command.check.flags)
      arguments.executable = executable
      let loader = ProjectLoader(try WorkspaceOptions(arguments))
      let file: SourceFile
      do throws(ProjectFileError) {
        file = try loader.read(path, waits: false)
      } catch {
        throw CommandFailure(error, reading: path)
      }
      var project = loader.load(file)
      project.checkSound(jobs: Machine.cores)
      project.add(ofOutputs: loader.outputFindings(of: project, in: file))
      return project
    } catch {
      throw ToolRefusal(error.message)
    }
  }

  var help: ProgramTool {
    ProgramTool(
      "help", "Explain a key",
      "Explains a key, kind of object, effect, transition or task of the project format, for example "
        + "'clip', 'transition', 'chroma-key', 'slow motion'. 'keys' lists all.",
      [
        .init("topic", .text, "the word", required: true),
        .init("skip", .integer(0...100_000), "lines to leave out"),
      ]
    ) { (call) throws(ToolRefusal) in
      let topic = call.text("topic") ?? ""
      let words = topic.split(separator: " ").map(String.init)
      guard !words.isEmpty, words.allSatisfy({ !$0.hasPrefix("-") }) else {
        throw ToolRefusal("say a word of the format, for example 'clip'")
      }
      let result = CapturedCommand(["help"] + words, executable: executable)
      guard result.status == .done, !result.output.isEmpty else {
        throw ToolRefusal(ReplyBudget.cut(result.messages))
      }
      let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
      let rest = lines.dropFirst(call.integer("skip") ?? 0).joined(separator: "\n")
      return ToolReply(ReplyBudget.cut(rest, more: "ask with 'skip'"))
    }
  }

  var plan: ProgramTool {
    ProgramTool(
      "plan", "Show the plan",
      "What will be rendered, frame by frame: segments, the source frame of every layer, sound, and how "
        + "each edit point was rounded.",
      [Self.project, .init("range", .text, "part of the movie, A..B, for example 2s..5s")]
    ) { (call) throws(ToolRefusal) in
      let range = call.text("range").map { ["--range=\($0)"] } ?? []
      return run(.plan, range + [try path(call)], hint: "ask for a part with 'range'")
    }
  }

  var explain: ProgramTool {
    ProgramTool(
      "explain", "Explain a frame",
      "Why a frame is what it is: its layers, where each stands in the project, which source frame, and "
        + "what is not seen and why.",
      [Self.project, .init("at", .text, "time in the movie", required: true)]
    ) { (call) throws(ToolRefusal) in
      run(
        .explain, ["--at=\(call.text("at") ?? "")", try path(call)], hint: "")
    }
  }

  var diff: ProgramTool {
    ProgramTool(
      "diff", "Compare two edits",
      "What has changed between two projects, and which frames and sound differ. For a version in git "
        + "write HEAD:path.",
      [
        .init("old", .text, "path of the earlier one", required: true),
        .init("new", .text, "path of the later one", required: true),
        .init("brief", .truth, "counts alone"),
      ]
    ) { (call) throws(ToolRefusal) in
      let brief = call.has("brief") ? ["--stat"] : []
      let (old, new) = (try version(call, "old"), try version(call, "new"))
      return run(.diff, brief + ["--", old, new], hint: "ask with 'brief'")
    }
  }

  /// The path of a file, or of one in a commit, which lies below the current folder.
  private func version(_ call: ToolCall, _ name: String) throws(ToolRefusal) -> String {
    let given = call.text(name) ?? ""
    if let found = paths.existing(given) { return found }
    let parts = given.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[0].hasPrefix("-"), !parts[1].hasPrefix("/"),
      !parts[1].split(separator: "/").contains("..")
    else {
      return try path(call, name)
    }
    return given
  }

  // MARK: - Pictures

  var sheet: ProgramTool {
    ProgramTool(
      "sheet", "Show frames",
      "One picture with frames of the movie, the time and frame number below each: at given times, or "
        + "spread evenly. Ask for 2 or 3 times to see a movement, for one to see details.",
      [
        Self.project, .init("times", .texts(36), "times in the movie"),
        .init("count", .integer(1...36), "how many, spread evenly; 12 if left out"),
      ]
    ) { (call) throws(ToolRefusal) in
      let path = try path(call)
      let loaded = try loaded(path)
      guard let plan = loaded.plan, plan.output.frameCount > 0 else {
        let brief = BriefFindings(findings: loaded.diagnostics, file: loaded.file).json(limit: 4000)
        throw ToolRefusal("the project has errors; check it: \(brief)")
      }
      let frames: [Int]
      do throws(CommandFailure) {
        frames = try Self.frames(call, plan, of: loaded.timeline)
      } catch {
        throw ToolRefusal(error.message)
      }
      do throws(RenderError) {
        return try Self.sheet(of: frames, plan, loaded)
      } catch {
        throw ToolRefusal(CommandFailure(error, of: loaded).message)
      }
    }
  }

  private static func frames(
    _ call: ToolCall, _ plan: RenderPlan, of timeline: Timeline?
  ) throws(CommandFailure) -> [Int] {
    let times = call.texts("times")
    guard !times.isEmpty else {
      return SheetFrames.evenly(
        min(call.integer("count") ?? 12, plan.output.frameCount), over: 0..<plan.output.frameCount)
    }
    var frames: [Int] = []
    for text in times {
      let time = try FrameChoice.time(text, plan: plan, of: timeline)
      let frame = Int(clamping: FrameGrid(plan.output.rate).frameContaining(time).value)
      guard (0..<plan.output.frameCount).contains(frame) else {
        throw CommandFailure(
          .usage,
          "there is no frame at \(text); the movie ends at "
            + FrameChoice.timecode(plan.output.frameCount, plan: plan))
      }
      frames.append(frame)
    }
    return frames
  }

  private static func sheet(
    of frames: [Int], _ plan: RenderPlan, _ project: LoadedProject
  ) throws(RenderError) -> ToolReply {
    let columns =
      frames.count <= 3 && plan.output.size.width >= plan.output.size.height
      ? (frames.count == 3 ? 3 : frames.count) : Int(Double(frames.count).squareRoot().rounded(.up))
    var width = 1568
    var sheet = ContactSheet(columns: columns, width: width, shape: plan.output.size)
    while width > 128 {
      let size = sheet.size(of: frames.count)
      let isSmall = size.width * size.height <= ReplyBudget.picturePixels
      // A frame is not shown larger than it is.
      if isSmall, sheet.cell.width <= max(256, plan.output.size.width) { break }
      width = width * 15 / 16
      sheet = ContactSheet(columns: columns, width: width, shape: plan.output.size)
    }
    let composed = ProjectFrames(of: plan, backend: project.backendOfSingleFrames(for: plan))
    var cells: [(picture: Image, caption: String)] = []
    var captions: [String] = []
    for frame in frames {
      let picture = try StillWriter.scaled(try composed.frame(frame), to: sheet.cell)
      let caption = "\(FrameChoice.timecode(frame, plan: plan))  \(frame)"
      cells.append((picture, caption))
      let isDamaged = !composed.damage(in: frame..<frame + 1).isEmpty
      captions.append(caption + (isDamaged ? " (damaged media)" : ""))
    }
    let picture = try StillWriter.picture(sheet.image(of: cells), as: .jpeg)
    var reply = ToolReply(
      "\(frames.count == 1 ? "1 frame" : "\(frames.count) frames"), \(columns) in a row: "
        + captions.joined(separator: ", "))
    if picture.count <= ReplyBudget.pictureBytes {
      reply.pictures = [ToolReply.Picture(bytes: picture, type: "image/jpeg")]
    } else {
      reply.text += "; the picture has \(picture.count) bytes, too many to be sent: ask for fewer"
    }
    return reply
  }
}
