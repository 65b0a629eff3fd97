import BaseValues
import OutputKinds
import TimelineModel

@testable import PlanModel

private let size = Size(width: 64, height: 36)

func origin(_ index: Int) -> PlanOrigin {
  PlanOrigin(track: TrackID(index), item: .clip(index), label: "item \(index)")
}

/// A picture alone at the corner, opaque in the output's size unless it says otherwise.
func input(
  _ index: Int, _ content: PictureContent = .color(.white, size),
  change: (inout PictureInput) -> Void = { _ in }
) -> PictureInput {
  var input = PictureInput(
    origin: origin(index), content: .picture(.constant(content)),
    geometry: .constant(.offset(x: 0, y: 0)))
  change(&input)
  return input
}

func group(_ index: Int, _ layers: [PictureLayer], size: Size = size) -> PictureInput {
  input(index) { $0.content = .group(Composition(size: size, layers: layers)) }
}

/// Ten frames of some layers, with two conforms, two texts and four masks to refer to.
func plan(_ layers: [PictureLayer]) -> RenderPlan {
  let source = PlannedSource(
    media: MediaID(0), name: "a", content: .color(.white), contentHash: "a", isOpaque: true)
  func text(_ text: String) -> TextRaster {
    TextRaster(
      style: TextStyle(text: text, font: .family("none"), size: .one), anchorX: 0, anchorY: 0,
      scale: 1)
  }
  return RenderPlan(
    output: PlannedOutput(
      size: size, rate: FrameRate(25)!, frameCount: 10,
      background: YCbCr(y: 16, cb: 128, cr: 128), video: VideoEncoding(), audio: nil),
    sources: [source],
    conforms: [0, 1].map {
      Conform(
        media: MediaID(0), crop: Rect(x: $0, y: 0, width: 8, height: 8), size: size)
    },
    rasters: [text("one"), text("two")],
    masks: [
      .picture(ConformID(1), sourceFrame: 3),
      .rectangle(Rect(x: 1, y: 2, width: 3, height: 4)),
      .ellipse(Rect(x: 1, y: 2, width: 3, height: 4)),
      .wipe(201, Size(width: 5, height: 6)), .noise(block: 7, Size(width: 5, height: 6)),
    ],
    segments: [PictureSegment(frames: 0..<10, layers: layers)], audio: nil,
    chunks: [Chunk(index: 0, frames: 0..<10)], ledger: [])
}

/// A plan with every kind of part and every kind of leaf.
func everything() -> RenderPlan {
  let turned = Projection(a: 2, b: 1, c: 0, d: -1, e: 2, f: 5, g: 0, h: 0, i: 1)
  let text = input(1, .text(RasterID(1))) {
    $0.geometry = PerFrame(
      (0..<10).map {
        $0 < 5 ? .offset(x: $0, y: 3) : $0 < 8 ? .projective(turned) : .nearest(turned)
      })
    $0.effects = [
      PlannedEffect(name: "contrast", parameters: [PerFrame(Array(0..<10)), .constant(7)])
    ]
    $0.coverage = .constant(.outside(MaskID(2), threshold: 5, softness: 9))
  }
  let from = group(2, [PictureLayer(text, blendMode: BlendModeName(rawValue: "multiply"))])
  let to = input(
    3, .gradient(from: .white, to: .clear, size, isVertical: true)
  ) {
    $0.opacity = PerFrame((1...10).map { $0 * 3000 })
    $0.coverage = PerFrame(
      (0..<10).map { $0 == 0 ? .all : .mask(MaskID(1), threshold: $0, softness: 100) })
  }
  let film = input(4) {
    $0.content = .picture(PerFrame((0..<10).map { .source(ConformID(0), sourceFrame: 40 + $0) }))
    $0.coverage = .constant(.window(Rect(x: 0, y: 0, width: 32, height: 36)))
  }
  let mixed = input(5) {
    $0.content = .picture(
      PerFrame(
        (0..<10).map {
          .blend(ConformID(0), FrameBlend(start: 9000 * $0, end: 9000 * $0 + 40_000))
        }))
  }
  let flowing = input(6) {
    $0.content = .picture(
      PerFrame((0..<10).map { .flow(ConformID(0), FramePoint(position: 9000 * $0 + 1)) }))
  }
  return plan([
    PictureLayer(input(0)), PictureLayer(mixed), PictureLayer(flowing), PictureLayer(film),
    dissolve(from, to),
  ])
}

/// A dissolve over ten frames.
func dissolve(_ from: PictureInput?, _ to: PictureInput?) -> PictureLayer {
  var (from, to) = (from, to)
  from?.side = .from
  from?.share = PerFrame((0..<10).map { 32768 - 3000 * $0 })
  to?.side = .to
  to?.share = PerFrame((0..<10).map { 3000 * $0 })
  return PictureLayer(
    origin: PlanOrigin(track: TrackID(9), item: .transition(0), label: "dissolve"),
    name: "dissolve", inputs: [from, to].compactMap(\.self))
}
