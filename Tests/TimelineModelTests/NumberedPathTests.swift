import Testing
import TimelineModel

@Suite struct NumberedPathTests {
  @Test(
    "a path with one place for a number gives the names of files",
    arguments: [
      ("shots/frame-%04d.png", 7, "shots/frame-0007.png"),
      ("shots/frame-%04d.png", 12_345, "shots/frame-12345.png"),
      ("frame-####.png", 7, "frame-0007.png"),
      ("a/#.jpg", 10, "a/10.jpg"),
      ("%d", 0, "0"),
      ("%09d.exr", 999_999_999, "999999999.exr"),
      ("take#2_%03d.png", 1, "take#2_001.png"),
      ("100%/x%02d.png", 3, "100%/x03.png"),
      ("sh##t/日本%02d語.png", 3, "sh##t/日本03語.png"),
    ])
  func names(text: String, number: Int, expected: String) throws {
    let path = try #require(NumberedPath(text))
    #expect(path.path(number) == expected)
    let name = String(expected.split(separator: "/").last ?? "")
    #expect(path.number(ofName: name) == number)
    #expect(path.below("/x").path(number) == "/x/" + expected)
    #expect(path.text == text)
  }

  @Test(
    "a path without a place, with two, or with one in a folder is none",
    arguments: [
      "", "frame.png", "frame-0001.png", "%04d/frame.png", "##/frame.png", "a%02d-%02d.png",
      "a##b##.png", "%4d.png", "%00d.png", "%010d.png", "%x.png", "%", "%0", "%04", "a/",
      "##########.png",
    ])
  func refused(text: String) {
    #expect(NumberedPath(text) == nil)
  }

  @Test("only names that a number gives are taken for pictures")
  func otherNames() throws {
    let four = try #require(NumberedPath("shots/frame-%04d.png"))
    for name in [
      "frame-1.png", "frame-00001.png", "frame-1234567890.png", "frame-.png", "frame-12a4.png",
      "frame-0001.jpg", "xframe-0001.png", "frame-0001.png.bak", "frame--001.png", "frame-+001.png",
      "", "frame-٠٠٠١.png",
    ] {
      #expect(four.number(ofName: name) == nil, "\(name)")
    }
    let any = try #require(NumberedPath("%d.png"))
    #expect(any.number(ofName: "007.png") == nil)
    #expect(any.number(ofName: "0.png") == 0)
    // Before and after may not overlap in a name.
    #expect(try #require(NumberedPath("aa%da")).number(ofName: "aa") == nil)
  }

  @Test(
    "the folder is what stands before the last slash",
    arguments: [
      ("a/b/%d.png", "a/b"), ("%d.png", ""), ("/%d.png", "/"), ("/x/%d.png", "/x"),
    ])
  func folder(text: String, expected: String) throws {
    #expect(try #require(NumberedPath(text)).folder == expected)
  }
}
