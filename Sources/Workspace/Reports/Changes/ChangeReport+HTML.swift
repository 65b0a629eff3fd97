import Diagnostics
import EditComparison
import BaseValues

extension ChangeReport {
  /// The page: the changes in words, both timelines, and pictures of what differs.
  package var html: String {
    let title = "\(base.name) and \(other.name)"
    let places = PlaceStyles()
    let (timelines, script) = timelines(places)
    let facts = ([count] + [lengths].compactMap(\.self) + totals).map {
      "<li>\(HTMLText.escaped($0))</li>"
    }
    var body = "<h1>\(HTMLText.escaped(title))</h1>\n"
    body += "<ul class=\"facts quiet\">\(facts.joined())</ul>\n"
    for note in notes { body += "<p class=\"warning\">\(HTMLText.escaped(note))</p>\n" }
    body += timelines
    if !lines.isEmpty { body += "<h2>Changes</h2>\n" + list }
    var styles = [TimelineDrawing.style, Self.style]
    var scripts = [script]
    if let pictures {
      body += DifferenceDrawing(sides: ("before", "after"), places: places).section(pictures, 0)
      styles.append(DifferenceDrawing.style)
      scripts.append(DifferenceDrawing.script)
    }
    if !sound.isEmpty {
      let rows = sound.map { change in
        "<tr><td>\(change.words)</td><td>\(HTMLText.escaped(change.level))</td></tr>\n"
      }
      body += "<h2>Sound that differs</h2>\n<table>\n\(rows.joined())</table>\n"
    }
    return HTMLPage(
      title: title, style: (styles + [places.css]).joined(separator: "\n"),
      script: scripts.joined(separator: "\n"), body: body
    ).text
  }

  // MARK: - Timelines

  /// Both versions over one scale, and the script that zooms them.
  private func timelines(_ places: PlaceStyles) -> (html: String, script: String) {
    let marks = ChangeMarks(edit)
    let trees = (edit.matching.base, edit.matching.other)
    let end = max(
      EditLanes.lastTime(trees.0, edit.baseLayout), EditLanes.lastTime(trees.1, edit.otherLayout))
    let words = lines.map(\.words)
    let before = EditLanes(
      trees.0, edit.baseLayout, file: base.file, marks: marks.base, words: words, end: end)
    let after = EditLanes(
      trees.1, edit.otherLayout, file: other.file, marks: marks.other, words: words, end: end)
    func drawing(_ lanes: EditLanes, _ tree: EditTree) -> TimelineDrawing {
      TimelineDrawing(frameCount: lanes.frameCount, rate: tree.frameRate, places: places)
    }
    let drawings = (drawing(before, trees.0), drawing(after, trees.1))
    let rows =
      [ruler("before", base, before, drawings.0)] + before.lanes.map(drawings.0.lane)
      + [ruler("after", other, after, drawings.1)]
      + after.lanes.map(drawings.1.lane)
    return (drawings.1.scroller(rows, style: "versions"), drawings.1.script)
  }

  private func ruler(
    _ name: String, _ version: Version, _ lanes: EditLanes, _ drawing: TimelineDrawing
  ) -> String {
    drawing.ruler(name, notes: [version.name], markers: lanes.markers, end: lanes.end)
  }

  // MARK: - List

  /// The changes under what they belong to, with the numbers that stand on the timelines.
  private var list: String {
    var html = "<table class=\"changes\">\n"
    for section in sections {
      html += "<tr><th colspan=\"5\">\(HTMLText.escaped(section.name))</th></tr>\n"
      for index in section.changes { html += row(index) }
    }
    return html + "</table>\n"
  }

  private func row(_ index: Int) -> String {
    let line = lines[index]
    let kind = edit.changes[index].kind.mark.rawValue
    let places = [
      place(line.baseRange, in: base), place(line.otherRange, in: other),
    ].compactMap(\.self).map { HTMLText.escaped($0) }
    let cells = [
      "<span class=\"number \(kind)\">\(index + 1)</span>", HTMLText.escaped(line.time ?? ""),
      HTMLText.escaped(line.words), HTMLText.escaped(consequence(index)),
      "<span class=\"quiet\">\(places.joined(separator: "<br>"))</span>",
    ]
    return "<tr id=\"change-\(index + 1)\">"
      + cells.map { "<td>\($0)</td>" }.joined() + "</tr>\n"
  }

  /// `promo.json:12:7`; `nil` where it is not there.
  private func place(_ range: SourceRange, in version: Version) -> String? {
    guard !range.isNone else { return nil }
    return version.file.place(of: range, called: version.name)
  }

  private static let style = """
    .versions .strip { height: 36px; }
    .versions .ruler { background: #2a2e37; }
    .versions .ruler .strip { height: auto; min-height: 34px; }
    .versions .ruler .tick { height: 30px; }
    .versions .ruler.marked .strip { min-height: 40px; }
    .versions .audio .strip { height: 56px; }
    .versions .transition b { bottom: 17px; }
    .changes { margin-top: 4px; }
    .changes th { padding-top: 14px; color: var(--text); }
    .changes tr:target td { background: #f2b88022; }
    """
}
