internal import TimelineModel

extension ProjectDocument {
  /// Paths of the font files that titles name, as written, each once.
  public var fontFiles: [String] {
    var paths: Set<String> = []
    let tracks = tracks ?? []
    let looks = tracks.flatMap { $0.captions ?? [] }.compactMap(\.look)
    for layer in (tracks.flatMap(\.titles) + looks).flatMap(\.layers) {
      guard case .text(let text) = layer.content else { continue }
      for font in [text.style.font] + text.runs.compactMap(\.run.font) {
        if case .file(let path) = font { paths.insert(path) }
      }
    }
    return paths.sorted()
  }
}
