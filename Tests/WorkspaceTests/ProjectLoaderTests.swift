import Diagnostics
import Foundation
import BaseValues
import ScratchFolders
import PlanModel
import ProjectFormat
import Raster
import RenderPlanning
import Testing
import TimelineModel
import Workspace

@Suite struct ProjectLoaderTests {
  private func load(_ text: String, _ options: WorkspaceOptions = WorkspaceOptions())
    -> LoadedProject
  {
    ProjectLoader(options).load(SourceFile(path: "/nowhere/a.json", text: text))
  }

  private func project(_ media: String, _ tracks: String) -> String {
    """
    { "cutlist": 1, "output": { "size": "64x36", "frameRate": 25, "audio": false },
      "media": { \(media) }, "tracks": [\(tracks)] }
    """
  }

  @Test(
    "a project of the gallery gets the plan and the frames that were kept of it",
    arguments: ["cut", "title", "shapes"])
  func gallery(_ name: String) throws {
    let folder = WorkspaceTests.gallery.appending(path: name)
    func golden(_ file: String) throws -> String {
      try String(contentsOf: folder.appending(path: "golden/\(file)"), encoding: .utf8)
    }
    let loader = ProjectLoader()
    let project = loader.load(try loader.read(folder.appending(path: "\(name).json").path))
    #expect(!project.diagnostics.containsErrors, "\(project.diagnostics)")
    let plan = try #require(project.plan)
    #expect(project.timeline != nil)
    #expect(PlanDump.text(plan, contentHashes: false) == (try golden("plan.txt")))
    let composed = ProjectFrames(of: plan, backend: project.backend(for: plan))
    let kept = try golden("frames.txt").split(separator: "\n").filter { $0.hasPrefix("frame ") }
    for line in [kept.first, kept.last].compactMap(\.self) {
      let number = try #require(Int(line.split(separator: " ")[1]))
      #expect("frame \(number) \(ImageHash(try composed.frame(number)))" == line)
    }
  }

