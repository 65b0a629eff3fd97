import BaseValues
import PlanModel
import RasterReference
import Raster
import Testing
import TimelineModel

@testable import Rendering

@Suite struct CompositorTests {
  @Test("a frame that is one untouched picture is that picture, without a copy")
  func passesThrough() throws {
    let size = Size(width: 10, height: 6)
    var scene = PictureScene(10, 6)
    let below = scene.source(.flat(1, 2, 3, size))
    let image = Image.noise(.yuv420p8, size, seed: 5)
    let result = try scene.compose([PictureLayer(below), PictureLayer(scene.source(image))])
    #expect(result.identity == image.identity)
    // A weight of one in a dissolve is no dissolve.
    let whole = scene.dissolve(below, scene.source(image), 32768)
    #expect(try scene.compose([whole]).identity == image.identity)
  }

  @Test("a picture larger than the output is cut to it, at odd places too", arguments: [0, -1, -4])
  func largerPicture(offset: Int) throws {
    var scene = PictureScene(10, 6)
    let image = Image.noise(.yuv420p8, Size(width: 30, height: 20), seed: 6)
    let layer = PictureLayer(scene.source(image, x: offset, y: offset))
    let result = try scene.compose([layer])
    #expect(result.size == scene.size)
    for y in 0..<6 {
      #expect(result.samples(0, y) == Array(image.samples(0, y - offset)[-offset..<(10 - offset)]))
    }
    let other = Image.noise(.yuv420p8, Size(width: 31, height: 21), seed: 7)
    let dissolve = scene.dissolve(
      scene.source(image, x: offset, y: offset), scene.source(other), 9000)
    #expect(try scene.compose([dissolve]).planes() == PlainCompositor(scene).compose(0))
  }

