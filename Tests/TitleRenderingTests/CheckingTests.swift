import Diagnostics
import Foundation
import BaseValues
import Testing
import TimelineModel
import SeededNumbers

@testable import TitleRendering

@Suite struct CheckingTests {
  private let renderer = makeRenderer()
  private let range = SourceRange(lower: 3, upper: 9)

  /// Where the machine has DejaVu Sans.
  private func dejaVuPath() throws -> String {
    try renderer.withEngine { engine throws(TitleError) in
      try engine.library.resolve(style("a")).face.file.path
    }
  }

  /// Runs `body` with an empty folder that is removed afterwards.
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "titles-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  @Test("text that every font question is settled for has no findings")
  func clean() {
    #expect(renderer.check(style("Clean \u{5D0}\u{628}"), range: range).isEmpty)
    #expect(renderer.check(style("a", family: "sans-serif"), range: range).isEmpty)
    #expect(renderer.check(style("a", family: "DejaVu Sans Bold"), range: range).isEmpty)
  }

  @Test("an unknown family is an error with a near name, although fontconfig has a substitute")
  func unknownFamily() throws {
    let finding = try #require(
      renderer.check(style("a", family: "DejaVu San"), range: range).first)
    #expect(finding.id == .fontUnknown)
    #expect(finding.severity == .error)
    #expect(finding.range == range)
    #expect(finding.fixes.first?.message == "set \"font\" to \"DejaVu Sans\"")
    let strange = renderer.check(style("a", family: "Qqqqqqqqqqqqqqq"), range: range)
    #expect(strange.map(\.id) == [.fontUnknown])
    #expect(throws: TitleError.self) { try renderer.draw(style("a", family: "Qqqqqqqqqqqqqqq")) }
  }

  @Test("a code point that no font has is a warning that names it")
  func missingGlyph() throws {
    let findings = renderer.check(style("a\u{10FFF0}b"), range: range)
    #expect(findings.map(\.id) == [.fontMissingGlyph])
    let finding = try #require(findings.first)
    #expect(finding.severity == .warning)
    #expect(finding.message.contains("U+10FFF0"))
    #expect(finding.message.contains("a\u{10FFF0}b"))
  }

  @Test("many missing code points are named in part")
  func manyMissing() throws {
    let scalars = (0..<20).compactMap { Unicode.Scalar(0x10FF00 + $0) }
    let findings = renderer.check(
      style(String(String.UnicodeScalarView(scalars))), range: range)
    #expect(findings.count == 9)
    #expect(findings.last?.message == "no font has 12 more code points of this text")
  }

  @Test("a weight far from the asked one is a warning")
  func weight() throws {
    // DejaVu Sans Mono has 400 and 700.
    let findings = renderer.check(
      style("a", family: "DejaVu Sans Mono") { $0.weight = 100 }, range: range)
    #expect(findings.map(\.id) == [.fontWeight])
    #expect(findings.first?.message.contains("400 is used") == true)
  }

  @Test("text too large to draw is an error before it is drawn")
  func tooLarge() {
    let wide = style(String(repeating: "W", count: 5000), size: 400)
    #expect(renderer.check(wide, range: range).map(\.id) == [.titleTooLarge])
    let long = style(String(repeating: "a", count: 30_000))
    #expect(renderer.check(long, range: range).map(\.id) == [.titleTooLong])
  }

  @Test(
    "a text whose picture gets too large for its size, its spacing or its shadow is an error, too")
  func tooLargeEnlarged() {
    let words = Array(repeating: "WWWWWWWW", count: 20).joined(separator: "\n")
    let tall = style(words, size: 40) { $0.lineSpacing = Rational(10) }
    #expect(renderer.check(tall, range: range).isEmpty)
    #expect(renderer.check(tall, scale: 8, range: range).map(\.id) == [.titleTooLarge])
    let far = style("W", size: 40) {
      $0.shadowColor = Color(red: 0, green: 0, blue: 0)
      $0.shadowOffset = Point(x: Rational(8000), y: Rational(8000))
    }
    let isDrawn = (try? renderer.render(far, anchorX: 0, anchorY: 0, scale: 1)) != nil
    #expect(renderer.check(far, range: range).isEmpty == isDrawn)
    // Accents that stand upon each other reach far above the line.
    let piled = style(
      String(repeating: "W", count: 600) + "a" + String(repeating: "\u{301}", count: 400), size: 48)
    let isPiledDrawn = (try? renderer.render(piled, anchorX: 0, anchorY: 0, scale: 1)) != nil
    #expect(
      renderer.check(piled, range: range).contains { $0.id == .titleTooLarge } != isPiledDrawn)
    let large = renderer.check(far, scale: 8, range: range).map(\.id)
    #expect((try? renderer.render(far, anchorX: 0, anchorY: 0, scale: 8)) == nil)
    #expect(large == [MessageID.titleTooLarge])
  }

  @Test("axes that a font does not have are told, each with the font")
  func axes() {
    let found = renderer.check(
      style("a") {
        $0.axes = [FontSetting("wdth", Rational(75)), FontSetting("wght", Rational(500))]
      },
      range: range)
    #expect(found.map(\.id) == [.fontAxis, .fontAxis])
    #expect(
      found.first?.message == "font family 'DejaVu Sans' has no axis 'wdth': it is no variable font"
    )
  }

  @Test("captions that are drawn in more lines than their track allows are told together")
  func wrapping() throws {
    var track = Track(id: TrackID(0), kind: .titles, range: range)
    func add(_ text: String, at start: Int64) throws {
      let placed = try TimeRange(start: Rational(start), duration: .one)
      let layer = TitleLayer(
        content: .text(style(text) { $0.maximumWidth = 300 }),
        placement: Placement(position: Point(x: .zero, y: .zero)), range: range)
      track.titles.append(
        Title(
          placed: placed, layers: [layer],
          range: SourceRange(lower: Int(start) * 10, upper: Int(start) * 10 + 5)))
    }
    try add("Short", at: 0)
    try add("One two three four five six\nseven eight nine ten eleven", at: 1)
    try add("One two three four five six", at: 2)
    #expect(renderer.checkLines(of: track).isEmpty)
    track.captionLines = 2
    let one = try #require(renderer.checkLines(of: track).first)
    #expect(one.id == .captionsWrapped && one.range.lower == 10)
    guard case .text(let style)? = track.titles[1].layers.first?.content else { return }
    let lines = try renderer.ink(of: style, anchorX: 0, anchorY: 0, scale: 1).count
    #expect(
      one.message.contains("is drawn in \(lines) lines where at most 2 are wanted"),
      "\(one.message)")
    track.captionLines = 1
    let both = try #require(renderer.checkLines(of: track).first)
    #expect(both.message.hasSuffix("so are 1 more of its track"))
    track.textOutput = .track
    #expect(renderer.checkLines(of: track).isEmpty)
  }

  @Test("directions within each other beyond what UAX #9 tells apart are an error")
  func directions() {
    func text(_ count: Int) -> String {
      String(repeating: "\u{2067}\u{202B}", count: count / 2) + "a"
    }
    #expect(renderer.check(style(text(60)), range: range).isEmpty)
    for count in [62, 130, 5000] {
      let findings = renderer.check(style(text(count)), range: range)
      #expect(findings.map(\.id) == [.titleDirections])
    }
    // Paragraphs are apart.
    #expect(renderer.check(style(text(60) + "\n" + text(60)), range: range).isEmpty)
  }

  // MARK: - Files

  @Test("a font file is found in the project's folder and then in the media folders")
  func files() throws {
    let source = try dejaVuPath()
    try withFolder { folder in
      try FileManager.default.createDirectory(
        atPath: folder + "/project", withIntermediateDirectories: true)
      try FileManager.default.createDirectory(
        atPath: folder + "/media", withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: source, toPath: folder + "/media/own.ttf")
      let renderer = TextRenderer(
        FontAccess(projectFolder: folder + "/project", mediaFolders: [folder + "/media"]))
      var text = style("a")
      text.font = .file(path: "own.ttf")
      #expect(renderer.check(text, range: range).isEmpty)
      #expect(
        try renderer.draw(text).hash == renderer.draw(style("a")).hash)
      #expect(try renderer.contentHash(of: text) == renderer.contentHash(of: style("a")))
    }
  }

  @Test("what is not a font file says why")
  func badFiles() throws {
    try withFolder { folder in
      try Data("not a font".utf8).write(to: URL(fileURLWithPath: folder + "/text.ttf"))
      try Data().write(to: URL(fileURLWithPath: folder + "/empty.ttf"))
      let renderer = TextRenderer(FontAccess(projectFolder: folder))
      func message(_ path: String) -> String? {
        var text = style("a")
        text.font = .file(path: path)
        let findings = renderer.check(text, range: range)
        #expect(findings.map(\.id) == [.fontFile])
        return findings.first?.message
      }
      #expect(message("none.ttf") == "font file 'none.ttf' does not exist")
      #expect(
        message("text.ttf") == "font file 'text.ttf' is not a TrueType or OpenType font")
      #expect(message("empty.ttf") == "font file 'empty.ttf' is empty")
      #expect(message(".") == "font file '.' is not a file")
      #expect(message("") == "font file '' is not a path")
      #expect(message("/dev/zero") == "font file '/dev/zero' is not a file")
    }
  }

  @Test("a broken font file is an error or is drawn without the broken glyphs, never a crash")
  func brokenFonts() throws {
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: dejaVuPath())))
    try withFolder { folder in
      for seed in UInt64(0)..<12 {
        var random = SeededGenerator(seed: seed)
        var broken = bytes
        if seed % 3 == 0 { broken.removeLast(Int.random(in: 1..<bytes.count, using: &random)) }
        for _ in 0..<(seed % 2 == 0 ? 3 : 3000) where broken.count > 1 {
          let place = Int.random(in: 0..<(seed % 4 == 1 ? 400 : broken.count), using: &random)
          if place < broken.count { broken[place] = UInt8.random(in: 0...255, using: &random) }
        }
        let name = "broken\(seed).ttf"
        try Data(broken).write(to: URL(fileURLWithPath: folder + "/" + name))
        let renderer = TextRenderer(
          FontAccess(projectFolder: folder, usesInstalledFonts: false))
        var text = style("AV fi \u{628}\u{628}") { $0.outlineWidth = .one }
        text.font = .file(path: name)
        _ = renderer.check(text, range: range)
        _ = try? renderer.draw(text)
      }
    }
  }

  @Test("a confined project reads no font outside its folders, not even through a link")
  func confinement() throws {
    let source = try dejaVuPath()
    try withFolder { folder in
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/link.ttf", withDestinationPath: source)
      try FileManager.default.copyItem(atPath: source, toPath: folder + "/own.ttf")
      let root = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
      let renderer = TextRenderer(
        FontAccess(projectFolder: folder) { path in
          URL(fileURLWithPath: path).resolvingSymlinksInPath().path.hasPrefix(root + "/")
        })
      func isRefused(_ path: String) -> Bool {
        var text = style("a")
        text.font = .file(path: path)
        return renderer.check(text, range: range).map(\.id) == [.fontFile]
      }
      #expect(!isRefused("own.ttf"))
      #expect(isRefused("link.ttf"))
      #expect(isRefused(source))
      #expect(isRefused("../../../../../../../../" + source))
    }
  }

  @Test("the hash follows the fonts and the layout, and not the colours")
  func contentHash() throws {
    let plain = try renderer.contentHash(of: style("abc"))
    #expect(try renderer.contentHash(of: style("abc") { $0.color = .black }) == plain)
    #expect(try makeRenderer().contentHash(of: style("abc")) == plain)
    let others = [
      style("acb"), style("abc", size: 41), style("abc", family: "DejaVu Serif"),
      style("abc") { $0.weight = 700 }, style("abc") { $0.text = "a\nbc" },
      style("ab\u{10FFF0}"),
    ]
    let hashes = try others.map { try renderer.contentHash(of: $0) }
    #expect(Set(hashes + [plain]).count == others.count + 1)
  }
}
