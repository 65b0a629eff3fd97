import ScratchFolders
import Testing

@testable import OutputFiles

@Suite("Files that are written")
struct OutputFormTests {
  @Test(
    "a name promises what is written",
    arguments: [
      (OutputForm.movie, "out.mp4", nil), (.movie, "out.MP4", nil),
      (.movie, "out.avi", "'.avi' is not written; a movie is written as .mp4"),
      (.movie, "out", "'out' has no extension; a movie is written as .mp4"),
      (.movie, "out.webm", nil), (.movie, "out-%03d.png", nil), (.movie, "out.wav", nil),
      (.movie, "out.png", "'out-%04d.png', and one by 'cutlist frame'"),
      (.picture, "a.b/c.png", nil), (.picture, ".png", "'.png' has no extension"),
      (.plan, "plan", nil), (.plan, "plan.txt", nil),
      (.plan, "plan.mp4", "is no name for a plan; choose one without '.mp4'"),
      (.page, "x.htm", nil), (.script, "x.sh", nil), (.script, "x", "a script is written as .sh"),
    ] as [(OutputForm, String, String?)])
  func names(form: OutputForm, name: String, words: String?) {
    let fault = form.fault(inName: name)
    #expect((fault == nil) == (words == nil), "\(fault ?? "")")
    if let words { #expect(fault?.contains(words) == true, "\(fault ?? "")") }
  }

  @Test("a file is ours by how it begins; an empty one is nobody's")
  func marks() throws {
    let folder = try ScratchFolder()
    let own = [
      (OutputForm.script, "#!/bin/sh\n# Written by cutlist: x"),
      (.jobRecord, "{\n  \"cutlistFarm\": 1"), (.jobParameters, "{\n  \"Movie\": \"a\""),
      (.hashes, "frame 0 0123456789abcdef\n"), (.resultLines, "{\"event\":\"project\""),
      (.picture, "\u{89}PNG"),
    ]
    for (form, beginning) in own {
      #expect(form.isOurs(try folder.write("empty", "")))
      // A character above 7F is two bytes, and no PNG begins with both.
      #expect(form.isOurs(try folder.write("own", beginning)) == (form != .picture), "\(form)")
      #expect(!form.isOurs(try folder.write("other", "somebody's \(beginning)")), "\(form)")
    }
    // No project is ever replaced.
    #expect(!OutputForm.project.isOurs(try folder.write("p.json", "{ \"cutlist\": 1 }")))
  }
}
