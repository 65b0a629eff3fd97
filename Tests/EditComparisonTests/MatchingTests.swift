import Diagnostics
import Testing
import SeededNumbers

@testable import EditComparison

@Suite("Which parts of two projects are the same")
struct MatchingTests {
  private let a = #"{ "clip": "a", "in": "1s", "duration": "2s" }"#
  private let b = #"{ "clip": "b", "in": "2s", "duration": "3s" }"#
  private let c = #"{ "clip": "c", "in": "3s", "duration": "4s" }"#
  private let dissolve = #"{ "transition": "dissolve", "duration": "1s" }"#
  private let wipe = #"{ "transition": "wipe", "duration": "1s" }"#
  private let gap = #"{ "gap": "1s" }"#

  @Test("a project and itself are the same in every part")
  func itself() throws {
    let text = video(a, dissolve, b, gap, c)
    let matching = try match(text, text)
    #expect(matching.inOther == Array(matching.base.nodes.indices))
    #expect(matching.partners() == "0 1 2 3 4")
  }

  @Test("layout, the order of keys and ways to write a time are not content")
  func layout() throws {
    let base = video(a, b)
    let other = video(#"{"duration":"2s","in":"30f","clip":"a"}"#, b)
    #expect(try match(base, other).partners() == "0 1")
  }

  @Test("a clip that is added or removed changes nothing about the others")
  func addition() throws {
    #expect(try match(video(a, c), video(a, b, c)).partners() == "0 - 1")
    #expect(try match(video(a, b, c), video(a, c)).partners() == "0 2")
  }

  @Test("of clips that change places as few as possible have moved")
  func moves() throws {
    let d = #"{ "clip": "a", "in": "9s", "duration": "1s" }"#
    #expect(try match(video(a, b, c, d), video(b, c, d, a)).partners() == "1 2 3 0*")
    #expect(try match(video(a, b, c, d), video(d, a, b, c)).partners() == "3* 0 1 2")
  }

  @Test("a clip is known by its id on whatever track, and whatever else changes")
  func ids() throws {
    let named = #"{ "clip": "a", "id": "intro", "in": "1s", "duration": "2s" }"#
    let changed = #"{ "clip": "c", "id": "intro", "at": "9s", "duration": "7s" }"#
    let base = project("{ \"video\": [ \(named), \(b) ] }, { \"video\": [ \(c) ] }")
    let other = project("{ \"video\": [ \(b) ] }, { \"video\": [ \(c), \(changed) ] }")
    #expect(try match(base, other).partners(track: 0) == "1")
    #expect(try match(base, other).partners(track: 1) == "0 0@0*")
  }

  @Test("an id that stands twice tells nothing")
  func repeatedIDs() throws {
    let first = #"{ "clip": "a", "id": "x", "in": "1s", "duration": "2s" }"#
    let second = #"{ "clip": "b", "id": "x", "in": "1s", "duration": "2s" }"#
    #expect(try match(video(first, second), video(second, first)).partners().contains("1"))
    #expect(try match(video(first, second), video(second)).partners() == "1")
  }

  @Test("a trimmed clip is the one whose source times it shares")
  func trims() throws {
    let long = #"{ "clip": "a", "in": "1s", "duration": "5s" }"#
    let head = #"{ "clip": "a", "in": "3s", "duration": "3s" }"#
    let later = #"{ "clip": "a", "in": "20s", "duration": "5s" }"#
    #expect(try match(video(long, later), video(head, later)).partners() == "0 1")
    #expect(try match(video(long, later), video(b, head, later)).partners() == "- 0 1")
  }

  @Test("of a clip that is split the first part goes on being it")
  func splits() throws {
    let whole = #"{ "clip": "a", "in": "1s", "duration": "9s" }"#
    let head = #"{ "clip": "a", "in": "1s", "duration": "2s" }"#
    let tail = #"{ "clip": "a", "in": "3s", "duration": "7s" }"#
    #expect(try match(video(b, whole, c), video(b, head, tail, c)).partners() == "0 1 - 2")
    #expect(try match(video(b, head, tail, c), video(b, whole, c)).partners() == "0 1 3")
  }

  @Test("a clip with other media is the same between the same neighbours if it is as long")
  func replacement() throws {
    let other = #"{ "clip": "c", "in": "8s", "duration": "3s" }"#
    let longer = #"{ "clip": "c", "in": "8s", "duration": "5s" }"#
    #expect(try match(video(a, b, a), video(a, other, a)).partners() == "0 1 2")
    #expect(try match(video(a, b, a), video(a, longer, a)).partners() == "0 - 2")
  }

  @Test("transitions and gaps follow the clips they stand between")
  func between() throws {
    let short = #"{ "transition": "dissolve", "duration": "10f" }"#
    #expect(
      try match(video(a, dissolve, b, dissolve, c), video(a, dissolve, b, short, c)).partners()
        == "0 1 2 3 4")
    #expect(
      try match(video(a, dissolve, b, wipe, c), video(b, wipe, c)).partners() == "2 3 4")
    #expect(try match(video(a, gap, b), video(a, #"{ "gap": "3s" }"#, b)).partners() == "0 1 2")
    #expect(try match(video(a, dissolve, b), video(a, wipe, b)).partners() == "0 1 2")
  }

  @Test("a transition between two parts of a clip is new, even if it is like one that is gone")
  func betweenParts() throws {
    let whole = #"{ "clip": "a", "in": "1s", "duration": "9s" }"#
    let head = #"{ "clip": "a", "in": "1s", "duration": "2s" }"#
    let tail = #"{ "clip": "a", "in": "3s", "duration": "7s" }"#
    #expect(
      try match(video(whole, dissolve, c), video(head, dissolve, tail, dissolve, c)).partners()
        == "0 - - 1 2")
    #expect(
      try match(video(b, dissolve, whole, c), video(head, dissolve, tail, c)).partners()
        == "2 - - 3")
  }

  @Test("a clip that was slipped onto what its neighbour shows is still itself")
  func slippedOnto() throws {
    let other = #"{ "clip": "a", "in": "9s", "duration": "2s" }"#
    let louder = other.replacing(" }", with: #", "gain": 2 }"#)
    let matching = try match(video(a, other), video(other, louder))
    #expect(matching.partners() == "0 1")
    #expect(matching.doubts.count == 1)
    // One that is removed before one that is added elsewhere is no matter of doubt.
    #expect(try match(video(a, b, other), video(b, other)).doubts.isEmpty)
    #expect(try match(video(a, b, other), video(other, b, a)).doubts.isEmpty)
  }

  @Test("a renamed media takes its clips with it")
  func renamedMedia() throws {
    let base = project("{ \"video\": [ \(a), \(b) ] }")
    let other = project(
      "{ \"video\": [ \(a.replacing("\"a\"", with: "\"z\"")), \(b) ] }",
      media: #""z": "a.mp4", "b": "b.mp4", "c": "c.mp4""#)
    let matching = try match(base, other)
    #expect(matching.renamedMedia == ["a": "z"])
    #expect(matching.partners() == "0 1")
  }

  @Test("tracks are the same by id, else by what they share")
  func tracks() throws {
    let first = "{ \"id\": \"x\", \"video\": [ \(a) ] }"
    let second = "{ \"video\": [ \(b), \(c) ] }"
    let renamed = "{ \"id\": \"y\", \"video\": [ \(a) ] }"
    let sound = "{ \"audio\": [ \(a) ] }"
    #expect(
      try match(project("\(first), \(second)"), project("\(second), \(first)")).trackPartners
        .contains("*"))
    let matching = try match(
      project("\(first), \(second)"), project("\(sound), \(renamed), \(second)"))
    #expect(matching.trackPartners == "- 0 1")
    #expect(matching.renamedTracks == ["x": "y"])
  }

  @Test("titles are the same by id, by their words, or by when they are shown")
  func titles() throws {
    func titles(_ titles: String...) -> String {
      project("{ \"titles\": [ \(titles.joined(separator: ", ")) ] }")
    }
    let one = #"{ "at": "1s", "duration": "2s", "text": "One" }"#
    let two = #"{ "at": "5s", "duration": "2s", "text": "Two" }"#
    #expect(
      try match(titles(one, two), titles(two, one.replacing("1s", with: "9s"))).partners()
        == "1* 0")
    #expect(
      try match(titles(one, two), titles(one.replacing("One", with: "Eins"), two)).partners()
        == "0 1")
    #expect(try match(titles(two), titles(one, two)).partners() == "- 0")
  }

  @Test("layers, effects, animations and steps of gain are found again in their lists")
  func elements() throws {
    let base = project(
      #"{ "titles": [ { "id": "t", "at": 0, "duration": 3, "layers": [ { "image": "a" }, { "text": "One" } ], "animate": [ { "property": "opacity", "values": [0, 1] }, { "property": "scale", "to": 2 } ] } ] }"#
    )
    let other = project(
      #"{ "titles": [ { "id": "t", "at": 0, "duration": 3, "layers": [ { "text": "Two" }, { "image": "a" } ], "animate": [ { "property": "scale", "to": 3 }, { "property": "opacity", "values": [1, 0] } ] } ] }"#
    )
    let matching = try match(base, other)
    let lists = matching.other.nodes.filter {
      $0.form == .list && ["layers", "animate"].contains($0.key)
    }
    let partners = lists.map { list in
      list.children.map { matching.partner(ofOther: $0).map { matching.base[$0].place } ?? -1 }
    }
    #expect(partners == [[-1, 0], [1, 0]])
  }

  @Test("anything may stand in a project")
  func strange() throws {
    let texts = [
      "[]", "1", "{}", #"{ "tracks": {} }"#,
      #"{ "tracks": [ 1, { "video": 2 }, { "video": [ 3, { "clip": 4 }, { "x": 1 } ] } ] }"#,
      #"{ "media": [], "tracks": [ { "titles": [ { "layers": 1 }, [] ] } ], "output": 3 }"#,
      project(
        #"{ "video": [ { "clip": "a", "in": "9223372036854775807s", "duration": "9223372036854775807s", "speed": 1000 } ] }"#
      ),
    ]
    for a in texts {
      for b in texts {
        let matching = try match(a, b)
        #expect(matching.inOther[0] == 0)
      }
    }
  }

  @Test("the pairs that are kept are worth most of all that rise")
  func increasingPairs() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let pairs = (0..<Int.random(in: 1...9, using: &generator)).map { _ in
        IncreasingPairs.Pair(
          base: .random(in: 0..<6, using: &generator), other: .random(in: 0..<6, using: &generator),
          weight: .random(in: 1...9, using: &generator))
      }
      var best = 0
      for choice in 0..<(1 << pairs.count) {
        let chosen = pairs.indices.filter { choice >> $0 & 1 == 1 }.map { pairs[$0] }
          .sorted { $0.base < $1.base }
        let rises = zip(chosen, chosen.dropFirst()).allSatisfy {
          $0.base < $1.base && $0.other < $1.other
        }
        if rises { best = max(best, chosen.reduce(0) { $0 + $1.weight }) }
      }
      let found = IncreasingPairs.heaviest(pairs, count: 6)
      #expect(found.reduce(0) { $0 + $1.weight } == best)
      #expect(zip(found, found.dropFirst()).allSatisfy { $0.base < $1.base && $0.other < $1.other })
    }
  }
}
