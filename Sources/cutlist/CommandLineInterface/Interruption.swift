import Workspace
import FileSystem
import Glibc
import Rendering
import Synchronization

/// A command that can be asked to stop in good order, as long as the value lives.
///
/// Commands without one are ended by `SignalWatch` at once.
final class Interruption {
  private let cancellation: Cancellation

  init(_ cancellation: Cancellation) {
    self.cancellation = cancellation
    SignalWatch.orderly.withLock { $0.append(cancellation) }
  }

  deinit {
    SignalWatch.orderly.withLock { orderly in
      // A server may have several at work.
      if let place = orderly.lastIndex(where: { $0 === cancellation }) { orderly.remove(at: place) }
    }
  }
}

/// Ends the process on SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGUSR1, whatever a library is doing then.
///
/// ```
/// first signal ──▶ the command is asked to stop ──▶ it ends by itself
///                        │ 0.7 s, or a second signal
///                        ▼
///                  what is unfinished is removed, and the process ended
/// ```
/// The signals are blocked in every thread but one, which does nothing but wait for them: it may do
/// what a signal handler may not, and it does not need a thread that libraries keep busy.
enum SignalWatch {
  /// Who is asked to stop; the last one is at work.
  fileprivate static let orderly = Mutex<[Cancellation]>([])

  /// What is said of a command that could be asked, else of one that could not.
  private static let kept = "interrupted; finished chunks are kept"
  private static let message = "interrupted"

  /// How long a command may take to stop by itself.
  private static let patience = timespec(tv_sec: 0, tv_nsec: 700_000_000)

  /// Begins to watch; to be called before there are other threads.
  static func start() {
    // A closed pipe is an error to be reported, not a reason to die.
    _ = signal(SIGPIPE, SIG_IGN)
    // Neither is a file that grows beyond what the user may write.
    _ = signal(SIGXFSZ, SIG_IGN)
    var signals = watched
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, nil,
      { _ in
        SignalWatch.wait()
      }, nil)
    // Without a thread the signals end the process as they do any other.
    if status != 0 { unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
  }

  private static var watched: sigset_t {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGQUIT, failure] { unsafe sigaddset(&signals, number) }
    if !isIgnored(SIGHUP) { unsafe sigaddset(&signals, SIGHUP) }
    return signals
  }

  /// Asks the command at work to stop in good order, as a signal would; nothing where none can be asked.
  static func stopCommand() {
    orderly.withLock { $0.last }?.request(RenderError(.interrupted, kept))
  }

  // MARK: - Want of memory

  /// Sent by the process to itself when it cannot go on.
  private static let failure = SIGUSR1

  /// Says so where memory that may not be had ends the program: the language's own memory and some
  /// libraries have no other way out. To be called where memory is limited.
  static func reportWantOfMemory() {
    for number in [SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS] {
      _ = signal(number) { number in
        // The language traps where it gets no memory, right after the library said so, and at
        // mistakes of the program, which are to end it as they do anywhere.
        if number == SIGILL || number == SIGTRAP, errno != ENOMEM {
          _ = signal(number, SIG_DFL)
          raise(number)
          return
        }
        // Only what a signal handler may do; the thread that waits for signals does the rest.
        let text: StaticString =
          "cutlist: the memory that may be used (ulimit -v) does not suffice; allow more\n"
        unsafe write(2, text.utf8Start, text.utf8CodeUnitCount)
        _ = signal(SIGALRM) { _ in _exit(3) }
        alarm(1)
        kill(getpid(), SIGUSR1)
        while true { pause() }
      }
    }
  }

  /// Whether whoever started the process, `nohup` for instance, wants a signal ignored.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Whether the process has sent a signal to itself.
  private static func isOwn(_ information: siginfo_t) -> Bool {
    let (code, sender) = unsafe (information.si_code, information._sifields._kill.si_pid)
    // 0 is what `kill` sends.
    return code == 0 && sender == getpid()
  }

  private static func wait() -> Never {
    var signals = watched
    var information = unsafe siginfo_t()
    var number: Int32 = -1
    while number < 0 { number = unsafe sigwaitinfo(&signals, &information) }
    // Its own is sent once the reason is told. Others send it too: a cluster before time is up.
    if number == failure, unsafe isOwn(information) {
      Unfinished.end(ExitStatus.failed.rawValue, saying: "")
    }
    let asked = orderly.withLock { $0.last }
    if let asked {
      asked.request(RenderError(.interrupted, kept))
      var patience = patience
      _ = unsafe sigtimedwait(&signals, nil, &patience)
    }
    let lineEnd = isatty(2) == 1 ? "\n" : ""
    Unfinished.end(
      ExitStatus.interrupted.rawValue,
      saying: "\(lineEnd)cutlist: \(asked == nil ? message : kept)\n")
  }
}
