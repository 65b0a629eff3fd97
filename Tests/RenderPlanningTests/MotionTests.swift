import BaseValues
import Testing
import TimelineModel

@testable import PlanModel
@testable import RenderPlanning

private func plan(
  _ video: VideoFacts = VideoFacts(codedSize: Size(width: 1280, height: 720), frames: .still),
  size: Size = Size(width: 1280, height: 720), change: (inout FrameProperties) -> Void
) throws -> RenderPlan {
  var scene = Scene()
  scene.size = size
  let a = scene.add("a", video)
  scene.add(.video, [scene.clip(a, r(0), r(2), change: change)])
  return try scene.plan()
}

/// Where a point of the output lies in the picture, in its pixels.
private func place(_ x: Double, _ y: Double, _ geometry: Geometry?) -> (x: Double, y: Double)? {
  guard case .projective(let p) = geometry else { return nil }
  let (u, v) = (2 * x, 2 * y)
  let depth = Double(p.g) * u + Double(p.h) * v + Double(p.i)
  return (
    (Double(p.a) * u + Double(p.b) * v + Double(p.c)) / depth / 2,
    (Double(p.d) * u + Double(p.e) * v + Double(p.f)) / depth / 2
  )
}

private func near(_ place: (x: Double, y: Double)?, _ x: Double, _ y: Double) -> Bool {
  guard let place else { return false }
  return abs(place.x - x) < 1e-4 && abs(place.y - y) < 1e-4
}

@Suite struct MotionTests {
  @Test("a negative factor mirrors about the anchor")
  func mirrored() throws {
    let geometry = try plan { $0.placement.scale = Point(x: Rational(-1), y: .one) }
      .alone(at: 0)?.geometry[0]
    #expect(near(place(0, 0, geometry), 1280, 0))
    #expect(near(place(1280, 720, geometry), 0, 720))
  }

  /// tan 45° = 1: x′ = x + y about the centre.
  @Test("a skew leans upright edges to the left, as CSS does")
  func skewed() throws {
    let geometry = try plan { $0.placement.skew = Point(x: r(45), y: .zero) }
      .alone(at: 0)?.geometry[0]
    #expect(near(place(640 - 360, 0, geometry), 640, 0))
    #expect(near(place(640 + 360, 720, geometry), 640, 720))
  }

  @Test("an anchor that moves is the point at the position")
  func anchor() throws {
    let made = try plan {
      $0.animations = [
        animation(.anchor, [[.zero, .zero], [.one, .one]], duration: r(2))
      ]
    }
    #expect(near(place(640, 360, made.alone(at: 0)?.geometry[0]), 0, 0))
    #expect(near(place(640, 360, made.alone(at: 30)?.geometry[0]), 640, 360))
  }

  @Test("a view at rest is cut out of the picture, in the canvas's shape")
  func view() throws {
    let made = try plan {
      $0.view = PictureView(x: r(1, 4), y: r(1, 2), width: r(1, 2), height: nil)
    }
    #expect(made.conforms[0].crop == Rect(x: 0, y: 0, width: 1280, height: 720))
    let geometry = made.alone(at: 0)?.geometry[0]
    #expect(near(place(0, 0, geometry), 320, 360) && near(place(1280, 720, geometry), 960, 720))
  }

  /// 1000 × 600 is less wide than 16:9: 1000 across show 562.5 of 600 rows.
  @Test("a view that is too high or beyond an edge shows what is beside it, never the edge")
  func adjustedView() throws {
    let video = VideoFacts(codedSize: Size(width: 1600, height: 1200), frames: .still)
    let high = try plan(video) {
      $0.view = PictureView(x: r(4, 10), y: .zero, width: r(1, 10), height: .one)
    }
    // All the height would take 1.33 of the width: the whole width and three quarters of the height.
    let whole = high.alone(at: 0)?.geometry[0]
    #expect(near(place(0, 0, whole), 0, 150) && near(place(1280, 720, whole), 1600, 1050))
    let low = try plan(video) {
      $0.view = PictureView(x: r(1, 2), y: r(9, 10), width: r(1, 2), height: nil)
    }
    let lower = low.alone(at: 0)?.geometry[0]
    #expect(near(place(0, 0, lower), 800, 750) && near(place(1280, 720, lower), 1600, 1200))
  }

