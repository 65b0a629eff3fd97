import Diagnostics
import ProjectFormat
import Testing

/// A mistake as new users make it, and what they are to be told. All texts are written by hand.
struct Mistake: Sendable, CustomTestStringConvertible {
  /// Where in a project that is else right the words stand.
  enum Place: Sendable {
    /// The members of a clip of 4 seconds, after its name.
    case clip
    /// The members of a clip of an audio track.
    case sound
    /// The members of a title, after its text and times.
    case title
    /// What stands in `output`.
    case output
    /// What stands in a video track, before a clip of 4 seconds.
    case items
    /// The tracks.
    case tracks
    /// The whole file.
    case file
  }

  var place: Place
  /// What is written.
  var wrong: String
  /// The words that the finding points at.
  var words: String
  /// What the finding says.
  var message: String
  /// The first way out.
  var fix: String
  /// What stands there afterwards.
  var right: String
  /// Whether `check --fix` may do it.
  var isCertain: Bool
  /// Findings beside that one.
  var others = 0

  init(
    _ place: Place, _ wrong: String, at words: String, _ message: String, fix: String,
    gives right: String, certain isCertain: Bool, others: Int = 0
  ) {
    self.place = place
    self.wrong = wrong
    self.words = words
    self.message = message
    self.fix = fix
    self.right = right
    self.isCertain = isCertain
    self.others = others
  }

  var testDescription: String { wrong }

  func project(_ text: String) -> String {
    func slot(_ wanted: Place, _ other: String) -> String { place == wanted ? text : other }
    if place == .file { return text }
    let clip = "{ \"clip\": \"a\", \"duration\": \"4s\"\(place == .clip ? ", \(text)" : "") }"
    let items = slot(.items, "")
    let sound = "{ \"clip\": \"music\", \"duration\": \"2s\"\(place == .sound ? ", \(text)" : "") }"
    let title =
      "{ \"at\": 0, \"duration\": \"1s\", \"text\": \"Hi\"\(place == .title ? ", \(text)" : "") }"
    let tracks = slot(
      .tracks,
      "{ \"video\": [ \(items)\(clip) ] }, { \"audio\": [ \(sound) ] }, { \"titles\": [ \(title) ] }"
    )
    let music = place == .tracks ? "" : ", \"music\": \"music.mp3\""
    return """
      { "cutlist": 1, "output": { \(slot(.output, "\"size\": \"640x360\"")) },
        "media": { "a": "a.mov"\(music) },
        "tracks": [ \(tracks) ] }
      """
  }
}

@Suite struct MistakeTests {
  /// `"key": value`, with both in one line.
  private static func value(
    _ place: Mistake.Place, _ key: String, _ wrong: String, _ message: String, gives right: String,
    certain: Bool = true
  ) -> Mistake {
    Mistake(
      place, "\"\(key)\": \(wrong)", at: wrong, message, fix: "write \(right)",
      gives: "\"\(key)\": \(right)", certain: certain)
  }

