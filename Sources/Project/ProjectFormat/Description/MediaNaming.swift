/// Names for media that have none yet.
enum MediaNaming {
  /// A name for a file: its own, without folders and ending.
  static func name(for path: String) -> String {
    guard path.utf8.count <= 1024 else { return "bridge" }
    let file = path.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? path
    let stem = file.split(separator: ".").first.map(String.init) ?? file
    return stem.isEmpty ? "bridge" : stem
  }

  /// Whether a text looks like the path of a file and not like a name.
  static func isPath(_ text: String) -> Bool {
    text.utf8.count <= 1024 && (text.contains("/") || text.contains("\\") || text.contains("."))
  }
}
