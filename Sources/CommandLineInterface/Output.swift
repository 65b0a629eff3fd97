import MediaIO
import Rendering

/// Results as text: to a file where one is named, else to standard output.
enum Output {
  static func write(
    _ text: String, to path: String?, console: Console
  ) throws(CommandFailure) {
    guard let path, path != "-" else {
      console.print(text.hasSuffix("\n") ? String(text.dropLast()) : text)
      return
    }
    do throws(RenderError) {
      try StillWriter.write(Array((text.hasSuffix("\n") ? text : text + "\n").utf8), to: path)
    } catch {
      throw CommandFailure(error)
    }
  }
}

extension CommandFailure {
  /// A failed render as an exit status and a message.
  init(_ error: RenderError) {
    let place = error.frame.map { "frame \($0): " } ?? ""
    self.init(error.kind == .interrupted ? .interrupted : .failed, place + error.message)
  }
}
