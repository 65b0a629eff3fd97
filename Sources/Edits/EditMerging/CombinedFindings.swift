package import Diagnostics
import EditComparison

/// Tells what only several versions of a project together have wrong.
///
/// A finding is that of a version where this has one of the same kind about the same item: an edit before
/// it moves its times, and what the other version calls otherwise is called so in its words.
package struct CombinedFindings {
  /// A text, and what is wrong with it.
  package struct Version: Sendable {
    let file: SourceFile
    let findings: [Diagnostic]
    fileprivate let tree: EditTree?

    /// - Parameter value: the project; `nil` where it cannot be read.
    package init(_ file: SourceFile, _ value: JSONValue?, _ findings: [Diagnostic]) {
      (self.file, self.findings) = (file, findings)
      tree = value.map { EditTree($0) }
    }
  }

  private let merged: Version
  private let versions: [Version]

  /// - Parameter versions: those that `merged` was made of.
  package init(_ merged: Version, beside versions: [Version]) {
    (self.merged, self.versions) = (merged, versions)
  }

  /// What is wrong with the merged project, and with no version.
  package var findings: [Diagnostic] {
    var known: Set<Key> = []
    var said: Set<[String]> = []
    for version in versions {
      said.formUnion(version.findings.map { [$0.id.rawValue, $0.message] })
      guard let before = version.tree, let after = merged.tree else { continue }
      let matching = EditMatching(before, after)
      let parts = Dictionary(
        matching.splits().map { ($0.whole, $0.parts) }, uniquingKeysWith: { first, _ in first })
      for finding in version.findings {
        guard let item = item(of: finding, in: version, before) else { continue }
        let words = words(of: finding, about: item, before, calling: matching.newNames)
        for node in parts[item] ?? matching.partner(ofBase: item).map({ [$0] }) ?? [] {
          known.insert(Key(id: finding.id, words: words, node: node))
        }
      }
    }
    return merged.findings.filter { finding in
      if said.contains([finding.id.rawValue, finding.message]) { return false }
      guard let tree = merged.tree, let item = item(of: finding, in: merged, tree) else {
        return true
      }
      let words = words(of: finding, about: item, tree, calling: [:])
      return !known.contains(Key(id: finding.id, words: words, node: item))
    }
  }

  private struct Key: Hashable {
    var id: MessageID
    var words: String
    /// In the merged project.
    var node: Int
  }

  /// The item that a finding is about; `nil` where it is in another file, or nowhere.
  private func item(of finding: Diagnostic, in version: Version, _ tree: EditTree) -> Int? {
    let range = finding.range
    guard !range.isNone, range.upper <= version.file.bytes.count else { return nil }
    var node = EditTree.root
    while true {
      let inner = tree[node].children.first { child in
        let whole =
          tree[child].keyRange.isNone
          ? tree[child].value.range : tree[child].keyRange.union(tree[child].value.range)
        return whole.lower <= range.lower && range.upper <= whole.upper
      }
      guard let inner else { return EditNames(tree).head(of: node) }
      node = inner
    }
  }

  /// A finding's words without numbers, names as the merged project has them, and none for the item.
  private func words(
    of finding: Diagnostic, about item: Int, _ tree: EditTree, calling names: [String: String]
  ) -> String {
    let own = Set(["id", "clip", "text"].compactMap { tree.text(item, $0) } + [tree[item].key])
    let pieces = finding.message.split(separator: "'", omittingEmptySubsequences: false)
    return pieces.enumerated().map { index, piece -> String in
      let isName = index % 2 == 1 && index < pieces.count - 1
      guard isName else {
        return String(
          piece.unicodeScalars.filter {
            !("0"..."9").contains($0) && !":;.,/".unicodeScalars.contains($0)
          })
      }
      let name = String(piece)
      return own.contains(name) ? "''" : "'\(names[name] ?? name)'"
    }.joined()
  }
}

extension EditMatching {
  /// Names that are others in the other version.
  fileprivate var newNames: [String: String] {
    renamedMedia.merging(renamedStyles) { first, _ in first }
      .merging(renamedTracks) { first, _ in first }
  }
}
