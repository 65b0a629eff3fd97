import Diagnostics
import FileSystem
import MovieWriting
import OutputKinds
import ProjectLock
import Reports

/// What a file that is written is: how it may be called, and how one that we wrote is told from
/// somebody else's.
package enum OutputForm: Hashable, Sendable {
  /// A movie.
  case movie
  /// Sound alone.
  case sound
  case picture
  case page
  /// What a project is made of.
  case lock
  /// Text or data of any name.
  case plan, costs, hashes, explanation, junit, levels, resultLines
  /// A project, which only a name of its own is given to: no project is ever replaced.
  case project
  /// Captions, whose files are edited by people: none is replaced without being told to.
  case captions
  /// A text in Markdown with pictures beside it.
  case summary
  /// A script of a scheduler's job, and a job's template.
  case script, jobTemplate
  /// What is known of a scheduler's job, and values of a template's parameters.
  case jobRecord, jobParameters

  /// Extensions that files of this kind may have; empty for any.
  var extensions: [String] {
    switch self {
    case .movie: MovieContainer.fileExtensions + SoundFormat.fileExtensions
    case .sound: SoundFormat.fileExtensions
    case .picture: PictureFormat.fileExtensions
    case .page: ["html", "htm"]
    case .project: ["json"]
    case .captions: ["srt", "vtt", "ass", "ttml", "json", "txt", "dfxp", "xml"]
    case .summary: ["md", "markdown"]
    case .script: ["sh"]
    case .jobTemplate, .jobRecord, .jobParameters: ["json"]
    case .lock, .plan, .costs, .hashes, .explanation, .junit, .levels, .resultLines: []
    }
  }

  /// What it is, for people.
  var noun: String {
    switch self {
    case .movie: "a movie"
    case .sound: "sound"
    case .picture: "a picture"
    case .page: "a page"
    case .project: "a project"
    case .captions: "a file of captions"
    case .plan: "a plan"
    case .summary: "a summary"
    case .script: "a script"
    case .jobTemplate: "a job's template"
    case .jobRecord: "a job's record"
    case .jobParameters: "a job's parameters"
    case .lock, .costs, .hashes, .explanation, .junit, .levels, .resultLines: "a text"
    }
  }

  /// Whether it is text that a terminal may show.
  var isText: Bool { self != .movie && self != .picture && self != .sound }

  // MARK: - Names

  /// Extensions that promise something else than text.
  private static let others = Set([
    "mov", "mkv", "webm", "avi", "mxf", "ts", "gif", "mp3", "m4a", "aac", "ogg", "opus", "jpg",
    "jpeg", "tif", "tiff", "bmp", "webp", "svg", "ttf", "otf",
  ]).union(
    MovieContainer.fileExtensions + SoundFormat.fileExtensions + PictureFormat.fileExtensions)

  /// What is wrong with a name for this kind; `nil` where nothing is.
  func fault(inName path: String) -> String? {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let end = file.lastIndex(of: ".").flatMap { $0 > file.startIndex ? file.index(after: $0) : nil }
    let written = end.map { String(file[$0...]) } ?? ""
    let known = written.lowercased()
    let names = extensions.map { ".\($0)" }.joined(separator: " or ")
    if extensions.isEmpty {
      return Self.others.contains(known)
        ? "'\(path)' is no name for \(noun); choose one without '.\(written)'" : nil
    }
    if extensions.contains(known) { return nil }
    if self == .movie {
      if MovieContainer.named(path)?.pictures != nil { return nil }
      if PictureFormat.fileExtensions.contains(known) {
        return "'\(path)' has no place for a number; pictures of all frames are written as "
          + "'\(file.dropLast(written.count + 1))-%04d.\(written)', and one by 'cutlist frame'"
      }
    }
    let stem = file[..<(file.lastIndex(of: ".") ?? file.endIndex)]
    let better = "\(stem.isEmpty ? "movie" : String(stem)).\(extensions[0])"
    return written.isEmpty
      ? "'\(path)' has no extension; \(noun) is written as \(names), for example '\(file).\(extensions[0])'"
      : "'.\(written)' is not written; \(noun) is written as \(names), for example '\(better)'"
  }

  // MARK: - Ours

  /// How scripts, templates, records and parameters of jobs begin that we write.
  package static let scriptMark = "#!/bin/sh\n# Written by cutlist"
  static let templateBeginning = "{\n  \"specificationVersion\": \"jobtemplate-2023-09\","
  static let recordBeginning = "{\n  \"cutlistFarm\": "
  static let parametersBeginning = "{\n  \"Movie\": "

  /// Whether the file at a path is one that we wrote, so that nothing of anybody's is lost with it.
  /// An empty file is anybody's and nothing.
  package func isOurs(_ path: String) -> Bool {
    if WritingLocation.beginning(of: path, limit: 1) == [] { return true }
    switch self {
    case .project, .captions: return false
    case .movie: return MovieContainer.isOurs(path)
    case .sound: return SoundFormat.isOurs(path)
    case .picture: return PictureFormat.isOurs(path)
    case .page:
      let head = WritingLocation.beginning(of: path, limit: 1024) ?? []
      return String(decoding: head, as: UTF8.self).contains(HTMLMark.text)
    case .lock, .plan, .costs, .hashes, .explanation, .junit, .levels, .resultLines, .summary,
      .script, .jobTemplate, .jobRecord, .jobParameters:
      let head = WritingLocation.beginning(of: path, limit: 256) ?? []
      return isOurs(beginning: String(decoding: head, as: UTF8.self))
    }
  }

  /// Whether a text begins as those that we write.
  private func isOurs(beginning head: String) -> Bool {
    switch self {
    case .lock:
      head.hasPrefix(LockedProject.beginning)
    case .plan:
      head.starts(with: #/plan \d+x\d+ at /#)
        || head.hasPrefix("{\n  \"cutlistPlan\": ")
    case .costs:
      head.starts(with: #/movie +[\d.]+ s, /#) || head.hasPrefix("{\n  \"machine\": ")
    case .hashes:
      head.starts(with: #/(frame|sound) \d+ [0-9a-f]{16}/#) || head.hasPrefix("{\n  \"frames\": [")
    case .explanation:
      head.starts(with: #/(frame|sample) \d+ of /#) || head.hasPrefix("{\n  \"project\": ")
    case .junit:
      head.starts(with: #/<\?xml [^>]*\?>\s*<testsuites name="cutlist"/#)
    case .levels:
      head.starts(with: #/ +integrated +range +short-term/#) || head.hasPrefix("{\n  \"levels\": [")
    case .resultLines:
      head.starts(with: #/\{"event":"(project|summary)"/#)
    case .summary:
      head.hasPrefix(ChangeReport.markdownMark)
    case .script:
      head.hasPrefix(Self.scriptMark)
    case .jobTemplate:
      head.hasPrefix(Self.templateBeginning)
    case .jobRecord:
      head.hasPrefix(Self.recordBeginning)
    case .jobParameters:
      head.hasPrefix(Self.parametersBeginning)
    case .movie, .sound, .picture, .page, .project, .captions: false
    }
  }
}

extension OutputForm {
  /// The bytes of a text of a job. In scripts names of files are the files' own, though they be no text.
  package func bytes(of text: String) -> [UInt8] {
    self == .script ? FileName.bytes(text) : Array(text.utf8)
  }
}
