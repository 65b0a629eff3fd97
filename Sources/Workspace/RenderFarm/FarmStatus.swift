import TimelineModel
import Diagnostics
import FileSystem
import PlanModel
import Rendering
package import Workspace

/// How far the jobs of a folder are: what is in the store, and what is left. Nothing is rendered or written.
package struct FarmStatus {
  private let folder: String
  private let record: FarmRecord

  /// What is known of a movie.
  private struct Found {
    var movie: FarmRecord.Movie
    var report: JoinReport
    /// Whether there is a file of its name.
    var isWritten: Bool

    var left: Int { report.result.lacks.count }
  }

  /// - Parameter folder: that of the jobs.
  package init(_ folder: String) throws(CommandFailure) {
    self.folder = folder
    let path = MediaLocator.join(folder, FarmRecord.fileName)
    let file: SourceFile
    do throws(ProjectFileError) {
      file = SourceFile(path: path, bytes: try ProjectFile.read(path, limit: 64 << 20))
    } catch {
      throw CommandFailure(error, reading: path, as: "record of the jobs")
    }
    guard let record = FarmRecord(file) else {
      throw CommandFailure(
        .projectWrong,
        "'\(path)' is not what 'cutlist farm' wrote; write the folder again with it")
    }
    self.record = record
  }

  /// What is told of the jobs: lines, and the same as data.
  package struct Telling {
    package var lines: [String]
    package var json: String
  }

  /// - Parameter limits: as `--limit` says them; they count more than those that were noted.
  package func look(
    _ options: WorkspaceOptions, limits: [String], _ listener: any Listener
  ) throws(CommandFailure) -> Telling {
    var all: [Found] = []
    for movie in record.movies {
      var own = options
      own.limits = try ProjectLimits(movie.limits + limits)
      all.append(try look(at: movie, own, listener))
    }
    var lines: [String] = []
    for found in all where all.count == 1 || found.left > 0 || !found.isWritten {
      lines += self.lines(found)
    }
    if all.count > 1 { lines.append(summary(all)) }
    return Telling(lines: lines, json: json(all))
  }

  private func look(
    at movie: FarmRecord.Movie, _ options: WorkspaceOptions, _ listener: any Listener
  ) throws(CommandFailure) -> Found {
    let (project, plan) = try ReportingLoader(options, listener).writtenPlan(
      MediaLocator.join(folder, movie.plan), opens: false)
    let store = record.store.kept(listener)
    let session = project.session(
      for: plan, store: store, jobs: 1, cancellation: Cancellation())
    let result: JoinResult
    do throws(RenderError) {
      result = JoinResult(lacks: try session.lacks())
    } catch {
      throw CommandFailure(error)
    }
    var report = JoinReport(
      result: result, plan: plan, order: session.parts(in: 0..<plan.chunks.count))
    report.others = project.otherPrograms(of: result.lacks, in: plan, store, record.store.programs)
    return Found(
      movie: movie, report: report, isWritten: FileAccess.size(of: movie.path) != nil)
  }

  // MARK: - What is said

  /// `out.mp4: 30 of 32 chunks are there, left: 4..5, 9..10; there is no movie yet`
  private func lines(_ found: Found) -> [String] {
    let report = found.report
    let count = report.order.count
    let name = found.movie.row.map { "\($0): " } ?? "\(found.movie.path): "
    let movie = found.isWritten ? "the movie is there" : "there is no movie yet"
    var text = "\(count - found.left) of \(count) chunks are there"
    if found.left > 0 {
      let runs = report.runs.map(ChunkRange.text)
      text += ", left: " + runs.prefix(8).joined(separator: ", ")
      if runs.count > 8 { text += " and \(runs.count - 8) more runs" }
    }
    // Those that are merely missing are in the runs.
    let others = zip(report.result.lacks, report.lines).filter { lack, _ in
      lack.reason != .missing || report.others[lack.part] != nil
    }.map { "  " + $1 }
    let absence = found.left > 0 ? record.store.absence.map { ["  " + $0] } ?? [] : []
    return ["\(name)\(text); \(movie)"] + others + absence
  }

  private func summary(_ all: [Found]) -> String {
    let chunks = all.reduce(0) { $0 + $1.report.order.count }
    let left = all.reduce(0) { $0 + $1.left }
    let written = all.count { $0.isWritten }
    return "\(all.count) movies: \(chunks - left) of \(chunks) chunks are there; "
      + "\(written) movies are there, \(all.count - written) are not yet"
  }

  private func json(_ all: [Found]) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("folder", Paths.absolute(folder))
      switch record.store {
      case .folder(let path): json.member("store", path)
      case .program(let program): json.member("storeProgram", program)
      }
      json.key("movies")
      json.array { json in
        for found in all {
          json.object { json in
            json.member("movie", found.movie.path)
            json.member("plan", found.movie.plan)
            if let row = found.movie.row { json.member("row", row) }
            json.member("isWritten", found.isWritten)
            json.member("chunks", found.report.order.count)
            json.member("left", found.left)
            found.report.writeLacks(to: &json)
          }
        }
      }
    }
    return json.text
  }
}
