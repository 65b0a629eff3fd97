import Diagnostics
import EditMerging
import Foundation
import ProjectFormat
import Testing

/// A clip that one side splits, and of which the other side changes which source times it shows, in every
/// way that there is.
@Suite("Merges of splits and changes of time")
struct TimeSplitMergeTests {
  typealias Members = [String: String]

  static let bases: [(name: String, members: Members)] = [
    ("plain", [:]), ("backwards", ["speed": "-1"]), ("fast", ["speed": "2"]),
    ("fast backwards", ["speed": "-2"]), ("slow", ["speed": "0.5"]), ("frozen", ["freeze": "true"]),
    ("looped", ["loop": "true"]), ("of worked out length", ["duration": #""{n * 4}""#]),
    ("from a worked out time", ["in": #""{n * 2}""#]),
  ]

  /// An empty text takes a key out.
  static let edits: [(name: String, members: Members)] = [
    ("freezes", ["freeze": "true"]), ("freezes a time", ["freeze": #""3s""#, "in": ""]),
    ("freezes a worked out time", ["freeze": #""{n * 3}""#, "in": ""]),
    ("loops", ["loop": "true", "duration": #""9s""#]),
    ("loops three times", ["loop": "3", "out": #""6s""#, "duration": ""]),
    ("loops there and back", ["loop": #""ping-pong""#]), ("thaws", ["freeze": ""]),
    ("plays once", ["loop": ""]), ("turns", ["speed": "-1"]), ("turns back", ["speed": "1"]),
    ("hurries", ["speed": "3"]), ("works out", ["duration": #""{n * 4}""#]),
    ("works out longer", ["duration": #""{n * 5}""#]), ("fades", ["opacity": "0.5"]),
    ("stretches", ["stretchTo": #""5s""#, "out": #""6s""#, "duration": ""]),
    ("ramps", ["speed": #"[ { "at": "0s", "speed": 1 }, { "at": "2s", "speed": 2 } ]"#]),
  ]

  private func project(_ clips: [Members]) throws -> JSONValue {
    let keys = ["id", "clip", "in", "out", "duration", "speed", "freeze", "loop"]
    let items = clips.map { clip in
      let rest = clip.keys.filter { !keys.contains($0) }.sorted()
      let members = (keys + rest).compactMap { key in clip[key].map { "\"\(key)\": \($0)" } }
      return "{ \(members.joined(separator: ", ")) }"
    }
    return try value(
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 25 },
        "parameters": { "n": { "type": "time", "default": "1s" } },
        "media": { "m": "m.mp4", "x": "x.mp4" },
        "tracks": [ { "video": [ \(items.joined(separator: ", ")),
          { "clip": "x", "duration": "1s" } ] } ] }
      """)
  }

  /// A stretch of source times as it is played: where it begins and ends, and how fast.
  private struct Run: Equatable {
    var start: Double
    var end: Double
    var speed: Double
  }

  /// What some clips play after each other.
  private func played(_ clips: [Members]) -> [Run] {
    func seconds(_ text: String?) -> Double {
      let parts = (text ?? "\"0s\"").filter { !"\"s".contains($0) }.split(separator: "/")
      let numbers = parts.compactMap { Double($0) }
      return numbers.count == 2 ? numbers[0] / numbers[1] : numbers.first ?? .nan
    }
    var runs: [Run] = []
    for clip in clips {
      let speed = Double(clip["speed"] ?? "1") ?? .nan
      let start = seconds(clip["in"])
      let end = start + seconds(clip["duration"]) * abs(speed)
      let run =
        speed < 0
        ? Run(start: end, end: start, speed: speed) : Run(start: start, end: end, speed: speed)
      if let last = runs.last, last.speed == speed, abs(last.end - run.start) < 1e-9 {
        runs[runs.count - 1].end = run.end
      } else {
        runs.append(run)
      }
    }
    return runs.map {
      Run(start: ($0.start * 1e6).rounded(), end: ($0.end * 1e6).rounded(), speed: $0.speed)
    }
  }

  private func clips(_ project: JSONValue) -> [Members] {
    guard case .array(let tracks)? = project["tracks"]?.kind,
      case .array(let items)? = tracks.first?["video"]?.kind
    else { return [] }
    return items.dropLast().map { item in
      guard case .object(let members) = item.kind else { return [:] }
      return Members(
        members.map {
          ($0.key, CanonicalForm.text(of: $0.value).trimmingCharacters(in: .newlines))
        },
        uniquingKeysWith: { first, _ in first })
    }
  }

  @Test(
    "either both go together, and the parts play what the whole would, or each side stands in the marks",
    arguments: bases.indices)
  func crossed(_ index: Int) throws {
    for (name, edit) in Self.edits {
      for (hasIDs, form) in [(true, 0), (true, 1), (true, 2), (false, 0), (false, 1)] {
        var base: Members = ["clip": #""m""#, "in": #""2s""#, "duration": #""4s""#]
        if hasIDs { base["id"] = #""c""# }
        base.merge(Self.bases[index].members) { $1 }
        let changed = base.merging(edit) { $1 }.filter { !$0.value.isEmpty }
        if changed == base { continue }
        let speed = Double(base["speed"] ?? "1") ?? 1
        let lengths = form == 1 ? [1, 2, 1] : [2, 2]
        var parts: [Members] = []
        var before = 0
        for (place, length) in lengths.enumerated() {
          var part = base
          let from = speed < 0 ? 4 - before - length : before
          part["in"] = "\"\(2 + Double(from) * abs(speed))s\"".replacing(".0s", with: "s")
          part["duration"] = "\"\(length)s\""
          // The right part may have kept the id.
          let kept = form == 2 ? lengths.count - 1 : 0
          if hasIDs, place != kept { part["id"] = "\"c\(place + 2)\"" }
          parts.append(part)
          before += length
        }
        for isOurs in [true, false] {
          let (split, whole) = (try project(parts), try project([changed]))
          let merge = ProjectMerge(
            base: try project([base]), ours: isOurs ? split : whole,
            theirs: isOurs ? whole : split)
          let text = merge.text(showsBase: true)
          let told: Comment = "\(Self.bases[index].name), \(name), \(hasIDs), \(form):\n\(text)"
          let marked = MarkedText(merge.text())
          if merge.isClean {
            let result = clips(try value(marked.ours))
            #expect(result.count == parts.count, told)
            #expect(played(result) == played([changed]), told)
            continue
          }
          #expect(marked.ours == CanonicalForm.text(of: isOurs ? split : whole), told)
          #expect(marked.theirs == CanonicalForm.text(of: isOurs ? whole : split), told)
          #expect(marked.marks.count == 3, told)
          #expect(marked.marks.first?.contains(isOurs ? "split" : "changed") ?? false, told)
          #expect(marked.marks.last?.contains(isOurs ? "changed" : "split") ?? false, told)
          // Between the sides stands the whole clip.
          let old = text.split(separator: "\n").drop { !$0.hasPrefix("||||||| ") }.dropFirst()
            .prefix { !$0.hasPrefix("=======") }
          #expect(old.count == 1 && old.first?.contains(#""clip": "m""#) ?? false, told)
        }
      }
    }
  }
}
