import Foundation
import AudioMixing
import Diagnostics
import BaseValues
import OutputKinds
import PictureKinds
import TimelineModel

@testable import PlanModel
@testable import RenderPlanning

/// n/d
func r(_ numerator: Int64, _ denominator: Int64 = 1) -> Rational {
  Rational(numerator, denominator)!
}

/// [start, end)
func range(_ start: Rational, _ end: Rational) -> TimeRange { TimeRange(start: start, end: end)! }

/// A timeline under construction, all its media 60 s long at 30 frames a second in 1280 × 720 with
/// sound unless it says otherwise.
struct Scene {
  var size = Size(width: 1280, height: 720)
  var rate = FrameRate(30)!
  var media: [MediaItem] = []
  var facts: [MediaFacts?] = []
  var tracks: [Track] = []
  var audio: AudioEncoding? = AudioEncoding()
  var video = VideoEncoding()
  var background = Color.black
  var duration: Rational?
  var declick = Rational.zero

  static let movie = VideoFacts(
    codedSize: Size(width: 1280, height: 720),
    frames: .regular(start: .zero, rate: FrameRate(30)!, count: 1800))
  static let sound = AudioFacts(sampleRate: 48_000, channels: 2, range: nil)

  mutating func add(
    _ name: String, _ video: VideoFacts? = Scene.movie, _ audio: AudioFacts? = Scene.sound,
    content: MediaContent? = nil, reading: Interpretation = Interpretation()
  ) -> MediaID {
    let id = MediaID(media.count)
    media.append(
      MediaItem(
        id: id, name: name, nameRange: .none, valueRange: .none,
        content: content ?? .file(path: "\(name).mp4", videoStream: nil, audioStream: nil),
        reading: reading))
    facts.append(MediaFacts(video: video, audio: audio, contentHash: "hash of \(name)"))
    return id
  }

  @discardableResult
  mutating func add(
    _ kind: Track.Kind, _ clips: [Clip] = [], _ transitions: [Transition] = [],
    titles: [Title] = [], change: (inout Track) -> Void = { _ in }
  ) -> TrackID {
    let id = TrackID(tracks.count)
    var track = Track(
      id: id, kind: kind, clips: clips, transitions: transitions, titles: titles, range: .none)
    change(&track)
    tracks.append(track)
    return id
  }

  func clip(
    _ media: MediaID, _ start: Rational, _ end: Rational, in sourceStart: Rational = .zero,
    speed: Rational = .one, sound: AudioProperties? = AudioProperties(),
    change: (inout FrameProperties) -> Void = { _ in }
  ) -> Clip {
    var picture = FrameProperties(placement: Placement(position: centre))
    change(&picture)
    return Clip(
      media: media, mediaRange: .none, placed: range(start, end), sourceStart: sourceStart,
      speed: speed, picture: picture, sound: sound, inRange: .none, outRange: .none, range: .none)
  }

  var centre: Point {
    Point(x: r(Int64(size.width), 2), y: r(Int64(size.height), 2))
  }

  var timeline: Timeline {
    Timeline(
      output: OutputSettings(
        size: size, frameRate: rate, video: video, audio: audio, declick: declick,
        background: background,
        duration: duration.map { Located(value: $0, range: .none) }, range: .none),
      media: media, tracks: tracks)
  }

  var catalog: MediaCatalog {
    var catalog = MediaCatalog(count: media.count)
    for (index, facts) in facts.enumerated() { catalog[MediaID(index)] = facts }
    return catalog
  }

  func plan() throws -> RenderPlan { try RenderPlanner.plan(timeline, catalog: catalog) }
}

extension KindChoice {
  static let dissolve = KindChoice("dissolve")

  static func push(_ direction: Direction) -> KindChoice {
    KindChoice("push", [Argument("direction", .word(direction.rawValue))])
  }

  static func wipe(_ direction: Direction) -> KindChoice {
    KindChoice("wipe", [Argument("direction", .word(direction.rawValue))])
  }
}

func transition(
  _ kind: KindChoice, _ start: Rational, _ end: Rational, from: Int?, to: Int?,
  easing: Easing = .linear, handles: Transition.Handles = .require
) -> Transition {
  Transition(
    kind: kind, placed: range(start, end), from: from, to: to, easing: easing, handles: handles,
    durationRange: .none, range: .none)
}

func animation(
  _ property: AnimatedProperty, _ values: [[Rational]], keyTimes: [Rational]? = nil,
  easing: Easing = .linear, begin: Rational = .zero, duration: Rational,
  repeatCount: Rational? = .one, autoreverses: Bool = false
) -> Animation {
  let count = Int64(values.count)
  return Animation(
    property: property, values: values,
    keyTimes: keyTimes ?? (0..<count).map { r($0, max(1, count - 1)) },
    easings: Array(repeating: easing, count: max(0, values.count - 1)), begin: begin,
    duration: duration, repeatCount: repeatCount, autoreverses: autoreverses, range: .none)
}

let easeInOut = Easing.cubicBezier(x1: r(42, 100), y1: .zero, x2: r(58, 100), y2: .one)

extension RenderPlan {
  /// Source frame of a frame that shows a single layer.
  func sourceFrame(at frame: Int) -> Int? {
    guard case .source(_, let sourceFrame) = alone(at: frame)?.picture?[0] else { return nil }
    return sourceFrame
  }

  /// The picture of the first layer of a frame where that is one alone.
  func alone(at frame: Int) -> PictureInput? { layers(at: frame).first?.alone }
}

extension PictureLayer {
  /// The picture of a layer that is no transition.
  var alone: PictureInput? { name.isEmpty && inputs.count == 1 ? inputs[0] : nil }
}

extension GainEnvelope {
  /// Gain at an output sample, as execution has it.
  func gain(at sample: Int64) -> Double {
    guard let index = points.lastIndex(where: { $0.sample <= sample }) else {
      return Double(points[0].gain) / Double(GainPoint.unity)
    }
    let point = points[index]
    var gain = Double(point.gain)
    if point.curve != .hold, index + 1 < points.count {
      let next = points[index + 1]
      let change = Double(next.gain - point.gain)
      let x = Double(sample - point.sample) / Double(next.sample - point.sample)
      switch point.curve {
      case .linear: gain += change * x
      case .equalPower:
        gain =
          change > 0
          ? gain + change * sin(x * .pi / 2) : Double(next.gain) - change * sin((1 - x) * .pi / 2)
      case .decibels: gain *= pow(Double(next.gain) / gain, x)
      default: return .nan
      }
    }
    return gain / Double(GainPoint.unity)
  }
}
