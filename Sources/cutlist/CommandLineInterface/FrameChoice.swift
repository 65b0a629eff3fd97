import Workspace
import BaseValues
import Diagnostics
import PlanModel
import TimelineModel

/// Which frames the command line asks for.
enum FrameChoice {
  /// `--frame N`, `--at TIME` or `--at '{marker}'`.
  ///
  /// - Parameter timeline: whose markers and items may be named; `nil` for none.
  static func frame(
    _ arguments: Arguments, plan: RenderPlan, of timeline: Timeline? = nil
  ) throws(CommandFailure) -> Int {
    let count = plan.output.frameCount
    let number: Int
    var question = ""
    if let given = try arguments.integer(.frameNumber, minimum: 0) {
      number = given
    } else if let text = arguments.value(.atTime) {
      question = " at \(text)"
      let time = try self.time(text, plan: plan, of: timeline)
      number = Int(clamping: FrameGrid(plan.output.rate).frameContaining(time).value)
    } else {
      throw CommandFailure(.usage, "say which frame: --at TIME or --frame N")
    }
    guard number >= 0, number < count else {
      throw CommandFailure(
        .usage,
        "there is no frame \(number)\(question); the movie has frames 0 to \(count - 1) and ends at "
          + timecode(count, plan: plan))
    }
    return number
  }

  /// Where something stands that is named as `{chorus}` or `{voice.end}`.
  private static func frame(
    named text: String, in timeline: Timeline
  ) throws(CommandFailure) -> FrameIndex {
    let name = String(text.dropFirst().dropLast(text.hasSuffix("}") ? 1 : 0))
    if let frame = timeline.frame(named: name) { return frame }
    let names = timeline.namesOfFrames
    let hint =
      Suggestion.closest(to: name, among: names).map { "; did you mean '{\($0)}'?" }
      ?? (names.isEmpty
        ? "; the project has no markers or ids"
        : "; names are those of markers, and ids with .start or .end")
    throw CommandFailure(.usage, "there is no '\(shortened(text, to: 40))'\(hint)")
  }

  /// Several, by `--at`, `--frame` or `--every`, in the order given.
  static func frames(
    _ arguments: Arguments, plan: RenderPlan, of timeline: Timeline? = nil
  ) throws(CommandFailure) -> [Int] {
    let ways = [Flag.framesAtTimes, .frameNumbers, .every].filter { arguments.has($0) }
    guard ways.count == 1, let way = ways.first, let text = arguments.value(way) else {
      throw CommandFailure(
        .usage,
        ways.isEmpty
          ? "say which frame: --at TIME, --frame N or --every TIME"
          : "--\(ways[0].name) and --\(ways[1].name) exclude each other")
    }
    if way.name == Flag.every.name {
      return try Self.frames(every: text, arguments, plan: plan, of: timeline)
    }
    if arguments.has(.range) { throw CommandFailure(.usage, "--range goes with --every") }
    var frames: [Int] = []
    for part in arguments.all(way).flatMap(parts) {
      var own = arguments
      own.replace(way, with: [part])
      let frame = try Self.frame(own, plan: plan, of: timeline)
      if !frames.contains(frame) { frames.append(frame) }
    }
    return frames
  }

  /// What commas part, but for those within braces.
  private static func parts(_ text: String) -> [String] {
    var (parts, isInside) = ([""], false)
    for character in text {
      if character == ",", !isInside {
        parts.append("")
        continue
      }
      if character == "{" { isInside = true }
      if character == "}" { isInside = false }
      parts[parts.count - 1].append(character)
    }
    return parts
  }

  /// The frames shown at the beginning of a range and each time after it.
  private static func frames(
    every text: String, _ arguments: Arguments, plan: RenderPlan, of timeline: Timeline?
  ) throws(CommandFailure) -> [Int] {
    let step = try Self.time(text, plan: plan)
    guard step > .zero else {
      throw CommandFailure(.usage, "--every takes a time above 0, not '\(text)'")
    }
    let range = try Self.range(arguments, plan: plan, named: timeline)
    let grid = FrameGrid(plan.output.rate)
    var frames: [Int] = []
    guard var now = try? grid.time(of: FrameIndex(Int64(range.lowerBound))) else { return [] }
    while frames.count < range.count {
      let frame = Int(clamping: grid.frameContaining(now).value)
      guard frame < range.upperBound else { break }
      if frames.last != frame { frames.append(frame) }
      guard let next = try? now + step else { break }
      now = next
    }
    if frames.isEmpty { throw CommandFailure(.projectWrong, "the movie has no frames") }
    return frames
  }

