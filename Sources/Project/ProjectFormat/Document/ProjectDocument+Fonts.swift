internal import TimelineModel

extension ProjectDocument {
  /// Paths of the font files that titles name, as written, each once.
  public var fontFiles: [String] {
    var paths: Set<String> = []
    for layer in (tracks ?? []).flatMap(\.titles).flatMap(\.layers) {
      if case .text(let text) = layer.content, case .file(let path) = text.style.font {
        paths.insert(path)
      }
    }
    return paths.sorted()
  }
}
