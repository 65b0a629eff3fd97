import AudioMixing
import BaseValues
import OutputKinds
import TimelineModel

@testable import PlanModel

/// What `wholePlan` names.
let everyKind = KnownKinds(
  blendModes: ["normal", "multiply"], effects: ["contrast": 2, "lut": 1],
  effectsWithMedia: ["lut"], wipes: [201])

/// A plan with every kind of part, leaf, source and sound, fit to be executed.
func wholePlan() -> RenderPlan {
  var plan = everything()
  plan.output.size = Size(width: 64, height: 36)
  plan.output.video = VideoEncoding(
    rateControl: .bitRate(800_000), preset: "fast", gopFrames: 5, profile: "high", maxRate: 900_000,
    bufferSize: 500_000)
  plan.output.audio = AudioEncoding(bitRate: 96_000, sampleRate: 44_100, channels: 1)
  let tags = ColorSpaceTags(matrix: .bt601, range: .full, primaries: .displayP3, transfer: .pq)
  let contents: [MediaContent] = [
    .color(.white),
    .file(path: "a \"b\"/\u{1F3AC}.mp4", videoStream: 1, audioStream: .streams([0, 2])),
    .file(path: "/b.mka", videoStream: nil, audioStream: .language("eng")),
    .sequence(
      ImageSequence(
        path: NumberedPath("shots/%04d.png")!, rate: FrameRate(30000, per: 1001), first: 3,
        missing: .hold)),
    .generator(.bars), .generator(.gradient(from: .white, to: .clear, vertical: true)),
    .generator(.counter(clip: 255)), .generator(.tone(frequency: 440, level: 9, beep: true)),
    .filter("testsrc2=size=64x36"),
    .look(path: "looks/a.ccc", id: "sh010"),
    .filtered(
      FilteredContent(
        source: .file(path: "b.mov", videoStream: 1, audioStream: nil), chain: "hqdn3d=\"4\"",
        isAlone: false)),
    .canvasFilter(CanvasFilter(chain: "vignette", size: Size(width: 64, height: 36))),
    .audioFilter(
      AudioFilter(chain: "agate", sampleRate: 44_100, channels: 1, memory: Rational(1, 3)!)),
    .generator(
      .shading(
        Shading(
          .radial, angle: 359_999, centerX: -1, centerY: 7, radius: 3, isCircle: true,
          stops: [.init(.white, at: 5), .init(.clear, at: 5)]))),
  ]
  plan.sources = contents.enumerated().map { place, content in
    PlannedSource(
      media: MediaID(2 * place), name: "item \(place)", content: content,
      reading: Interpretation(interlace: .topFirst, alpha: .premultiplied, colors: tags),
      contentHash: "hash \(place)", frameHashes: place == 3 ? [0, .max, 1 << 53] : [],
      onDamage: place == 1 ? .conceal : .error, isOpaque: place == 1,
      pictures: place == 1
        ? PlannedFrames(
          size: Size(width: 1920, height: 1080),
          storage: FrameStorage(bitsPerPixel: 30, bitDepth: 10), standAlone: true,
          unit: .fields) : nil)
  }
  plan.segments[0].layers[1].inputs[0].effects = [
    PlannedEffect(name: "lut", media: MediaID(18), parameters: [.constant(500_000)]),
    PlannedEffect(
      name: PlannedEffect.filterName, media: MediaID(22), parameters: [.constant(-3)]),
  ]
  plan.conforms.append(
    Conform(
      media: MediaID(20), crop: Rect(x: 0, y: 0, width: 64, height: 36),
      size: Size(width: 32, height: 18), filter: FilterBlocks(first: 12, memory: 5)))
  plan.rasters = [
    TextRaster(
      style: TextStyle(text: "one\n\u{202E}two", font: .family("Sans"), size: Rational(81, 2)!),
      anchorX: -1, anchorY: 65536, scale: 8, fontHash: 1 << 63),
    TextRaster(
      style: TextStyle(
        text: "two", font: .file(path: "fonts/a.ttf"), size: .one, weight: 700, italic: true,
        color: .black, alignment: .right, maximumWidth: 80, lineSpacing: Rational(6, 5)!,
        outlineWidth: .one, outlineColor: .white, shadowColor: .black,
        shadowOffset: Point(x: Rational(-3), y: .one), shadowBlur: .one, boxColor: .white,
        boxPadding: Rational(4)),
      anchorX: 0, anchorY: 0, scale: 1),
    TextRaster(style: richStyle(), anchorX: 0, anchorY: 0, scale: 1),
  ]
  let points = [
    GainPoint(sample: -5, gain: 0, curve: .linear), GainPoint(sample: 100, gain: 1, curve: .hold),
    GainPoint(sample: 100, gain: GainPoint.unity, curve: .equalPower),
  ]
  var ramp = AudioSpan(
    origin: origin(1), media: MediaID(2), samples: -5..<17_000, sourceSample: 9, envelopes: [])
  ramp.pitch = .follow
  ramp.curve = SpeedCurve([
    SpeedCurve.Point(at: Rational(-1, 3)!, speed: .one, isHeld: true),
    SpeedCurve.Point(at: .one, speed: Rational(-7, 3)!),
  ])
  ramp.loop = SourceLoop(start: Rational(1, 7)!, length: Rational(5, 3)!, isPingPong: true)
  plan.audio = AudioPlan(
    sampleRate: 44_100, channels: 1, sampleCount: 17_640,
    spans: [
      AudioSpan(
        origin: origin(1), media: MediaID(2), samples: 0..<17_640, sourceSample: -700,
        envelopes: [GainEnvelope(purpose: .fadeIn, points: points)], pan: -32768),
      AudioSpan(
        origin: PlanOrigin(track: TrackID(1), item: .title(3, layer: 4), label: ""),
        media: MediaID(4), samples: -90..<17, sourceSample: 1 << 40, envelopes: [],
        speed: Rational(7, 3)!, pitch: .follow),
      ramp,
    ])
  let chain = contents.firstIndex { if case .audioFilter = $0 { true } else { false } } ?? 0
  plan.audio?.buses = [
    AudioBus(
      label: "track 1", media: MediaID(2 * chain), samples: -7..<17_640, memory: 14_700,
      envelopes: [GainEnvelope(purpose: .gain, points: points)], pan: 12),
    AudioBus(
      label: "clip 'a'", media: MediaID(2 * chain), samples: 5..<600, memory: nil, parent: 0),
  ]
  plan.audio?.spans[2].bus = 1
  plan.audio?.spans[1].panning = [GainEnvelope(purpose: .panAutomation, points: points)]
  plan.audio?.buses[1].panning = [GainEnvelope(purpose: .panAutomation, points: points)]
  var other = AudioPlan(
    sampleRate: 44_100, channels: 2, sampleCount: 17_640,
    spans: [
      AudioSpan(
        origin: origin(1), media: MediaID(2), samples: 0..<17_640, sourceSample: 3, envelopes: [])
    ])
  other.ceiling = -100
  plan.otherAudio = [other]
  plan.output.otherAudio = [
    AudioEncoding(.aac, bitRate: 96_000, sampleRate: 44_100, channels: 2)
  ]
  plan.chunks = [Chunk(index: 0, frames: 0..<5), Chunk(index: 1, frames: 5..<10)]
  plan.ledger = [LedgerEntry.Unit.frame, .sample].map {
    LedgerEntry(
      origin: origin(3), point: "end", unit: $0, exact: Rational(1001, 30000)!, position: 1,
      error: Rational(-1, 30000)!)
  }
  return plan
}

