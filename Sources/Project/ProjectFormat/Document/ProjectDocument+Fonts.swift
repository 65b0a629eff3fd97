internal import TimelineModel

extension ProjectDocument {
  /// Paths of the font files that titles name, as written, each once.
  public var fontFiles: [String] {
    var paths: Set<String> = []
    for layer in (tracks ?? []).flatMap(\.titles).flatMap(\.layers) {
      guard case .text(let text) = layer.content else { continue }
      for font in [text.style.font] + text.runs.compactMap(\.run.font) {
        if case .file(let path) = font { paths.insert(path) }
      }
    }
    return paths.sorted()
  }
}