  @Test(
    "a view that leaves out a place is in the middle, and one without a width as wide as it has to be"
  )
  func middleView() throws {
    let video = VideoFacts(codedSize: Size(width: 1600, height: 1200), frames: .still)
    let middle = try plan(video) { $0.view = PictureView(width: .one) }.alone(at: 0)?.geometry[0]
    #expect(near(place(0, 0, middle), 0, 150) && near(place(1280, 720, middle), 1600, 1050))
    let high = try plan(video) { $0.view = PictureView(x: .one, height: r(3, 8)) }
      .alone(at: 0)?.geometry[0]
    #expect(near(place(0, 0, high), 800, 375) && near(place(1280, 720, high), 1600, 825))
  }

  @Test("a view grows by equal factors in equal times, about a point that rests")
  func movingView() throws {
    let made = try plan {
      $0.view = PictureView(x: .zero, y: .zero, width: .one)
      $0.animations = [
        animation(
          .view, [[.zero, .zero, .one, r(-1)], [r(1, 2), r(3, 8), r(1, 4), r(-1)]], duration: r(2))
      ]
    }
    func edges(_ frame: Int) throws -> (left: Double, top: Double, width: Double) {
      let geometry = made.alone(at: frame)?.geometry[0]
      let (corner, end) = (
        try #require(place(0, 0, geometry)), try #require(place(1280, 720, geometry))
      )
      return (corner.x, corner.y, end.x - corner.x)
    }
    for frame in [0, 10, 15, 30, 45, 59] {
      let (left, top, width) = try edges(frame)
      // A quarter after 60 frames.
      var wanted = 1280.0
      for _ in 0..<frame { wanted *= 0.977_159_968_434_245_8 }
      #expect(abs(width - wanted) < 1e-3)
      // What is seen at two thirds of the width and a half of the height stays in its place.
      #expect(abs((2.0 / 3 * 1280 - left) / width - 2.0 / 3) < 1e-5)
      #expect(abs((360 - top) / (width * 9 / 16) - 0.5) < 1e-5)
    }
    // As large as before it is gone along evenly.
    let panning = try plan {
      $0.view = PictureView(x: .zero, y: .zero, width: r(1, 2))
      $0.animations = [
        animation(
          .view, [[.zero, .zero, r(1, 2), r(-1)], [r(1, 2), .zero, r(1, 2), r(-1)]], duration: r(2))
      ]
    }
    #expect(near(place(0, 0, panning.alone(at: 15)?.geometry[0]), 160, 0))
  }

  @Test("a picture at rest keeps the fraction of a position that is written in pixels")
  func fraction() throws {
    func geometry(_ x: Rational, keeps: Bool) throws -> Geometry? {
      try plan {
        $0.placement.position.x = x
        $0.placement.keepsFractions = keeps
      }.alone(at: 0)?.geometry[0]
    }
    #expect(try geometry(r(2561, 4), keeps: false) == .offset(x: 0, y: 0))
    #expect(try near(place(640.25, 360, geometry(r(2561, 4), keeps: true)), 640, 360))
    #expect(try geometry(r(641), keeps: true) == .offset(x: 1, y: 0))
  }

  // MARK: - Paths