  static let values: [Mistake] = [
    value(.clip, "gain", "-6", "-6 is not a gain", gives: "\"-6dB\""),
    value(
      .clip, "gain", "\"-6\"", "expected a gain, found the string '-6'", gives: "\"-6dB\""),
    value(
      .clip, "gain", "\"-6 DB\"", "expected a gain, found the string '-6 DB'", gives: "\"-6dB\""),
    value(.clip, "gain", "80", "80 is not a gain", gives: "\"80%\"", certain: false),
    value(.clip, "opacity", "50", "50 is not an opacity", gives: "\"50%\"", certain: false),
    value(
      .clip, "opacity", "\"0,5\"", "expected an opacity, found the string '0,5'", gives: "0.5"),
    value(
      .clip, "opacity", "\"50 %\"", "expected an opacity, found the string '50 %'",
      gives: "\"50%\""),
    value(
      .clip, "scale", "\"50%\"", "expected a factor or factors [x, y], found the string '50%'",
      gives: "0.5"),
    value(
      .clip, "rotation", "\"90°\"", "expected an angle in degrees, found the string '90°'",
      gives: "90"),
    value(.clip, "pan", "\"left\"", "expected a pan, found the string 'left'", gives: "-1"),
    value(
      .title, "size", "\"40\"", "expected a font size in pixels, found the string '40'", gives: "40"
    ),
    value(
      .title, "size", "\"40px\"", "expected a font size in pixels, found the string '40px'",
      gives: "40"),
    value(
      .title, "weight", "\"bold\"", "expected a font weight, found the string 'bold'", gives: "700"),
    value(
      .clip, "muted", "\"false\"", "expected true or false, found the string 'false'",
      gives: "false"),
    value(.clip, "fit", "\"Cover\"", "'Cover' is not a way to fit the picture", gives: "\"cover\""),
    value(
      .clip, "position", "{\"x\": 10, \"y\": \"50%\"}",
      "expected a position [x, y], found an object",
      gives: "[10, \"50%\"]"),
    value(
      .clip, "position", "\"center\"", "expected a position [x, y], found the string 'center'",
      gives: "[\"50%\", \"50%\"]"),
    value(.title, "color", "\"darkblue\"", "'darkblue' is not a colour", gives: "\"#00008b\""),
    value(.title, "color", "\"ff8800\"", "'ff8800' is not a colour", gives: "\"#ff8800\""),
    value(.title, "color", "\"Red\"", "'Red' is not a colour", gives: "\"red\""),
    value(
      .title, "color", "\"rgba(255, 0, 0, 0.5)\"", "'rgba(255, 0, 0, 0.5)' is not a colour",
      gives: "\"#ff000080\""),
    value(.output, "size", "[1280, 720]", "expected a size, found an array", gives: "\"1280x720\""),
    value(
      .output, "size", "\"1920×1080\"", "expected a size, found the string '1920×1080'",
      gives: "\"1920x1080\""),
    value(
      .output, "size", "\"1080p\"", "expected a size, found the string '1080p'",
      gives: "\"1920x1080\"", certain: false),
    value(
      .output, "size", "\"1281x721\"",
      "the size 1281x721 cannot be encoded: 1281 is not an even number from 2 to 8192",
      gives: "\"1282x722\"", certain: false),
    value(.output, "frameRate", "\"29,97\"", "'29,97' is not a frame rate", gives: "29.97"),
    value(.output, "frameRate", "\"25 fps\"", "'25 fps' is not a frame rate", gives: "25"),
    value(
      .output, "frameRate", "\"NTSC\"", "'NTSC' is not a frame rate", gives: "\"30000/1001\"",
      certain: false),
    value(
      .output, "audio", "{ \"sampleRate\": 48 }", "48 is not a sample rate", gives: "48000",
      certain: false
    ).at("48", gives: "\"audio\": { \"sampleRate\": 48000 }"),
    value(
      .output, "video", "{ \"bitRate\": \"4 Mbit/s\" }",
      "expected a bit rate, found the string '4 Mbit/s'", gives: "\"4M\""
    ).at("\"4 Mbit/s\"", gives: "\"video\": { \"bitRate\": \"4M\" }"),
  ]

  static let times: [Mistake] =
    [
      ("3sec", "3s", "'sec' is no unit of time; there are s, ms and f (frames)"),
      ("0m30s", "0:30", "the text after the number is no unit of time"),
      ("3 s", "3s", "the text after the number is no unit of time"),
      ("0,5s", "0.5s", "the text after the number is no unit of time"),
      ("500 ms", "500ms", "the text after the number is no unit of time"),
      ("75 frames", "75f", "the text after the number is no unit of time"),
      ("0:0:2:15", "00:00:02:15", "write two digits"),
    ].map { wrong, right, reason in
      Mistake(
        .sound, "\"in\": \"\(wrong)\"", at: "\"\(wrong)\"", "'\(wrong)' is not a time: \(reason)",
        fix: "write \"\(right)\"", gives: "\"in\": \"\(right)\"", certain: true)
    } + [
      Mistake(
        .sound, "\"at\": \"-2s\"", at: "\"-2s\"", "-2s is not a time of 0 or more",
        fix: "write 0: the movie starts there, and nothing starts earlier", gives: "\"at\": 0",
        certain: false),
      Mistake(
        .sound, "\"in\": \"-2s\"", at: "\"-2s\"", "-2s is not a time of 0 or more",
        fix: "write 0: the media starts there, and has nothing earlier", gives: "\"in\": 0",
        certain: false),
    ]

