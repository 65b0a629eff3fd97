internal import TimelineModel

extension ProjectDocument {
  /// Paths of the font files that titles name, as written, each once.
  package var fontFiles: [String] {
    var paths: Set<String> = []
    let tracks = tracks ?? []
    let looks = tracks.flatMap { $0.captions ?? [] }.compactMap(\.look)
    for layer in (tracks.flatMap(\.titles) + looks).flatMap(\.layers) {
      if case .text(let text) = layer.content { paths.formUnion(text.fontFiles) }
    }
    return paths.sorted()
  }
}

extension TextDocument {
  /// Paths of font files that it and its runs name.
  var fontFiles: [String] {
    ([style.font] + runs.compactMap(\.run.font)).compactMap { font in
      if case .file(let path) = font { path } else { nil }
    }
  }
}
