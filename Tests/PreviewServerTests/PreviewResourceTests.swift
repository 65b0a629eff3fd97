import Testing

@testable import PreviewServer

@Suite("What a preview has under its address")
struct PreviewResourceTests {
  private typealias Frame = PreviewResource.FrameRequest

  @Test("each path leads to its resource")
  func paths() {
    #expect(PreviewResource(path: "", query: [:]) == .page)
    #expect(PreviewResource(path: "preview.js", query: [:]) == .script)
    #expect(PreviewResource(path: "preview.css", query: [:]) == .style)
    #expect(PreviewResource(path: "state", query: [:]) == .state)
    #expect(PreviewResource(path: "events", query: [:]) == .events)
    #expect(PreviewResource(path: "timeline", query: ["edit": "3"]) == .timeline(edit: 3))
    #expect(PreviewResource(path: "source/2", query: [:]) == .source(file: 2))
    #expect(
      PreviewResource(path: "sound.wav", query: ["from": "48000", "count": "10"])
        == .sound(from: 48_000, count: 10, edit: nil))
  }

  @Test("a frame is asked for by its number or its time, as PNG or smaller as JPEG")
  func frames() {
    #expect(
      PreviewResource(path: "frame/75.png", query: [:]) == .frame(Frame(place: .number(75))))
    #expect(
      PreviewResource(path: "frame/75.jpg", query: [:])
        == .frame(Frame(place: .number(75), width: 960)))
    #expect(
      PreviewResource(path: "frame/0.jpeg", query: ["w": "320", "edit": "2", "draft": "1"])
        == .frame(Frame(place: .number(0), width: 320, isDraft: true, edit: 2)))
    #expect(
      PreviewResource(path: "frame", query: ["at": "2.5s"]) == .frame(Frame(place: .time("2.5s"))))
  }

  @Test("widths have limits")
  func widths() {
    for (asked, given) in [("0", 16), ("15", 16), ("8193", 8192), ("x", 960), ("-5", 960)] {
      #expect(
        PreviewResource(path: "frame/1.jpg", query: ["w": asked])
          == .frame(Frame(place: .number(1), width: given)), "\(asked)")
    }
  }

  @Test(
    "anything else is not there",
    arguments: [
      "x", "/", "../state", "state/", "frame/", "frame/-1.png", "frame/1", "frame/1.exe",
      "frame/+1.png",
      "frame/1.2.png", "frame/1234567890123.png", "frame/1.png/x", "frame", "source/", "source/x",
      "source/../0", "sound.wav", "preview.js.map",
    ])
  func others(path: String) {
    #expect(PreviewResource(path: path, query: [:]) == nil)
  }
}
