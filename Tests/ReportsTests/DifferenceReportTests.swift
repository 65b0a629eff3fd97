import BaseValues
import Testing

@testable import Reports

@Suite("Pages of differences")
struct DifferenceReportTests {
  private let picture = DifferenceSection.Picture(bytes: [1, 2, 3], type: "image/png")

  private func section(
    _ title: String, rows: [DifferenceSection.Row] = [], marks: [DifferenceSection.Mark] = []
  ) -> DifferenceSection {
    DifferenceSection(
      title: title, verdict: .failed, lines: ["frames 2..3 of 10 differ", "a<b"],
      frameCount: 10, rate: FrameRate(10)!, marks: marks, rows: rows, explanation: "layer <1>")
  }

  private func page(_ sections: [DifferenceSection]) -> String {
    DifferenceReport(title: "T&T", sides: ("old", "new"), sections: sections).html
  }

  @Test("what fails is shown whole, what passes is listed")
  func sections() {
    var good = section("good.json")
    good.verdict = .passed
    good.lines = ["10 frames"]
    let text = page([good, section("bad.json"), section("worse.json")])
    #expect(text.contains("1 passed") && text.contains("2 not passed"))
    #expect(text.contains("T&amp;T") && text.contains("a&lt;b") && text.contains("layer &lt;1&gt;"))
    #expect(text.contains("<a href=\"#movie-1\">bad.json</a>"))
    #expect(text.contains("<section id=\"movie-2\"><h2>worse.json</h2>"))
    #expect(text.contains("<li>good.json <span class=\"quiet\">10 frames</span></li>"))
    #expect(!text.contains("<section id=\"movie-0\">"))
  }

  @Test("differences stand where they are in the movie, beyond its end too")
  func marks() {
    let text = page([
      section(
        "a",
        marks: [
          DifferenceSection.Mark(frames: 2..<4), DifferenceSection.Mark(frames: 8..<20),
          DifferenceSection.Mark(frames: 0..<10, isAudio: true),
        ])
    ])
    #expect(
      places(of: "frames", in: text) == [
        "left:10%;width:10% frames 2 to 3", "left:40%;width:60% frames 8 to 19",
      ])
    #expect(places(of: "sound", in: text) == ["left:0%;width:50% sound 0 to 9"])
    #expect(text.contains(/class="beyond p\d+"/) && text.contains("{left:50%;width:50%}"))
    #expect(!text.contains("style=\""))
  }

  /// Where the marks of a kind lie by the page's own style sheet, each with its title.
  private func places(of kind: String, in page: String) -> [String] {
    page.matches(of: /class="(\w+) (p\d+)" title="([^"]+)"/).filter { $0.1 == kind }.map { mark in
      let rule = page.matches(of: /\.(p\d+)\{([^}]+)\}/).first { $0.1 == mark.2 }
      return "\(rule?.2 ?? "") \(mark.3)"
    }
  }

  @Test("a row has both pictures, the map and a slider, or says which it lacks")
  func rows() {
    let full = DifferenceSection.Row(
      title: "frame 2", frame: 2, expected: picture, actual: picture, heatMap: picture,
      measures: [("PSNR", "31 dB")])
    let text = page([section("a", rows: [full])])
    #expect(text.matches(of: /data:image\/png;base64,AQID/).count == 3)
    #expect(text.contains("class=\"slider\"") && text.contains("<th>PSNR</th><td>31 dB</td>"))
    #expect(text.contains("<figcaption>old</figcaption>") && text.contains("00:00:00:02"))
    let half = page([
      section("a", rows: [DifferenceSection.Row(title: "frame 2", frame: 2, actual: picture)])
    ])
    #expect(half.matches(of: /no picture<\/div>/).count == 2)
    #expect(!half.contains("class=\"slider\""))
  }
}