  @Test("nothing at all is the background")
  func background() throws {
    var scene = PictureScene(5, 5)
    scene.background = YCbCr(y: 41, cb: 42, cr: 43)
    #expect(try scene.compose([]).planes() == Image.flat(41, 42, 43, scene.size).planes())
    #expect(
      try scene.compositor().compose(7).planes() == Image.flat(41, 42, 43, scene.size).planes())
  }

  @Test("opacity is the share of the picture, in luma and chroma")
  func opacity() throws {
    var scene = PictureScene(6, 6)
    scene.background = YCbCr(y: 100, cb: 100, cr: 100)
    let picture = scene.source(.flat(200, 0, 101, scene.size), weight: 16384)
    let planes = try scene.compose([PictureLayer(picture)]).planes()
    #expect(Array(planes[0...1]) == Array(Image.flat(150, 50, 101, scene.size).planes()[0...1]))
    // 100.5 is dithered.
    #expect(Set(planes[2].joined()) == [100, 101])
  }

  @Test("frames that are shown at once are mixed by their shares, and each is asked for once")
  func mixedFrames() throws {
    var scene = PictureScene(17, 9)
    let frames = (0..<6).map { Image.noise(.yuv420p8, scene.size, seed: UInt64(60 + $0)) }
    let input = scene.source(frames[0])
    let one = FrameBlend.one
    let windows = [
      (one / 4, one / 4 + one), (one / 2, one / 2 + one), (one / 2, 3 * one + one / 4),
      (3 * one, 6 * one),
    ]
    scene.frames = windows.map { window in
      var input = input
      input.content = .picture(
        .constant(.blend(ConformID(0), FrameBlend(start: window.0, end: window.1))))
      return [PictureLayer(input)]
    }
    let source = SceneImages([], frames: frames)
    let compositor = scene.compositor(source)
    // Of 11/4 frames ½, 1, 1 and ¼.
    let shares = [
      [(0, 24_576), (1, 8192)], [(0, 16_384), (1, 16_384)],
      [(0, 5958), (1, 11_915), (2, 11_916), (3, 2979)],
      [(3, 10_923), (4, 10_922), (5, 10_923)],
    ]
    for (index, parts) in shares.enumerated() {
      let image = try compositor.compose(index)
      for plane in 0..<3 {
        for y in 0..<image.height(of: plane) {
          let rows = parts.map { frames[$0.0].samples(plane, y) }
          let expected = image.samples(plane, y).indices.map { x in
            Reference.mean(zip(rows, parts).map { ($0[x], weight: $1.1) })
          }
          #expect(image.samples(plane, y) == expected, "window \(index), plane \(plane)")
        }
      }
    }
    #expect(source.asked == [0, 1, 2, 3, 4, 5])
  }

  @Test("pictures between two frames are made of these, each of which is asked for once")
  func picturesBetween() throws {
    var scene = PictureScene(33, 21)
    let frames = (0..<3).map { Image.noise(.yuv420p8, scene.size, seed: UInt64(80 + $0)) }
    let input = scene.source(frames[0])
    let one = PictureInput.one
    let positions = [one / 3, one / 2, one + one / 4, one + 20_000]
    scene.frames = positions.map { position in
      var input = input
      input.content = .picture(
        .constant(.flow(ConformID(0), FramePoint(position: position))))
      return [PictureLayer(input)]
    }
    let source = SceneImages([], frames: frames)
    let compositor = scene.compositor(source)
    for (index, position) in positions.enumerated() {
      let first = position / one
      let motion = try #require(PairMotion(from: frames[first], to: frames[first + 1]))
      #expect(
        try compositor.compose(index).planes() == motion.image(at: position % one).planes(),
        "\(position)")
    }
    #expect(source.asked == [0, 1, 2])
  }

  @Test("pictures that an opaque one hides are not asked for")
  func hiddenPictures() throws {
    let size = Size(width: 8, height: 8)
    var scene = PictureScene(8, 8)
    let hidden = scene.source(.flat(1, 1, 1, size))
    let wiped = scene.disjoint(
      scene.source(.flat(2, 2, 2, size), window: Rect(x: 0, y: 0, width: 3, height: 8)),
      scene.source(.flat(3, 3, 3, size), window: Rect(x: 3, y: 0, width: 5, height: 8)))
    let faint = scene.source(.flat(4, 4, 4, size), weight: 100)
    scene.frames = [[PictureLayer(hidden), wiped, PictureLayer(faint)]]
    let source = scene.source
    _ = try scene.compositor(source).compose(0)
    #expect(source.asked.sorted() == [1, 2, 3])
  }

  @Test("pictures that do not hide what is below are not taken for ones that do")
  func visibleBelow() throws {
    let size = Size(width: 8, height: 8)
    let opaque = Image.flat(200, 200, 200, size)
    var scene = PictureScene(8, 8)
    let below = PictureLayer(scene.source(.flat(100, 90, 80, size)))
    let gap = scene.disjoint(
      scene.source(opaque, window: Rect(x: 0, y: 0, width: 3, height: 8)),
      scene.source(opaque, window: Rect(x: 4, y: 0, width: 4, height: 8)))
    let layers: [PictureLayer] = [
      PictureLayer(scene.source(opaque, weight: 32767)), PictureLayer(scene.source(opaque, x: 1)),
      PictureLayer(scene.source(.noise(.yuva420p8, size, seed: 8))),
      PictureLayer(scene.source(opaque, window: Rect(x: 0, y: 0, width: 8, height: 7))), gap,
      scene.dissolve(scene.source(opaque, y: 2), scene.source(opaque), 500),
      scene.disjoint(scene.source(opaque, window: Rect(x: 0, y: 0, width: 7, height: 8)), nil),
      scene.dissolve(nil, scene.source(opaque), 20000),
    ]
    for layer in layers {
      scene.frames = [[below, layer]]
      let source = scene.source
      let image = try scene.compositor(source).compose(0)
      #expect(source.asked.contains(0))
      #expect(image.planes() == PlainCompositor(scene).compose(0))
    }
  }

  @Test("a text stands with its anchor at its place, moved or resampled")
  func textOrigin() throws {
    var scene = PictureScene(12, 10)
    let image = Image.flat(220, 110, 90, Size(width: 4, height: 2))
    let one: Int64 = 1 << 20
    let moved = scene.text(image, originX: -2, originY: -2, .offset(x: 6, y: 6))
    let resampled = scene.text(
      image, originX: -2, originY: -2,
      .projective(
        Projection(
          a: one, b: 0, c: -12 * one, d: 0, e: one, f: -12 * one, g: 0, h: 0, i: one)))
    let first = try scene.compose([PictureLayer(moved)])
    #expect(first.samples(0, 4) == [16, 16, 16, 16, 220, 220, 220, 220, 16, 16, 16, 16])
    #expect(first.samples(0, 3).allSatisfy { $0 == 16 } && first.samples(0, 6)[4] == 16)
    #expect(first.samples(1, 2) == [128, 128, 110, 110, 128, 128])
    #expect(try scene.compose([PictureLayer(resampled)]).planes() == first.planes())
  }

  @Test("a map that cannot be drawn, or shows nothing, leaves the picture out")
  func undrawable() throws {
    let image = Image.noise(.yuv420p8, Size(width: 4, height: 4), seed: 9)
    for map in [
      Projection(a: 0, b: 0, c: 0, d: 0, e: 0, f: 0, g: 0, h: 0, i: 0),
      Projection(a: 1, b: 0, c: 0, d: 0, e: 1, f: 0, g: 0, h: 0, i: -1),
      Projection(a: 1, b: 0, c: -1000, d: 0, e: 1, f: 0, g: 0, h: 0, i: 1),
    ] {
      var scene = PictureScene(6, 6)
      let picture = scene.source(image, .projective(map))
      let result = try scene.compose([PictureLayer(picture)])
      #expect(result.planes() == Image.flat(16, 128, 128, scene.size).planes())
    }
  }

  @Test("the numbers of a map may be as large as they can be")
  func hugeNumbers() throws {
    let image = Image.noise(.yuv420p8, Size(width: 4, height: 4), seed: 9)
    func compose(_ n: Int64) throws -> [[[UInt8]]] {
      var scene = PictureScene(6, 6)
      let map = Projection(a: n, b: -n, c: n, d: n, e: n, f: -n, g: n, h: n, i: -n)
      return try scene.compose([PictureLayer(scene.source(image, .projective(map)))]).planes()
    }
    #expect(try compose(.max) == compose(1 << 20))
  }

  @Test("a source's error is passed on")
  func sourceError() throws {
    struct Failing: TextSource {
      func image(of raster: TextRaster) throws(RenderError) -> PlacedImage {
        throw RenderError(.media, "no font")
      }
    }
    var scene = PictureScene(4, 4)
    let text = scene.text(.flat(1, 1, 1, scene.size), originX: 0, originY: 0, .offset(x: 0, y: 0))
    scene.frames = [[PictureLayer(text)]]
    let compositor = Compositor(plan: scene.plan, images: scene.source, texts: Failing())
    #expect(throws: RenderError(.media, "no font")) { try compositor.compose(0) }
  }

  // MARK: - Memory

  @Test("frames after the first ones take no new memory")
  func steadyMemory() throws {
    let size = Size(width: 64, height: 36)
    var scene = PictureScene(64, 36)
    let (a, b) = (Image.noise(.yuv420p8, size, seed: 10), Image.noise(.yuv420p8, size, seed: 11))
    let large = Image.noise(.yuva420p8, Size(width: 128, height: 96), seed: 12)
    for frame in 0..<40 {
      let shrunk = scene.source(
        large,
        .projective(
          Projection(
            a: 4 << 20, b: Int64(frame) << 10, c: 0, d: 0, e: 4 << 20, f: 0, g: 0, h: 0, i: 1 << 20)
        ))
      let tint = scene.color(
        Color(red: UInt8(frame), green: 1, blue: 2, alpha: 90), 20, 20, x: frame, y: 3)
      scene.frames.append([
        scene.dissolve(scene.source(a), scene.source(b), frame * 800 + 1),
        PictureLayer(shrunk), PictureLayer(tint),
      ])
    }
    let compositor = scene.compositor()
    for frame in 0..<8 { _ = try compositor.compose(frame) }
    let before = compositor.poolStatistics.allocations
    for frame in 8..<40 { _ = try compositor.compose(frame) }
    #expect(compositor.poolStatistics.allocations == before)
  }

  @Test("made images are kept while they are shown, and one frame longer")
  func recentImages() {
    var recent = RecentValues<Int, Image>()
    let image = Image.flat(1, 2, 3, Size(width: 2, height: 2))
    #expect(recent.find(1) == nil)
    recent.insert(image, for: 1, keeping: nil)
    recent.endFrame()
    recent.endFrame()
    #expect(recent.count == 1)
    recent.endFrame()
    #expect(recent.count == 0)
    recent.insert(image, for: 2, keeping: nil)
    for _ in 0..<5 {
      recent.endFrame()
      #expect(recent.find(2) === image)
    }
  }
}
