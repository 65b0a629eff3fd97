import BaseValues
import Testing
import TimelineModel

@testable import PlanModel

private let multiply = BlendModeName(rawValue: "multiply")

@Suite struct EvaluationTests {
  @Test("a group that changes nothing is its layers in its place")
  func plainGroup() {
    let layers = [
      PictureLayer(input(1, .source(ConformID(0), sourceFrame: 2))),
      dissolve(input(2, .text(RasterID(0))), input(3)),
    ]
    let plain = plan([PictureLayer(input(0))] + layers)
    let nested = PictureLayer(group(8, [PictureLayer(group(7, layers))]))
    let grouped = plan([PictureLayer(input(0)), nested])
    for frame in 0..<10 { #expect(grouped.layers(at: frame) == plain.layers(at: frame)) }
    #expect(grouped.key(ofFrames: 0..<10) == plain.key(ofFrames: 0..<10))
    #expect(grouped.visibleTexts(in: 0..<10) == [RasterID(0)])
    #expect(grouped.media(in: 0..<10) == [MediaID(0)])
    #expect(grouped.labels(at: 4) == plain.labels(at: 4))
    // What it holds hides what is below the group.
    #expect(grouped.sights(at: 0).first == .hidden(by: 1))
  }

  @Test(
    "a group that changes something stays one",
    arguments: [
      { $0.opacity = .constant(32767) }, { $0.geometry = .constant(.offset(x: 2, y: 0)) },
      { $0.coverage = .constant(.mask(MaskID(0), threshold: 0, softness: 0)) },
      { $0.effects = [PlannedEffect(name: "contrast", parameters: [])] },
      { $0.share = .constant(16384) },
      {
        $0.content = .group(
          Composition(
            size: Size(width: 9, height: 9),
            layers: [
              PictureLayer(input(1))
            ]))
      },
    ] as [@Sendable (inout PictureInput) -> Void])
  func changedGroup(change: @Sendable (inout PictureInput) -> Void) throws {
    var changed = group(8, [PictureLayer(input(1))])
    change(&changed)
    let layers = plan([PictureLayer(changed)]).layers(at: 0)
    #expect(layers.count == 1 && layers[0].inputs[0].picture == nil)
    let plain = plan([PictureLayer(group(8, [PictureLayer(input(1))]))])
    #expect(plan([PictureLayer(changed)]).key(ofFrames: 0..<1) != plain.key(ofFrames: 0..<1))
    #expect(plan([PictureLayer(changed)]).labels(at: 0) == ["item 1"])
  }

  @Test("clips in a group have cuts as on the output, and none where they cannot be seen")
  func cutsInGroups() {
    func clip(_ index: Int, change: (inout PictureInput) -> Void = { _ in }) -> PictureInput {
      input(0) {
        $0.origin = PlanOrigin(track: TrackID(4), item: .clip(index), label: "")
        change(&$0)
      }
    }
    func cuts(_ around: ([PictureLayer]) -> [PictureLayer]) -> [Int] {
      var plan = plan([])
      plan.segments = [0, 1].map { index in
        PictureSegment(
          frames: 5 * index..<5 * index + 5, layers: around([PictureLayer(clip(index))]))
      }
      return plan.hardCuts()
    }
    let cover = PictureLayer(input(7))
    #expect(cuts { $0 } == [5])
    #expect(cuts { [PictureLayer(group(8, $0))] } == [5])
    #expect(cuts { [PictureLayer(group(8, [PictureLayer(group(9, $0))]))] } == [5])
    #expect(cuts { [PictureLayer(group(8, $0, size: Size(width: 9, height: 9)))] } == [5])
    #expect(cuts { [PictureLayer(group(8, $0 + [cover]))] } == [])
    #expect(cuts { [PictureLayer(group(8, $0)), cover] } == [])
    #expect(
      cuts { layers in
        var group = group(8, layers)
        group.opacity = .constant(0)
        return [PictureLayer(group)]
      } == [])
    // A transition within a group has none at its ends.
    let mixed = dissolve(clip(0), clip(1))
    #expect(cuts { _ in [PictureLayer(group(8, [mixed]))] } == [])
  }

  @Test("a group without anything to show is left out")
  func emptyGroup() {
    let hidden = input(1) { $0.opacity = .constant(0) }
    #expect(plan([PictureLayer(group(8, [PictureLayer(hidden)]))]).layers(at: 0).isEmpty)
  }

  @Test("inputs without a share are left out, and what is left alone is a picture alone")
  func alone() {
    let plan = plan([dissolve(input(1), input(2))])
    #expect(plan.layers(at: 0) == [PictureLayer(input(1))])
    #expect(plan.layers(at: 1)[0].inputs.map(\.side) == [.from, .to])
    let empty = input(3) {
      $0.coverage = .constant(.window(Rect(x: 5, y: 5, width: 0, height: 9)))
    }
    #expect(PlanModelTests.plan([PictureLayer(empty)]).layers(at: 0).isEmpty)
  }

