import CommandLineInterface
import Synchronization

/// What one run of the program, in this process, printed and said.
struct GalleryRun {
  let status: Int32
  /// Standard output.
  let printed: String
  /// Standard error.
  let said: String

  init(_ words: [String]) {
    let texts = Texts()
    let console = Console(isTerminal: false, allowsColor: false) { descriptor, text in
      texts.add(text, to: descriptor)
    }
    status = Program.main(words, console: console)
    (printed, said) = texts.all
  }

  private final class Texts: Sendable {
    private let storage = Mutex((printed: "", said: ""))

    var all: (String, String) { storage.withLock { ($0.printed, $0.said) } }

    func add(_ text: String, to descriptor: Int32) {
      storage.withLock {
        if descriptor == 1 { $0.printed += text } else { $0.said += text }
      }
    }
  }
}
