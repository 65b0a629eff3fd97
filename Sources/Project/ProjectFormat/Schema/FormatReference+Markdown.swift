import BaseValues
import PictureKinds
import Raster

extension FormatReference {
  /// All keys of the project format as a page in Markdown, made from the tables that the readers use.
  package static var markdown: String {
    var collector = DescriptionCollector()
    collector.collect(ProjectReader.description)
    collector.collect(PartReader.description)
    // Animations of effects are like the others.
    let objects = collector.definitions.filter {
      !$0.name.hasSuffix("Animation") && !$0.name.hasSuffix("Effect")
    }
    var page = MarkdownPage("Every key of a project")
    page.text(
      "The keys of each object of a project. `cutlist help NAME` shows them in a terminal, and editors show them "
        + "from the schema of `cutlist schema`. Keys that are needed are bold. [Values](#values) explains the "
        + "words that keys take.")
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
    values(of: objects, &page)
    page.heading("Blend modes")
    page.text("Values of `\"blend\"`.")
    page.table(["mode", "what it does"], BlendMode.all.map { ["`\($0.name)`", $0.summary] })
    return page.content
  }

  /// What the words mean that keys take, a table for each list of words.
  private static func values(of objects: [ObjectDescription], _ page: inout MarkdownPage) {
    var lists: [(values: [NamedValue], keys: [String], owners: [String])] = []
    for object in objects.sorted(by: { $0.topic < $1.topic }) {
      for key in object.keys {
        for values in key.schema.explainedNames {
          let place = lists.firstIndex { $0.values == values } ?? lists.count
          if place == lists.count { lists.append((values, [], [])) }
          if !lists[place].keys.contains(key.name) { lists[place].keys.append(key.name) }
          if !lists[place].owners.contains(object.topic) {
            lists[place].owners.append(object.topic)
          }
        }
      }
    }
    page.heading("Values")
    page.text("What the words mean that a key takes.")
    for list in lists.sorted(by: { ($0.keys[0], $0.owners[0]) < ($1.keys[0], $1.owners[0]) }) {
      page.subheading(
        "\(list.keys.joined(separator: ", ")) of \(list.owners.joined(separator: ", "))")
      page.table(["value", "what it means"], list.values.map { ["`\"\($0.name)\"`", $0.summary] })
    }
    for topic in topics where ["easings", "shapes"].contains(topic.name) {
      page.subheading(topic.name)
      page.text(sentence(topic.summary) + ":")
      page.table(
        ["value", "what it means"], topic.values.map { ["`\"\($0.name)\"`", $0.summary] })
    }
  }

  private static func names(_ group: [String]) -> String {
    group.map { "`\($0)`" }.joined(separator: ", ")
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}

/// A page in Markdown, block by block.
package struct MarkdownPage {
  /// The page so far.
  package private(set) var content: String

  /// A page with its heading.
  package init(_ title: String) { content = "# \(title)\n" }

  /// A part of the page.
  package mutating func heading(_ text: String) { block("## \(text)") }

  /// A part of a part.
  package mutating func subheading(_ text: String) { block("### \(text)") }

  /// A paragraph, or what is Markdown already.
  package mutating func text(_ text: String) { block(text) }

  /// A table; texts of cells are on one line.
  package mutating func table(_ head: [String], _ rows: [[String]]) {
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
      ["key", "what it does", "value", "if left out", "example"],
      keys.map { key in
        let name = key.isRequired ? "**`\(key.name)`**" : "`\(key.name)`"
        let left = key.isRequired ? "" : key.default.map { "`\($0)`" } ?? ""
        return [
          name, key.summary + (key.since.map { " (Since \($0).)" } ?? ""), key.schema.words, left,
          key.examples.first.map { "`\($0)`" } ?? "",
        ]
      })
  }
}
