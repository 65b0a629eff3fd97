import BaseValues
import CaptionFiles
import Diagnostics
import FileSystem
import MediaProbing
import OutputKinds
import OutputFiles
import RenderPlanning
import TimelineModel
import Workspace

extension Command {
  static let captions = Command(
    name: "captions", usage: "FILE…",
    summary: "check, mend and convert files of captions",
    discussion:
      "Reads SubRip, WebVTT, ASS, Timed Text, JSON with the times of words, the streams of text in\n"
      + "movies, and captions of projects at the times of the movie, without their forms.\n"
      + "Without options it prints what a file has: format, encoding, captions, times.\n"
      + "\n"
      + "--to, -o and the options that change something write captions: those of several files\n"
      + "together, to standard output or the file of -o. Changes are made in this order: --shift,\n"
      + "--stretch, --words, --characters, --fix. What the format cannot hold is told.\n"
      + "\n"
      + "--check PROFILE tells which captions break the profile's rules. --fix mends what has one\n"
      + "way out: misspelled times and arrows, and with --check gaps, short and long captions and\n"
      + "long lines. Without -o it changes the file itself.\n"
      + "\n"
      + "Exit status: 0 done, 1 there are errors, or with --check captions that break a rule, 2 the\n"
      + "command line is wrong or names a file that is not there, 3 a file is none of captions, or\n"
      + "one cannot be written.",
    flags: [
      .captionProfile, .captionFormat, .captionFile, .captionFix, .captionShift, .captionStretch,
      .captionEncoding, .captionRate, .captionWords, .captionCharacters, .captionLines,
      .captionStream, .force, .json, .quiet,
    ] + projectFlags,
    positional: 1...10_000
  ) { (arguments, console) throws(CommandFailure) in
    guard arguments.positional.count(where: { $0 == "-" }) < 2 else {
      throw CommandFailure(.usage, "standard input can be named once only")
    }
    let order = try CaptionOrder(arguments)
    let loader = try ReportingLoader(arguments, console, reportsJSON: false)
    var outputs = Outputs(arguments, console)
    let output = try outputs.add(.captionFile, arguments, as: .captions)
    try outputs.check(against: ProtectedFiles())
    for path in arguments.positional {
      if let output, let identity = FileIdentity(output.path), identity == FileIdentity(path) {
        throw CommandFailure(
          .usage, "'\(path)' is what is read; choose another output, or --fix without -o",
          helpTells: false)
      }
    }
    let opener = CaptionOpener(loader: loader, order: order)
    var opened: [OpenedCaptions] = []
    var worst = ExitStatus.done
    for path in arguments.positional {
      do throws(CommandFailure) {
        opened.append(try opener.open(path))
      } catch {
        if error.status == .brokenPipe || arguments.positional.count == 1 { throw error }
        if !error.message.isEmpty { console.say("cutlist: \(error.message)") }
        worst = .failed
      }
    }
    for index in opened.indices {
      try order.change(&opened[index])
      order.check(&opened[index])
      let found = opened[index].allFindings.filter {
        !loader.projects.options.silenced.contains($0.id)
      }
      if !order.printsData { try loader.report(found, in: opened[index].text) }
      if found.containsErrors || order.breaksRules(opened[index]) {
        worst = worst.worse(.projectWrong)
      }
    }
    if opened.isEmpty { return worst }
    if order.mendsInPlace {
      // What is left is what counts.
      var left = opened.count < arguments.positional.count ? worst : .done
      for file in opened {
        if try order.mendInPlace(file, console) {
          var mended = try opener.open(file.path)
          order.check(&mended)
          if mended.allFindings.containsErrors || order.breaksRules(mended) {
            left = left.worse(.projectWrong)
          }
        } else if file.allFindings.containsErrors || order.breaksRules(file) {
          left = left.worse(.projectWrong)
        }
      }
      worst = left
    } else if order.writes {
      let losses = try order.write(opened, to: output, console)
      let kept = losses.filter { !loader.projects.options.silenced.contains($0.id) }
      try loader.report(kept, in: opened[0].text)
      return worst
    }
    if order.printsData {
      try console.write(CaptionFacts.json(opened), to: nil)
    } else if !order.mendsInPlace {
      try console.print(opened.map(CaptionFacts.text).joined(separator: "\n\n"))
    }
    return worst
  }
}

extension ExitStatus {
  /// The one that tells of more.
  fileprivate func worse(_ other: ExitStatus) -> ExitStatus {
    other.rawValue > rawValue ? other : self
  }
}

/// A file of captions that was read, and what was found.
struct OpenedCaptions {
  let path: String
  /// The file itself; `nil` where it comes from a movie or from standard input.
  let bytes: [UInt8]?
  /// In UTF-8.
  let text: SourceFile
  /// Of a movie: which stream it was.
  let stream: String?
  var captions: CaptionFile
  /// What reading found.
  let findings: [Diagnostic]
  /// What rules found.
  var faults: [CaptionFault] = []
  /// What is known of the movie in which they are shown.
  var surroundings = CaptionSurroundings()
  /// Whether changes have been made, so that the file's text says something else.
  var isChanged = false

  var allFindings: [Diagnostic] { findings + faults.map(\.finding) }
}

/// Opens files of captions and movies.
struct CaptionOpener {
  let loader: ReportingLoader
  let order: CaptionOrder

