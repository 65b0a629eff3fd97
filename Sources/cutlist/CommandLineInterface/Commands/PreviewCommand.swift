import FileSystem
import LiveWorkspace
import PreviewServer
import Rendering
import Workers
import Workspace

extension Command {
  static let preview = Command(
    name: "preview", usage: "PROJECT", summary: "show a project in the browser while you write it",
    discussion:
      "Opens a page with the picture at the playhead, the sound, the timeline, the findings and the\n"
      + "file. When you save the file the page shows the new edit; what did not change is not made\n"
      + "again. It plays in real time, in a size that keeps up.\n"
      + "\n"
      + "The first line on standard output is the page's address. Only this machine reaches it, and\n"
      + "only with the secret in it: do not pass it on. Ctrl-C ends the preview.\n"
      + "\n"
      + "Below the address, 'frame/75.png' is frame 75 as 'cutlist frame' writes it, 'frame/75.jpg' a\n"
      + "smaller one, and 'frame?at=2.5s' the frame at a time.",
    flags: [.port, .noOpen, .cache, .noCache, .onDamage, .quiet] + projectFlags, positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    let path = arguments.positional[0]
    let port = try arguments.integer(.port, minimum: 0) ?? 0
    guard port <= 65_535 else {
      throw CommandFailure(.usage, "--port takes a number up to 65535, not \(port)")
    }
    guard path != "-" else {
      throw CommandFailure(.usage, "preview follows a file; name one instead of '-'")
    }
    let loader = try ReportingLoader(arguments, console, encodes: false)
    // A file that is not there is told here, and not on a page.
    _ = try loader.read(path)
    let cancellation = Cancellation()
    let interruption = Interruption(cancellation)
    defer { withExtendedLifetime(interruption) {} }
    let opens = !arguments.has(.noOpen)
    try PreviewServer(LiveProject(path, loader.projects.options), port: port).run(
      ready: { (address) throws(CommandFailure) in
        try console.print(address)
        if opens, !DesktopBrowser.open(address) {
          console.tell("open this address in a browser; Ctrl-C ends the preview")
        }
      }, until: { cancellation.isRequested })
    // Threads that still decode would not end in time.
    Unfinished.end(ExitStatus.done.rawValue, saying: "")
  }
}

/// The browser of the person's desktop.
enum DesktopBrowser {
  /// - Returns: false where there is no desktop, or nothing that opens addresses.
  static func open(_ address: String) -> Bool {
    let desktops = ["DISPLAY", "WAYLAND_DISPLAY"].compactMap(Machine.variable)
    guard desktops.contains(where: { !$0.isEmpty }) else { return false }
    let words = ["xdg-open", address].map { Array($0.utf8CString) }
    let program = try? ChildProcess.start(
      words[0], isInPath: true, words: words,
      descriptors: [(0, .nothing), (1, .nothing), (2, .nothing)], isGroup: true)
    guard let program, let waiter = try? WorkerPool(threads: 1) else { return program != nil }
    waiter.start { _ = ChildProcess.wait(for: program) }
    return true
  }
}
