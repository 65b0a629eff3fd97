import Foundation
import Testing

@Suite("inspect and sheet")
struct InspectCommandTests {
  private func page(_ project: String) throws -> String {
    let sandbox = try Sandbox()
    let path = GalleryProject(description: project).file.path
    let outcome = sandbox.run("inspect", path, "-o", sandbox.file("page.html"))
    try #require(outcome.status == 0, "\(outcome.messages)")
    return try String(decoding: sandbox.bytes("page.html"), as: UTF8.self)
  }

  @Test("every item and transition of the edit is there, tags match, and nothing is fetched")
  func elements() throws {
    let text = try page("push/push")
    let project = try String(
      contentsOf: GalleryProject(description: "push/push").file, encoding: .utf8)
    #expect(
      text.matches(of: /<div class="item (video|audio) p\d+"/).count
        == project.matches(of: /"clip": "/).count)
    #expect(
      text.matches(of: /<div class="transition p\d+"/).count
        == project.matches(of: /"transition":/).count)
    #expect(unmatchedTags(of: text) == [])
    #expect(!text.contains("://") && !text.contains("url("))
    let pictures = text.matches(of: /data:image\/jpeg;base64,([A-Za-z0-9+\/=]+)"/)
    #expect(pictures.count >= 4)
    for picture in pictures {
      let bytes = try #require(Data(base64Encoded: String(picture.1)))
      #expect(bytes.prefix(2) == Data([0xff, 0xd8]) && bytes.suffix(2) == Data([0xff, 0xd9]))
    }
  }

  @Test("an item stands where it is in the movie")
  func places() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "a.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": { "declick": 0 } },
        "media": { "red": { "color": "#f00" }, "tone": { "generate": "tone" } },
        "tracks": [
          { "video": [ { "clip": "red", "at": "1s", "duration": "2s" } ] },
          { "id": "a<b", "audio": [
            { "clip": "tone", "duration": "4s", "gain": 0.5, "fadeIn": "1s" } ] } ] }
      """)
    let outcome = sandbox.run(
      "inspect", sandbox.file("a.json"), "-o", sandbox.file("a.html"), "--silence",
      "sound-after-picture")
    #expect(outcome.status == 0 && outcome.messages.hasPrefix("wrote "))
    let text = try String(decoding: sandbox.bytes("a.html"), as: UTF8.self)
    #expect(try place(of: "item video", in: text) == "left:25%;width:50%")
    #expect(try place(of: "item audio", in: text) == "left:0%;width:100%")
    #expect(!text.contains("style=\""))
    #expect(text.contains("at 4:18") && text.contains("a&lt;b") && !text.contains("a<b"))
    // Gain rises from 0 to a half of the height and stays.
    let line = try #require(text.firstMatch(of: /<polyline points="([^"]+)"/)?.1)
    let points = line.split(separator: " ").map {
      $0.split(separator: ",").compactMap { Double($0) }
    }
    #expect(points.first == [0, 39] && points.last == [1000, 20])
    #expect(points.contains { abs($0[0] - 125) < 9 && abs($0[1] - 29.5) < 1 })
  }

  @Test("markers stand on the ruler, and notes are shown with what they are about")
  func notes() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "a.json",
      """
      { "cutlist": 1, "note": "for <Ann>", "output": { "size": "64x36", "frameRate": 10 },
        "media": { "red": { "color": "#f00", "note": "stock" } },
        "tracks": [ { "note": "b-roll", "video": [
          { "clip": "red", "duration": "2s", "note": "too long?" },
          { "transition": "dissolve", "duration": "1s", "note": "soft" },
          { "clip": "red", "duration": "2s" } ] } ],
        "markers": [ { "at": "1s", "name": "<b>", "color": "#12f", "note": "cut here" },
          { "at": "4s" } ] }
      """)
    let outcome = sandbox.run("inspect", sandbox.file("a.json"), "-o", sandbox.file("a.html"))
    try #require(outcome.status == 0, "\(outcome.messages)")
    let text = try String(decoding: sandbox.bytes("a.html"), as: UTF8.self)
    #expect(unmatchedTags(of: text) == [] && !text.contains("style=\""))
    let marker = try #require(
      text.firstMatch(of: /<span class="marker (p\d+) (p\d+)" title="([^"]*)">([^<]*)<\/span>/))
    #expect(text.contains(".\(marker.1){left:25%}\n"))
    #expect(text.contains(".\(marker.2){border-color:#1122ff}\n"))
    #expect(marker.3 == "&lt;b&gt;\n00:00:01:00, frame 10\ncut here\nat 7:16")
    #expect(marker.4 == "&lt;b&gt;")
    // At the end there is no room to the right.
    #expect(
      text.firstMatch(of: /<span class="marker late p\d+" title="00:00:04:00, frame 40/) != nil)
    #expect(text.contains("<p class=\"note\">for &lt;Ann&gt;</p>"))
    for pattern in [
      /<small>b-roll<\/small>/, /title="red[^"]*\ntoo long\?\nstock\n/,
      /title="dissolve[^"]*\nsoft\n/,
      /<td>&lt;b&gt;<\/td><td>7:16<\/td><td>00:00:01:00<\/td><td><a href="#frame=10">10<\/a><\/td><td>cut here<\/td>/,
    ] {
      #expect(text.firstMatch(of: pattern) != nil)
    }
  }

  @Test("a sound that is split from its picture is marked where it is heard")
  func leads() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "a.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10 },
        "media": { "k": { "generate": "counter" } },
        "tracks": [ { "video": [ { "gap": "1s" },
          { "clip": "k", "in": "3s", "duration": "2s", "audioLead": "0.5s", "audioTail": "-0.3s" },
          { "clip": "k", "in": "3s", "duration": "1s" } ] } ] }
      """)
    let outcome = sandbox.run("inspect", sandbox.file("a.json"), "-o", sandbox.file("a.html"))
    try #require(outcome.status == 0, "\(outcome.messages)")
    let text = try String(decoding: sandbox.bytes("a.html"), as: UTF8.self)
    // Frames 5 to 26 of 40.
    #expect(try place(of: "heard", in: text) == "left:12.5%;width:55%")
    #expect(text.matches(of: /<div class="heard p/).count == 1)
    #expect(
      text.contains(
        "title=\"k\nsound begins 5 frames before its picture begins\n"
          + "sound ends 3 frames before its picture ends\nframes 5 to 26\""))
    // Its shape stands there, and not in the picture.
    #expect(text.firstMatch(of: /<div class="heard [^>]*><svg class="wave"/) != nil)
    #expect(text.matches(of: /<svg class="wave"/).count == 3)
    #expect(text.contains("<td><a href=\"#frame=10\">00:00:01:00</a></td>"))
    #expect(unmatchedTags(of: text) == [])
  }

  @Test("the shape of a sound that goes on in a transition lies where it is heard")
  func shapesInTransitions() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "a.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10 },
        "media": { "k": { "generate": "counter" } },
        "tracks": [ { "video": [ { "clip": "k", "in": "3s", "duration": "2s" },
          { "transition": "dissolve", "duration": "1s" },
          { "clip": "k", "in": "3s", "duration": "4s" } ] } ] }
      """)
    let outcome = sandbox.run("inspect", sandbox.file("a.json"), "-o", sandbox.file("a.html"))
    try #require(outcome.status == 0, "\(outcome.messages)")
    let text = try String(decoding: sandbox.bytes("a.html"), as: UTF8.self)
    let rules = text.matches(of: /\.(p\d+)\{([^}]+)\}/)
    let places = text.matches(of: /<svg class="wave (p\d+)"/).compactMap { wave in
      rules.first { $0.1 == wave.1 }.map { String($0.2) }
    }
    // 2.5 s of 2 s, and 4.5 s of 4 s from half a second before.
    #expect(places == ["left:0%;width:125%", "left:-12.5%;width:112.5%"])
  }

  /// Where the first element of a class lies by the page's own style sheet.
  private func place(of name: String, in page: String) throws -> String {
    let mark = try #require(page.matches(of: /class="([a-z ]+) (p\d+)"/).first { $0.1 == name })
    let rules = page.matches(of: /\.(p\d+)\{([^}]+)\}/)
    return String(try #require(rules.first { $0.1 == mark.2 }).2)
  }

  @Test("the movie's loudness is that of its sound")
  func loudness() throws {
    let sandbox = try Sandbox()
    // EBU Tech 3341: 1 kHz at −23 dBFS on both sides is −23 LUFS.
    try sandbox.write(
      "a.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10 },
        "media": { "tone": { "generate": "tone", "frequency": 1000, "level": 0.070795 } },
        "tracks": [ { "audio": [ { "clip": "tone", "duration": "5s" } ] } ] }
      """)
    sandbox.run("inspect", sandbox.file("a.json"), "-o", sandbox.file("a.html"))
    let text = try String(decoding: sandbox.bytes("a.html"), as: UTF8.self)
    #expect(text.contains("<li>-23 LUFS</li>") && text.contains("true peak -23 dBTP"))
  }

  @Test("a project with errors gives a page of them and status 1")
  func errors() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "a.json", "{ \"cutlist\": 1, \"tracks\": [ { \"video\": [ { \"clip\": \"<none>\" } ] } ] }")
    let outcome = sandbox.run("inspect", sandbox.file("a.json"), "-o", sandbox.file("a.html"))
    #expect(outcome.status == 1)
    let text = try String(decoding: sandbox.bytes("a.html"), as: UTF8.self)
    #expect(text.contains("there is no media &#39;&lt;none&gt;&#39;"))
    #expect(unmatchedTags(of: text) == [])
  }

  @Test(
    "the page marks the frame of its address in a browser",
    .enabled(if: Browser.isThere, "needs a browser"))
  func browser() throws {
    let sandbox = try Sandbox()
    let path = GalleryProject(description: "duck/duck").file.path
    try #require(sandbox.run("inspect", path, "-o", sandbox.file("a.html")).status == 0)
    let shown = try Browser.document(sandbox.file("a.html") + "#frame=25", in: sandbox)
    #expect(shown.contains("frame 25, 2.500 s"))
    let beyond = try Browser.document(sandbox.file("a.html") + "#frame=100000", in: sandbox)
    #expect(beyond.contains("click a track to see the frame"))
  }

  @Test("a sheet has the pictures asked for")
  func sheet() throws {
    let sandbox = try Sandbox()
    let project = try sandbox.write("a.json", Projects.counter(seconds: 2, rate: "30000/1001"))
    let sheet = sandbox.file("a.png")
    for (words, count) in [
      ([], 25), (["--count", "3"], 3), (["--every", "0.5s"], 4), (["--every", "1/1000s"], 60),
      (["--count", "1000"], 60), (["--range", "0s..10f", "--columns", "2"], 10),
    ] {
      let outcome = sandbox.run(["sheet", project, "-o", sheet] + words)
      #expect(outcome.messages.hasPrefix("wrote \(count) pictures to "), "\(words)")
      #expect(try sandbox.bytes("a.png").prefix(4) == Data([0x89, 0x50, 0x4e, 0x47]))
    }
  }

  @Test(
    "what cannot be done is said",
    arguments: [
      (["inspect", "P"], "inspect needs -o FILE.html"),
      (["inspect", "P", "-o", "P"], "a page is written as .html or .htm"),
      (["sheet", "P"], "sheet needs -o FILE.png"),
      (["sheet", "P", "-o", "S", "--every", "0s"], "--every takes a time above 0"),
      (["sheet", "P", "-o", "S", "--every", "1s", "--count", "2"], "--count or --every, not both"),
      (["sheet", "P", "-o", "S", "--columns", "0"], "--columns takes a whole number from 1"),
      (["sheet", "P", "-o", "S", "--width", "90000"], "the limit is 16384"),
    ])
  func refusals(words: [String], message: String) throws {
    let sandbox = try Sandbox()
    let project = try sandbox.write("a.json", Projects.counter(seconds: 1))
    let outcome = sandbox.run(
      words.map { $0 == "P" ? project : $0 == "S" ? sandbox.file("s.png") : $0 })
    #expect(outcome.status == 2)
    #expect(outcome.messages.contains(message), "\(outcome.messages)")
  }
}

@Suite("Movies in the page of inspect")
struct InspectedMovieTests {
  @Test("a movie that is asked for lies in the page, and the page may play it")
  func movie() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("a.json", Projects.counter(seconds: 1, size: "64x36"))
    try #require(sandbox.render("a.json", to: "a.mp4").status == 0)
    let page = sandbox.file("a.html")
    #expect(
      sandbox.run("inspect", path, "-o", page, "--movie", sandbox.file("a.mp4")).status == 0)
    let text = try String(decoding: sandbox.bytes("a.html"), as: UTF8.self)
    #expect(text.contains("media-src data:;"))
    #expect(text.contains(try sandbox.bytes("a.mp4").base64EncodedString()))
    #expect(sandbox.run("inspect", path, "-o", page, "--movie", path).status == 2)
    #expect(sandbox.run("inspect", path, "-o", page, "--movie", "none.mp4").status == 2)
    #expect(sandbox.run("inspect", path, "-o", page).status == 0)
    #expect(try !String(decoding: sandbox.bytes("a.html"), as: UTF8.self).contains("media-src"))
  }
}
