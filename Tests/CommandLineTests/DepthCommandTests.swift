import Foundation
import LibAV
import PlanModel
import Raster
import Rendering
import Testing
import Workspace

@testable import CommandLineInterface

/// Movies of 10 bits from the project to the file, against numbers that are computed here.
@Suite("movies of 10 bits", .timeLimit(.minutes(60)))
struct DepthCommandTests {
  private static func project(
    _ size: String = "64x36", rate: Int = 10, media: String, tracks: String,
    video: String = "\"bitDepth\": 10, \"preset\": \"ultrafast\", \"crf\": 0", more: String = "",
    groups: String = ""
  ) -> String {
    """
    { "cutlist": 1,
      "groups": { \(groups) },
      "output": { "size": "\(size)", "frameRate": \(rate), "video": { \(video) }\(more) },
      "media": { \(media) },
      "tracks": [ \(tracks) ] }
    """
  }

  private func edit(_ sandbox: Sandbox, _ text: String) throws -> ComposedEdit {
    try ComposedEdit(try sandbox.write("a.json", text))
  }

  private func codes(_ image: Image, _ plane: Int, _ y: Int) -> [Int] {
    let row = image.row(plane, y, as: UInt16.self)
    return row.indices.map { Int(row[$0]) }
  }

  private func all(_ image: Image, _ plane: Int) -> [Int] {
    (0..<image.height(of: plane)).flatMap { codes(image, plane, $0) }
  }

  /// Pictures of a movie, decoded by libav from start to end: rows of words of each plane.
  private func decoded(_ path: String) throws -> (format: Set<String>, pictures: [[[Int]]]) {
    var input = try InputFile(path: path)
    let stream = try #require(input.streams.first { $0.kind == .video })
    var decoder = try Decoder(input, stream: stream.index)
    var (formats, pictures): (Set<String>, [[[Int]]]) = ([], [])
    func take(_ decoder: inout Decoder) throws {
      while case .frame(let frame) = try decoder.receiveVideo() {
        formats.insert(frame.formatName)
        pictures.append(
          (0..<3).map { plane in
            (0..<(plane == 0 ? frame.height : (frame.height + 1) / 2)).flatMap { y in
              let row = frame.row(y, ofPlane: plane)
              return (0..<row.count / 2).map { Int(row[2 * $0]) | Int(row[2 * $0 + 1]) << 8 }
            }
          })
      }
    }
    while let packet = try input.readPacket() {
      guard packet.streamIndex == stream.index else { continue }
      _ = try decoder.send(packet)
      try take(&decoder)
    }
    _ = try decoder.sendEnd()
    try take(&decoder)
    return (formats, pictures)
  }

