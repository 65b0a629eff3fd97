import Foundation
import BaseValues
import PictureKinds
import PlanModel
import Raster
import Testing
import TimelineModel

@Suite("registries of kinds") struct RegistryTests {
  static let kinds: [any PictureKind] = TransitionKind.all + EffectKind.all + BlendMode.all

  @Test("kinds are found by their names, which are unique in each registry")
  func names() {
    for kind in TransitionKind.all { #expect(TransitionKind.named(kind.name)?.name == kind.name) }
    #expect(Set(TransitionKind.names).count == TransitionKind.all.count)
    #expect(Set(EffectKind.names).count == EffectKind.all.count)
    #expect(Set(BlendMode.names).count == BlendMode.all.count)
    #expect(TransitionKind.named("no such kind") == nil)
    // What a plan may name is what there is.
    #expect(KnownKinds.all.blendModes == BlendMode.drawn.map(\.name))
    #expect(KnownKinds.all.effects.keys.sorted() == EffectKind.names.sorted())
    #expect(PlannedEffect.widestMargin == ImageFilter.widestMargin)
  }

  @Test("defaults and examples are values that a parameter takes")
  func values() {
    for parameter in Self.kinds.flatMap(\.parameters) {
      for value in [parameter.defaultValue].compactMap(\.self) + parameter.examples {
        let isRight =
          switch (parameter.type, value) {
          case (.choice(let words), .word(let word)): words.contains { $0.name == word }
          case (.number(let range), .number(let number)): range.contains(number)
          case (.whole(let range), .whole(let number)): range.contains(number)
          case (.color, .color), (.point, .point), (.flag, .flag), (.media, .word),
            (.curve, .curve), (.points, .curve):
            true
          case (.shape, .word(let word)): WipeShape.named(word) != nil
          default: false
          }
        #expect(isRight, "\(parameter.name) \(value)")
      }
      #expect(!parameter.examples.isEmpty && !parameter.summary.isEmpty)
    }
  }

  @Test("transitions' parameters of one name are one and the same, as one key stands for them")
  func shared() {
    let parameters = TransitionKind.all.flatMap(\.parameters)
    for parameter in parameters {
      #expect(parameters.filter { $0.name == parameter.name }.allSatisfy { $0 == parameter })
    }
    for kind in Self.kinds {
      #expect(Set(kind.parameters.map(\.name)).count == kind.parameters.count)
    }
  }

  @Test("the reference of the format has all wipes in a table")
  func wipes() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Project/ProjectFormat/ProjectFormat.docc/Wipes.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let parts = text.split(separator: "|---:|---|---|\n")
    try #require(parts.count == 2)
    let shapes = WipeShape.all.map { "| \($0.number) | `\($0.name)` | \($0.summary) |\n" }.joined()
    if ProcessInfo.processInfo.environment["CUTLIST_UPDATE_SNAPSHOTS"] == "1" {
      try (parts[0] + "|---:|---|---|\n" + shapes).write(
        to: file, atomically: true, encoding: .utf8)
    }
    #expect(parts[1] == shapes)
  }

  @Test("the reference of the format says of every kind and parameter what the registry says")
  func documentation() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Project/ProjectFormat/ProjectFormat.docc")
    let text = try ["TransitionRules.md", "EffectRules.md"].map {
      try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    }.joined().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let kinds =
      TransitionKind.all as [any PictureKind] + EffectKind.all
      + (BlendMode.all.count > 1 ? BlendMode.all : [])
    for kind in kinds {
      #expect(text.contains("- **\(kind.name)**: \(kind.summary)"))
      for parameter in kind.parameters { #expect(text.contains("`\(parameter.name)`")) }
    }
  }
}
