import PlanModel
import Rendering
import Workspace

/// Movies of one edit that are rendered side by side: what several show is decoded once.
struct MovieGroup {
  let movies: [MovieRendering]
  let workers: WorkerChoice

  /// Movies in as few groups as they fit into; one with further renditions is alone.
  static func groups(
    of movies: [MovieRendering]
  ) throws(CommandFailure) -> [MovieGroup] {
    let simple = movies.filter { $0.renditions.all.isEmpty }
    var groups: [MovieGroup] = []
    if let arguments = simple.first?.arguments {
      groups = try PlanGroup.groups(of: simple.map(\.plan), arguments).map { group in
        MovieGroup(movies: group.places.map { simple[$0] }, workers: group.workers)
      }
    }
    for movie in movies where !movie.renditions.all.isEmpty {
      groups.append(
        MovieGroup(
          movies: [movie], workers: try MovieRendering.workers(of: [movie.plan], movie.arguments)))
    }
    return groups
  }

  /// Renders all.
  ///
  /// - Returns: what became of each movie.
  func run() throws(CommandFailure) -> [Result<MovieRendering.Result, CommandFailure>] {
    guard let first = movies.first else { return [] }
    if movies.count == 1 {
      return [Result { () throws(CommandFailure) in try first.run() }]
    }
    let console = first.console
    MovieRendering.tell(workers, first.arguments, console)
    let all = Cancellation()
    let interruption = Interruption(all)
    defer { withExtendedLifetime(interruption) {} }
    let cancellations = movies.map { _ in Cancellation() }
    all.whenRequested { [unowned all] in
      for cancellation in cancellations {
        cancellation.request(all.reason ?? RenderError(.interrupted, "interrupted"))
      }
    }
    var failures: [CommandFailure?] = movies.map { _ in nil }
    var works: [MovieRendering.Work] = []
    var members: [(place: Int, member: RenderGroup.Member)] = []
    for (place, movie) in movies.enumerated() {
      var work = movie.begun(
        jobs: workers.jobs, cancellations[place], place: (place, movies.count))
      // What each takes is not to be told from what they take together.
      work.session.meter = nil
      works.append(work)
      do throws(RenderError) {
        guard let sink = try movie.sinks(of: work).first else { continue }
        members.append(
          (place, RenderGroup.Member(session: work.session, sink: sink, progress: work.progress)))
      } catch {
        failures[place] = movie.failure(error, of: work)
      }
    }
    let results = RenderGroup(members.map(\.member), jobs: workers.jobs).render()
    for ((place, _), result) in zip(members, results) {
      switch result {
      case .success(let statistics):
        works[place].statistics = statistics
        works[place].isRendered = true
      case .failure(let error): failures[place] = movies[place].failure(error, of: works[place])
      }
    }
    return movies.indices.map { place in
      if let failure = failures[place] { return .failure(failure) }
      return Result { () throws(CommandFailure) in try movies[place].finish(works[place]) }
    }
  }
}
