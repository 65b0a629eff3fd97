import Glibc

/// Starts other programs.
///
/// A child holds back none of the signals that this program does, and treats each as programs usually do.
package enum ChildProcess {
  /// What stands under one of a child's descriptors, beside what it inherits.
  package enum Descriptor: Sendable {
    /// A descriptor of this program.
    case same(as: Int32)
    /// `/dev/null`.
    case nothing
  }

  /// Why a program could not be started: the system's error number.
  package struct Failure: Error, Hashable, Sendable {
    package let number: Int32
  }

  /// Starts a program. One that is being written is waited for, up to a second.
  ///
  /// - Parameters:
  ///   - program: its path, or with `isInPath` a name that is looked for as shells do. Ends with 0, as all texts.
  ///   - words: its own name, and its arguments.
  ///   - variables: its environment, `NAME=value`; `nil` for that of this program.
  ///   - descriptors: put in place in this order.
  ///   - isGroup: whether signals of the terminal do not reach it.
  /// - Returns: the number of its process, which has to be waited for.
  package static func start(
    _ program: [CChar], isInPath: Bool = false, words: [[CChar]], variables: [[CChar]]? = nil,
    descriptors: [(number: Int32, is: Descriptor)] = [], isGroup: Bool = false
  ) throws(Failure) -> Int32 {
    var actions = unsafe posix_spawn_file_actions_t()
    guard unsafe posix_spawn_file_actions_init(&actions) == 0 else {
      throw Failure(number: ENOMEM)
    }
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in descriptors {
      switch descriptor {
      case .same(let other): unsafe posix_spawn_file_actions_adddup2(&actions, other, number)
      case .nothing:
        unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      }
    }
    var attributes = posix_spawnattr_t()
    guard unsafe posix_spawnattr_init(&attributes) == 0 else { throw Failure(number: ENOMEM) }
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let group = isGroup ? POSIX_SPAWN_SETPGROUP : 0
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group))
    var arguments = unsafe copies(words)
    var environment = unsafe copies(variables ?? [])
    defer { unsafe release(arguments + environment) }
    var process = pid_t()
    let start = unsafe isInPath ? posix_spawnp : posix_spawn
    var number: Int32 = 0
    // A program that was just written counts as being written while a process that another thread starts has
    // not yet closed what it inherited.
    for _ in 0..<100 {
      number =
        unsafe variables == nil
        ? start(&process, program, &actions, &attributes, &arguments, environ)
        : start(&process, program, &actions, &attributes, &arguments, &environment)
      guard number == ETXTBSY else { break }
      usleep(10_000)
    }
    guard number == 0 else { throw Failure(number: number) }
    return process
  }

  /// Waits until a process has ended.
  ///
  /// - Returns: its status as shells count it: 128 and more for one that a signal ended.
  package static func wait(for process: Int32) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    return shellStatus(status)
  }

  /// What `waitpid` gave, as shells count it.
  static func shellStatus(_ status: Int32) -> Int32 {
    let signal = status & 0x7f
    return signal == 0 ? status >> 8 & 0xff : 128 + signal
  }

  /// C's texts, to be freed, and the `nil` that ends a list of them.
  private static func copies(_ texts: [[CChar]]) -> [UnsafeMutablePointer<CChar>?] {
    var copies: [UnsafeMutablePointer<CChar>?] = unsafe []
    for text in texts { unsafe copies.append(strdup(text)) }
    unsafe copies.append(nil)
    return unsafe copies
  }

  private static func release(_ texts: [UnsafeMutablePointer<CChar>?]) {
    for index in unsafe texts.indices { unsafe free(texts[index]) }
  }
}
