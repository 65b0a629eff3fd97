import TextReports
import ChunkStorage
import Diagnostics
import FileSystem
import MediaOpening
import MediaProbing
import TimelineModel
import Workspace

extension Command {
  static let probe = Command(
    name: "probe", usage: "FILE…", summary: "show the facts about media files",
    discussion:
      "For each file: its container, every stream, and which streams a clip uses. Of these the\n"
      + "size, pixel aspect ratio, orientation, colour, exact rate and times of the pictures, the\n"
      + "exact samples of the sound, and everything out of the ordinary. Checking and rendering use\n"
      + "the same facts. All packets are read, and one picture is decoded.\n"
      + "\n"
      + "A file that cannot be read is named with the reason. The others are reported all the same,\n"
      + "and the exit status is 3. A name like frame-%04d.png or frame-####.png stands for an image\n"
      + "sequence.",
    flags: [
      .videoStream, .audioStream, .json, .cache, .noCache, .allowProtocol, .openSeconds,
      .openMemory, .color, .help,
    ],
    positional: 1...10_000
  ) { (arguments, console) throws(CommandFailure) in
    let loader = try ReportingLoader(arguments, console)
    let prober = MediaProber(ofFiles: loader.projects.options)
    let video = try arguments.integer(.videoStream, minimum: 0)
    let audio = try arguments.integer(.audioStream, minimum: 0)
    let items = arguments.positional.enumerated().map { number, path in
      MediaItem(
        id: MediaID(number), name: path, nameRange: .none, valueRange: .none,
        content: sequence(path).map { .sequence($0) }
          ?? .file(path: path, videoStream: video, audioStream: audio.map { .streams([$0]) }))
    }
    let findings = zip(arguments.positional, prober.probe(items)).map { path, result in
      ProbedFile(path: path, result: result.map { MediaReport($0) })
    }
    if arguments.has(.json) {
      try console.write(ProbeJSON.text(findings), to: nil)
    } else {
      for (number, file) in findings.enumerated() {
        switch file.result {
        case .success(let report):
          let heading =
            findings.count > 1
            ? (number > 0 ? "\n" : "") + "\(TerminalText.visible(file.path)):\n" : ""
          try console.print(heading + ProbeText.text(report))
        case .failure(let problem):
          try loader.report([problem.diagnostic], in: SourceFile(path: file.path, bytes: []))
        }
      }
    }
    return findings.allSatisfy { (try? $0.result.get()) != nil } ? .done : .failed
  }

  /// The numbered pictures that a path stands for; `nil` where it is the name of a file.
  private static func sequence(_ path: String) -> ImageSequence? {
    guard MediaLocator.resolve(path) == nil, let numbered = NumberedPath(path) else { return nil }
    return ImageSequence(path: numbered, missing: .hold)
  }
}