  func open(_ path: String) throws(CommandFailure) -> OpenedCaptions {
    if CaptionFormat(ending: path) == nil || CaptionFormat(ending: path) == .json,
      ProjectFile.isProject(path)
    {
      return try project(path)
    }
    if path != "-", CaptionFormat(ending: path) == nil || order.stream != nil,
      let movie = try movie(path)
    {
      return movie
    }
    let file = try loader.read(path, as: "file of captions")
    return try read(file, nil, stream: nil, bytes: path == "-" ? nil : file.bytes)
  }

  private func read(
    _ file: SourceFile, _ format: CaptionFormat?, stream: String?, bytes: [UInt8]?
  ) throws(CommandFailure) -> OpenedCaptions {
    var limits = CaptionLimits()
    limits.bytes = loader.projects.options.limits[.fileBytes]
    let (captions, text, findings) = CaptionReader.read(
      file, format: format, encoding: stream == nil ? order.encoding : nil, limits: limits)
    guard let captions else {
      try loader.report(findings, in: text)
      throw CommandFailure(.failed)
    }
    return OpenedCaptions(
      path: file.path, bytes: bytes, text: text, stream: stream, captions: captions,
      findings: findings)
  }

  /// What a track of captions of a project says, at its times of the movie.
  private func project(_ path: String) throws(CommandFailure) -> OpenedCaptions {
    let project = try loader.load(path)
    guard let timeline = project.timeline, !project.diagnostics.containsErrors else {
      try loader.report(project.diagnostics, in: project.file)
      throw CommandFailure(.projectWrong)
    }
    let tracks = (try? RenderPlanner.captions(of: timeline)) ?? []
    guard !tracks.isEmpty else {
      throw CommandFailure(.failed, "'\(path)' has no captions")
    }
    let languages = tracks.map { $0.subtitles.language?.text }
    var number = 0
    if let choice = order.stream {
      guard
        let found = Int(choice).flatMap({ tracks.indices.contains($0) ? $0 : nil })
          ?? languages.firstIndex(of: choice)
      else {
        let there = languages.enumerated().prefix(8).map { number, language in
          "\(number)" + (language.map { " (\($0))" } ?? "")
        }.joined(separator: ", ")
        throw CommandFailure(
          .usage, "--stream: '\(path)' has no track of captions '\(choice)'; there are \(there)",
          helpTells: false)
      }
      number = found
    }
    // What is said after the movie's end is not shown, which only a check has to tell.
    let isChecked = order.profile != nil
    let track = tracks[number]
    let shown = track.captions.enumerated().filter { _, caption in
      isChecked || caption.placed.start < timeline.duration
    }.sorted { ($0.element.placed.start, $0.offset) < ($1.element.placed.start, $1.offset) }
    let captions = shown.map { _, placed in
      var caption = Caption(
        start: placed.placed.start,
        end: isChecked ? placed.placed.end : min(placed.placed.end, timeline.duration),
        runs: [CaptionRun(placed.text)])
      (caption.range, caption.timeRange) = (placed.range, placed.range)
      return caption
    }
    var opened = OpenedCaptions(
      path: path, bytes: nil, text: project.file, stream: "track \(number)",
      captions: CaptionFile(captions: captions, language: languages[number]), findings: [])
    if order.profile != nil {
      let own = Set(shown.indices.filter { shown[$0].offset < track.ownCount })
      opened.surroundings = CaptionSurroundings(
        of: opened.captions.captions, own, on: track.own, in: project, timeline)
    }
    return opened
  }

  /// The texts of a movie; `nil` for what is none, which is read as a file of captions then.
  private func movie(_ path: String) throws(CommandFailure) -> OpenedCaptions? {
    let limit = loader.projects.options.limits[.fileBytes]
    do throws(MovieCaptions.Problem) {
      let found = try MovieCaptions.read(path, choice: order.stream, limit: limit) { false }
      if !found.isWhole {
        loader.listener.say(
          "cutlist: warning: '\(path)' has more than \(limit) bytes of text; the rest is left out")
      }
      let name =
        "stream \(found.stream.number), \(found.stream.codec)"
        + (found.stream.language.map { ", \($0)" } ?? "")
      var opened = try? read(found.file, found.format, stream: name, bytes: nil)
      if let language = found.stream.language, opened?.captions.language == nil, language != "und" {
        opened?.captions.language = language
      }
      return opened
    } catch {
      switch error {
      case .noTexts(let pictures):
        throw CommandFailure(
          .failed,
          pictures > 0
            ? "'\(path)' has subtitles that are pictures, not text"
            : "'\(path)' has no stream of text")
      case .unknown(let choice, let streams):
        let there = streams.prefix(8).map { stream in
          "\(stream.number)" + (stream.language.map { " (\($0))" } ?? "")
        }.joined(separator: ", ")
        throw CommandFailure(
          .usage, "--stream: '\(path)' has no stream of text '\(choice)'; there are \(there)",
          helpTells: false)
      case .unreadable(let reason):
        // A text without an ending that tells is tried as one.
        if order.stream == nil, CaptionFormat(ending: path) == nil { return nil }
        throw CommandFailure(.failed, "'\(path)' cannot be read as a movie: \(reason)")
      }
    }
  }
}
