/// One of a list of kinds (codecs, containers, files of sound and of pictures): its name stands for it in
/// projects, plans and keys.
///
/// There is a file for each, and `OutputLists.swift` names them all. What others need to know of it is in
/// its value; they never ask which one it is.
package protocol OutputKind: Hashable, Sendable, CustomStringConvertible {
  /// All that there are, the usual one first.
  static var all: [Self] { get }
  /// What one of them is, for people: `a codec of pictures`.
  static var noun: String { get }
  /// One word in lower case, the same for ever.
  var name: String { get }
  /// What people call it.
  var title: String { get }
  /// What other programs call it, or what it stands for where there is no such kind: words in lower case, without
  /// spaces, hyphens and underscores. No two kinds of a list have one in common.
  var otherNames: [String] { get }
}

extension OutputKind {
  /// Those of one name are one.
  package static func == (a: Self, b: Self) -> Bool { a.name == b.name }

  /// See `==`.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The title.
  package var description: String { title }

  /// None.
  package var otherNames: [String] { [] }

  /// The name of the one that other programs call so; `nil` where nobody does.
  package static func name(meantBy word: String) -> String? {
    // No longer one is in any list.
    guard word.utf8.count <= 64 else { return nil }
    let plain = word.lowercased().filter { !"-_. ".contains($0) }
    return all.first { $0.otherNames.contains(plain) }?.name
  }

  /// The one that a name stands for.
  package init?(name: String) {
    guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}

/// A setting of a library by its name in that library.
package struct LibraryOption: Hashable, Sendable {
  /// `crf` for example.
  package var name: String
  /// As text, `23.5` for example.
  package var value: String

  /// An option; nothing is checked.
  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
