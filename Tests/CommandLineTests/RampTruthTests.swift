import Foundation
import BaseValues
import Testing

@testable import CommandLineInterface

/// Movies of counters at speeds that change, again and again, decoded and read back. The numbers are
/// those of a program of its own that integrates speeds with exact fractions, for a source of 200
/// frames at 25 fps and an output of 30.
@Suite("ramp truth")
struct RampTruthTests {
  static let clips = [
    (
      """
      {"clip": "m", "in": "1s", "duration": "4s", "speed": [{"at": "0s", "speed": 1},
      {"at": "2s", "speed": 0.25}, {"at": "3s", "speed": 1}]}
      """,
      """
      25 25 26 27 28 29 29 30 31 32 32 33 34 34 35 36 37 37 38 38 39 40 40 41 42 42 43 43 44
      44 45 45 46 46 47 47 48 48 49 49 50 50 50 51 51 51 52 52 53 53 53 53 54 54 54 55 55 55
      55 56 56 56 56 56 57 57 57 58 58 58 59 59 60 60 61 61 62 62 63 63 64 65 65 66 67 67 68
      69 70 71 71 72 73 74 75 76 76 77 78 79 80 81 81 82 83 84 85 86 86 87 88 89 90 91 91 92
      93 94 95 96
      """
    ),
    (
      """
      {"clip": "m", "in": "2s", "duration": "3s", "speed": [{"at": "0.5s", "speed": 2.5},
      {"at": "2s", "speed": -1.5}, {"at": "2.7s", "speed": 0}]}
      """,
      """
      50 52 54 56 58 60 62 64 66 68 70 72 75 77 79 81 83 85 87 88 90 92 94 95 97 98 99 100 102
      103 104 105 105 106 107 108 108 109 109 109 110 110 110 110 110 110 110 109 109 109 108
      108 107 106 106 105 104 103 102 101 99 98 97 96 95 94 93 92 91 91 90 89 89 88 88 87 87
      87 87 86 86 86 86 86 86 86 86 86 86 86
      """
    ),
    (
      """
      {"clip": "m", "duration": "3s", "in": "2s", "speed": [{"at": "0s", "speed": 1,
      "hold": true}, {"at": "1s", "speed": 0, "hold": true}, {"at": "2s", "speed": -2}]}
      """,
      """
      50 50 51 52 53 54 55 55 56 57 58 59 60 60 61 62 63 64 65 65 66 67 68 69 70 70 71 72 73
      74 75 75 75 75 75 75 75 75 75 75 75 75 75 75 75 75 75 75 75 75 75 75 75 75 75 75 75 75
      75 75 74 73 71 69 68 66 64 63 61 59 58 56 54 53 51 49 48 46 44 43 41 39 38 36 34 33 31
      29 28 26
      """
    ),
    (
      """
      {"clip": "m", "timeMap": [{"at": "0s", "source": "2s"}, {"at": "1s", "source": "3s"},
      {"at": "1.5s", "source": "2.9s"}, {"at": "2.5s", "source": "5s"}]}
      """,
      """
      50 50 51 52 53 54 55 55 56 57 58 59 60 60 61 62 63 64 65 65 66 67 68 69 70 70 71 72 73
      74 74 74 74 74 74 74 73 73 73 73 73 73 72 72 72 72 74 76 77 79 81 83 84 86 88 90 91 93
      95 97 98 100 102 104 105 107 109 111 112 114 116 118 119 121 123
      """
    ),
    (
      """
      {"clip": "m", "in": "1s", "out": "2.3s", "loop": 3}
      """,
      """
      25 25 26 27 28 29 30 30 31 32 33 34 35 35 36 37 38 39 40 40 41 42 43 44 45 45 46 47 48
      49 50 50 51 52 53 54 55 55 56 25 25 26 27 28 29 30 30 31 32 33 34 35 35 36 37 38 39 40
      40 41 42 43 44 45 45 46 47 48 49 50 50 51 52 53 54 55 55 56 25 25 26 27 28 29 30 30 31
      32 33 34 35 35 36 37 38 39 40 40 41 42 43 44 45 45 46 47 48 49 50 50 51 52 53 54 55 55
      56
      """
    ),
    (
      """
      {"clip": "m", "in": "1s", "out": "2.3s", "loop": "ping-pong", "duration": "4s",
      "speed": 1.7}
      """,
      """
      25 26 27 29 30 32 33 34 36 37 39 40 42 43 44 46 47 49 50 51 53 54 56 57 55 54 53 51 50
      48 47 46 44 43 41 40 38 37 36 34 33 31 30 29 27 26 25 26 28 29 30 32 33 35 36 37 39 40
      42 43 45 46 47 49 50 52 53 54 56 57 55 54 52 51 50 48 47 45 44 43 41 40 38 37 35 34 33
      31 30 28 27 26 25 26 28 29 31 32 33 35 36 38 39 40 42 43 45 46 48 49 50 52 53 55 56 57
      55 54 52 51
      """
    ),
    (
      """
      {"clip": "m", "in": "1s", "out": "2.3s", "loop": true, "duration": "4s", "speed": -0.8}
      """,
      """
      57 56 56 55 54 54 53 52 52 51 50 50 49 48 48 47 46 46 45 44 44 43 42 42 41 40 40 39 38
      38 37 36 36 35 34 34 33 32 32 31 30 30 29 28 28 27 26 26 25 57 56 55 55 54 53 53 52 51
      51 50 49 49 48 47 47 46 45 45 44 43 43 42 41 41 40 39 39 38 37 37 36 35 35 34 33 33 32
      31 31 30 29 29 28 27 27 26 25 25 57 56 55 55 54 53 53 52 51 51 50 49 49 48 47 47 46 45
      45 44 43 43
      """
    ),
  ]

  @Test("every frame of ramps, time maps and loops is where exact arithmetic says")
  func frames() throws {
    let sandbox = try Sandbox(readsApart: false)
    func output(_ rate: Int, crf: Int) -> String {
      """
      "output": { "size": "160x90", "frameRate": \(rate), "audio": { "channels": 1 },
                  "video": { "preset": "ultrafast", "crf": \(crf) } }
      """
    }
    try sandbox.write(
      "source.json",
      """
      { "cutlist": 1, \(output(25, crf: 18)),
        "media": { "c": { "generate": "counter", "clip": 7 } },
        "tracks": [ { "video": [ { "clip": "c", "duration": "8s" } ] } ] }
      """)
    #expect(sandbox.render("source.json", to: "source.mp4").status == 0)
    try sandbox.write(
      "edit.json",
      """
      { "cutlist": 1, \(output(30, crf: 12)), "media": { "m": "source.mp4" },
        "tracks": [ { "video": [ \(Self.clips.map(\.0).joined(separator: ",\n")) ] } ] }
      """)
    #expect(sandbox.render("edit.json", to: "edit.mp4").status == 0)
    let movie = try Movie(sandbox.file("edit.mp4"))
    let expected = Self.clips.map(\.1).joined(separator: " ").split(whereSeparator: \.isWhitespace)
      .map { Int($0) }
    #expect(movie.pictures.map { $0.code?.frame } == expected)
  }
}