/// Where a part of a text is on its way.
let wholeMove = TextMove(
  x: Rational(3), y: Rational(-4), scale: .half, opacity: Rational(1, 4)!, spread: .half)

/// A shape with everything that it can have.
func wholeShape() -> ShapeStyle {
  func place(_ x: Int, _ y: Int) -> ShapePath.Place { ShapePath.Place(x: x, y: y) }
  let path = ShapePath([
    .move(place(0, -7)), .line(place(65_536, 3)),
    .curve(place(1, 2), place(-3, 4), place(5, ShapePath.farthest)), .close,
  ])
  var shape = ShapeStyle(kind: .arrow, path: path, width: 65_536, height: 3, fill: .black)
  shape.shading = Shading(
    .radial, stops: [Shading.Stop(.black, at: 0), Shading.Stop(.white, at: 1_000_000)])
  var stroke = ShapeStroke(width: Rational(9, 2)!, color: .white)
  (stroke.dashes, stroke.dashOffset) = ([.zero, Rational(7)], Rational(-3))
  (stroke.cap, stroke.join, stroke.side) = (.round, .bevel, .outside)
  shape.stroke = stroke
  (shape.headSize, shape.heads) = (Rational(30), .both)
  (shape.drawnFrom, shape.drawnTo) = (100, 60_000)
  shape.shadows = [
    TextShadow(color: .black, offset: Point(x: .one, y: Rational(-2)), blur: Rational(3))
  ]
  return shape
}

/// A text with runs and everything that can be around letters.
private func richStyle() -> TextStyle {
  var style = TextStyle(text: "", font: .family("Sans"), size: Rational(40))
  style.append("one ")
  var run = TextRun()
  run.font = .file(path: "fonts/b.ttf")
  run.size = Rational(41)
  run.weight = 300
  run.italic = false
  run.color = .black
  run.isUnderlined = true
  run.isStruck = false
  run.script = .sub
  run.letterSpacing = Rational(-2)
  run.box = TextBox(
    color: .black, padding: .one, radius: Rational(2), borderWidth: Rational(3),
    borderColor: .white)
  run.room = [
    TextRunForm(font: .family("Serif"), weight: 800, italic: true, scale: Rational(6, 5)!),
    TextRunForm(),
  ]
  run.scale = Rational(11, 10)!
  run.rise = Rational(-7)
  style.append("two", run)
  style.boxRadius = Rational(5)
  style.boxBorderWidth = Rational(6)
  style.boxBorderColor = .white
  style.boxColor = .black
  style.isBoxPerLine = true
  style.outlineWidth = .one
  style.outlineSide = .inside
  style.shadowColor = .black
  style.moreShadows = [
    TextShadow(color: .white, offset: Point(x: .one, y: Rational(2)), blur: Rational(3))
  ]
  style.fill = Shading(
    .radial, angle: 5, centerX: 6, centerY: 7, radius: 8, isCircle: true,
    stops: [Shading.Stop(.black, at: 0), Shading.Stop(.white, at: 9)])
  style.isUnderlined = true
  style.isStruck = true
  style.letterSpacing = Rational(3)
  style.paragraphSpacing = Rational(4)
  style.tabs = Rational(90)
  style.features = [FontSetting("smcp", .one)]
  style.axes = [FontSetting("wdth", Rational(75))]
  style.maximumHeight = 200
  style.overflow = .shrink
  style.leastSize = Rational(12)
  return style
}

/// A source that is a QR code, with all that it has.
func wholeCode(_ media: MediaID) -> PlannedSource {
  let symbol = QRSymbol(
    text: "a \"b\"\u{1F3AC}", level: .quartile, leastVersion: 3, quietZone: 2, color: .white,
    background: .clear)
  return PlannedSource(
    media: media, name: "code", content: .generator(.qr(symbol)), contentHash: "hash")
}
