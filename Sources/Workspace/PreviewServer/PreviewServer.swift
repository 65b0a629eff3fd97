import BaseValues
import Diagnostics
import FileSystem
package import LiveWorkspace
import MovieWriting
import PlanModel
import Rendering
import Reports
import Synchronization
import TimelineModel
import Workers
package import Workspace

/// Shows a project that is worked on to a browser on the same machine.
///
/// ```
/// file ─▶ LiveProject ─▶ state, pictures, sound ─▶ HTTPServer on 127.0.0.1 ─▶ page
///              └─▶ tracks drawn, sound checked, by a thread beside it
/// ```
package final class PreviewServer: Sendable {
  private let live: LiveProject
  private let port: Int
  private let cache = PictureCache(limit: 192 << 20)
  private let drawings = TimelineDrawings()
  /// The number of the state whose sound was checked last.
  private let checked = Mutex(0)

  /// Reads nothing yet.
  ///
  /// - Parameter port: to listen on; 0 for a free one.
  package init(_ live: LiveProject, port: Int) {
    self.live = live
    self.port = port
  }

  /// Listens, says where, and answers until it is to end.
  ///
  /// - Parameters:
  ///   - ready: is told the whole address once there are answers to be had.
  ///   - isOver: is asked a few times a second, by several threads.
  package func run(
    ready: (_ address: String) throws(CommandFailure) -> Void,
    until isOver: @escaping @Sendable () -> Bool
  ) throws(CommandFailure) {
    let listener: LoopbackListener
    do throws(LoopbackListener.Failure) {
      listener = try LoopbackListener(port: port)
    } catch {
      throw CommandFailure(
        .failed,
        "port \(port) of this machine cannot be had: \(MediaLocator.reason(error.number)); leave out "
          + "--port for a free one")
    }
    let gate = RequestGuard(port: listener.port, secret: RequestGuard.makeSecret())
    let server: HTTPServer
    let helpers: WorkerPool
    do throws(WorkerPoolError) {
      server = try HTTPServer { [self] request in reply(to: request, gate) }
      helpers = try WorkerPool(threads: 2)
    } catch {
      throw CommandFailure(.failed, error.description)
    }
    helpers.start { [self] in
      var rendered: [Bool] = []
      live.follow(until: isOver) {
        // Chunks that another command renders appear here, too.
        guard let now = live.now.shown?.rendered, now != rendered else { return }
        let isFirst = rendered.count != now.count
        rendered = now
        if !isFirst { live.touch() }
      }
    }
    helpers.start { [self] in completeStates(until: isOver) }
    try ready(gate.address)
    server.serve(listener, until: isOver)
  }

  /// Draws tracks and checks the sound of each new state.
  private func completeStates(until isOver: @Sendable () -> Bool) {
    var done = 0
    while !isOver() {
      guard let edit = live.now.shown, edit.number > done else {
        _ = live.wait(beyond: live.now.version, milliseconds: 200)
        continue
      }
      done = edit.number
      drawings.complete(edit) { isOver() || self.live.now.shown !== edit }
      live.touch()
      guard !isOver(), live.now.shown === edit else { continue }
      var project = edit.project
      project.checkSound(jobs: 1)
      checked.withLock { $0 = edit.number }
      live.touch()
      if project.diagnostics.count != edit.project.diagnostics.count {
        live.complete(project, of: edit)
      }
    }
  }

  // MARK: - Answers

  private func reply(to request: HTTPRequest, _ gate: RequestGuard) -> HTTPServer.Reply {
    switch gate.verdict(on: request) {
    case .refused(let status): return .response(HTTPResponse(status))
    case .allowed(let path):
      guard let resource = PreviewResource(path: path, query: request.query) else {
        return .response(HTTPResponse(.notFound, "there is no '\(path.prefix(60))' here"))
      }
      if resource == .events { return events }
      return .response(answer(resource))
    }
  }

  /// The number of each new version; a comment every now and then shows that somebody is there.
  private var events: HTTPServer.Reply {
    let said = Mutex(-1)
    return .events { [live] in
      let last = said.withLock { $0 }
      let version = last < 0 ? live.now.version : live.wait(beyond: last, milliseconds: 500)
      said.withLock { $0 = version }
      return version == last ? ":\n\n" : "data: \(version)\n\n"
    }
  }

  /// So long an answer waits for the project to be loaded for the first time, in milliseconds.
  private static let patience = 30_000

  private func answer(_ resource: PreviewResource) -> HTTPResponse {
    // Who has read the address may ask at once.
    if resource.isOfTheProject { _ = live.wait(beyond: 0, milliseconds: Self.patience) }
    return switch resource {
    case .page: HTTPResponse("text/html; charset=utf-8", PreviewPage.html)
    case .script: HTTPResponse("text/javascript; charset=utf-8", PreviewPage.script)
    case .style: HTTPResponse("text/css; charset=utf-8", PreviewPage.style)
    case .state:
      HTTPResponse(
        "application/json",
        PreviewState(
          state: live.now, drawn: drawings.finished, checked: checked.withLock { $0 }
        ).json)
    case .events: HTTPResponse(.notFound)
    case .timeline(let number):
      edit(number).map { HTTPResponse("application/json", drawings.drawing(of: $0)) }
        ?? HTTPResponse(.gone)
    case .source(let number): source(number)
    case .frame(let request): frame(request)
    case .sound(let from, let count, let number): sound(from, count, number)
    }
  }

  /// The state of a number; the newest for `nil`.
  private func edit(_ number: Int?) -> LiveEdit? {
    let now = live.now
    guard let number else { return now.shown }
    return [now.shown, now.before].compactMap(\.self).first { $0.number == number }
  }

  private func source(_ number: Int) -> HTTPResponse {
    guard let file = live.now.latest?.file else { return HTTPResponse(.notFound) }
    let files = [file] + file.included.map(\.file)
    // A project may name any file: what does not say that it is one of ours is not shown.
    guard files.indices.contains(number), files[number].isOneOfOurs else {
      return HTTPResponse(.notFound)
    }
    return HTTPResponse("text/plain; charset=utf-8", files[number].bytes)
  }

  private func frame(_ request: PreviewResource.FrameRequest) -> HTTPResponse {
    guard let edit = edit(request.edit) else {
      return HTTPResponse(.gone, "the project has no such state to show")
    }
    let number: Int
    switch request.place {
    case .number(let frame): number = frame
    case .time(let text):
      if text.hasPrefix("{"), text.hasSuffix("}") {
        guard let frame = edit.timeline.frame(named: String(text.dropFirst().dropLast())) else {
          return HTTPResponse(.badRequest, "there is no '\(text.prefix(40))'")
        }
        number = Int(clamping: frame.value)
        break
      }
      guard let time = try? TimeExpression(parsing: text).resolved(rate: edit.plan.output.rate)
      else { return HTTPResponse(.badRequest, "'\(text.prefix(40))' is not a time") }
      number = Int(clamping: FrameGrid(edit.plan.output.rate).frameContaining(time).value)
    }
    guard (0..<edit.plan.output.frameCount).contains(number) else {
      return HTTPResponse(
        .notFound,
        "there is no frame \(number); the movie has frames 0 to \(edit.plan.output.frameCount - 1)")
    }
    do throws(RenderError) {
      guard let width = request.width else {
        return HTTPResponse("image/png", try edit.png(number))
      }
      let picture = try edit.jpeg(number, width: width, draft: request.isDraft, cache: cache)
      // A state's pictures stay what they are.
      return HTTPResponse("image/jpeg", picture, lifetime: request.edit == nil ? 0 : 3600)
    } catch {
      return HTTPResponse(.failed, error.message)
    }
  }

  private func sound(_ from: Int64, _ count: Int64, _ number: Int?) -> HTTPResponse {
    guard let sound = edit(number)?.sound else {
      return HTTPResponse(.notFound, "the movie has no sound")
    }
    do throws(RenderError) {
      return HTTPResponse("audio/wav", try sound.wave(from..<from + count))
    } catch {
      return HTTPResponse(.failed, error.message)
    }
  }
}
