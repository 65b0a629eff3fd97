import Foundation
import Testing

@Suite("Pictures of what was")
struct CommittedPictureTests {
  private func project(_ color: String, media: String = "") -> String {
    """
    { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10 },
      "media": { "color": { "color": "\(color)" }\(media) },
      "tracks": [ { "video": [ { "clip": "color", "duration": "1s" } ] } ],
      "expect": { "golden": { "frames": ["0.2s"], "pictures": [] } } }
    """
  }

  /// A repository with a tested project of which no picture is kept.
  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox.withRepository()
    try sandbox.write("films/day.json", project("#204060"))
    #expect(test(sandbox, "--update").status == 0)
    return sandbox
  }

  @discardableResult
  private func test(_ sandbox: Sandbox, _ words: String...) -> Outcome {
    sandbox.run(["test", sandbox.file("films/day.json")] + words)
  }

  private func page(_ sandbox: Sandbox) throws -> String {
    #expect(test(sandbox, "--html", sandbox.file("page.html")).status == 1)
    return String(decoding: try sandbox.bytes("page.html"), as: UTF8.self)
  }

  @Test("the page shows the frame as it was in the commit that wrote the record")
  func composed() throws {
    let sandbox = try sandbox()
    try sandbox.commit([:], "kept")
    // Neither a later commit of the project nor what is on the disk is what was kept.
    try sandbox.commit(["day.json": project("#602040")], "later")
    try sandbox.write("films/day.json", project("#406020"))
    let shown = try page(sandbox)
    #expect(shown.contains("expected, composed from commit "))
    // Expected, actual and the map of where they differ; the slider takes the first two.
    #expect(shown.matches(of: /src="data:image\/png/).count == 3)
    #expect(!shown.contains("no picture"))
  }

  @Test("what cannot be composed as it was is not shown, and the page says why")
  func reasons() throws {
    let sandbox = try sandbox()
    try sandbox.write("films/day.json", project("#406020"))
    #expect(
      try page(sandbox).contains("no picture<small>there is no revision &#39;HEAD&#39; in"))
    // A record that was written for what was never committed.
    try sandbox.commit([:], "too late")
    #expect(try page(sandbox).contains("shows another picture with what is there today</small>"))
    let outside = try sandbox.write("day.json", project("#204060"))
    #expect(sandbox.run("test", "--update", outside).status == 0)
    try sandbox.write("day.json", project("#406020"))
    #expect(sandbox.run("test", outside, "--html", sandbox.file("page.html")).status == 1)
    let shown = String(decoding: try sandbox.bytes("page.html"), as: UTF8.self)
    #expect(shown.contains("is in no git repository</small>"), "\(shown.suffix(3000))")
  }
}
