import Diagnostics
import EditComparison
import FileSystem
import GoldenTesting
import MovieWriting
import PixelGeometry
import PlanModel
import Raster
import Rendering
import Reports

/// Pictures of what an edit has changed: of each run of frames that differ the first one and the one
/// in the middle. Nothing else is composed.
struct ChangePictures {
  /// A frame that is shown.
  struct Choice {
    var frame: Int
    /// The run it is of: `frames 349..966`.
    var run: String
    /// Numbers of the changes that it differs for, from 1.
    var changes: [Int]
  }

  let choices: [Choice]
  /// Runs of which nothing is shown.
  let leftOut: Int
  private let before: (Int) throws(RenderError) -> Image?
  private let after: (Int) throws(RenderError) -> Image?

  /// - Parameter limit: how many runs are shown.
  /// - Returns: `nil` where nothing was composed.
  init?(_ movie: MovieDifference, of report: EditReport, limit: Int) {
    guard let composed = movie.composed else { return nil }
    // Where a version ends another run begins.
    let runs =
      NumberRuns.of(movie.frames.filter { $0 < movie.common.frames })
      + NumberRuns.of(movie.frames.filter { $0 >= movie.common.frames })
    var choices = runs.prefix(limit).flatMap { run in
      let middle = run.lowerBound + run.count / 2
      return (run.count < 3 ? [run.lowerBound] : [run.lowerBound, middle]).map { frame in
        Choice(frame: frame, run: NumberRuns.text(Array(run), of: "frame"), changes: [])
      }
    }
    for (index, change) in report.edit.changes.enumerated() {
      guard let frames = report.share(of: change)?.frames else { continue }
      for place in choices.indices where frames.contains(choices[place].frame) {
        choices[place].changes.append(index + 1)
      }
    }
    self.choices = choices
    leftOut = max(0, runs.count - limit)
    before = Self.frames(of: composed.base)
    after = Self.frames(of: composed.other)
  }

  private static func frames(of movie: ComparedMovie) -> (Int) throws(RenderError) -> Image? {
    let frames = ComposedFrames(plan: movie.plan, sources: movie.sources)
    return { (frame) throws(RenderError) in
      frame < movie.plan.output.frameCount ? try frames.frame(frame) : nil
    }
  }

  // MARK: - On a page

  /// Rows of pictures before and after, and where they differ.
  ///
  /// - Parameter words: of all changes.
  func rows(words: [String]) throws(RenderError) -> [DifferenceSection.Row] {
    var rows: [DifferenceSection.Row] = []
    for choice in choices {
      var row = try DifferenceImages.row(
        choice.run, choice.frame, expected: ExpectedPicture(image: try before(choice.frame)),
        actual: try after(choice.frame))
      row.measures = choice.changes.prefix(8).map { ("change \($0)", words[$0 - 1]) }
      rows.append(row)
    }
    return rows
  }

  // MARK: - As files

  /// The names of all files that there are for so many runs.
  static func fileNames(limit: Int) -> [String] {
    (1...2 * limit).flatMap { ["\($0)-before.png", "\($0)-after.png"] }
  }

  /// Pictures in Markdown are not wider.
  private static let widest = 640

  /// Writes the pictures into a folder, and gives the rows that show them.
  func write(to folder: AttachedPictures) throws(CommandFailure) -> [ChangeReport.PictureRow] {
    var rows: [ChangeReport.PictureRow] = []
    for (index, choice) in choices.enumerated() {
      let (old, new) = try pictures(of: choice.frame)
      var row = ChangeReport.PictureRow(
        run: choice.run, frame: choice.frame, changes: choice.changes, before: nil, after: nil)
      if let old { row.before = try folder.write(old, as: "\(index + 1)-before.png") }
      if let new { row.after = try folder.write(new, as: "\(index + 1)-after.png") }
      rows.append(row)
    }
    try folder.keepOnly(Set(rows.flatMap { [$0.before, $0.after].compactMap(\.self) }))
    return rows
  }

  private func pictures(of frame: Int) throws(CommandFailure) -> ([UInt8]?, [UInt8]?) {
    do throws(RenderError) {
      return (try png(try before(frame)), try png(try after(frame)))
    } catch {
      throw CommandFailure(error)
    }
  }

  private func png(_ image: Image?) throws(RenderError) -> [UInt8]? {
    guard let image else { return nil }
    let (width, height) = (image.size.width, image.size.height)
    guard width > Self.widest else { return try StillWriter.png(image) }
    let size = Size(width: Self.widest, height: max(2, height * Self.widest / width) & ~1)
    return try StillWriter.png(try StillWriter.scaled(image, to: size))
  }
}