  /// Expressions as other languages write them, pixels for shares, names without their objects.
  static let words: [Mistake] =
    [
      (
        "movie.start + 1s", "{movie.start + 1s}",
        "'movie.start + 1s' is not a time: a number is missing"
      ),
      ("{movie.start + 1s", "{movie.start + 1s}", "a '{' is not closed"),
      ("({movie.start} + 1s", "({movie.start} + 1s)", "a '(' is not closed"),
      ("{movie.start} + 2s − 1s", "{movie.start} + 2s - 1s", "'−' means nothing here"),
    ].map { wrong, right, message in
      Mistake(
        .sound, "\"at\": \"\(wrong)\"", at: "\"\(wrong)\"", message, fix: "write \"\(right)\"",
        gives: "\"at\": \"\(right)\"", certain: true)
    }
    + [
      ("{2 = 3}", "{2 == 3}", "'=' means nothing here; to compare there is '=='"),
      ("{2 > 1 && 1 > 0}", "{2 > 1 and 1 > 0}", "'&' means nothing here; both is said with 'and'"),
      ("{2 > 1||1 > 0}", "{2 > 1 or 1 > 0}", "'|' means nothing here; either is said with 'or'"),
      ("{!true}", "{not true}", "'!' means nothing here; the opposite is said with 'not'"),
      ("{2 === 2}", "{2 == 2}", "'=' means nothing here; to compare there is '=='"),
    ].map { wrong, right, message in
      Mistake(
        .clip, "\"when\": \"\(wrong)\"", at: "\"\(wrong)\"", message, fix: "write \"\(right)\"",
        gives: "\"when\": \"\(right)\"", certain: true)
    }
    + [
      value(
        .clip, "effects", "\"sepia\"", "expected an array of effects, found the string 'sepia'",
        gives: "[{ \"effect\": \"sepia\" }]"),
      value(
        .clip, "effects", "[\"Sepia\"]", "expected an effect, found the string 'Sepia'",
        gives: "{ \"effect\": \"sepia\" }"
      ).at("\"Sepia\"", gives: "\"effects\": [{ \"effect\": \"sepia\" }]"),
      value(
        .sound, "loudness", "16", "16 is not a loudness in LUFS", gives: "-16"),
      value(
        .sound, "channelMap", "{ \"left\": \"L\" }", "'L' is not a loudspeaker",
        gives: "\"left\"", certain: false
      ).at("\"L\"", gives: "\"channelMap\": { \"left\": \"left\" }"),
      Mistake(
        .sound, "\"af\": \"highpass=f=80\"", at: "\"af\"",
        "a clip of an audio track has no key \"af\"",
        fix: "write \"audioFilter\"", gives: "\"audioFilter\": \"highpass=f=80\"", certain: false),
      Mistake(
        .clip, "\"speed\": [{ \"at\": 0, \"speed\": 2 }]", at: "[{ \"at\": 0, \"speed\": 2 }]",
        "expected at least 2 items, found 1", fix: "write \"speed\": 2 for one speed all the time",
        gives: "\"speed\": 2", certain: false),
      // The canvas is 640 pixels wide and 360 high: 12 / 360 and 100 / 640.
      Mistake(
        .clip, "\"effects\": [{ \"effect\": \"blur\", \"radius\": 12 }]", at: "12",
        "12 is not a share of the height",
        fix:
          "if these are pixels of a picture as large as the canvas, whose height is 360, write 0.0333",
        gives: "\"effects\": [{ \"effect\": \"blur\", \"radius\": 0.0333 }]", certain: false),
      Mistake(
        .clip, "\"crop\": { \"left\": 100 }", at: "100", "100 is not a share of the picture",
        fix:
          "if these are pixels of a picture as large as the canvas, whose width is 640, write 0.1563",
        gives: "\"crop\": { \"left\": 0.1563 }", certain: false),
      Mistake(
        .clip, "\"effects\": [{ \"effect\": \"blur\", \"radius\": \"9px\" }]", at: "\"9px\"",
        "expected a share of the height, found the string '9px'", fix: "write 0.025",
        gives: "\"effects\": [{ \"effect\": \"blur\", \"radius\": 0.025 }]", certain: false),
    ]

