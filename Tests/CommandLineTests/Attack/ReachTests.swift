import Foundation
import Testing

@testable import CommandLineInterface

/// Projects that reach for what is none of their business.
@Suite("hostile projects: reach", .enabled(if: Trace.isThere, "needs strace"))
struct ReachTests {
  @Test("filters that run code, read, write, listen or call are refused before they are made")
  func filters() throws {
    let folder = try HostileFolder()
    let usual = try folder.usual()
    let out = folder.outside
    let texts = [
      "anullsrc,ladspa=file=./evil.so:p=x", "testsrc,frei0r=filter_name=./evil",
      "testsrc,metadata=mode=print:file=\(out)/precious.txt",
      "testsrc,vmafmotion=stats_file=\(out)/precious.txt", "testsrc,vmafmotion=\(out)/precious.txt",
      "testsrc,zmq=bind_address=tcp\\\\://127.0.0.1\\\\:5599", "anullsrc,azmq",
      "movie=http\\\\\\\\://127.0.0.1/x.mp4", "movie=\(out)/secret.txt", "amovie=\(out)/secret.txt",
      "testsrc,drawtext=textfile=\(out)/secret.txt", "testsrc,subtitles=\(out)/secret.txt",
      "life=\(out)/secret.txt", "life=filename=\(out)/secret.txt", "cellauto=\(out)/secret.txt",
      "life=s=8x8:f\\\\ilename=\(out)/secret.txt", "testsrc,lut3d=\(out)/secret.txt",
      "testsrc,sendcmd=f=\(out)/secret.txt", "flite=textfile=\(out)/secret.txt",
      "flite=1:2:a:\(out)/secret.txt", "testsrc,curves=psfile=\(out)/secret.txt",
      "testsrc,deshake=filename=\(out)/precious.txt", "'mov'ie@a=\(out)/secret.txt",
      "testsrc,split[a][b];[a][b]ssim=stats_file=\(out)/precious.txt", "testsrc,realtime",
    ]
    try folder.write("evil.so", "not a library")
    try folder.project(media: texts.map { "{ \"filter\": \"\($0)\" }" })
    let trace = try folder.trace("check", "a.json")
    #expect(trace.outcome.status == 1)
    let refusals = trace.outcome.messages.components(separatedBy: "[filter-not-allowed]").count - 1
    #expect(refusals == texts.count, "\(trace.outcome.messages)")
    #expect(trace.outcome.messages.contains("--allow-filter ladspa"))
    try folder.expectHarmless(trace, usual: usual)
    #expect(!trace.opened.contains { $0.hasSuffix("evil.so") })
  }

