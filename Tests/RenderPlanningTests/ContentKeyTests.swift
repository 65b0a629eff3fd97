import Diagnostics
import BaseValues
import OutputKinds
import Testing
import TimelineModel

@testable import PlanModel
@testable import RenderPlanning

/// Six seconds in three chunks: two clips that meet at 3 s, and music.
private func scene(
  names: [String] = ["a", "b"], secondClip: Rational = r(10), lift: Rational = .zero
) -> Scene {
  var scene = Scene()
  if lift > .zero { _ = scene.add("first in the list") }
  let a = scene.add(names[0])
  let b = scene.add(names[1])
  scene.facts[a.index]?.contentHash = "one"
  scene.facts[b.index]?.contentHash = "two"
  scene.add(
    .video, [scene.clip(a, r(0), r(3), in: r(1)), scene.clip(b, r(3), r(6), in: secondClip)])
  return scene
}

private func keys(_ scene: Scene) throws -> [String] {
  let plan = try scene.plan()
  return plan.chunks.indices.map { plan.key(ofChunk: $0) }
}

@Suite struct ContentKeyTests {
  @Test("names, paths and places in lists are not part of a key")
  func neutral() throws {
    #expect(try keys(scene()) == keys(scene(names: ["x", "y"])))
    #expect(try keys(scene()) == keys(scene(lift: .one)))
  }

  @Test("an edit changes the keys of the chunks it shows in and no others")
  func local() throws {
    let before = try keys(scene())
    let after = try keys(scene(secondClip: r(11)))
    #expect(before.count == 3)
    #expect(zip(before, after).map { $0 == $1 } == [true, false, false])
  }

  @Test("content, encoder settings and context change every key")
  func sensitive() throws {
    let base = try keys(scene())
    var other = scene()
    other.facts[0]?.contentHash = "changed"
    #expect(try keys(other)[0] != base[0])
    #expect(try keys(other)[2] == base[2])
    other = scene()
    other.video.preset = "slow"
    #expect(zip(try keys(other), base).allSatisfy { $0 != $1 })
    #expect(try scene().plan().key(ofChunk: 0, context: "2") != base[0])
  }

  @Test("chunks that show the same have the same key wherever they lie")
  func moved() throws {
    var scene = Scene()
    let a = scene.add("a")
    scene.add(.video, [scene.clip(a, r(0), r(2)), scene.clip(a, r(2), r(4))])
    let keys = try keys(scene)
    #expect(keys[0] == keys[1])
  }

  @Test("sound has keys of its own that follow its samples")
  func sound() throws {
    let before = try scene().plan()
    let after = try scene(secondClip: r(11)).plan()
    let second: Range<Int64> = 192_000..<288_000
    #expect(before.key(ofSamples: 0..<96_000) == after.key(ofSamples: 0..<96_000))
    #expect(before.key(ofSamples: second) != after.key(ofSamples: second))
    #expect(before.key(ofSamples: 0..<96_000) != before.key(ofSamples: 0..<95_999))
  }