  /// Keys of other programs: what is wrong, the key, what it becomes.
  static let keys: [Mistake] = [
    Mistake(
      .clip, "\"start\": \"2s\"", at: "\"start\"", "a clip has no key \"start\"",
      fix: "write \"in\"", gives: "\"in\": \"2s\"", certain: false),
    Mistake(
      .clip, "\"volume\": 0.5", at: "\"volume\"", "a clip has no key \"volume\"",
      fix: "write \"gain\"", gives: "\"gain\": 0.5", certain: false),
    Mistake(
      .clip, "\"fadein\": \"1s\"", at: "\"fadein\"", "a clip has no key \"fadein\"",
      fix: "write \"fadeIn\"", gives: "\"fadeIn\": \"1s\"", certain: true),
    Mistake(
      .title, "\"colour\": \"red\"", at: "\"colour\"", "a title has no key \"colour\"",
      fix: "write \"color\"", gives: "\"color\": \"red\"", certain: true),
    Mistake(
      .title, "\"fontSize\": 40", at: "\"fontSize\"", "a title has no key \"fontSize\"",
      fix: "write \"size\"", gives: "\"size\": 40", certain: false),
    Mistake(
      .output, "\"fps\": 25", at: "\"fps\"", "the output has no key \"fps\"",
      fix: "write \"frameRate\"", gives: "\"frameRate\": 25", certain: false),
    Mistake(
      .output, "\"resolution\": \"640x360\"", at: "\"resolution\"",
      "the output has no key \"resolution\"", fix: "write \"size\"", gives: "\"size\": \"640x360\"",
      certain: false),
    Mistake(
      .output, "\"width\": 640, \"height\": 360", at: "\"width\"",
      "the output has no key \"width\"",
      fix: "write \"size\": \"640x360\"", gives: "\"size\": \"640x360\"", certain: false, others: 1),
    Mistake(
      .clip, "\"x\": 100, \"y\": \"50%\"", at: "\"x\"", "a clip has no key \"x\"",
      fix: "write \"position\": [100, \"50%\"]", gives: "\"position\": [100, \"50%\"]",
      certain: false, others: 1),
    Mistake(
      .clip, "\"gain\": null", at: "null", "expected a gain, found null", fix: "leave out \"gain\"",
      gives: "", certain: false),
    Mistake(
      .items, "{ \"src\": \"a\", \"duration\": \"2s\" }, ", at: "\"src\"",
      "a track's item needs one of \"clip\", \"gap\", \"transition\"", fix: "write \"clip\"",
      gives: "{ \"clip\": \"a\", \"duration\": \"2s\" }, ", certain: false),
    Mistake(
      .items, "{ \"type\": \"dissolve\", \"duration\": \"1s\" }, ", at: "\"type\"",
      "a track's item needs one of \"clip\", \"gap\", \"transition\"", fix: "write \"transition\"",
      gives: "{ \"transition\": \"dissolve\", \"duration\": \"1s\" }, ", certain: false),
    Mistake(
      .items, "{ \"clip\": \"A\", \"duration\": \"2s\" }, ", at: "\"A\"", "there is no media 'A'",
      fix: "write \"a\"", gives: "{ \"clip\": \"a\", \"duration\": \"2s\" }, ", certain: true),
    Mistake(
      .items, "{ \"clip\": \"a.mov\", \"duration\": \"2s\" }, ", at: "\"a.mov\"",
      "there is no media 'a.mov'", fix: "did you mean \"a\"?",
      gives: "{ \"clip\": \"a\", \"duration\": \"2s\" }, ", certain: false),
    Mistake(
      .items, "{ \"clip\": \"a\", \"in\": \"3s\", \"out\": \"1s\" }, ", at: "\"1s\"",
      "clip 'a' ends at 1s of its media, which is not after its start at 3s",
      fix: "exchange \"in\" and \"out\"",
      gives: "{ \"clip\": \"a\", \"in\": \"1s\", \"out\": \"3s\" }, ", certain: false),
  ]

  static let structures: [Mistake] = [
    Mistake(
      .tracks, "{ \"video\": { \"clip\": \"a\" } }", at: "{ \"clip\": \"a\" }",
      "expected an array of clips, gaps and transitions, found an object",
      fix: "put it in brackets, [ … ]", gives: "{ \"video\": [{ \"clip\": \"a\" }] }", certain: true
    ),
    Mistake(
      .tracks, "{ \"Video\": [ { \"clip\": \"a\" } ] }", at: "\"Video\"",
      "a track needs one of \"video\", \"audio\", \"titles\", \"captions\"", fix: "write \"video\"",
      gives: "{ \"video\": [ { \"clip\": \"a\" } ] }", certain: true),
    Mistake(
      .tracks, "{ \"type\": \"video\", \"clips\": [ { \"clip\": \"a\", \"fit\": \"cover\" } ] }",
      at: "\"clips\"", "a track needs one of \"video\", \"audio\", \"titles\", \"captions\"",
      fix: "write \"video\", and leave out \"type\": the key says what a track is",
      gives: "{ \"video\": [ { \"clip\": \"a\", \"fit\": \"cover\" } ] }", certain: false),
    Mistake(
      .tracks,
      "{ \"video\": [ { \"clip\": \"a\" } ] }, { \"video\": [ { \"text\": \"Hi\", \"duration\": \"1s\" }, { \"text\": \"Ho\", \"duration\": \"1s\" } ] }",
      at: "\"video\"", "these are titles, and this is a video track", fix: "write \"titles\"",
      gives:
        "{ \"video\": [ { \"clip\": \"a\" } ] }, { \"titles\": [ { \"text\": \"Hi\", \"duration\": \"1s\" }, { \"text\": \"Ho\", \"duration\": \"1s\" } ] }",
      certain: false),
    Mistake(
      .tracks, "{ \"titles\": [ { \"clip\": \"a\" }, { \"clip\": \"a\" } ] }", at: "\"titles\"",
      "these are clips, and this is a track of titles", fix: "write \"video\"",
      gives: "{ \"video\": [ { \"clip\": \"a\" }, { \"clip\": \"a\" } ] }", certain: false),
    Mistake(
      .file, "{ \"cutlist\": \"1\", \"output\": { \"duration\": \"1s\" }, \"tracks\": [] }",
      at: "\"1\"", "expected the version 1, found the string '1'", fix: "write 1",
      gives: "{ \"cutlist\": 1, \"output\": { \"duration\": \"1s\" }, \"tracks\": [] }",
      certain: true),
  ]

