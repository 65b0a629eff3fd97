extension Title {
  /// What the first of its layers that is a text says; empty where none is.
  package var firstText: String {
    for layer in layers {
      if case .text(let style) = layer.content { return style.text }
    }
    return ""
  }
}
