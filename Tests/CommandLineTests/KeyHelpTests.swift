import Foundation
import PictureKinds
import Testing

@testable import CommandLineInterface

/// What `help` says of what projects are made of, beside the schema that editors read.
@Suite struct KeyHelpTests {
  private func page(_ name: String) -> String {
    let outcome = inProcess(["help", name])
    #expect(outcome.status == 0, "\(name): \(outcome.messages)")
    return outcome.output
  }

  /// The names of keys that a page has entries for.
  private func keys(of page: String) -> [String] {
    page.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line in
      guard line.hasPrefix("  "), !line.hasPrefix("   ") else { return nil }
      return line.dropFirst(2).split(separator: " ").first.map(String.init)
    }
  }

  @Test("help knows the words that check knows, and the values of keys")
  func foreignWords() {
    for (word, ours) in [
      ("volume", "gain"), ("af", "audioFilter"), ("start", "in"), ("fps", "frameRate"),
      ("crossfade", "transition"), ("bpm", "tempo"), ("equal-power", "curve"),
      ("shorten", "handles"), ("backLeft", "channelMap"), ("chroma", "the effect 'chroma-key'"),
    ] {
      #expect(page(word).contains("\(ours)"), "\(word): \(page(word))")
    }
    #expect(page("volume").hasPrefix("volume: here it is "))
    #expect(inProcess(["help", "zzzzzz"]).status == 2)
  }

  @Test("every object of the schema has a page with all its keys")
  func objects() throws {
    let schema = inProcess(["schema"]).output
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(schema.utf8)) as? [String: Any])
    let definitions = try #require(root["$defs"] as? [String: [String: Any]])
    let names = ["videoClip": "clip", "videoTransition": "transition"]
    var count = 0
    for (name, definition) in definitions
    where !["parameterUse", "fx"].contains(name) && !name.hasSuffix("Animation")
      && !name.contains(".")
    {
      let properties = try #require(definition["properties"] as? [String: Any])
      let topic =
        names[name] ?? (name.hasSuffix("Effect") ? String(name.dropLast("Effect".count)) : name)
      let found = Set(keys(of: page(topic)))
      for key in properties.keys where key != "effect" {
        #expect(found.contains(key), "'\(key)' is missing in 'help \(topic)'")
        count += 1
      }
    }
    #expect(count > 400)
    let project = Set(keys(of: page("project")))
    let properties = try #require(root["properties"] as? [String: Any])
    #expect(properties.keys.allSatisfy { project.contains($0) })
  }

  @Test("every transition, effect and blend mode is told, by other programs' names too")
  func kinds() {
    for kind in TransitionKind.all {
      let found = keys(of: page(kind.name))
      #expect(kind.parameters.allSatisfy { found.contains($0.name) })
    }
    for kind in EffectKind.all {
      let found = keys(of: page(kind.name))
      #expect(kind.parameters.allSatisfy { found.contains($0.name) })
    }
    #expect(page("Circle").contains("the effect 'mask'"))
    #expect(page("crossfade").hasPrefix("dissolve: a transition"))
    #expect(page("blend").contains("\n  multiply "))
    // Of two things of one name both are told.
    #expect(page("shadow").contains("the effect 'shadow'") && page("shadow").contains("a shadow\n"))
  }

  @Test("the list names every page, and no line is too long")
  func list() {
    let lines = page("keys").split(separator: "\n")
    let names = keys(of: page("keys"))
    #expect(names.count > 90 && Set(names).count == names.count)
    #expect(lines.allSatisfy { $0.count <= 96 })
    for name in names {
      let long = page(name).split(separator: "\n").filter { $0.count > 96 && $0.contains(" ") }
      // An example stands in one piece where it has no spaces.
      #expect(long.allSatisfy { $0.dropFirst(20).contains("\"") }, "\(name)")
    }
  }

  @Test("help says what each value of a key means")
  func values() {
    let fit = page("fit")
    #expect(fit.contains("\"contain\"  as large as fits, nothing cut off"), "\(fit)")
    #expect(fit.contains("\"cover\"    fills the canvas, what is beyond is cut off"))
    #expect(page("easings").contains("  ease-in-quad  "))
    #expect(page("easings").contains("slow at its start"))
    #expect(page("onDamage").contains("\"conceal\"  holds the last whole picture"))
    #expect(page("bitDepth").contains("since version 0.2.0"))
    #expect(!page("gop").contains("since version"))
  }

  @Test(
    "help of every transition says what it needs, and the way out at a cut without handles",
    arguments: TransitionKind.all.map(\.name) + ["transition"])
  func handles(name: String) {
    let words = page(name).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("a transition needs handles"))
    #expect(words.contains("\"mode\": \"overlap\""))
    #expect(words.contains("\"handles\": \"freeze\"") && words.contains("\"handles\": \"shorten\""))
  }

  @Test("a name that nobody knows is refused with the nearest one")
  func unknown() {
    let outcome = inProcess(["help", "pixlate"])
    #expect(outcome.status == 2)
    #expect(outcome.messages.contains("did you mean 'pixelate'?"))
  }
}
