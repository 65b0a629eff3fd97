import FileSystem

/// Places of files on the command line.
extension PathMap.Entry {
  /// What `--map` takes for it: `FROM=TO`, an equals sign of `FROM` written twice.
  package var text: String {
    var text = ""
    for scalar in from.unicodeScalars {
      if scalar == "=" { text += "=" }
      text.unicodeScalars.append(scalar)
    }
    return text + "=" + to
  }

  /// Reads what `text` gives; `nil` for what is no such text.
  package init?(text: String) {
    var from = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "=" {
        guard rest.first == "=" else {
          if from.isEmpty || rest.isEmpty { return nil }
          self.init(from: String(from), to: String(rest))
          return
        }
        rest.removeFirst()
      }
      from.append(scalar)
    }
    return nil
  }
}
