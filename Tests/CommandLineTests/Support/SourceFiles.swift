import Foundation
import Testing

/// A movie, numbered pictures and a font, made once for all tests that move or change them.
enum SourceFiles {
  private static let made = Result { () throws -> Sandbox in
    let sandbox = try Sandbox()
    let project = try sandbox.write(
      "a.json", Projects.counter(seconds: 1, rate: "10", size: "64x36", gop: 5))
    try #require(
      sandbox.run("render", project, "-o", sandbox.file("clip.mp4"), "--no-cache").status == 0)
    for number in 1...3 {
      let picture = sandbox.file("shot-000\(number).png")
      try #require(sandbox.run("frame", project, "--frame", "\(number)", "-o", picture).status == 0)
    }
    return sandbox
  }

  /// A sandbox with `footage/clip.mp4`, `footage/shots/shot-0001.png` to `0003` and
  /// `footage/letters.ttf`, and the project `work/cut.json` that uses them.
  static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    for folder in ["footage/shots", "work"] { try sandbox.makeFolder(folder) }
    let made = try made.get()
    try sandbox.write("footage/clip.mp4", made.bytes("clip.mp4"))
    for number in 1...3 {
      let name = "shot-000\(number).png"
      try sandbox.write("footage/shots/\(name)", made.bytes(name))
    }
    let font = URL(filePath: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
    try sandbox.write("footage/letters.ttf", Data(contentsOf: font))
    try sandbox.write("work/cut.json", project)
    return sandbox
  }

  static let project = """
    { "cutlist": 1,
      "output": { "size": "64x36", "frameRate": 10, "video": { "preset": "ultrafast" } },
      "media": { "clip": "../footage/clip.mp4",
                 "shots": { "sequence": "../footage/shots/shot-%04d.png" },
                 "noise": { "filter": "testsrc2=size=64x36:rate=10" },
                 "red": { "color": "red" } },
      "tracks": [
        { "video": [ { "clip": "clip", "duration": "0.5s" }, { "clip": "shots" },
                     { "clip": "noise", "duration": "0.2s" }, { "clip": "red", "duration": "0.2s" } ] },
        { "titles": [ { "at": "0.1s", "duration": "0.3s", "text": "A", "size": 20,
                        "font": "../footage/letters.ttf" } ] } ],
      "expect": { "duration": "1.2s" } }

    """
}

extension Sandbox {
  /// A file as text.
  func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }
}
