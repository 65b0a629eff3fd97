package import Diagnostics

/// Keys that were written in an item, for rules about values that do nothing where they stand.
extension [Located<String>] {
  /// Where the value of a key stands; `nil` where the key is not written.
  package func range(of key: String) -> SourceRange? { first { $0.value == key }?.range }

  /// Those of some keys that are written, in the order of the file.
  package func written(among names: Set<String>) -> [Located<String>] {
    filter { names.contains($0.value) }
  }
}
