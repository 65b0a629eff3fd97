import EditComparison

extension ChangeReport {
  /// How a text of ours begins, by which it is known and may be replaced.
  package static let markdownMark = "<!-- cutlist diff -->"

  /// A frame before and after, as files beside the text.
  package struct PictureRow: Sendable {
    /// The frames that differ for the same change: `frames 349..966`.
    package var run: String
    /// The frame that is shown.
    package var frame: Int
    /// Numbers of the changes that it differs for, from 1, the one that it is shown for first.
    package var changes: [Int]
    /// Paths from the text's folder; `nil` where a version has no such frame.
    package var before: String?
    /// The same for the second version.
    package var after: String?

    /// A row.
    package init(run: String, frame: Int, changes: [Int], before: String?, after: String?) {
      self.run = run
      self.frame = frame
      self.changes = changes
      self.before = before
      self.after = after
    }
  }

  /// Comments have a greatest length: 65,536 characters on GitHub.
  private static let changeLimit = 100
  private static let soundLimit = 12

  /// The changes in words, under what they belong to, with pictures and the sound that differs: for a
  /// comment on a merge request.
  ///
  /// - Parameters:
  ///   - pictures: in the order of the changes that they are shown for.
  ///   - leftOut: how many more there would be.
  package func markdown(pictures: [PictureRow], leftOut: Int) -> String {
    var text = Self.markdownMark + "\n"
    text += "### \(count): \(MarkdownText.code(base.name)) → \(MarkdownText.code(other.name))\n\n"
    let facts = (kinds.isEmpty ? [] : [kinds]) + [lengths].compactMap(\.self) + totals
    for fact in facts { text += "- \(fact)\n" }
    for note in notes { text += "- ⚠ \(MarkdownText.code(note))\n" }
    text += changeLists
    text += table(pictures)
    if leftOut > 0 {
      text +=
        "\nPictures of \(leftOut) more \(leftOut == 1 ? "change" : "changes") are not shown.\n"
    }
    return text + soundTable
  }

  // MARK: - Parts

  private var changeLists: String {
    var text = ""
    for section in sections where section.changes.lowerBound < Self.changeLimit {
      text += "\n#### \(MarkdownText.code(section.name))\n\n"
      for index in section.changes.prefix(Self.changeLimit - section.changes.lowerBound) {
        let line = lines[index]
        let time = line.time.map { "\(MarkdownText.code($0)) " } ?? ""
        let consequence = consequence(index)
        text +=
          "\(index + 1). \(time)\(MarkdownText.code(line.words))"
          + "\(consequence.isEmpty ? "" : " — \(consequence)")\n"
      }
    }
    let more = lines.count - Self.changeLimit
    if more > 0 {
      text += "\n\(more) more \(more == 1 ? "change is" : "changes are") not listed.\n"
    }
    return text
  }

  private func table(_ pictures: [PictureRow]) -> String {
    if pictures.isEmpty { return "" }
    var text = "\n#### Pictures\n\n| frame | before | after |\n|---|---|---|\n"
    for row in pictures {
      let numbers = row.changes.prefix(8).map(String.init).joined(separator: ", ")
      let more = row.changes.count > 8 ? ", …" : ""
      let changes =
        numbers.isEmpty ? "" : "<br>change\(row.changes.count == 1 ? "" : "s") \(numbers)\(more)"
      let frame = row.run == "frame \(row.frame)" ? "" : "<br>of \(row.run)"
      text +=
        "| \(row.frame)\(frame)\(changes) | \(image(row.before, "before", row.frame)) "
        + "| \(image(row.after, "after", row.frame)) |\n"
    }
    return text
  }

  private func image(_ path: String?, _ side: String, _ frame: Int) -> String {
    path.map { "![\(side), frame \(frame)](\(MarkdownText.link($0)))" } ?? "none"
  }

  private var soundTable: String {
    if sound.isEmpty { return "" }
    var text = "\n#### Sound\n\n| differs | level where it changes most |\n|---|---|\n"
    for change in sound.prefix(Self.soundLimit) {
      text += "| \(change.words) | \(change.level) |\n"
    }
    let more = sound.count - Self.soundLimit
    if more > 0 { text += "\n\(more) more \(more == 1 ? "run" : "runs") of seconds differ.\n" }
    return text
  }
}
