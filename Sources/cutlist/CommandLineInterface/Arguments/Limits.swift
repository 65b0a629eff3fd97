import Diagnostics
import OutputKinds
import TimelineModel

extension Help {
  /// `cutlist help limits`.
  static func limits() -> String {
    let kinds = ProjectLimits.Kind.allCases
    let names = kinds.map(\.rawValue)
    let standards = ["default"] + kinds.map { String($0.default) }
    let most = ["at most"] + kinds.map { String($0.greatest) }
    let rows = zip(["limit"] + names, zip(standards, most)).map { name, numbers in
      "  " + pad(name, to: width(names)) + "  " + right(numbers.0, width(standards)) + "  "
        + right(numbers.1, width(most))
    }
    let codec = VideoCodec.usual
    let side = codec.limit.blockSide
    let texts = ["of what"] + kinds.map(\.summary)
    return
      ([
        "How large a project may be. A larger one is refused, with the place of the excess.",
        "'--limit NAME=N' changes a limit; it may be given several times.",
        "",
      ] + zip(rows, texts).map { "\($0)  \($1)" } + [
        "",
        "Fixed: a movie lasts 24 hours at most; its pictures have \(codec.limit.mostBlocks) blocks of \(side)x\(side) at most, as",
        "\(codec.title) at \(codec.limit.name); a drawn text has 32000 pixels a side and 40 million in all at most; 100",
        "syntax errors end the reading of a project.",
      ]).joined(separator: "\n")
  }

  private static func width(_ texts: [String]) -> Int { texts.map(\.count).max() ?? 0 }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
