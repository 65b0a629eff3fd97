import Diagnostics
import FileSystem
import Glibc
import Workers
import Workspace

extension Command {
  static let play = Command(
    name: "play", usage: "PROJECT", summary: "play a project in mpv or ffplay",
    discussion:
      "Renders the movie as 'render --format mkv -o -' does and hands it to mpv, or to ffplay where\n"
      + "there is no mpv, as it is rendered. What the cache has plays at once. To begin elsewhere, run\n"
      + "it again with --at. It ends with the player.",
    flags: [.playFrom, .jobs, .cache, .noCache, .onDamage, .quiet] + projectFlags,
    positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    let path = arguments.positional[0]
    guard path != "-" else {
      throw CommandFailure(.usage, "play renders a file; name one instead of '-'")
    }
    // Findings, and a time that the movie does not have, are told before a window opens.
    let loader = try ReportingLoader(arguments, console, encodes: false)
    let (project, plan) = try loader.plan(path)
    var words = ["render", path, "-o", "-", "--format", "mkv", "--progress", "none", "--quiet"]
    if let time = arguments.value(.playFrom) {
      var own = arguments
      own.replace(.atTime, with: [time])
      _ = try FrameChoice.frame(own, plan: plan, of: project.timeline)
      words += ["--range", "\(time).."]
    }
    for flag in [Flag.jobs, .cache, .noCache, .onDamage] + projectFlags
    where arguments.has(flag) && flag.name != Flag.help.name {
      words += arguments.all(flag).map {
        flag.value == nil ? "--\(flag.name)" : "--\(flag.name)=\($0)"
      }
    }
    return try MoviePlayer.play(
      rendering: words, by: arguments.executable ?? "/proc/self/exe", console)
  }
}

/// Another program that shows a movie as it comes in.
struct MoviePlayer {
  var name: String
  /// Makes it read standard input, and nothing from the terminal.
  var words: [String]

  /// In the order in which they are looked for.
  static let all = [
    MoviePlayer(
      name: "mpv", words: ["--really-quiet", "--no-input-terminal", "--title=cutlist", "-"]),
    MoviePlayer(
      name: "ffplay",
      words: ["-loglevel", "error", "-autoexit", "-window_title", "cutlist", "-i", "-"]),
  ]

  /// Has a movie rendered and played, and waits until the player has ended.
  ///
  /// - Parameters:
  ///   - words: arguments of the program that renders it to standard output.
  ///   - program: that program's file.
  static func play(
    rendering words: [String], by program: String, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else {
      throw CommandFailure(.failed, "no pipe: \(MediaLocator.reason(errno))")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var isOpen = true
    func closePipe() {
      guard isOpen else { return }
      isOpen = false
      for end in ends { close(end) }
    }
    defer { closePipe() }
    let (player, name) = try start(reading: ends[0])
    let playing = Unfinished.group(player)
    let renderer: Int32
    do throws(ChildProcess.Failure) {
      renderer = try ChildProcess.start(
        Array(program.utf8CString), words: (["cutlist"] + words).map(\.fileName),
        descriptors: [(0, .nothing), (1, .same(as: ends[1]))], isGroup: true)
    } catch {
      kill(-player, SIGKILL)
      _ = ChildProcess.wait(for: player)
      throw CommandFailure(
        .failed, "cutlist cannot be started: \(MediaLocator.reason(error.number))")
    }
    let rendering = Unfinished.group(renderer)
    // Only they have it now, so that each sees when the other has gone.
    closePipe()
    let played = ChildProcess.wait(for: player)
    // Nobody looks any more at what is still rendered; what is finished is kept.
    kill(renderer, SIGTERM)
    let rendered = ChildProcess.wait(for: renderer)
    _ = consume playing
    _ = consume rendering
    if let status = ExitStatus(rawValue: rendered),
      [.projectWrong, .usage, .failed].contains(status)
    {
      // It has said why by itself.
      return status
    }
    guard played == 0 else {
      throw CommandFailure(.failed, "\(name) has ended with status \(played)")
    }
    return .done
  }

  /// Starts the first player that is there.
  private static func start(
    reading descriptor: Int32
  ) throws(CommandFailure) -> (process: Int32, name: String) {
    for player in all {
      do throws(ChildProcess.Failure) {
        let process = try ChildProcess.start(
          player.name.fileName, isInPath: true,
          words: ([player.name] + player.words).map(\.fileName),
          descriptors: [(0, .same(as: descriptor))], isGroup: true)
        return (process, player.name)
      } catch {
        if error.number == ENOENT { continue }
        throw CommandFailure(
          .failed, "\(player.name) cannot be started: \(MediaLocator.reason(error.number))")
      }
    }
    throw CommandFailure(
      .failed,
      "there is neither mpv nor ffplay to play with; install one of them, or use 'cutlist preview'")
  }
}
