import BaseValues
import Diagnostics
import FileSystem
import MovieWriting
import OutputKinds
import PlanModel
import ProjectFormat
import Reports
import Rendering
import TimelineModel
import Workspace

// Small pictures of media, each made once.
extension LanguageServer {
  /// Largest picture of a hover: pixels across, and bytes of the file.
  private static let pictureWidth = 320
  private static let pictureBytes = 20_000
  /// So many are kept.
  private static let pictureCount = 64

  /// A picture of a media item in JPEG and Base64; `nil` for what has none.
  func picture(of item: MediaItem, in project: LoadedProject) -> String? {
    guard let facts = project.catalog[item.id], let video = facts.video else { return nil }
    let key = "\(facts.contentHash) \(item.reading) \(item.content)"
    if let known = pictures[key] { return known.isEmpty ? nil : known }
    let made = jpeg(of: item, video, in: project).map { Base64.text($0) } ?? ""
    if pictures.count >= Self.pictureCount { pictures = [:] }
    pictures[key] = made
    return made.isEmpty ? nil : made
  }

  /// The middle of the medium, by way of a project that shows nothing else.
  private func jpeg(
    of item: MediaItem, _ video: VideoFacts, in project: LoadedProject
  ) -> [UInt8]? {
    let (file, start) = Places.owner(of: item.valueRange, in: project.file)
    let written = file.text(in: item.valueRange.shifted(by: -start))
    let turned = video.orientation.swapsAxes
    let width = turned ? video.codedSize.height : video.codedSize.width
    let height = turned ? video.codedSize.width : video.codedSize.height
    guard width > 0, height > 0, written.utf8.count < 4096 else { return nil }
    var across = min(Self.pictureWidth, max(2, width / 2 * 2))
    var seconds = "0"
    if !video.isStill, let extent = try? video.extent(), let end = extent.end {
      let middle = try? (end + (extent.start ?? .zero)) / Rational(2)
      seconds = middle?.decimalApproximation(places: 2) ?? "0"
    }
    for _ in 0..<4 {
      let down = min(Self.pictureWidth, max(2, across * height / width / 2 * 2))
      let text =
        "{\"cutlist\":1,\"output\":{\"size\":\"\(across)x\(down)\",\"frameRate\":25,\"audio\":false},"
        + "\"media\":{\"m\":\(written)},\"tracks\":[{\"video\":[{\"clip\":\"m\",\"freeze\":"
        + "\"\(seconds)s\",\"duration\":\"1f\"}]}]}"
      var options = self.options
      options.isLocked = false
      let loaded = ProjectLoader(options).load(SourceFile(path: file.path, text: text))
      guard let plan = loaded.plan, plan.output.frameCount > 0 else { return nil }
      let frames = ProjectFrames(of: plan, backend: loaded.backendOfSingleFrames(for: plan))
      guard let image = try? frames.frame(0),
        let picture = try? StillWriter.picture(image, as: .jpeg)
      else { return nil }
      if picture.count <= Self.pictureBytes { return picture }
      across = max(2, across * 3 / 4 / 2 * 2)
    }
    return nil
  }
}
