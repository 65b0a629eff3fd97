import BaseValues
import Glibc
import PlanModel
import ScratchFolders
import Testing
import Workspace

@testable import LiveWorkspace

@Suite("A project that is worked on")
struct LiveProjectTests {
  private func text(_ colors: [String], after: String = "") -> String {
    let media = colors.map { "\"\($0)\": { \"color\": \"#\($0)\" }" }.joined(separator: ", ")
    let clips = colors.map { "{ \"clip\": \"\($0)\", \"duration\": \"1s\" }" }
    return """
      { "cutlist": 1,
        "output": { "size": "64x36", "frameRate": 10, "audio": false, "video": { "gop": "1s" } },
        "media": { \(media) },
        "tracks": [ { "video": [ \(clips.joined(separator: ", ")) ] } ]\(after) }
      """
  }

  @Test("a save gives a new state, the same text none, and mistakes leave the last good one")
  func saves() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("a.json", text(["aa0000", "00aa00", "aaaa00", "00aaaa"]))
    let live = LiveProject(path, WorkspaceOptions())
    #expect(live.refresh())
    let first = try #require(live.now.shown)
    #expect(first.plan.output.frameCount == 40 && live.now.before == nil)
    #expect(!live.refresh())

    try folder.write("a.json", text(["aa0000", "00aa00", "aaaa00", "0000aa"]))
    #expect(live.refresh())
    let second = try #require(live.now.shown)
    #expect(second !== first && live.now.before === first)
    // The chunk of the last second shows another colour.
    #expect(second.changes(since: first).last?.upperBound == 40)
    #expect((second.changes(since: first).first?.lowerBound ?? 0) >= 20)
    #expect(second.keys.first == first.keys.first && second.keys.last != first.keys.last)

    try folder.write("a.json", text(["aa0000"], after: ", \"nonsense\": 1"))
    #expect(live.refresh())
    #expect(live.now.shown === second && live.now.before === first)
    #expect(live.now.latest?.diagnostics.isEmpty == false)

    try folder.write("a.json", "{ \"cutlist\": 1, ")
    #expect(live.refresh() && live.now.shown === second)
  }

  @Test("a file that goes and comes again is told, and the state stays")
  func gone() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("a.json", text(["aa0000"]))
    let live = LiveProject(path, WorkspaceOptions())
    live.refresh()
    let shown = live.now.shown
    let isGone = unsafe rename(path, folder.file("b.json")) == 0
    #expect(isGone)
    #expect(live.refresh() && live.now.problem != nil && live.now.shown === shown)
    #expect(!live.refresh())
    let isBack = unsafe rename(folder.file("b.json"), path) == 0
    #expect(isBack)
    #expect(live.refresh() && live.now.problem == nil)
  }

  @Test("a frame is the same picture warm and cold, and a smaller one has the movie's shape")
  func frames() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("a.json", text(["aa0000", "00aa00"]))
    let live = LiveProject(path, WorkspaceOptions())
    live.refresh()
    let edit = try #require(live.now.shown)
    let cold = try edit.png(15)
    _ = try edit.png(3)
    #expect(try edit.png(15) == cold)
    let cache = PictureCache(limit: 1 << 20)
    let small = try edit.jpeg(15, width: 32, draft: false, cache: cache)
    #expect(small.starts(with: [0xff, 0xd8]) && cache.size == small.count)
    #expect(try edit.jpeg(15, width: 32, draft: false, cache: cache) == small)
    #expect(edit.size(ofWidth: 32).height == 18 && edit.size(ofWidth: 5000).width == 64)
  }

  @Test("all files that it depends on are watched, those that are missing too")
  func watched() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(
      "a.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10 },
        "media": { "gone": "gone.mp4", "inner": { "project": "inner.json" } },
        "tracks": [ { "video": [ { "clip": "inner" }, { "clip": "gone", "duration": "1s" } ] } ] }
      """)
    let inner = try folder.write("inner.json", text(["aa0000"]))
    let project = ProjectLoader().load(try ProjectLoader().read(path))
    #expect(project.watchedFiles == [path, folder.file("gone.mp4"), inner].sorted())
  }
}
