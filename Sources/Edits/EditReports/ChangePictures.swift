import ProjectTesting
package import Workspace
package import OutputFiles
import Diagnostics
import EditComparison
import FileSystem
import GoldenTesting
import MovieWriting
import BaseValues
import PlanModel
import Raster
package import Rendering
package import Reports

/// Pictures of what an edit has changed: of each change one frame that differs for it, and for as few
/// others as can be; of each run of frames that differ for no change that is known, its middle.
/// Nothing else is composed.
package struct ChangePictures {
  /// A frame that is shown.
  package struct Choice {
    package var frame: Int
    /// The frames that differ for the same change, or the run it is of: `frames 349..966`.
    var run: String
    /// Numbers of the changes that it differs for, from 1, the one that it is shown for first.
    package var changes: [Int]
  }

  let choices: [Choice]
  /// Frames that would be shown beside these, if there were no limit.
  package let leftOut: Int
  private let before: (Int) throws(RenderError) -> Image?
  private let after: (Int) throws(RenderError) -> Image?

  /// - Parameter limit: how many frames are shown.
  /// - Returns: `nil` where nothing was composed.
  package init?(_ movie: MovieDifference, of report: EditReport, limit: Int) {
    guard let composed = movie.composed else { return nil }
    let shares = report.edit.changes.map { report.share(of: $0)?.frames ?? [] }
    let all = Self.choices(
      shares, differing: movie.frames, common: movie.common.frames, count: movie.frameCount)
    choices = Array(all.prefix(limit))
    leftOut = max(0, all.count - limit)
    before = Self.frames(of: composed.base)
    after = Self.frames(of: composed.other)
  }

  /// - Parameters:
  ///   - shares: for each change the frames that differ for it, rising.
  ///   - differing: all frames that differ, rising.
  ///   - common: how many frames both versions have.
  ///   - count: frames of the longer version.
  static func choices(
    _ shares: [[Int]], differing: [Int], common: Int, count: Int
  ) -> [Choice] {
    // How many changes each frame differs for.
    var causes = [Int](repeating: 0, count: count)
    for frame in shares.joined() { causes[frame] += 1 }
    let runsOfShares = shares.map { NumberRuns.of($0) }
    var choices: [Choice] = []
    var chosen: Set<Int> = []
    for (index, share) in shares.enumerated() {
      // Of frames with as few changes one that is there before and after tells more.
      func rank(_ frame: Int) -> Int { causes[frame] * 2 + (frame < common ? 0 : 1) }
      guard let best = share.map(rank).min() else { continue }
      let runs = NumberRuns.of(share.filter { rank($0) == best })
      guard let longest = runs.map(\.count).max(),
        let run = runs.first(where: { $0.count == longest })
      else { continue }
      let frame = run.lowerBound + run.count / 2
      guard chosen.insert(frame).inserted else { continue }
      let others = shares.indices.filter { other in
        other != index && runsOfShares[other].contains { $0.contains(frame) }
      }
      choices.append(
        Choice(
          frame: frame, run: NumberRuns.text(share, of: "frame"),
          changes: ([index] + others).map { $0 + 1 }))
    }
    for run in NumberRuns.of(differing.filter { causes[$0] == 0 }) {
      choices.append(
        Choice(
          frame: run.lowerBound + run.count / 2, run: NumberRuns.text(Array(run), of: "frame"),
          changes: []))
    }
    return choices
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
  package func rows(words: [String]) throws(RenderError) -> [DifferenceSection.Row] {
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

  /// The names of all files that there are for so many frames.
  package static func fileNames(limit: Int) -> [String] {
    (1...limit).flatMap { ["\($0)-before.png", "\($0)-after.png"] }
  }

  /// Pictures in Markdown are not wider.
  private static let widest = 640

  /// Writes the pictures into a folder, and gives the rows that show them.
  package func write(to folder: AttachedPictures) throws(CommandFailure) -> [ChangeReport
    .PictureRow]
  {
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