  @Test("a path is gone along at an even speed, and a curve is a curve")
  func path() throws {
    var path = MotionPath(start: Point(x: .zero, y: .zero))
    path.parts = [.line(to: Point(x: r(300), y: .zero)), .line(to: Point(x: r(300), y: r(100)))]
    let chords = path.inChords
    #expect(chords.keyTimes == [.zero, r(3, 4), .one])
    #expect(chords.headings == [.zero, r(90), r(90)])
    // A circle's quarter by its usual control points: at most 0.027 % off its radius.
    let k = Rational(5523, 10000) ?? .one
    var arc = MotionPath(start: Point(x: r(100), y: .zero))
    arc.parts = [
      .curve(
        Point(x: r(100), y: try k * r(100)), Point(x: try k * r(100), y: r(100)),
        to: Point(x: .zero, y: r(100)))
    ]
    let curve = arc.inChords
    for (index, point) in curve.points.enumerated() {
      let (x, y) = (number(point.x), number(point.y))
      #expect(abs((x * x + y * y).squareRoot() - 100) < 0.03)
      // Even speed: a chord begins where the angle is that share of the quarter, within a chord.
      let share = number(curve.keyTimes[index])
      #expect(abs(Self.degrees(x, y) - 90 * share) < 0.2)
    }
    // It begins downwards and ends to the left.
    #expect(abs(number(curve.headings[0]) - 91) < 1)
    #expect(abs(number(curve.headings[curve.headings.count - 1]) - 179) < 1)
  }

  @Test("headings go on without jumps through half a turn")
  func headings() {
    var path = MotionPath(start: Point(x: .zero, y: .zero))
    for (x, y) in [(0, 10), (-10, 10), (-10, 0), (0, 0), (0, 10)] as [(Int64, Int64)] {
      path.parts.append(.line(to: Point(x: r(x), y: r(y))))
    }
    #expect(path.inChords.headings == [r(90), r(180), r(270), r(360), r(450), r(450)])
  }

  private static func degrees(_ x: Double, _ y: Double) -> Double {
    // A share of a quarter by bisection: no library's arctangent is the same everywhere.
    var (low, high) = (0.0, 90.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let raw = FixedPoint.sineAndCosine(degrees: Int128(middle * Double(FixedPoint.one)))
      if Double(raw.sine) * x < Double(raw.cosine) * y { low = middle } else { high = middle }
    }
    return low
  }

  // MARK: - Motion blur

  @Test(
    "motion blur is the mean of moments about the frame's time; a picture at rest costs nothing")
  func motionBlur() throws {
    let made = try plan {
      $0.motionBlur = MotionBlur(samples: 4, shutter: r(360))
      $0.animations = [
        animation(.position, [[.zero, r(360)], [r(300), r(360)]], duration: .one)
      ]
    }
    let input = try #require(made.segment(at: 10)?.layers[0].inputs[0].slice(10..<11))
    // Ten pixels a frame; moments lie 3/8 and 1/8 of a frame around it.
    let middles = input.moments.map { place(0, 360, $0.geometry[0])?.x ?? 0 }
    #expect(input.moments.count == 4)
    for (middle, offset) in zip(middles, [-3.75, -1.25, 1.25, 3.75]) {
      #expect(abs(640 - 100 - offset - middle) < 1e-4)
    }
    #expect(made.segment(at: 45)?.layers[0].inputs[0].moments.count == 1)
  }

  @Test("where nobody says how many, moments lie at most a pixel and a half apart, 8 at least")
  func enoughMoments() throws {
    for (speed, wanted) in [(2, 8), (20, 8), (30, 16), (90, 32), (150, 64), (900, 64)] {
      let made = try plan {
        $0.motionBlur = MotionBlur()
        $0.animations = [
          animation(
            .position, [[.zero, r(360)], [r(Int64(30 * speed)), r(360)]], duration: .one)
        ]
      }
      let input = try #require(made.segment(at: 1)?.layers[0].inputs[0].slice(1..<2))
      // The shutter is open for half a frame.
      #expect(input.moments.count == wanted, "\(speed)")
      let middles = input.moments.compactMap { place(640, 360, $0.geometry[0])?.x }
      let steps = zip(middles, middles.dropFirst()).map { abs($0 - $1) }
      if speed < 900 { #expect(steps.allSatisfy { $0 <= 1.5 }) }
    }
  }
}

private func number(_ value: Rational) -> Double {
  Double(value.numerator) / Double(value.denominator)
}
