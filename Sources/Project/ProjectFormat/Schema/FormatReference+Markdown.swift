import PictureKinds
import Raster

extension FormatReference {
  /// All keys of the project format as a page in Markdown, made from the tables that the readers use.
  public static var markdown: String {
    var collector = DescriptionCollector()
    collector.collect(ProjectReader.description)
    collector.collect(PartReader.description)
    // Animations of effects are like the others.
    let objects = collector.definitions.filter {
      !$0.name.hasSuffix("Animation") && !$0.name.hasSuffix("Effect")
    }
    var page = MarkdownPage("Every key of a project")
    page.text(
      "What each object of a project may have. `cutlist help NAME` says the same in a terminal, and the "
        + "schemas of `cutlist schema` say it to editors. Keys that are needed are set in bold.")
    for object in objects.sorted(by: { $0.topic < $1.topic }) {
      page.heading(object.topic)
      page.text("Of \(object.noun): \(object.summary)")
      page.keys(object.keys)
      for group in object.oneRequired where !object.inherits {
        page.text("One of \(names(group)) is needed.")
      }
      for group in object.exclusive { page.text("At most one of \(names(group)).") }
    }
    page.heading("Effects")
    page.text("Items of `\"effects\"`, each `{ \"effect\": \"NAME\", … }`.")
    for kind in EffectKind.all {
      page.subheading(kind.name)
      page.text(sentence(kind.summary))
      let object = collector.definitions.first { $0.name == "\(kind.name)Effect" }
      page.keys((object?.keys ?? []).filter { $0.name != "effect" })
    }
    page.heading("Transitions")
    page.text("Values of `\"transition\"`, beside the keys that all transitions have.")
    for kind in TransitionKind.all {
      page.subheading(kind.name)
      page.text(sentence(kind.summary))
      page.keys(kind.parameters.map(\.key.description))
    }
    page.heading("Blend modes")
    page.text("Values of `\"blend\"`.")
    page.table(["mode", "what it does"], BlendMode.all.map { ["`\($0.name)`", $0.summary] })
    return page.content
  }

  private static func names(_ group: [String]) -> String {
    group.map { "`\($0)`" }.joined(separator: ", ")
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}

/// A page in Markdown, block by block.
public struct MarkdownPage {
  /// The page so far.
  public private(set) var content: String

  /// A page with its heading.
  public init(_ title: String) { content = "# \(title)\n" }

  /// A part of the page.
  public mutating func heading(_ text: String) { block("## \(text)") }

  /// A part of a part.
  public mutating func subheading(_ text: String) { block("### \(text)") }

  /// A paragraph, or what is Markdown already.
  public mutating func text(_ text: String) { block(text) }

  /// A table; texts of cells are on one line.
  public mutating func table(_ head: [String], _ rows: [[String]]) {
    guard !rows.isEmpty else { return }
    func line(_ cells: [String]) -> String {
      let texts = cells.map { $0.replacing("|", with: "\\|").replacing("\n", with: " ") }
      return "| \(texts.joined(separator: " | ")) |"
    }
    let rule = "|\(String(repeating: " --- |", count: head.count))"
    block(([line(head), rule] + rows.map(line)).joined(separator: "\n"))
  }

  private mutating func block(_ text: String) { content += "\n\(text)\n" }
}

extension MarkdownPage {
  fileprivate mutating func keys(_ keys: [KeyDescription]) {
    table(
      ["key", "what it says", "value", "left out", "example"],
      keys.map { key in
        let name = key.isRequired ? "**`\(key.name)`**" : "`\(key.name)`"
        let left = key.isRequired ? "" : key.default.map { "`\($0)`" } ?? ""
        return [
          name, key.summary, key.schema.words, left, key.examples.first.map { "`\($0)`" } ?? "",
        ]
      })
  }
}
