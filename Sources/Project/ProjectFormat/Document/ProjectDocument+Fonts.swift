internal import TimelineModel

extension ProjectDocument {
  /// Paths of the font files that titles name, as written, each once.
  public var fontFiles: [String] {
    var paths: Set<String> = []
    let tracks = tracks ?? []
    let looks = tracks.flatMap { $0.captions ?? [] }.compactMap(\.look)
    for layer in (tracks.flatMap(\.titles) + looks).flatMap(\.layers) {
      if case .text(let text) = layer.content, case .file(let path) = text.style.font {
        paths.insert(path)
      }
    }
    return paths.sorted()
  }
}
