/// A value as other programs call it, and what this format has instead.
enum ForeignName {
  private static let table: [(names: [String], ours: String)] = [
    (["circle", "oval", "round", "disc", "disk"], "ellipse"),
    (["rect", "box", "square", "roundrect", "rounded", "roundedrectangle"], "rectangle"),
    (["contain", "letterbox", "inside"], "fit"), (["cover", "crop", "outside"], "fill"),
    (["union", "or", "plus"], "add"), (["and", "intersection", "multiply"], "intersect"),
    (["minus", "exclude", "not"], "subtract"),
  ]

  /// The one of some names that a word means; `nil` where nobody knows.
  static func meaning(of word: String, among names: [String]) -> String? {
    guard word.utf8.count <= Spelling.lengthLimit else { return nil }
    let plain = Spelling.plain(word)
    return table.first { $0.names.contains(plain) && names.contains($0.ours) }?.ours
  }
}