  @Test(
    "captions that are drawn on those of another track are told, and those of one track are not")
  func meetingCaptions() {
    func found(_ tracks: String) -> [Diagnostic] {
      load(
        project(
          #""c": { "color": "navy" }"#,
          #"{ "video": [{ "clip": "c", "duration": "4s" }] }, "# + tracks
        )
        .replacing("64x36", with: "640x360")
      ).diagnostics.filter { $0.id == .captionsOnCaptions }
    }
    func captions(_ text: String, _ more: String = "") -> String {
      #"{ "captions": [{ "text": "\#(text)", "at": "1s", "duration": "2s" }]\#(more) }"#
    }
    let two = found(captions("First") + ", " + captions("Other"))
    #expect(two.map(\.message) == ["the caption 'Other' is drawn on 'First'"])
    #expect(two.first?.notes.count == 1)
    #expect(
      found(captions("First") + ", " + captions("Other", #", "style": { "place": "top" }"#)).isEmpty
    )
    #expect(found(captions("First") + ", " + captions("Other", #", "output": "track""#)).isEmpty)
    let styles = [
      #""color": "yellow""#, #""size": "9%""#, #""box": { "color": "black" }"#, #""italic": true"#,
    ]
    for style in styles {
      let looks = found(
        #"""
        { "captions": [
          { "text": "First", "at": "0s", "duration": "3s" },
          { "text": "Two\nlines", "at": "1s", "duration": "3s", "style": { \#(style) } },
          { "text": "Third", "at": "2s", "duration": "2s" } ] }
        """#)
      #expect(looks.isEmpty, "\(style): \(looks.map(\.message))")
    }
  }

  @Test("a text that gets too large on its way alone is an error, as its frames are")
  func tooLargeOnItsWay() throws {
    let words = Array(repeating: "word", count: 140).joined(separator: " ")
    for motion in [#", "enter": { "preset": "pop", "by": "text", "scale": 16 }"#, ""] {
      let project = load(
        project(
          "", #"{ "titles": [{ "duration": "2s", "size": 48, "text": "\#(words)"\#(motion) }] }"#))
      let isTold = project.diagnostics.contains { $0.id == .titleTooLarge }
      #expect(isTold == !motion.isEmpty, "\(project.diagnostics.map(\.message))")
      guard let plan = project.plan else { continue }
      let composed = ProjectFrames(of: plan, backend: project.backend(for: plan))
      for frame in 0..<12 { _ = try composed.frame(frame) }
    }
  }

  @Test("a size that is named as one that fits does")
  func fittingSize() throws {
    func found(_ title: String) -> [Diagnostic] {
      load(
        project("", #"{ "titles": [{ "duration": "1s", \#(title) }] }"#)
          .replacing("64x36", with: "320x180")
      ).diagnostics.filter { $0.id == .titleBeyondEdge }
    }
    let titles = [
      #""text": "hello", "outline": { "width": 100 }"#,
      #""text": "hello", "outline": { "width": 1000 }"#,
      #""text": ["hello ", { "text": "world so wide", "size": 60 }, " ok"]"#,
      #""text": "several words in a line", "letterSpacing": "2em""#,
      #""text": "several words in a line""#,
    ]
    for title in titles {
      let finding = try #require(found(title).first, "\(title)")
      let sizes = finding.fixes.compactMap { $0.message.firstMatch(of: /"size": (\d+) fits/)?.1 }
      // Of the plain one, whatever stays, a size is known.
      #expect(!sizes.isEmpty || title != titles.last)
      for size in sizes {
        let left = found(title + #", "size": \#(size)"#).first
        #expect(left == nil, "\(title): \(size): \(left?.message ?? "")")
      }
    }
  }

  @Test("what is wrong with text, media and fonts is found at once, each with where it comes from")
  func several() throws {
    let project = load(
      project(
        #""gone": "gone.mov", "empty": { "filter": "nosuchfilter" }"#,
        """
        { "video": [{ "clip": "gone" }, { "clip": "unheard" }] },
        { "titles": [{ "text": "x", "duration": "1s", "font": "No Such Family" }] }
        """))
    let origins = Dictionary(
      project.diagnostics.filter { $0.severity == .error }.map { ($0.id, $0.origin) },
      uniquingKeysWith: { first, _ in first })
    #expect(
      origins == [
        .mediaNotFound: .media, .unknownFilter: .project, .unknownMedia: .project,
        .fontUnknown: .project,
      ])
    #expect(project.document != nil && project.timeline == nil && project.plan == nil)
  }

  @Test("a text that is no project has findings and nothing else")
  func noProject() {
    let project = load("[1, 2")
    #expect(project.document == nil && project.plan == nil)
    #expect(project.diagnostics.containsErrors)
  }

  @Test("where a plan has another hash than a source shows where the two differ")
  func otherHash() throws {
    let project = load(
      project(
        #""fade": { "generate": "gradient", "from": "black", "to": "white" }"#,
        #"{ "video": [{ "clip": "fade", "duration": "1s" }] }"#))
    var plan = try #require(project.plan)
    #expect(plan.sources[0].contentHash == "made:gradient:000000ff:ffffffff:right")
    plan.sources[0].contentHash = "made:gradient:000000ff:ffffffff:down"
    let finding = try #require(
      ProjectLoader().load(plan: SourceFile(path: "/nowhere/p.json", text: PlanJSON.text(plan)))
        .diagnostics.first)
    #expect(
      finding.message == "'fade' is not what the plan was made of: its content has the hash "
        + "…fff:right, not …fff:down")
    #expect(finding.fixes.map(\.message) == ["write the plan anew from its project"])
  }

  @Test("media that are known already are not looked for")
  func knownMedia() throws {
    let file = SourceFile(
      path: "/nowhere/a.json", text: project(#""a": "a.mov""#, #"{ "video": [{ "clip": "a" }] }"#))
    let project = ProjectLoader().load(file) { document in
      var catalog = MediaCatalog(count: document.mediaItems.count)
      catalog[MediaID(0)] = MediaFacts(
        video: VideoFacts(
          codedSize: Size(width: 64, height: 36),
          frames: .regular(start: .zero, rate: FrameRate(25)!, count: 50)),
        audio: nil, contentHash: "a")
      return OpenedMedia(catalog: catalog)
    }
    #expect(project.diagnostics == [])
    #expect(project.plan?.output.frameCount == 50)
  }

  @Test("warnings are left out where they are silenced, errors never")
  func silenced() {
    let media = #""a": { "color": "red" }, "b": { "color": "blue" }"#
    let unused = project(media, #"{ "video": [{ "clip": "a", "duration": "1s" }] }"#)
    let unknown = project(media, #"{ "video": [{ "clip": "c", "duration": "1s" }] }"#)
    var options = WorkspaceOptions()
    #expect(load(unused, options).diagnostics.map(\.id) == [.unusedMedia])
    options.silenced = [.unusedMedia, .unknownMedia]
    #expect(load(unused, options).diagnostics == [])
    #expect(load(unknown, options).diagnostics.map(\.id) == [.unknownMedia])
  }

  @Test("fixes that are certain are applied in memory, and the file is left alone")
  func mending() throws {
    let folder = try ScratchFolder()
    let wrong = project(
      #""a": { "color": "red" }"#, #"{ "video": [{ "clip": "a", "Duration": "1sec" }] }"#)
    let path = try folder.write("a.json", wrong)
    let loader = ProjectLoader()
    let (mended, _, count) = loader.mend(try loader.read(path))
    #expect(count == 2)
    #expect(mended.diagnostics == [])
    #expect(mended.plan?.output.frameCount == 25)
    #expect(
      String(decoding: mended.file.bytes, as: UTF8.self).contains(#""duration": "1s""#))
    #expect(try folder.text("a.json") == wrong)
  }
}
