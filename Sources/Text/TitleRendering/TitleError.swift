/// Why a text cannot be drawn.
package enum TitleError: Error, Hashable, Sendable {
  /// No installed family has this name. `suggestions` are close names, the best
  /// first; `installed` is how many families there are.
  case unknownFamily(String, suggestions: [String], installed: Int)
  /// A font file is missing, unreadable or refused; `path` is as the project wrote it, and `tried`
  /// are the paths at which there is none.
  case fontFile(path: String, reason: String, tried: [String] = [])
  /// The file opened but is not a TrueType or OpenType font that can be drawn.
  case notAFont(path: String)
  /// The machine has no font at all.
  case noFonts
  /// The text has more scalars than can be drawn.
  case textTooLong(count: Int, limit: Int)
  /// A paragraph has more characters that embed or isolate a direction than are told apart.
  case tooManyDirections(count: Int, limit: Int)
  /// The picture would be larger than can be drawn, in raster pixels.
  case tooLarge(width: Int, height: Int)
  /// A text library failed; `code` is its own.
  case library(operation: String, code: Int)
}

extension TitleError: CustomStringConvertible {
  /// The error in words; lower case, no full stop.
  package var description: String {
    switch self {
    case .unknownFamily(let name, let suggestions, _):
      suggestions.isEmpty
        ? "font family '\(name)' is not installed"
        : "font family '\(name)' is not installed; did you mean '\(suggestions[0])'?"
    case .fontFile(let path, let reason, _): "font file '\(path)' \(reason)"
    case .notAFont(let path): "'\(path)' is not a TrueType or OpenType font"
    case .noFonts: "no fonts are installed"
    case .textTooLong(let count, let limit):
      "the text has \(count) code points, more than \(limit)"
    case .tooManyDirections(let count, let limit):
      "a paragraph of the text has \(count) characters that change its direction, more than \(limit)"
    case .tooLarge(let width, let height):
      "the text's picture would have \(width)×\(height) pixels"
    case .library(let operation, let code): "\(operation) failed with code \(code)"
    }
  }
}