  @Test("a gradient has each code of 10 bits, in the composed picture and in the decoded movie")
  func gradient() throws {
    let sandbox = try Sandbox()
    let text = Self.project(
      "2048x16", media: #""g": { "generate": "gradient", "from": "black", "to": "white" }"#,
      tracks: #"{ "video": [ { "clip": "g", "duration": "0.3s" } ] }"#)
    let image = try edit(sandbox, text).image(0)
    #expect(image.format == .yuv420p10)
    let exact = (0..<2048).map { 64 + 876 * Double($0) / 2047 }
    for y in 0..<16 {
      #expect(zip(codes(image, 0, y), exact).allSatisfy { abs(Double($0) - $1) < 1 })
    }
    #expect(Set(all(image, 0)) == Set(64...940))

    let run = sandbox.render("a.json", to: "a.mp4", "--verify")
    #expect(run.status == 0, "\(run.messages)")
    let movie = try decoded(sandbox.file("a.mp4"))
    #expect(movie.format == ["yuv420p10le"] && movie.pictures.count == 3)
    for picture in movie.pictures {
      let expected = (0..<3).map { all(image, $0) }
      for (found, wanted) in zip(picture, expected) {
        #expect(found.count == wanted.count)
        #expect(zip(found, wanted).allSatisfy { abs($0 - $1) <= 4 })
      }
      // 8 bits would have 220.
      #expect(Set(picture[0]).count > 850)
    }
  }

  @Test("a slow fade has a step for each code of 10 bits, each the exact one or its neighbour")
  func fade() throws {
    let sandbox = try Sandbox()
    let edit = try edit(
      sandbox,
      Self.project(
        "16x16", rate: 100, media: #""w": { "color": "white" }"#,
        tracks: #"{ "video": [ { "clip": "w", "duration": "5s", "fade": { "in": "4.5s" } } ] }"#))
    var seen: Set<Int> = []
    for frame in 0..<450 {
      let image = try edit.image(frame)
      let exact = 64 + 876 * Double(frame) / 450
      let codes = all(image, 0)
      // Weights have 15 bits.
      #expect(codes.allSatisfy { abs(Double($0) - exact) < 1.03 }, "\(frame)")
      let mean = Double(codes.reduce(0, +)) / Double(codes.count)
      #expect(abs(mean - exact) < 0.1, "\(frame)")
      seen.formUnion(codes)
      #expect(all(image, 1).allSatisfy { $0 == 512 })
    }
    #expect(seen.isSuperset(of: 64...939))
  }

  @Test("a dissolve of two colours is the exact mixture of their codes of 10 bits")
  func dissolve() throws {
    let sandbox = try Sandbox()
    let edit = try edit(
      sandbox,
      Self.project(
        "32x16", rate: 25, media: ##""r": { "color": "#ff0000" }, "t": { "color": "#204060" }"##,
        tracks: """
          { "video": [ { "clip": "r", "duration": "2s" },
            { "transition": "dissolve", "duration": "2s" }, { "clip": "t", "duration": "2s" } ] }
          """))
    // BT.709 of (255, 0, 0) and (32, 64, 96), times 4.
    let (from, to) = ([250, 409, 960], [268, 581, 451])
    #expect((0..<3).map { plane in codesOf(edit, 0, plane) } == from.map { [$0] })
    #expect((0..<3).map { plane in codesOf(edit, 99, plane) } == to.map { [$0] })
    for frame in 25..<75 {
      let share = Double(frame - 25) / 50
      let image = try edit.image(frame)
      for plane in 0..<3 {
        let exact = Double(from[plane]) * (1 - share) + Double(to[plane]) * share
        let found = all(image, plane)
        #expect(found.allSatisfy { abs(Double($0) - exact) < 1.03 })
        let mean = Double(found.reduce(0, +)) / Double(found.count)
        #expect(abs(mean - exact) < 0.12, "frame \(frame), plane \(plane)")
      }
    }
  }

  private func codesOf(_ edit: ComposedEdit, _ frame: Int, _ plane: Int) -> [Int] {
    guard let image = try? edit.image(frame) else { return [] }
    return Set(all(image, plane)).sorted()
  }

  @Test("backgrounds, colours, shapes, texts and groups have codes of 10 bits, not multiples of 4")
  func colors() throws {
    let sandbox = try Sandbox()
    // 64 + 876 · (0.2126 · 255 + 0.7152 · 99 + 0.0722 · 71) / 255 = 510.7…, and so on.
    let (red, green, blue) = (1.0, 99.0 / 255, 71.0 / 255)
    let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    let expected = [
      64 + 876 * luma, 512 + 896 * (blue - luma) / 1.8556, 512 + 896 * (red - luma) / 1.5748,
    ].map { Int(($0 + 0.5).rounded(.down)) }
    #expect(expected == [511, 400, 791])
    let cases = [
      (
        ##""c": { "color": "#ff6347" }"##, #"{ "video": [ { "clip": "c", "duration": "1s" } ] }"#,
        ""
      ),
      (
        #""c": { "color": "white" }"#,
        #"{ "video": [ { "clip": "c", "at": "1s", "duration": "1s" } ] }"#,
        ##", "background": "#ff6347""##
      ),
      (
        #""c": { "color": "black" }"#,
        """
        { "video": [ { "clip": "c", "duration": "1s" } ] },
        { "titles": [ { "duration": "1s", "text": "\\u2588", "font": "DejaVu Sans", "size": 400,
                        "color": "#ff6347", "position": ["50%", "50%"] } ] }
        """, ""
      ),
      (
        ##""c": { "color": "#ff6347" }"##,
        """
        { "video": [ { "clip": "inside", "scale": 1.5, "duration": "1s" } ] }
        """, ""
      ),
    ]
    for (media, tracks, more) in cases {
      let edit = try edit(
        sandbox,
        Self.project(
          media: media, tracks: tracks, more: more,
          groups: #""inside": { "tracks": [ { "video": [ { "clip": "c", "duration": "1s" } ] } ] }"#
        ))
      let image = try edit.image(0)
      #expect(image.format == .yuv420p10)
      let found = [codes(image, 0, 18)[32], codes(image, 1, 9)[16], codes(image, 2, 9)[16]]
      #expect(found == expected, "\(media) \(tracks)")
    }
  }

  @Test("a movie of 10 bits is a source whose every sample is kept, and moves between codes")
  func source() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "make.json",
      Self.project(
        media: ##""g": { "generate": "gradient", "from": "#102030", "to": "#e0d0c0" }"##,
        tracks: #"{ "video": [ { "clip": "g", "duration": "0.4s" } ] }"#))
    #expect(sandbox.render("make.json", to: "source.mp4").status == 0)
    let source = try decoded(sandbox.file("source.mp4"))
    #expect(source.format == ["yuv420p10le"])
    let plain = try edit(
      sandbox,
      Self.project(
        media: #""s": "source.mp4""#, tracks: #"{ "video": [ { "clip": "s" } ] }"#))
    for (number, picture) in source.pictures.enumerated() {
      let image = try plain.image(number)
      #expect((0..<3).map { all(image, $0) } == picture, "frame \(number)")
    }
    // In 8 bits it is dithered.
    let shallow = try edit(
      sandbox,
      Self.project(
        media: #""s": "source.mp4""#, tracks: #"{ "video": [ { "clip": "s" } ] }"#,
        video: #""preset": "ultrafast""#)
    ).image(0)
    #expect(shallow.format == .yuv420p8)
    let row = shallow.row(0, 9)
    for x in row.indices { #expect(abs(4 * Int(row[x]) - source.pictures[0][0][9 * 64 + x]) < 4) }
    // As large again it has codes of 10 bits between its own.
    let larger = try edit(
      sandbox,
      Self.project(
        "128x72", media: #""s": "source.mp4""#, tracks: #"{ "video": [ { "clip": "s" } ] }"#)
    ).image(0)
    let codes = all(larger, 0)
    #expect(Set(codes).count > 100 && Set(codes.map { $0 % 4 }).count == 4)
  }

  /// Everything at once: a source of 10 bits, a title, a group, a mask, effects, a key and a nested project.
  private func rich(_ sandbox: Sandbox) throws -> String {
    try sandbox.write(
      "make.json",
      Self.project(
        media: #""c": { "generate": "counter" }"#,
        tracks: #"{ "video": [ { "clip": "c", "duration": "5s" } ] }"#))
    try #require(sandbox.render("make.json", to: "source.mp4").status == 0)
    try sandbox.write(
      "inner.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10 },
        "media": { "b": { "generate": "bars" } },
        "tracks": [ { "video": [ { "clip": "b", "duration": "3s", "fade": { "in": "2s" } } ] } ] }
      """)
    return try sandbox.write(
      "rich.json",
      Self.project(
        media: """
          "s": "source.mp4", "n": { "project": "inner.json" },
          "g": { "generate": "gradient", "from": "#001020", "to": "#f0e0d0" }
          """,
        tracks: """
          { "video": [
            { "clip": "s", "duration": "3s", "muted": true,
              "effects": [ { "effect": "blur", "radius": 0.05 } ] },
            { "transition": "wipe", "direction": "left", "duration": "1s" },
            { "clip": "n", "in": "0.5s", "duration": "2s" } ] },
          { "video": [ { "clip": "g", "at": "1s", "duration": "2s", "opacity": 0.5, "scale": 0.7,
                         "rotation": 20, "blend": "multiply",
                         "effects": [ { "effect": "saturation", "amount": 1.4 } ] } ] },
          { "video": [ { "clip": "keyed", "at": "2s", "duration": "2s",
              "effects": [ { "effect": "mask", "shape": "ellipse", "feather": 0.02 } ] } ] },
          { "titles": [ { "at": "0.5s", "duration": "3s", "text": "Depth", "font": "DejaVu Sans",
                          "size": 14, "fade": { "in": "1s" } } ] }
          """,
        video: #""bitDepth": 10, "preset": "ultrafast", "gop": "10f""#,
        groups: ##"""
          "keyed": { "tracks": [ { "video": [ { "clip": "s", "in": "2s", "duration": "2s",
            "effects": [ { "effect": "chroma-key", "color": "#40a040" } ] } ] } ] }
          """##))
  }

  @Test(
    "the bytes of a movie of 10 bits depend on neither workers, caches, plans nor interruptions")
  func sameBytes() throws {
    let sandbox = try Sandbox()
    let project = try rich(sandbox)
    let first = sandbox.render("rich.json", to: "first.mp4", "--jobs", "1", "--verify")
    #expect(first.status == 0, "\(first.messages)")
    let bytes = try sandbox.bytes("first.mp4")
    for jobs in ["2", "4"] {
      let run = sandbox.run(
        "render", project, "-o", sandbox.file("jobs.mp4"), "--jobs", jobs, "--no-cache")
      #expect(run.status == 0, "\(run.messages)")
      #expect(try sandbox.bytes("jobs.mp4") == bytes, "\(jobs) workers")
    }
    // What is left of the store after an interruption.
    for (number, name) in sandbox.files(below: "cache", ending: "").enumerated() {
      let file = URL(fileURLWithPath: sandbox.file("cache/" + name))
      let isFile = try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile
      if isFile == true, number % 3 == 0 { try FileManager.default.removeItem(at: file) }
    }
    #expect(sandbox.render("rich.json", to: "resumed.mp4").status == 0)
    #expect(try sandbox.bytes("resumed.mp4") == bytes)
    let plan = sandbox.file("rich.plan.json")
    #expect(sandbox.run("plan", project, "--write", plan).status == 0)
    let planned = sandbox.run(
      "render", "--plan", plan, "-o", sandbox.file("plan.mp4"), "--no-cache")
    #expect(planned.status == 0, "\(planned.messages)")
    #expect(try sandbox.bytes("plan.mp4") == bytes)
    let movie = try decoded(sandbox.file("first.mp4"))
    #expect(movie.format == ["yuv420p10le"] && movie.pictures.count == 50)
  }

  @Test("what says nothing of depth has plans without it, and other chunks than 10 bits")
  func usual() throws {
    let sandbox = try Sandbox()
    func plan(_ video: String) throws -> (text: String, plan: RenderPlan) {
      let path = try sandbox.write(
        "p.json",
        Self.project(
          media: #""c": { "color": "white" }"#,
          tracks: #"{ "video": [ { "clip": "c", "duration": "1s" } ] }"#, video: video))
      let name = sandbox.file("p.plan.json")
      try #require(sandbox.run("plan", path, "--write", name).status == 0)
      return (
        String(decoding: try sandbox.bytes("p.plan.json"), as: UTF8.self),
        try ComposedEdit(path).plan
      )
    }
    let (plain, eight, ten) = (
      try plan(#""crf": 20"#), try plan(#""crf": 20, "bitDepth": 8"#),
      try plan(#""crf": 20, "bitDepth": 10"#)
    )
    #expect(plain.text == eight.text && !plain.text.contains("bitDepth"))
    #expect(ten.text.contains("\"bitDepth\": 10"))
    func keys(_ plan: RenderPlan) -> [String] { plan.pictureKeys { _ in "" } }
    #expect(keys(plain.plan) == keys(eight.plan) && keys(plain.plan) != keys(ten.plan))
    #expect(
      MemoryEstimate(ten.plan).bytesPerFrame == 2 * MemoryEstimate(plain.plan).bytesPerFrame)
    #expect(MemoryEstimate(ten.plan).bytesPerWorker > MemoryEstimate(plain.plan).bytesPerWorker)
  }

  @Test("depths that there are not, and profiles without them, are findings with a way out")
  func refused() throws {
    let sandbox = try Sandbox()
    func said(_ video: String) throws -> String {
      let path = try sandbox.write(
        "a.json",
        Self.project(
          media: #""c": { "color": "white" }"#,
          tracks: #"{ "video": [ { "clip": "c", "duration": "1s" } ] }"#, video: video))
      return sandbox.run("check", path, "--no-cache").messages
    }
    let twelve = try said(#""bitDepth": 12"#)
    #expect(twelve.contains("one of 8, 10"), "\(twelve)")
    let words = try said(#""bitDepth": "10 bit""#)
    #expect(words.contains("fix: write 10") || words.contains("10"), "\(words)")
    let high = try said(#""bitDepth": 10, "profile": "high""#)
    #expect(high.contains("the profile \"high\" has no pictures of 10 bits"), "\(high)")
    #expect(try said(#""bitDepth": 10, "profile": "high10", "crf": 0"#).contains("nothing wrong"))
    #expect(try said(#""profile": "high10""#).contains("has no pictures of 8 bits"))
  }

  @Test("a tolerance of a movie of 10 bits is measured on the kept picture, which has 8")
  func tolerance() throws {
    let sandbox = try Sandbox()
    func write(_ color: String) throws -> String {
      try sandbox.write(
        "a.json",
        """
        { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "video": { "bitDepth": 10 } },
          "media": { "c": { "color": "\(color)" } },
          "expect": { "golden": { "frames": [ "0.5s" ], "pictures": [ "0.5s" ], "sound": false },
                      "tolerance": { "psnr": 40 } },
          "tracks": [ { "video": [ { "clip": "c", "duration": "1s" } ] } ] }
        """)
    }
    let path = try write("#204060")
    #expect(GalleryRun(["test", "--update", path]).status == 0)
    try FileManager.default.removeItem(atPath: sandbox.file("golden/a.plan.txt"))
    _ = try write("#224260")
    let close = GalleryRun(["test", path])
    #expect(close.status == 0 && close.printed.contains("within the tolerance"), "\(close.printed)")
    _ = try write("#80a0c0")
    let far = GalleryRun(["test", path])
    #expect(far.status == 1 && far.printed.contains("dB, at least 40"), "\(far.printed)")
  }

  @Test("single pictures, explanations and comparisons of 10 bits")
  func others() throws {
    let sandbox = try Sandbox()
    func write(_ name: String, _ depth: Int) throws -> String {
      try sandbox.write(
        name,
        Self.project(
          media: ##""c": { "color": "#ff0000" }"##,
          tracks: #"{ "video": [ { "clip": "c", "duration": "1s" } ] }"#,
          video: "\"bitDepth\": \(depth)"))
    }
    let (deep, shallow) = (try write("deep.json", 10), try write("shallow.json", 8))
    let frame = sandbox.run("frame", deep, "--frame", "0", "-o", sandbox.file("f.png"))
    #expect(frame.status == 0, "\(frame.messages)")
    let explained = sandbox.run("explain", deep, "--frame", "0", "--pixel", "3,5")
    #expect(explained.output.contains("Y′CbCr 250 409 960, RGB 255 0 0"), "\(explained)")
    let sheet = sandbox.run("sheet", deep, "-o", sandbox.file("s.png"))
    #expect(sheet.status == 0, "\(sheet.messages)")
    let compared = sandbox.run("compare", shallow, deep)
    #expect(compared.status != 2 && compared.status != 3, "\(compared.messages)")
    #expect(compared.output.contains("10") || !compared.output.isEmpty, "\(compared.output)")
    let same = sandbox.run("compare", deep, deep)
    #expect(same.status == 0, "\(same.messages)")
  }
}