  @Test("media is read as media only: no lists, texts, links in files, pipes or sockets")
  func disguises() throws {
    let folder = try HostileFolder()
    let usual = try folder.usual()
    let out = folder.outside
    let secret = out + "/secret.txt"
    try folder.write("list.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n\(secret)\n")
    try folder.write(
      "list.mp4", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.1/\n")
    try folder.write("list.txt", "ffconcat version 1.0\nfile '\(secret)'\n")
    try folder.write("text.nfo", "a text screen\n")
    try folder.write("session.sdp", "v=0\no=- 0 0 IN IP4 127.0.0.1\nm=video 5599 RTP/AVP 26\n")
    try folder.write("tags.mp4", ";FFMETADATA1\ntitle=a\n")
    try folder.write("words.srt", "1\n00:00:00,000 --> 00:00:01,000\nhello\n")
    try folder.write(
      "manifest.mpd", "<?xml version=\"1.0\"?><MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\"/>")
    try folder.write(
      "picture.svg",
      """
      <?xml version="1.0"?>
      <!DOCTYPE svg [ <!ENTITY a SYSTEM "file://\(secret)"> ]>
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
        xmlns:xi="http://www.w3.org/2001/XInclude" width="64" height="64">
        <image width="64" height="64" xlink:href="file://\(secret)"/>
        <image width="64" height="64" xlink:href="http://127.0.0.1:5599/a.png"/>
        <use xlink:href="file://\(secret)#a"/><xi:include href="\(secret)" parse="text"/>
        <text>&a;</text><style>@import url("file://\(secret)");</style>
      </svg>
      """)
    // libav's reader of bare planes looks for the other two beside the first.
    try folder.write("plane.y", String(repeating: "a", count: 4096))
    try folder.write("pipe.mp4", "")
    try FileManager.default.removeItem(atPath: folder.file("pipe.mp4"))
    try #require(unsafe mkfifo(folder.file("pipe.mp4"), 0o600) == 0)
    // A text by the name of captions is read as captions, in the tests of these.
    let files = [
      "list.m3u8", "list.mp4", "list.txt", "text.nfo", "session.sdp", "tags.mp4",
      "manifest.mpd", "plane.y", "pipe.mp4", "/dev/zero", "/dev/tty", "concat:a|b", "file:a.mp4",
      "http://127.0.0.1:5599/a.mp4", "subfile,,start,0,end,9,,:list.mp4", "data:text/plain,a",
      "tcp://127.0.0.1:5599", "unix:/tmp/a", "pipe:0", "async:list.mp4", "crypto:list.mp4",
    ]
    try folder.project(media: files.map { "\"\($0)\"" })
    let trace = try folder.trace("check", "a.json")
    for (number, file) in files.enumerated() {
      #expect(trace.outcome.messages.contains("'\(file)"), "\(number): \(file)")
    }
    #expect(trace.outcome.messages.contains("\(files.count) errors"), "\(trace.outcome.messages)")
    try folder.expectHarmless(trace, usual: usual)
    #expect(!trace.opened.contains { $0.hasSuffix("pipe.mp4") || $0.hasPrefix("/dev/z") })
    // A picture is a picture; what it names is not fetched.
    try folder.project("svg.json", media: ["\"picture.svg\""])
    let picture = try folder.trace("check", "svg.json")
    try folder.expectHarmless(picture, usual: usual)
  }

  @Test("a movie whose material lies in another file, by its own word, has none")
  func references() throws {
    let folder = try HostileFolder()
    let usual = try folder.usual()
    try folder.write("movie.json", Projects.counter(seconds: 1, size: "64x64"))
    try #require(folder.sandbox.render("project/movie.json", to: "outside/whole.mp4").status == 0)
    folder.outsideCount = 3
    let target = folder.outside + "/whole.mp4"
    let movie = try folder.sandbox.bytes("outside/whole.mp4")
    try folder.write("reference.mov", QuickTimeReference.make(from: movie, to: target))
    try folder.project(media: ["\"reference.mov\""])
    let trace = try folder.trace("check", "a.json")
    try folder.expectHarmless(trace, usual: usual)
    #expect(!trace.named.contains(target))
  }

  @Test("confined, nothing outside is even looked at, and the answer does not tell what is there")
  func confined() throws {
    let folder = try HostileFolder()
    let usual = try folder.usual()
    let out = folder.outside
    try folder.write("make.json", Projects.counter(seconds: 1, size: "64x64"))
    try #require(folder.sandbox.render("project/make.json", to: "outside/film.mp4").status == 0)
    folder.outsideCount = 3
    try FileManager.default.createDirectory(
      atPath: folder.file("pictures"), withIntermediateDirectories: true)
    for (link, target) in [
      ("there.mp4", out + "/film.mp4"), ("gone.mp4", out + "/none.mp4"), ("door", out),
      ("up.mp4", "../outside/film.mp4"), ("pictures/p-1.png", out + "/film.mp4"),
      ("there.ttf", out + "/secret.txt"), ("twice.mp4", "there.mp4"), ("loop.mp4", "loop.mp4"),
    ] {
      try folder.link(link, to: target)
    }
    let names = [
      "there.mp4", "gone.mp4", "up.mp4", "twice.mp4", "door/film.mp4", "door/none.mp4",
      "../outside/film.mp4", "../outside/none.mp4", "../none/film.mp4", "/etc/passwd",
      "/etc/none-at-all", "\(out)/film.mp4", "\(out)/none.mp4", "..", "/",
      "../project/../outside/film.mp4",
    ]
    let media =
      names.map { "\"\($0)\"" } + [
        "{ \"sequence\": \"pictures/p-%d.png\" }",
        "{ \"sequence\": \"\(out)/p-%d.png\" }", "\"loop.mp4\"",
      ]
    let titles = ["there.ttf", "\(out)/secret.ttf", "\(out)/none.ttf"]
      .map { "{ \"duration\": \"1s\", \"text\": \"a\", \"font\": \"\($0)\" }" }
      .joined(separator: ", ")
    try folder.project(media: media, titles: titles)
    for trace in [
      try folder.trace("check", "--confine", "a.json"),
      try folder.trace("check", "a.json", environment: ["CUTLIST_CONFINE": "1"]),
    ] {
      let text = trace.outcome.messages
      let refused = text.components(separatedBy: "which --confine refuses").count - 1
      #expect(refused == names.count + 2 + 3, "\(text)")
      #expect(!text.contains("does not exist"), "\(text)")
      try folder.expectHarmless(trace, usual: usual)
      let looked = trace.named.filter { $0.hasPrefix(out) || $0.hasPrefix("/etc/none") }
      #expect(looked.sorted() == [])
    }
    // The same files, where the command line allows their folder.
    try folder.project(
      "b.json", media: ["\"there.mp4\"", "\"door/film.mp4\"", "\"\(out)/film.mp4\""])
    let allowed = folder.sandbox.run(
      "check", "--confine", "--allow-path", out, folder.file("b.json"))
    #expect(allowed.status == 0, "\(allowed.messages)")
    let media2 = folder.sandbox.run("check", "--confine", "--media", out, folder.file("b.json"))
    #expect(media2.status == 0, "\(media2.messages)")
  }

  @Test("confined, a project that is a link out of its folder is not read")
  func linkedProject() throws {
    let folder = try HostileFolder()
    let usual = try folder.usual()
    try folder.link("a.json", to: folder.outside + "/secret.txt")
    let trace = try folder.trace("check", "--confine", "a.json")
    #expect(trace.outcome.status == 2)
    #expect(trace.outcome.messages.contains("leads outside of its folder"))
    #expect(!trace.outcome.messages.contains(HostileFolder.secret))
    // A search of folders takes no links for projects.
    let search = try folder.trace("test", ".")
    try folder.expectHarmless(search, usual: usual)
  }

  @Test("golden files that are links, or lie in a linked folder, are neither read nor written")
  func golden() throws {
    let folder = try HostileFolder()
    let usual = try folder.usual()
    try FileManager.default.createDirectory(
      atPath: folder.file("golden"), withIntermediateDirectories: true)
    try folder.project("a.json", media: [])
    try folder.link("golden/a.plan.txt", to: folder.outside + "/secret.txt")
    let read = try folder.trace("test", "a.json")
    #expect(read.outcome.output.contains("is a link, which is not followed"), "\(read.outcome)")
    try folder.expectHarmless(read, usual: usual)
    let update = try folder.trace("test", "--update", "a.json")
    #expect(update.outcome.output.contains("is a link, which is not followed"), "\(update.outcome)")
    try folder.expectHarmless(update, usual: usual, writing: ["golden"])
    #expect(try folder.sandbox.bytes("outside/secret.txt") == Data("SECRET-4711\n".utf8))

    try FileManager.default.removeItem(atPath: folder.file("golden"))
    try folder.link("golden", to: folder.outside)
    for words in ["", "--update"] {
      let trace =
        words.isEmpty
        ? try folder.trace("test", "a.json") : try folder.trace("test", words, "a.json")
      #expect(trace.outcome.output.contains("is a link, which is not followed"), "\(trace.outcome)")
      try folder.expectHarmless(trace, usual: usual)
    }
  }
}
