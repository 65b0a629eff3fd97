import Diagnostics
import FileSystem
package import GoldenTesting
import MediaOpening
import MediaProbing
package import Workspace
import MediaSources
import BaseValues
import PlanModel
import TimelineModel

/// A side of a comparison, and the project it comes from.
package struct LoadedMovie {
  package var movie: ComparedMovie
  package var project: LoadedProject
}

extension ReportingLoader {
  /// A project, or a movie as a project that shows nothing else, at its own size and rate.
  package func comparedMovie(_ path: String) throws(CommandFailure) -> LoadedMovie {
    let (project, plan) =
      path.hasSuffix(".json") || path == "-" ? try self.plan(path) : try moviePlan(path)
    let texts = project.texts
    return LoadedMovie(
      movie: ComparedMovie(
        name: path, plan: plan, sources: project.sources(for: plan)
      ) { $0.contexts(texts: texts) }, project: project)
  }

  private func moviePlan(_ path: String) throws(CommandFailure) -> (LoadedProject, RenderPlan) {
    let facts = try movieFacts(path)
    guard let video = facts.video else {
      throw CommandFailure(.usage, "'\(path)' has no pictures; compare takes projects and movies")
    }
    guard case .regular(_, let rate, .some) = video.frames else {
      throw CommandFailure(
        .usage,
        "'\(path)' has no constant frame rate; name a project that shows it at the rate you want")
    }
    // As large as its pictures are shown, to even numbers as projects have them.
    var (width, height) = (video.codedSize.width, video.codedSize.height)
    if video.orientation.swapsAxes { (width, height) = (height, width) }
    let size = "\(max(2, width & ~1))x\(max(2, height & ~1))"
    let rateText = JSONText.quoted(rate.rational.description)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let sound = facts.audio.map { audio in
      "{ \"channels\": \([1, 6, 8].contains(audio.channels) ? audio.channels : 2) }"
    }
    let text = """
      { "cutlist": 1,
        "output": { "size": "\(size)", "frameRate": \(rateText), "audio": \(sound ?? "false") },
        "media": { "movie": \(JSONText.quoted(name)) },
        "tracks": [ { "video": [ { "clip": "movie", "fit": "stretch" } ] } ] }
      """
    let project = projects.load(SourceFile(path: path, text: text))
    // Warnings would be about a text that nobody wrote.
    if let plan = project.plan { return (project, plan) }
    return try plan(of: project)
  }

  private func movieFacts(_ path: String) throws(CommandFailure) -> MediaFacts {
    let item = MediaItem(
      id: MediaID(0), name: path, nameRange: .none, valueRange: .none,
      content: .file(path: path, videoStream: nil, audioStream: nil))
    guard let result = MediaProber(ofFiles: projects.options).probe([item]).first else {
      throw CommandFailure(.failed, "'\(path)' cannot be read")
    }
    switch result {
    case .success(let source): return source.facts
    case .failure(let problem):
      try report([problem.diagnostic], in: SourceFile(path: path, bytes: []))
      throw CommandFailure(.failed)
    }
  }
}
