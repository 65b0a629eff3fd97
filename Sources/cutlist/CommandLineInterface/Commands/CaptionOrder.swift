import BaseValues
import CaptionFiles
import Diagnostics
import FileSystem
import OutputFiles
import TimelineModel
import Workspace

/// What a command line asks to be done with captions.
struct CaptionOrder {
  let profile: CaptionProfile?
  let format: CaptionFormat?
  let encoding: CaptionEncoding?
  let rate: FrameRate?
  /// A number or a language.
  let stream: String?
  let fixes: Bool
  let printsData: Bool
  private let hasOutput: Bool
  private let shift: Rational?
  private let stretch: Rational?
  private let words: Int?
  private let characters: Int?
  private let lines: Int

  init(_ arguments: Arguments) throws(CommandFailure) {
    profile = arguments.value(.captionProfile).flatMap(CaptionProfile.init)
    fixes = arguments.has(.captionFix)
    printsData = arguments.has(.json)
    stream = arguments.value(.captionStream)
    words = try arguments.integer(.captionWords, minimum: 1)
    characters = try arguments.integer(.captionCharacters, minimum: 1)
    if arguments.has(.captionLines), characters == nil {
      throw CommandFailure(.usage, "--lines needs --characters N")
    }
    lines = min(try arguments.integer(.captionLines, minimum: 1) ?? 2, 32)
    var encoding: CaptionEncoding?
    if let name = arguments.value(.captionEncoding) {
      encoding = CaptionEncoding(named: name)
      if encoding == nil {
        let names = CaptionEncoding.allCases.map(\.rawValue)
        let hint = Suggestion.closest(to: name, among: names).map { "; did you mean '\($0)'?" }
        throw CommandFailure(
          .usage,
          "--encoding: '\(shortened(name, to: 40))' is not known"
            + (hint ?? "; there are \(names.joined(separator: ", "))"))
      }
    }
    self.encoding = encoding
    var rate: FrameRate?
    if let text = arguments.value(.captionRate) {
      rate = FrameRate.parse(text)
      if rate == nil {
        throw CommandFailure(
          .usage,
          "--rate takes frames a second, for example 25 or 23.976, not '\(shortened(text, to: 40))'"
        )
      }
    }
    self.rate = rate
    shift = try Self.shift(arguments, rate)
    stretch = try Self.stretch(arguments)
    hasOutput = arguments.value(.captionFile) != nil
    format =
      arguments.value(.captionFormat).flatMap { CaptionFormat(rawValue: $0) }
      ?? arguments.value(.captionFile).flatMap(CaptionFormat.init(ending:))
    if printsData, writes || hasOutput {
      throw CommandFailure(
        .usage, "--json prints facts, and captions as data are written by --to json")
    }
    if mendsInPlace, changes || format != nil || arguments.positional.contains("-") {
      throw CommandFailure(
        .usage,
        "--fix without -o mends a file itself; name an output with -o for what else is to change")
    }
  }

  private static func shift(
    _ arguments: Arguments, _ rate: FrameRate?
  ) throws(CommandFailure) -> Rational? {
    guard let text = arguments.value(.captionShift) else { return nil }
    let expression: TimeExpression
    do throws(TimeSyntaxError) {
      expression = try TimeExpression(parsing: text)
    } catch {
      throw CommandFailure(.usage, "--shift: '\(shortened(text, to: 40))': \(error.reason)")
    }
    switch expression.value {
    case .seconds(let seconds): return seconds
    case .frames(let frames):
      if let rate, let time = try? FrameGrid(rate).time(of: FrameIndex(frames)) { return time }
    case .timecode: break
    }
    throw CommandFailure(
      .usage, "--shift takes seconds or a clock, and frames with --rate: 1.5, -800ms, 00:00:10, 12f"
    )
  }

  /// `25/23.976`: two rates.
  private static func stretch(_ arguments: Arguments) throws(CommandFailure) -> Rational? {
    guard let text = arguments.value(.captionStretch) else { return nil }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let rates = parts.compactMap { FrameRate.parse($0) }
    guard parts.count == 2, rates.count == 2,
      let factor = try? rates[0].rational / rates[1].rational
    else {
      throw CommandFailure(
        .usage, "--stretch takes two rates, for example 25/23.976, not '\(shortened(text, to: 40))'"
      )
    }
    return factor
  }

