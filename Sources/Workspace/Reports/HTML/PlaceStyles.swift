/// Where things lie along a movie, and their colours, as classes with rules in the page's style sheet: the page's policy
/// allows no style in an attribute.
final class PlaceStyles {
  private var names: [String: String] = [:]
  private var rules: [String] = []

  /// The class of what begins at a percentage of the movie's length and is so wide.
  ///
  /// - Parameters:
  ///   - left: as `HTMLText.percent` gives it.
  ///   - width: the same; `nil` for what has a width of its own.
  func name(left: String, width: String? = nil) -> String {
    self.name(rule: "left:\(left)%" + (width.map { ";width:\($0)%" } ?? ""))
  }

  /// The class of what is marked with a colour, `#rrggbb`.
  func name(color: String) -> String { name(rule: "border-color:\(color)") }

  private func name(rule: String) -> String {
    if let known = names[rule] { return known }
    let name = "p\(rules.count)"
    names[rule] = name
    rules.append(".\(name){\(rule)}")
    return name
  }

  /// The rules of all classes so far.
  var css: String { rules.joined(separator: "\n") }
}
