import EditReports
import Workspace
import OutputFiles
import Rendering
import Reports

/// What was changed, as the files that the command line asks for: a page, and Markdown with pictures.
struct ChangeFiles {
  private let page: OutputFile?
  private let summary: OutputFile?

  /// Frames that are shown on a page, and in a comment.
  private static let pageFrames = 24
  private static let summaryFrames = 12

  init(_ arguments: Arguments, _ outputs: inout Outputs) throws(CommandFailure) {
    page = try outputs.add(.differencePage, arguments, as: .page)
    summary = try outputs.add(.changeSummary, arguments, as: .summary)
  }

  /// Refuses what must not be replaced, and gives the folder for pictures; `nil` where there are none:
  /// a text on standard output has nothing beside it.
  func check(
    _ versions: [EditVersion], _ outputs: Outputs, replacesAnything: Bool
  ) throws(CommandFailure) -> AttachedPictures? {
    for version in versions {
      if let protected = version.project?.protectedFiles { try outputs.check(against: protected) }
    }
    guard let summary, !summary.isStandardOutput else { return nil }
    var protected = ProtectedFiles()
    for version in versions { version.project.map { protected.add($0.protectedFiles) } }
    return try AttachedPictures(
      beside: summary.path, names: ChangePictures.fileNames(limit: Self.summaryFrames),
      protected: protected, replacesAnything: replacesAnything)
  }

  /// Writes all files that are asked for; only their pictures are composed.
  ///
  /// - Parameter notes: why not everything is told.
  func write(
    _ report: EditReport, notes: [String], pictures folder: AttachedPictures?, _ console: Console
  ) throws(CommandFailure) {
    guard page != nil || summary != nil else { return }
    var whole = report.changeReport
    whole.notes = notes
    if let page {
      do throws(RenderError) {
        whole.pictures = try report.movie.flatMap { (movie) throws(RenderError) in
          try movie.section(of: report, limit: Self.pageFrames)
        }
      } catch {
        throw CommandFailure(error)
      }
      try page.write(Array(whole.html.utf8), console: console)
    }
    guard let summary else { return }
    do throws(CommandFailure) {
      var rows: [ChangeReport.PictureRow] = []
      var leftOut = 0
      if let movie = report.movie, let folder,
        let pictures = ChangePictures(movie, of: report, limit: Self.summaryFrames)
      {
        rows = try pictures.write(to: folder)
        leftOut = pictures.leftOut
      } else {
        try folder?.keepOnly([])
      }
      try summary.write(whole.markdown(pictures: rows, leftOut: leftOut), console: console)
    } catch {
      folder?.discard()
      throw error
    }
  }
}
