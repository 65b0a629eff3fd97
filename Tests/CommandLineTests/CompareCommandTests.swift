import Foundation
import Testing

@Suite("cutlist compare, and pages of differences")
struct CompareCommandTests {
  private func project(color: String = "#204060", seconds: Int = 2, size: String = "64x36")
    -> String
  {
    """
    { "cutlist": 1, "output": { "size": "\(size)", "frameRate": 10, "video": { "crf": 10 } },
      "media": { "color": { "color": "\(color)" }, "counter": { "generate": "counter" } },
      "tracks": [ { "video": [
        { "clip": "counter", "duration": "1s" }, { "clip": "color", "duration": "\(seconds - 1)s" }
      ] } ] }
    """
  }

  @Test("two versions of a project differ where they were edited")
  func projects() throws {
    let sandbox = try Sandbox()
    let a = try sandbox.write("a.json", project())
    let b = try sandbox.write("b.json", project(color: "#204061"))
    let same = sandbox.run("compare", a, a)
    #expect(same.status == 0)
    #expect(same.output == "\(a) and \(a) are the same: 20 frames and 2 seconds of sound\n")
    let different = sandbox.run("compare", a, b, "--html", sandbox.file("page.html"))
    #expect(different.status == 1)
    #expect(different.output.hasPrefix("\(a) and \(b) differ\n  frames 10..19 of 20 differ (10): "))
    #expect(different.output.split(separator: "\n").count == 2)
    let page = try String(decoding: sandbox.bytes("page.html"), as: UTF8.self)
    #expect(page.contains("frames 10..19 of 20 differ (10)") && unmatchedTags(of: page) == [])
    #expect(page.contains("frame 10 of \(b)") && page.contains("clip 2 of track 1"))
    #expect(!page.contains("://") && page.matches(of: /data:image\/png/).count == 3)
    let data = sandbox.run("compare", a, b, "--json").output
    let document = try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any]
    let frames = document?["frames"] as? [String: Any]
    #expect((frames?["differences"] as? [Any])?.count == 10)
  }

  @Test("a movie is compared at its own size and rate, with a movie or its project")
  func movies() throws {
    let sandbox = try Sandbox()
    let a = try sandbox.write("a.json", project())
    try #require(sandbox.render("a.json", to: "a.mp4").status == 0)
    let movie = sandbox.file("a.mp4")
    let same = sandbox.run("compare", movie, movie)
    #expect(same.output == "\(movie) and \(movie) are the same: 20 frames and 2 seconds of sound\n")
    // The encoder changes pixels and samples, but neither size nor length.
    let coded = sandbox.run("compare", a, movie)
    #expect(coded.status == 1 && !coded.output.contains("the movie's"), "\(coded.output)")
    try sandbox.write("b.json", project(seconds: 3, size: "32x18"))
    let shapes = sandbox.run("compare", movie, sandbox.file("b.json"))
    #expect(shapes.output.contains("the movie's size is 32x18, was 64x36"), "\(shapes.output)")
    #expect(shapes.output.contains("the movie's number of frames is 30, was 20"))
  }

  @Test("what cannot be compared is said")
  func refusals() throws {
    let sandbox = try Sandbox()
    let a = try sandbox.write("a.json", project())
    let text = try sandbox.write("a.txt", "no movie")
    let unread = sandbox.run("compare", a, text)
    #expect(unread.status == 3 && unread.messages.contains("a.txt"), "\(unread.messages)")
    #expect(sandbox.run("compare", a).status == 2)
    let own = sandbox.run("compare", a, a, "--html", a)
    #expect(own.status == 2 && own.messages.contains("a page is written as .html"))
  }

  @Test("the page of a failed test has what was expected, what is, and where they differ")
  func testPage() throws {
    let sandbox = try Sandbox()
    let a = try sandbox.write("a.json", project())
    try #require(sandbox.run("test", "--update", a).status == 0)
    try sandbox.write("a.json", project(color: "#c04060"))
    let outcome = sandbox.run("test", a, "--html", sandbox.file("page.html"))
    #expect(outcome.status == 1)
    let page = try String(decoding: sandbox.bytes("page.html"), as: UTF8.self)
    #expect(unmatchedTags(of: page) == [])
    #expect(page.matches(of: /data:image\/png/).count == 3)
    #expect(page.contains("<th>PSNR</th>") && page.contains("frame 10 of \(a)"))
    sandbox.run("test", "--update", a)
    let passed = sandbox.run("test", a, "--html", sandbox.file("page.html"))
    #expect(passed.status == 0)
    #expect(
      try String(decoding: sandbox.bytes("page.html"), as: UTF8.self).contains("<h2>Passed</h2>"))
  }

  @Test(
    "the slider shows both pictures in a browser", .enabled(if: Browser.isThere, "needs a browser"))
  func slider() throws {
    let sandbox = try Sandbox()
    let a = try sandbox.write("a.json", project())
    let b = try sandbox.write("b.json", project(color: "#204061"))
    sandbox.run("compare", a, b, "--html", sandbox.file("page.html"))
    let shown = try Browser.document(sandbox.file("page.html"), in: sandbox)
    let stack = try #require(shown.firstMatch(of: /(?s)<div class="stack">(.*?)<\/div>/)?.1)
    #expect(stack.matches(of: /src="data:image\/png;base64,/).count == 2)
  }
}
