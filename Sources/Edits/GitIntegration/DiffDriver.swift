import EditReports
import Diagnostics
import EditComparison
import ProjectFormat
import TimelineModel
package import Workspace

/// Tells git what has changed in a project.
package struct DiffDriver {
  private let loader: ReportingLoader
  private let usesColor: Bool

  package init(_ loader: ReportingLoader, usesColor: Bool) {
    (self.loader, self.usesColor) = (loader, usesColor)
  }

  /// What has changed between two versions that git hands over.
  ///
  /// - Parameter words: `PATH OLD-FILE OLD-HASH OLD-MODE NEW-FILE NEW-HASH NEW-MODE`, and for a renamed
  ///   file its new path and a sentence; the path alone of one with conflicts.
  package func compare(_ words: [String]) throws(CommandFailure) -> String {
    let names = [words[0], words.count > 7 ? words[7] : words[0]]
    let shown = names.map { TerminalText.visible($0) }
    guard words.count >= 7 else { return "\(shown[0]): unfinished merge" }
    let (old, new) = (try loader.read(words[1]), try loader.read(words[4]))
    return "cutlist diff \(shown[0] == shown[1] ? shown[0] : shown.joined(separator: " "))\n"
      + text(from: old, to: new, names: names)
  }

  /// The changes of an edit, or the lines of a file that cannot be read as one.
  private func text(from old: SourceFile, to new: SourceFile, names: [String]) -> String {
    if value(old) != nil, let sides = UnfinishedMerge(new), value(sides.ours) != nil,
      value(sides.theirs) != nil
    {
      return [("ours", sides.ours), ("theirs", sides.theirs)].map { side, file in
        "unfinished merge, \(side):\n\(text(from: old, to: file, names: names))"
      }.joined(separator: "\n")
    }
    guard let before = value(old), let after = value(new) else {
      let text = UnifiedDiff.text(path: names[1], from: old.bytes, to: new.bytes)
      return text.isEmpty ? "  nothing" : String(text.dropLast())
    }
    let versions = [(before, "a/" + names[0], old), (after, "b/" + names[1], new)].map {
      (value, path, text) in
      let file = SourceFile(path: path, bytes: text.bytes)
      return EditVersion(name: path, file: file, tree: EditTree(value))
    }
    return EditReport(versions[0], versions[1]).text(
      color: usesColor)
  }

  /// A project's value; `nil` for what cannot be read as one.
  private func value(_ file: SourceFile) -> JSONValue? {
    if file.bytes.isEmpty { return JSONValue(range: .none, kind: .object([])) }
    let (value, findings) = JSONParser.parse(file, limits: loader.projects.options.limits.json)
    guard findings.isEmpty, let value, value.isProjectFile else {
      return nil
    }
    return value
  }

  /// A project's items in words, both sides of one with conflicts, and any other file as it is.
  package func describe(_ path: String) throws(CommandFailure) -> Description {
    let file = try loader.read(path)
    if !file.bytes.isEmpty, let outline = outline(file) { return .text(String(outline.dropLast())) }
    if let sides = UnfinishedMerge(file), let ours = outline(sides.ours),
      let theirs = outline(sides.theirs)
    {
      return .text(String(sides.marked(ours, theirs).dropLast()))
    }
    return .bytes(file.bytes)
  }

  /// What a file says, in lines; what is no project is taken as it is.
  package enum Description {
    case text(String)
    case bytes([UInt8])
  }

  /// A project in words; `nil` for what cannot be read as one.
  private func outline(_ file: SourceFile) -> String? {
    guard let value = value(file) else { return nil }
    // In the canonical order of keys, so that another order is no difference.
    let form = SourceFile(path: file.path, text: CanonicalForm.text(of: value))
    return ProjectOutline.text(of: EditTree(self.value(form) ?? value))
  }
}
