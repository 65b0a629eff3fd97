import Diagnostics
import BaseValues
import ProjectFormat
import Testing
import TimelineModel

@Suite("grids of beats")
struct BeatTests {
  private func project(_ beats: String, at: String, duration: String = "1s") -> String {
    """
    { "cutlist": 1, "output": { "size": "64x36", "frameRate": 25 }, "beats": \(beats),
      "media": { "c": { "color": "navy" }, "m": "music.mp3" },
      "tracks": [ { "video": [ { "clip": "c", "duration": "60s" } ] },
        { "audio": [ { "clip": "m", "id": "music", "at": "1/3s", "duration": "50s" } ] },
        { "titles": [ { "text": "x", "at": "\(at)", "duration": "\(duration)" } ] } ],
      "markers": [ { "at": "1s", "name": "beat" } ] }
    """
  }

  private func placed(_ text: String) -> String {
    let compilation = compile(text)
    guard let title = compilation.timeline?.tracks[2].titles.first else {
      return compilation.diagnostics.map(\.message).joined(separator: "; ")
    }
    return "\(title.placed.start) for \(title.placed.duration)"
  }

  @Test("beats and bars count from 1, and are exact at any tempo")
  func exact() {
    let table = [
      // At 120 beats a minute a beat takes half a second.
      ("{ \"tempo\": 120 }", "{beat(1)}", "{beats(1)}", "0 for 1/2"),
      ("{ \"tempo\": 120 }", "{beat(17)}", "{beats(4)}", "8 for 2"),
      ("{ \"tempo\": 120 }", "{beat(2.5)}", "{beats(1) / 3}", "3/4 for 1/6"),
      ("{ \"tempo\": 120, \"offset\": \"0.25s\" }", "{beat(3)}", "{beats(3)}", "5/4 for 3/2"),
      // 60 / 127.5 = 8/17 s.
      ("{ \"tempo\": 127.5 }", "{beat(18)}", "{beats(1)}", "8 for 8/17"),
      // 60 / (383/3) = 180/383 s.
      ("{ \"tempo\": \"383/3\" }", "{beat(2)}", "{beats(383)}", "180/383 for 180"),
      ("{ \"tempo\": 60, \"offset\": \"{music.start}\" }", "{beat(2)}", "{beats(1)}", "4/3 for 1"),
      ("{ \"tempo\": 60 }", "{bar(3)}", "{bars(2)}", "8 for 8"),
      ("{ \"tempo\": 60, \"meter\": 3, \"offset\": \"1s\" }", "{bar(3)}", "{bars(1)}", "7 for 3"),
      ("{ \"tempo\": 60, \"offset\": \"2s\" }", "{beat(0)}", "{beats(1)}", "1 for 1"),
      ("{ \"tempo\": 60 }", "{beat} + {beat(2)}", "{beats(1 + 1)}", "2 for 2"),
      (
        "[{ \"tempo\": 60, \"id\": \"slow\" }, { \"tempo\": 120, \"id\": \"side b\" }]",
        "{slow.beat(2)} + {[side b].beat(2)}", "{[side b].bars(1)}", "3/2 for 2"
      ),
    ]
    for (beats, at, duration, expected) in table {
      #expect(placed(project(beats, at: at, duration: duration)) == expected, "\(at) \(duration)")
    }
  }

  @Test("a time of parameters and beats is worked out from both")
  func parameters() {
    let text = project("{ \"tempo\": { \"use\": \"bpm\" } }", at: "{beat(n + 1)}").replacing(
      "\"cutlist\": 1,",
      with: """
        "cutlist": 1, "parameters": { "bpm": { "type": "number", "default": 90 },
          "n": { "type": "number", "default": 3 } },
        """)
    #expect(placed(text) == "2 for 1")
  }

  @Test(
    "what is wrong about beats is said",
    arguments: [
      ("{ \"tempo\": 0 }", "{beat(1)}", "0 is not a tempo in beats a minute"),
      ("{ \"tempo\": \"1/0\" }", "{beat(1)}", "expected a tempo in beats a minute"),
      ("{ \"tempo\": \"1/2/3\" }", "{beat(1)}", "expected a tempo in beats a minute"),
      ("{ \"tempo\": \"\" }", "{beat(1)}", "expected a tempo in beats a minute"),
      ("{ \"bpm\": 120 }", "0", "a grid of beats has no key \"bpm\""),
      ("{ \"tempo\": 60 }", "{beat(0)}", "this beat is at -1s, which is not a time of 0 or more"),
      ("{ \"tempo\": 60 }", "{beat(1s)}", "'beat' takes a number, and this is a time"),
      ("{ \"tempo\": 60 }", "{beat(1}", "'}' stands where ')' is expected"),
      ("{ \"tempo\": 60 }", "{song.beat(1)}", "there are no beats 'song'"),
      (
        "{ \"tempo\": 60 }", "{beat(9000000000000000000 * 9)}",
        "too large or too fine for a fraction of 64 bits"
      ),
      (
        "[{ \"tempo\": 60 }, { \"tempo\": 90 }]", "{beat(1)}",
        "'beats' is the name of more than one thing"
      ),
      (
        "{ \"tempo\": 60, \"offset\": \"{beat(2)}\" }", "{beat(1)}",
        "circular reference: beats.offset"
      ),
    ])
  func mistakes(_ beats: String, _ at: String, _ message: String) {
    let errors = compile(project(beats, at: at)).diagnostics.filter { $0.severity == .error }
    #expect(errors.count == 1 && errors[0].message.contains(message), "\(errors)")
  }

  @Test("a project without beats says how to add them")
  func none() {
    let text = project("0", at: "{beat(1)}").replacing("\"beats\": 0,", with: "")
    let errors = compile(text).diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.message) == ["the project has no \"beats\""])
  }
}