  /// `--range A..B`, else all frames.
  static func range(
    _ arguments: Arguments, plan: RenderPlan, of project: LoadedProject? = nil,
    named timeline: Timeline? = nil
  ) throws(CommandFailure) -> Range<Int> {
    let all = 0..<plan.output.frameCount
    guard let text = arguments.value(.range) else { return project?.frames(of: plan) ?? all }
    let parts = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw CommandFailure(.usage, "--range takes A..B, for example 2s..5s, not '\(text)'")
    }
    let grid = FrameGrid(plan.output.rate)
    func frame(_ text: Substring) throws(CommandFailure) -> Int64 {
      try grid.nearestFrame(to: time(String(text), plan: plan, of: timeline ?? project?.timeline))
        .value
    }
    let from = parts[0].isEmpty ? 0 : try frame(parts[0])
    let to = parts[1].isEmpty ? Int64(all.upperBound) : try frame(parts[1])
    guard from >= 0, from < to, to <= Int64(all.upperBound) else {
      throw CommandFailure(
        .usage,
        "--range \(text) is frames \(from)..\(to); the movie has frames 0..\(all.upperBound)")
    }
    return Int(from)..<Int(to)
  }

  /// `--pixel X,Y`; `nil` where it is not given.
  static func pixel(
    _ arguments: Arguments, plan: RenderPlan
  ) throws(CommandFailure) -> (x: Int, y: Int)? {
    guard let text = arguments.value(.pixel) else { return nil }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let x = parts[0], let y = parts[1] else {
      throw CommandFailure(.usage, "--pixel takes X,Y, for example 10,20, not '\(text)'")
    }
    let size = plan.output.size
    guard (0..<size.width).contains(x), (0..<size.height).contains(y) else {
      throw CommandFailure(
        .usage,
        "there is no pixel \(text); the picture has pixels 0,0 to "
          + "\(size.width - 1),\(size.height - 1)")
    }
    return (x, y)
  }

  /// `--sample N`, or the sample nearest to a time.
  static func sample(
    _ arguments: Arguments, plan: RenderPlan, of timeline: Timeline? = nil
  ) throws(CommandFailure) -> Int64 {
    let text = arguments.value(.sample) ?? ""
    guard let audio = plan.audio, audio.sampleCount > 0 else {
      throw CommandFailure(.usage, "there is no sample \(text); the movie has no sound")
    }
    let number: Int64
    if let given = Int64(text) {
      number = given
    } else {
      let time = try self.time(text, plan: plan, of: timeline)
      number = SampleGrid(rate: audio.sampleRate).nearestSample(to: time).value
    }
    guard (0..<audio.sampleCount).contains(number) else {
      throw CommandFailure(
        .usage,
        "there is no sample \(number); the movie has samples 0 to \(audio.sampleCount - 1)")
    }
    return number
  }

  /// - Parameter timeline: whose markers and items may be named; `nil` for none.
  static func time(
    _ text: String, plan: RenderPlan, of timeline: Timeline? = nil
  ) throws(CommandFailure) -> Rational {
    if let timeline, text.hasPrefix("{") {
      let frame = try frame(named: text, in: timeline)
      if let time = try? FrameGrid(plan.output.rate).time(of: frame) { return time }
    }
    do {
      return try TimeExpression(parsing: text).resolved(rate: plan.output.rate)
    } catch {
      throw CommandFailure(.usage, "'\(text)' is not a time: \(error)")
    }
  }

  /// The frame's timecode, drop-frame at rates that have it; its number where there is none.
  static func timecode(_ frame: Int, plan: RenderPlan) -> String {
    Timecode.text(FrameIndex(Int64(frame)), rate: plan.output.rate)
  }
}
