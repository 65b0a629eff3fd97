import ProjectFormat

extension Help {
  /// `cutlist help keys`: what there is a page about, a line each.
  static func keys() -> String {
    let topics = FormatReference.topics
    let width = topics.map(\.name.count).max() ?? 0
    var seen: Set<String> = []
    let lines = topics.filter { seen.insert($0.name).inserted }.map { topic in
      "  \(pad(topic.name, to: width))  \(firstLine(of: topic.summary, width: 90 - width))"
    }
    return
      (["Everything that a project can have. 'cutlist help NAME' explains one of them.", ""] + lines)
      .joined(separator: "\n")
  }

  /// The pages of something that projects are made of.
  static func pages(_ topics: [FormatReference.Topic]) -> String {
    topics.map { $0.lines.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  /// A text as far as it fits into a line, cut between words.
  private static func firstLine(of text: String, width: Int) -> String {
    let text = text.replacing("`", with: "")
    guard text.count > width else { return text }
    let words = text.prefix(width - 2)
    return "\(words.prefix(upTo: words.lastIndex(of: " ") ?? words.endIndex)) …"
  }
}
