/// Differences as one HTML page: for each movie what was found, where in the movie, and pictures of
/// what was expected, what is, and where they differ.
package struct DifferenceReport: Sendable {
  /// Plain text, as all texts of the report: what HTML needs is done by the page.
  package var title: String
  /// What stands for the two sides, for example `expected` and `actual`.
  package var sides: (String, String)
  /// In the order in which they are shown: those that pass are only listed.
  package var sections: [DifferenceSection]

  /// A report.
  ///
  /// - Parameter sides: what is expected first.
  package init(title: String, sides: (String, String), sections: [DifferenceSection]) {
    self.title = title
    self.sides = sides
    self.sections = sections
  }

  /// The page.
  package var html: String {
    let failing = sections.enumerated().filter { $0.element.verdict != .passed }
    let passing = sections.filter { $0.verdict == .passed }
    var body = "<h1>\(HTMLText.escaped(title))</h1>\n"
    if sections.count != 1 {
      body += "<ul class=\"facts\"><li class=\"good\">\(passing.count) passed</li>"
      body += failing.isEmpty ? "" : "<li class=\"error\">\(failing.count) not passed</li>"
      body += "</ul>\n"
    }
    if failing.count > 1 {
      let links = failing.map { index, section in
        "<li><a href=\"#movie-\(index)\">\(HTMLText.escaped(section.title))</a></li>"
      }
      body += "<ul class=\"links\">\(links.joined())</ul>\n"
    }
    let places = PlaceStyles()
    let drawing = DifferenceDrawing(sides: sides, places: places)
    for (index, section) in failing { body += drawing.section(section, index) }
    if !passing.isEmpty {
      let items = passing.map { section in
        "<li>\(HTMLText.escaped(section.title)) <span class=\"quiet\">"
          + "\(HTMLText.escaped(section.lines.joined(separator: ", ")))</span></li>"
      }
      body += "<h2>Passed</h2>\n<ul>\(items.joined(separator: "\n"))</ul>\n"
    }
    return HTMLPage(
      title: title, style: DifferenceDrawing.style + "\n" + places.css,
      script: DifferenceDrawing.script, body: body
    ).text
  }
}
