import Foundation

/// A recipe of the manual's page `Cookbook.md`, as the page has it.
struct CookbookRecipe: Sendable, CustomStringConvertible {
  /// The name of its project in `Projects/cookbook`, without `.json`.
  let description: String
  let heading: String
  /// When its picture is taken.
  let time: String
  /// What the page shows of its project.
  let examples: [String]

  static let page = GalleryProject.folder.deletingLastPathComponent()
    .appending(path: "Sources/cutlist/CommandLineInterface/Manual.docc/Cookbook.md")
  static let pictures = page.deletingLastPathComponent().appending(path: "Resources")
  static let projects = GalleryProject.folder.appending(path: "cookbook")

  static let all: [CookbookRecipe] = {
    let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "\n### ").dropFirst().map { CookbookRecipe(section: $0) }
  }()

  private init(section: String) {
    heading = section.components(separatedBy: "\n")[0]
    description = Self.text(after: "](Resources/cookbook-", before: ".png)", in: section)
    time = Self.text(after: " --at ", before: " ", in: section)
    examples = section.components(separatedBy: "```json\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
  }

  var project: URL { Self.projects.appending(path: description + ".json") }
  var picture: URL { Self.pictures.appending(path: "cookbook-\(description).png") }

  /// A text without what its lines are indented by.
  static func unindented(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: "\n")
  }

  private static func text(after start: String, before end: String, in section: String) -> String {
    let parts = section.components(separatedBy: start)
    return parts.count > 1 ? parts[1].components(separatedBy: end)[0] : ""
  }
}