  /// Whether captions are changed, but for what --fix mends.
  private var changes: Bool { shift != nil || stretch != nil || words != nil || characters != nil }

  /// Whether captions are written.
  var writes: Bool { changes || format != nil || hasOutput }

  var mendsInPlace: Bool { fixes && !hasOutput }

  // MARK: - Changing

  func change(_ opened: inout OpenedCaptions) throws(CommandFailure) {
    do throws(TimeOverflow) {
      if let shift { opened.captions = try opened.captions.shifted(by: shift) }
      if let stretch { opened.captions = try opened.captions.stretched(by: stretch) }
    } catch {
      throw CommandFailure(.usage, "the times of '\(opened.path)' get too large")
    }
    if let words { opened.captions = opened.captions.flatMapped { $0.split(words: words) } }
    if let characters {
      opened.captions = opened.captions.flatMapped {
        $0.split(characters: characters, lines: lines).filter { $0.start < $0.end }
      }
    }
    opened.isChanged = changes
  }

  /// Finds what breaks the profile's rules, and mends that where it is asked for.
  func check(_ opened: inout OpenedCaptions) {
    guard let profile else { return }
    var surroundings = opened.surroundings
    surroundings.rate = rate ?? surroundings.rate
    opened.faults = CaptionRules.faults(of: opened.captions.captions, profile, in: surroundings)
    guard fixes else { return }
    // Mending one thing makes room for another.
    for _ in 0..<4 {
      let mended = CaptionMending.mended(opened.captions.captions, opened.faults)
      if mended == opened.captions.captions { break }
      opened.captions.captions = mended
      opened.isChanged = true
      // Where they are drawn is known of those that there were.
      surroundings.sights = [:]
      opened.faults = CaptionRules.faults(of: mended, profile, in: surroundings)
    }
  }

  func breaksRules(_ opened: OpenedCaptions) -> Bool { !opened.faults.isEmpty }

  // MARK: - Writing

  /// Writes all captions; what the format cannot hold is returned.
  func write(
    _ opened: [OpenedCaptions], to output: OutputFile?, _ console: Console
  ) throws(CommandFailure) -> [Diagnostic] {
    let all = opened.dropFirst().reduce(opened[0].captions) { $0.merged(with: $1.captions) }
    let kind = format ?? opened[0].captions.format ?? .srt
    let (text, losses) = CaptionWriter.write(all, as: kind, rate: rate)
    let bytes = Array(text.utf8)
    if let output {
      try output.write(bytes, console: console)
      if !output.isStandardOutput { console.tell("wrote \(output.path)") }
    } else if console.showsResults {
      // Nothing of a file may act on a terminal.
      try console.write(text, to: nil)
    } else {
      try console.write(result: bytes)
    }
    return losses
  }

  /// Puts the mended file in place of the one that was read.
  ///
  /// Where rules changed nothing, the mistakes of spelling alone are mended and all else stays as it is written.
  ///
  /// - Returns: whether anything was to be mended.
  func mendInPlace(_ opened: OpenedCaptions, _ console: Console) throws(CommandFailure) -> Bool {
    guard let old = opened.bytes else {
      throw CommandFailure(
        .usage, "'\(opened.path)' is no file of captions; name an output with -o", helpTells: false)
    }
    let new: [UInt8]
    if opened.isChanged {
      guard let format = opened.captions.format, format == .srt || format == .vtt else {
        throw CommandFailure(
          .usage,
          "'\(opened.path)' cannot be mended in place: what the format has beside captions would be lost; "
            + "name an output with -o", helpTells: false)
      }
      let lost: Set<MessageID> = [.captionTextOutside, .captionBytes]
      if opened.findings.contains(where: { $0.severity == .error || lost.contains($0.id) }) {
        throw CommandFailure(
          .projectWrong,
          "'\(opened.path)' is left as it is: what could not be read of it would be lost; mend that "
            + "first, or name an output with -o")
      }
      new = Array(CaptionWriter.write(opened.captions, as: format, rate: rate).text.utf8)
    } else {
      new = CaptionReader.mended(opened.text, format: opened.captions.format).bytes
    }
    if new == old { return false }
    do throws(RewritingError) {
      try ProjectFile.replace(MediaLocator.resolve(opened.path) ?? opened.path, old, with: new)
    } catch {
      throw CommandFailure(error, writing: opened.path)
    }
    console.tell("\(opened.path): mended")
    return true
  }
}