  /// Habits of JavaScript, Python and word processors.
  static let syntax: [Mistake] = [
    (
      "'fit': \"cover\"", "'fit'", "text in JSON stands between double quotes, U+0022",
      "write \"fit\"", "\"fit\": \"cover\"", true
    ),
    (
      "fit: \"cover\"", "fit", "the key 'fit' has no quotes", "write \"fit\"", "\"fit\": \"cover\"",
      true
    ),
    (
      "“fit”: \"cover\"", "“fit”", "text in JSON stands between double quotes, U+0022",
      "write \"fit\"", "\"fit\": \"cover\"", true
    ),
    (
      "\"fit\": \"cover\",", ",", "comma before '}'", "remove the comma", "\"fit\": \"cover\"", true
    ),
    (
      "\"opacity\": 50%", "50%", "'50%' is not a number", "write \"50%\"", "\"opacity\": \"50%\"",
      true
    ),
    ("\"opacity\": .5", ".5", "'.5' is not a number", "write 0.5", "\"opacity\": 0.5", true),
    (
      "\"muted\": False", "False", "'False' is not a JSON value", "write false", "\"muted\": false",
      true
    ),
    ("\"fit\"= \"cover\"", "=", "expected ':', found '='", "write ':'", "\"fit\": \"cover\"", true),
    ("\"in\": 2s", "2s", "'2s' is not a number", "write \"2s\"", "\"in\": \"2s\"", true),
    (
      "\"in\": \"2s\" \"fit\": \"cover\"", "", "expected ',' between the members", "insert ','",
      "\"in\": \"2s\", \"fit\": \"cover\"", true
    ),
    (
      "/* all of it */ \"fit\": \"cover\"", "/* all of it */", "JSON has no comments", "remove it",
      " \"fit\": \"cover\"", false
    ),
  ].map { wrong, words, message, fix, right, isCertain in
    Mistake(
      .clip, wrong, at: words, message, fix: fix, gives: right, certain: isCertain)
  }

  static let all = values + times + words + keys + structures + syntax

  @Test("a typical mistake is told in the user's words, with the text to put there", arguments: all)
  func mistake(_ mistake: Mistake) throws {
    let source = SourceFile(path: "project.json", text: mistake.project(mistake.wrong))
    let findings = compile(source).diagnostics.filter { $0.severity == .error }
    let finding = try #require(findings.first)
    #expect(findings.count == 1 + mistake.others)
    #expect(finding.message == mistake.message)
    #expect(source.text(in: finding.range) == mistake.words)
    let fix = try #require(finding.fixes.first)
    #expect(fix.message == mistake.fix)
    #expect(fix.isCertain == mistake.isCertain)

    let bytes = try #require(source.applying(fix.edits))
    let mended = String(decoding: bytes, as: UTF8.self)
    let expected =
      mistake.right.isEmpty
      ? mistake.project("").replacing(",  }", with: " }") : mistake.project(mistake.right)
    // Where a comma stood before a bracket there may be two spaces now.
    #expect(mended.replacing("  ", with: " ") == expected.replacing("  ", with: " "))
    let left = compile(SourceFile(path: "project.json", bytes: bytes)).diagnostics
    #expect(left == [], "\(left)")
  }

  @Test("there are more than twenty-five mistakes, each another one")
  func count() {
    #expect(Self.all.count >= 60)
    #expect(Set(Self.all.map(\.wrong)).count >= Self.all.count - 2)
  }
}

extension Mistake {
  /// The same, with the finding inside of the value.
  fileprivate func at(_ words: String, gives right: String) -> Mistake {
    var changed = self
    changed.words = words
    changed.right = right
    return changed
  }
}
