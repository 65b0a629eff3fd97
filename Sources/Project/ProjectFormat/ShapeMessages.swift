import Diagnostics
import TimelineModel

/// What there is to say about shapes, sorted by name; ids are the functions' names.
enum ShapeMessages: MessageTable {
  static func animatedPath(range: SourceRange) -> Diagnostic {
    error(
      .animatedPath, "only the \"path\" of a shape of that kind can be animated", range,
      fixes: [
        Fix(message: "animate \"position\"; a motion path stands in the key \"path\" of that")
      ])
  }

  static func dashOffsetWithoutDash(range: SourceRange) -> Diagnostic {
    error(
      .dashOffsetWithoutDash, "\"dashOffset\" moves dashes, and this stroke has none", range,
      fixes: [Fix(message: "add \"dash\": [12, 8], or remove \"dashOffset\"")])
  }

  static func dashesWithoutLength(range: SourceRange) -> Diagnostic {
    error(
      .dashesWithoutLength, "all dashes and gaps have the length 0", range,
      fixes: [Fix(message: "give one of them a length, as in [12, 8]")])
  }

  static func drawnWithoutStroke(range: SourceRange) -> Diagnostic {
    error(
      .drawnWithoutStroke,
      "\"drawn\" is the part of a shape's outline that its stroke shows, and there is no stroke",
      range, fixes: [Fix(message: "give a shape a \"stroke\", or remove \"drawn\"")])
  }

  static func pathsDiffer(
    part: Int, count: Int, rest: Int, letters: (String?, String?), range: SourceRange
  ) -> Diagnostic {
    let found = letters.0.map { "it has \($0)" } ?? "it is at its end"
    let other = letters.1.map { "the path at rest has \($0)" } ?? "the path at rest is at its end"
    return error(
      .pathsDiffer,
      "this path cannot become the one at rest: as part \(part) \(found), and \(other)", range,
      notes: [Note(message: "it has \(count) parts, and the path at rest \(rest)")],
      fixes: [
        Fix(
          message: "draw both with the same commands in the same order; H, V and L are lines (L), "
            + "S, Q, T and each quarter of an arc A are curves (C)")
      ])
  }

  static func shapeWithoutPaint(_ noun: String, range: SourceRange) -> Diagnostic {
    error(
      .shapeWithoutPaint, "\(noun) without \"fill\" and \"stroke\" cannot be seen", range,
      fixes: [Fix(message: "give it a \"stroke\", or a colour as its \"fill\"")])
  }
}
