import PlanModel
import Rendering
import Workspace

/// Movies of one edit that are rendered side by side: what several show is decoded once.
struct MovieGroup {
  let movies: [MovieRendering]
  let workers: WorkerChoice

  /// Movies in as few groups as they fit into: those that have the same frames in the same chunks, as long as there is
  /// memory for as many workers as each of them has alone.
  static func groups(
    of movies: [MovieRendering]
  ) throws(CommandFailure) -> [MovieGroup] {
    var groups: [MovieGroup] = []
    for movie in movies {
      let alone = try MovieRendering.workers(of: [movie.plan], movie.arguments)
      var isIn = false
      for place in groups.indices where !isIn {
        let plans = groups[place].movies.map(\.plan) + [movie.plan]
        guard RenderGroup.goTogether(plans),
          let workers = try? MovieRendering.workers(of: plans, movie.arguments),
          workers.jobs >= min(alone.jobs, groups[place].workers.jobs),
          workers.warnings.count <= alone.warnings.count
        else { continue }
        groups[place] = MovieGroup(movies: groups[place].movies + [movie], workers: workers)
        isIn = true
      }
      if !isIn { groups.append(MovieGroup(movies: [movie], workers: alone)) }
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
        guard let sink = try movie.sink(of: work) else { continue }
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