  @Test("everything that is seen counts for the key, and nothing that only people read")
  func keys() {
    let base = dissolve(input(1), group(2, [PictureLayer(input(3), blendMode: multiply)]))
    let seen: [(inout PictureLayer) -> Void] = [
      { _ in }, { $0.blendMode = multiply }, { $0.inputs.reverse() }, { $0.inputs.removeLast() },
      { $0.inputs[0].opacity = .constant(3) }, { $0.inputs[0].share = .constant(3) },
      { $0.inputs[0].geometry = .constant(.offset(x: 1, y: 0)) },
      { $0.inputs[0].coverage = .constant(.window(Rect(x: 0, y: 0, width: 1, height: 1))) },
      { $0.inputs[0].coverage = .constant(.mask(MaskID(0), threshold: 0, softness: 0)) },
      { $0.inputs[0].coverage = .constant(.mask(MaskID(2), threshold: 0, softness: 0)) },
      { $0.inputs[0].effects = [PlannedEffect(name: "a", parameters: [.constant(1)])] },
      { $0.inputs[0].effects = [PlannedEffect(name: "a", parameters: [.constant(2)])] },
      { $0.inputs[0].effects = [PlannedEffect(name: "b", parameters: [.constant(1)])] },
      { $0.inputs[0].content = .picture(.constant(.text(RasterID(0)))) },
      { $0.inputs[0].content = .picture(.constant(.text(RasterID(1)))) },
      { $0.inputs[0].content = .picture(.constant(.source(ConformID(0), sourceFrame: 1))) },
      { $0.inputs[0].content = .picture(.constant(.source(ConformID(1), sourceFrame: 1))) },
      {
        $0.inputs[1].content = .group(
          Composition(size: Size(width: 64, height: 36), layers: [PictureLayer(input(3))]))
      },
      {
        $0.inputs[1].content = .group(
          Composition(
            size: Size(width: 64, height: 35),
            layers: [PictureLayer(input(3), blendMode: multiply)]))
      },
    ]
    func key(_ change: (inout PictureLayer) -> Void) -> String {
      var layer = base
      change(&layer)
      return plan([layer]).key(ofFrames: 1..<9)
    }
    #expect(Set(seen.map(key)).count == seen.count)
    let read: [(inout PictureLayer) -> Void] = [
      { $0.name = "other" }, { $0.origin = origin(5) }, { $0.inputs[0].origin = origin(5) },
      { $0.inputs[1].side = .only },
    ]
    #expect(Set(read.map(key)) == [key { _ in }])
    var masks = plan([
      PictureLayer(
        input(1) {
          $0.coverage = .constant(.mask(MaskID(1), threshold: 0, softness: 0))
        })
    ])
    let before = masks.key(ofFrames: 0..<1)
    masks.masks[1] = .rectangle(Rect(x: 1, y: 2, width: 3, height: 5))
    #expect(masks.key(ofFrames: 0..<1) != before)
  }

  @Test("a mask's picture is a picture of its medium, within groups too")
  func maskPictures() {
    var masked = group(8, [PictureLayer(input(1))])
    #expect(plan([PictureLayer(masked)]).media(in: 0..<1).isEmpty)
    masked.coverage = .constant(.outside(MaskID(0), threshold: 0, softness: 0))
    let nested = plan([PictureLayer(group(9, [PictureLayer(masked)]))])
    #expect(nested.media(in: 0..<1) == [MediaID(0)])
    #expect(nested.visiblePictures(in: 0..<1) == [MediaID(0): [3]])
  }

  @Test("only an opaque whole picture in the normal mode, or two that make one, hide what is below")
  func hiding() {
    func hides(_ layer: PictureLayer, at frame: Int = 1) -> Bool {
      plan([PictureLayer(input(0)), layer]).sights(at: frame)[0] == .hidden(by: 1)
    }
    func half(_ index: Int, x: Int, width: Int) -> PictureInput {
      input(index) {
        $0.coverage = .constant(.window(Rect(x: x, y: 0, width: width, height: 36)))
      }
    }
    func pair(_ from: PictureInput, _ to: PictureInput) -> PictureLayer {
      PictureLayer(origin: origin(9), name: "wipe", inputs: [from, to])
    }
    #expect(hides(PictureLayer(input(1))))
    #expect(!hides(PictureLayer(input(1), blendMode: multiply)))
    #expect(hides(dissolve(input(1), input(2))))
    #expect(!hides(dissolve(input(1), nil)))
    #expect(!hides(dissolve(input(1), input(2) { $0.opacity = .constant(32767) })))
    #expect(hides(pair(half(1, x: 0, width: 30), half(2, x: 30, width: 34))))
    #expect(!hides(pair(half(1, x: 0, width: 30), half(2, x: 31, width: 33))))
    let masked = input(1) {
      $0.coverage = .constant(.mask(MaskID(1), threshold: 0, softness: 0))
    }
    #expect(!hides(PictureLayer(masked)))
    let tinted = input(1) { $0.effects = [PlannedEffect(name: "a", parameters: [])] }
    #expect(!hides(PictureLayer(tinted)))
    let opaque = group(8, [PictureLayer(input(1))])
    #expect(hides(dissolve(opaque, input(2))))
    #expect(hides(PictureLayer(opaque)))
    let clear = group(8, [PictureLayer(half(1, x: 0, width: 30))])
    #expect(!hides(dissolve(clear, input(2))))
    #expect(!hides(PictureLayer(clear)))
  }
}