  @Test("what an opaque picture hides is not part of a key, what one with alpha covers is")
  func hidden() throws {
    func key(
      alpha: Bool, below: String = "below", background: Color = .black,
      change: (inout FrameProperties) -> Void = { _ in }
    ) throws -> String {
      var scene = Scene()
      let low = scene.add("low")
      var facts = Scene.movie
      facts.hasAlpha = alpha
      let high = scene.add("high", facts)
      scene.facts[low.index]?.contentHash = below
      scene.background = background
      scene.add(.video, [scene.clip(low, r(0), r(2), sound: nil)])
      scene.add(.video, [scene.clip(high, r(0), r(2), sound: nil, change: change)])
      return try scene.plan().key(ofChunk: 0)
    }
    let white = Color(red: 255, green: 255, blue: 255)
    #expect(try key(alpha: false) == key(alpha: false, below: "other", background: white))
    #expect(try key(alpha: true) != key(alpha: true, below: "other"))
    // The lower picture hides the background.
    #expect(try key(alpha: true) == key(alpha: true, background: white))
    // Moved by a pixel, or not quite opaque, the upper one hides nothing.
    for change in [
      { (picture: inout FrameProperties) in picture.placement.position.x = r(641) },
      { (picture: inout FrameProperties) in picture.placement.opacity = r(9, 10) },
      { (picture: inout FrameProperties) in picture.placement.rotationZ = r(180) },
    ] {
      #expect(
        try key(alpha: false, change: change) != key(alpha: false, below: "other", change: change))
    }
  }

  @Test("the default stream of a file and its first one have different keys")
  func streams() throws {
    func plan(video: Int?, audio: Int?) throws -> RenderPlan {
      var scene = Scene()
      let a = scene.add(
        "a",
        content: .file(path: "a.mp4", videoStream: video, audioStream: audio.map { .streams([$0]) })
      )
      scene.add(.video, [scene.clip(a, r(0), r(2))])
      return try scene.plan()
    }
    let none = try plan(video: nil, audio: nil)
    let first = try plan(video: 0, audio: 0)
    let sound: Range<Int64> = 0..<96_000
    #expect(none.key(ofChunk: 0) != first.key(ofChunk: 0))
    #expect(none.key(ofSamples: sound) != first.key(ofSamples: sound))
    // The stream of sound means nothing to the picture, nor the other way round.
    let other = try plan(video: 0, audio: 1)
    #expect(other.key(ofChunk: 0) == first.key(ofChunk: 0))
    #expect(other.key(ofSamples: sound) != first.key(ofSamples: sound))
  }

  @Test("how a file's pictures are meant changes the key of its picture, not of its sound")
  func reading() throws {
    func keys(_ reading: Interpretation) throws -> (picture: String, sound: String) {
      var scene = Scene()
      let a = scene.add("a", reading: reading)
      scene.add(.video, [scene.clip(a, r(0), r(2))])
      let plan = try scene.plan()
      return (plan.key(ofChunk: 0), plan.key(ofSamples: 0..<96_000))
    }
    let plain = try keys(Interpretation())
    var pictures: Set<String> = [plain.picture]
    let readings = [
      Interpretation(interlace: .topFirst), Interpretation(interlace: .none),
      Interpretation(interlace: .telecine),
      Interpretation(alpha: .premultiplied),
      Interpretation(colors: ColorSpaceTags(matrix: .bt601)),
      Interpretation(colors: ColorSpaceTags(range: .full)),
      Interpretation(colors: ColorSpaceTags(primaries: .bt2020)),
      Interpretation(colors: ColorSpaceTags(transfer: .hlg)),
    ]
    for reading in readings {
      let found = try keys(reading)
      #expect(pictures.insert(found.picture).inserted, "\(reading)")
      #expect(found.sound == plain.sound)
    }
  }

  @Test("a text under an opaque picture is not among the visible ones")
  func texts() throws {
    var scene = Scene()
    let a = scene.add("a")
    func title(_ text: String, _ start: Rational) throws -> Title {
      Title(
        placed: range(start, try start + r(1)),
        layers: [
          TitleLayer(
            content: .text(TextStyle(text: text, font: .family("Sans"), size: r(40))),
            placement: Placement(position: scene.centre), range: .none)
        ], range: .none)
    }
    scene.add(.titles, titles: [try title("below", r(0))])
    scene.add(.video, [scene.clip(a, r(0), r(2))])
    scene.add(.titles, titles: [try title("above", r(1))])
    let plan = try scene.plan()
    #expect(plan.visibleTexts(in: 0..<30).isEmpty)
    let texts = plan.visibleTexts(in: 0..<60).map { plan.rasters[$0.index].style.text }
    #expect(texts == ["above"])
  }

  @Test("of pictures that are files of their own, a change concerns the chunks that show them")
  func frameHashes() throws {
    func keys(changing frames: [Int], contentHash: String = "all") throws -> [String] {
      var scene = scene()
      var hashes = (0..<1000).map { UInt64($0) &* 0x9e37_79b9_7f4a_7c15 }
      for frame in frames { hashes[frame] ^= 1 }
      scene.facts[0]?.frameHashes = hashes
      scene.facts[0]?.contentHash = contentHash
      let plan = try scene.plan()
      return plan.chunks.indices.map { plan.key(ofChunk: $0) }
    }
    let before = try keys(changing: [])
    try #require(before.count == 3)
    // The first clip shows frames 30 to 119 of 30 a second: sixty of them in the first chunk.
    #expect(try keys(changing: [], contentHash: "other") == before)
    #expect(try keys(changing: [0, 29, 120, 999]) == before)
    let first = try keys(changing: [89])
    #expect(first[0] != before[0] && first[1...] == before[1...])
    let second = try keys(changing: [90])
    #expect(second[1] != before[1] && second[0] == before[0] && second[2] == before[2])
  }
}
