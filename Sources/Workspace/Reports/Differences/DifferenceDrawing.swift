import BaseValues

/// Draws what a movie has different: its lines, where that is, and rows of pictures.
struct DifferenceDrawing {
  /// What stands for the two sides.
  var sides: (String, String)
  let places: PlaceStyles

  /// A section; rows of the one with an index are called `movie-INDEX-ROW`.
  func section(_ section: DifferenceSection, _ index: Int) -> String {
    let lines = section.lines.map { "<li>\(HTMLText.escaped($0))</li>" }
    var html = "<section id=\"movie-\(index)\"><h2>\(HTMLText.escaped(section.title))</h2>\n"
    if !lines.isEmpty { html += "<ul class=\"found\">\(lines.joined())</ul>\n" }
    html += timeline(section, index)
    for (number, row) in section.rows.enumerated() {
      html += self.row(row, id: "movie-\(index)-\(number)", section)
    }
    if let explanation = section.explanation {
      html += "<details open><summary>Why the first differing frame is what it is</summary>"
      html += "<pre>\(HTMLText.escaped(explanation))</pre></details>\n"
    }
    return html + "</section>\n"
  }

  // MARK: - Timeline

  /// The movie as a bar, with what differs; the frames of rows lead to them.
  private func timeline(_ section: DifferenceSection, _ index: Int) -> String {
    let end = section.marks.map(\.frames.upperBound).max() ?? 0
    let count = max(section.frameCount, end)
    guard count > 0, !section.marks.isEmpty else { return "" }
    func place(_ frames: Range<Int>) -> String {
      places.name(
        left: HTMLText.percent(frames.lowerBound, of: count),
        width: HTMLText.percent(frames.count, of: count))
    }
    var html = "<div class=\"bar\">"
    if section.frameCount < count {
      html += "<i class=\"beyond \(place(section.frameCount..<count))\"></i>"
    }
    for mark in section.marks {
      let words = mark.isAudio ? "sound" : "frames"
      let last = mark.frames.upperBound - 1
      html +=
        "<i class=\"\(mark.isAudio ? "sound" : "frames") \(place(mark.frames))\" "
        + "title=\"\(words) \(mark.frames.lowerBound) to \(last)\"></i>"
    }
    for (number, row) in section.rows.enumerated() {
      let place = places.name(left: HTMLText.percent(row.frame, of: count))
      html +=
        "<a href=\"#movie-\(index)-\(number)\" class=\"\(place)\" "
        + "title=\"frame \(row.frame)\"></a>"
    }
    let last = Timecode.text(FrameIndex(Int64(count)), rate: section.rate)
    return html + "</div>\n<p class=\"ends quiet\"><span>frame 0</span>"
      + "<span>\(count), \(last)</span></p>\n"
  }

  // MARK: - Rows

  private func row(
    _ row: DifferenceSection.Row, id: String, _ section: DifferenceSection
  ) -> String {
    let time = Timecode.text(FrameIndex(Int64(row.frame)), rate: section.rate)
    var html = "<article id=\"\(id)\"><h3>\(HTMLText.escaped(row.title)) "
    html += "<span class=\"quiet\">shown: frame \(row.frame), \(time)</span></h3>\n"
    html += "<div class=\"figures\">"
    html += figure(row.expected, sides.0, note: row.expectedNote) + figure(row.actual, sides.1)
    html += figure(row.heatMap, "where they differ")
    if row.expected != nil, row.actual != nil { html += slider }
    html += "</div>\n"
    if !row.measures.isEmpty {
      let cells = row.measures.map { measure in
        "<tr><th>\(HTMLText.escaped(measure.name))</th>"
          + "<td>\(HTMLText.escaped(measure.value))</td></tr>"
      }
      html += "<table>\(cells.joined())</table>\n"
    }
    return html + "</article>\n"
  }

  private func figure(
    _ picture: DifferenceSection.Picture?, _ caption: String, note: String? = nil
  ) -> String {
    guard let picture else {
      let reason = note.map { "<small>\(HTMLText.escaped($0))</small>" } ?? ""
      return "<figure class=\"none\"><div>no picture\(reason)</div>"
        + "<figcaption>\(HTMLText.escaped(caption))</figcaption></figure>"
    }
    let caption = note.map { "\(caption), \($0)" } ?? caption
    return "<figure>\(HTMLPage.image(picture.bytes, type: picture.type, alt: caption))"
      + "<figcaption>\(HTMLText.escaped(caption))</figcaption></figure>"
  }

  /// Both pictures over each other; the script gives them the data of the two figures before.
  private var slider: String {
    "<figure class=\"slider\"><div class=\"stack\"><img alt=\"\(HTMLText.escaped(sides.0))\">"
      + "<img class=\"upper\" alt=\"\(HTMLText.escaped(sides.1))\"><i class=\"edge\"></i></div>"
      + "<input type=\"range\" min=\"0\" max=\"100\" value=\"50\" aria-label=\"how much is shown of "
      + "each\"><figcaption>\(HTMLText.escaped(sides.0)) | \(HTMLText.escaped(sides.1))</figcaption>"
      + "</figure>"
  }

  static let style = """
    a { color: var(--accent); }
    section { border-top: 1px solid var(--line); margin-top: 24px; padding-top: 4px; }
    h3 { font-size: 14px; margin: 22px 0 8px; }
    h3 span { font-weight: 400; margin-left: 10px; }
    .found, .links { margin: 6px 0 14px; padding-left: 20px; }
    .bar { position: relative; height: 26px; background: #2b4a63; border-radius: 4px; }
    .bar i { position: absolute; min-width: 2px; }
    .bar i.frames { top: 0; height: 16px; background: var(--error); }
    .bar i.sound { top: 17px; height: 9px; background: var(--warning); }
    .bar i.beyond { top: 0; bottom: 0; background: var(--ground); border: 1px dashed var(--quiet); }
    .bar a { position: absolute; top: -3px; bottom: -3px; width: 7px; margin-left: -3px;
      border-left: 2px solid #fff; }
    .ends { display: flex; justify-content: space-between; font-size: 12px; }
    .figures { display: flex; flex-wrap: wrap; gap: 14px; }
    figure { margin: 0; max-width: 640px; flex: 0 1 320px; min-width: 240px; }
    figure img { display: block; width: 100%; height: auto; background: #000; }
    figure.none div { display: grid; place-items: center; aspect-ratio: 16 / 9; color: var(--quiet);
      border: 1px dashed var(--line); align-content: center; text-align: center; padding: 0 12px; }
    figcaption { color: var(--quiet); font-size: 12px; margin-top: 3px; }
    .stack { position: relative; }
    .stack .upper { position: absolute; inset: 0; clip-path: inset(0 0 0 50%); }
    .stack .edge { position: absolute; top: 0; bottom: 0; left: 50%; width: 1px; background: #fff; }
    .slider input { width: 100%; margin: 4px 0 0; }
    article table { margin-top: 10px; }
    article:target h3 { color: var(--accent); }
    details { margin-top: 18px; }
    summary { cursor: pointer; }
    """

  static let script = """
    for (const slider of document.querySelectorAll('.slider')) {
      const sources = slider.parentElement.querySelectorAll('figure:not(.slider) img');
      const [lower, upper] = slider.querySelectorAll('.stack img');
      lower.src = sources[0].src;
      upper.src = sources[1].src;
      slider.querySelector('input').addEventListener('input', event => {
        upper.style.clipPath = `inset(0 0 0 ${event.target.value}%)`;
        slider.querySelector('.edge').style.left = event.target.value + '%';
      });
    }
    """
}
