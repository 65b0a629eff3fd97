import Foundation
import Testing

/// What `explain` says, against the project's own numbers worked out again without Cutlist's code.
@Suite("The numbers of explain")
struct ExplainTruthTests {
  /// Projects of counters and bars whose clips follow each other on video tracks.
  static let projects = [
    "dissolve/dissolve", "push/push", "wipe/wipe", "speed/speed", "crop/crop",
    "handles-freeze/handles-freeze", "keyframes/keyframes", "frame-rates/frame-rate-24",
    "frame-rates/frame-rate-25", "frame-rates/frame-rate-30000-1001", "frame-rates/frame-rate-50",
    "frame-rates/frame-rate-60",
  ].map { GalleryProject(description: $0) }

  @Test("source frames, timestamps, progress and weights are what the project's numbers give")
  func numbers() throws {
    var random = PlainRandom(seed: 20_261_121)
    var pictures = 0
    var transitions = 0
    var weights = 0
    for round in 0..<108 {
      let project = Self.projects[round % Self.projects.count]
      let edit = try PlainEdit(project.file)
      let frame = random.below(edit.frameCount)
      let run = GalleryRun([
        "explain", project.file.path, "--frame", "\(frame)", "--json", "--no-cache",
      ])
      try #require(run.status == 0, "\(run.said)")
      let said = try #require(
        try JSONSerialization.jsonObject(with: Data(run.printed.utf8)) as? [String: Any])
      let name = Comment(rawValue: "\(project) frame \(frame), seed 20261121")
      let time = edit.time(of: frame)
      #expect(said["time"] as? String == time.text, name)
      #expect(said["frameCount"] as? Int == edit.frameCount, name)
      let layers = try #require(said["layers"] as? [[String: Any]])
      for expected in edit.layers(at: frame) {
        let layer = try #require(
          layers.first { expected.matches($0) }, "\(name): \(expected) is missing")
        switch expected {
        case .picture(let picture):
          pictures += 1
          check(picture, layer, name)
        case .transition(let transition):
          transitions += 1
          #expect(layer["progress"] as? String == transition.progress.text, name)
          if let weight = transition.weight {
            weights += 1
            #expect(layer["weight"] as? Int == weight, name)
          }
          check(transition.from, try #require(layer["from"] as? [String: Any]), name)
          check(transition.to, try #require(layer["to"] as? [String: Any]), name)
        }
      }
      #expect(layers.count == edit.layers(at: frame).count, name)
    }
    #expect(pictures > 60 && transitions > 20 && weights > 10)
  }

  private func check(_ picture: PlainEdit.Picture, _ said: [String: Any], _ name: Comment) {
    if let weight = picture.weight {
      // Of a clip that is transparent nothing is planned.
      #expect(weight == 0 || said["weight"] as? Int == weight, name)
      #expect((said["shown"] as? Bool == false) == (weight == 0), name)
      if weight == 0 { return }
    }
    guard let source = picture.source else { return }
    #expect(said["sourceFrame"] as? Int == source.frame, name)
    #expect(said["sourceTime"] as? String == source.time.text, name)
    #expect(said["shownFrom"] as? String == source.shownFrom.text, name)
    #expect(said["shownTo"] as? String == source.shownTo.text, name)
    #expect(said["speed"] as? String == source.speed.text, name)
    #expect(said["held"] as? String == (source.time < source.shownFrom ? "first" : "none"), name)
  }
}

/// A linear congruential generator (Knuth's MMIX).
struct PlainRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// 0…limit − 1
  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(1, limit)))
  }
}

/// A fraction of machine integers, as plain as can be.
struct PlainFraction: Comparable {
  let above: Int
  let below: Int

  init(_ above: Int, _ below: Int = 1) {
    var (a, b) = (abs(above), abs(below))
    while b != 0 { (a, b) = (b, a % b) }
    let divisor = max(1, a) * (below < 0 ? -1 : 1)
    self.above = above / divisor
    self.below = below / divisor
  }

  /// `0.25`, `1/3`, `2`
  init(text: String) {
    let parts = text.split(separator: "/").map(String.init)
    if parts.count == 2 {
      self.init(Int(parts[0]) ?? 0, Int(parts[1]) ?? 1)
    } else {
      let digits = text.split(separator: ".").map(String.init)
      let places = digits.count > 1 ? digits[1].count : 0
      let power = (0..<places).reduce(1) { product, _ in product * 10 }
      self.init(Int(digits.joined()) ?? 0, power)
    }
  }

  var text: String { below == 1 ? "\(above)" : "\(above)/\(below)" }

  static func + (a: Self, b: Self) -> Self {
    Self(a.above * b.below + b.above * a.below, a.below * b.below)
  }
  static func - (a: Self, b: Self) -> Self { a + Self(-b.above, b.below) }
  static func * (a: Self, b: Self) -> Self { Self(a.above * b.above, a.below * b.below) }
  static func / (a: Self, b: Self) -> Self { Self(a.above * b.below, a.below * b.above) }
  static func < (a: Self, b: Self) -> Bool { a.above * b.below < b.above * a.below }

  var floor: Int {
    above >= 0 ? above / below : -((-above + below - 1) / below)
  }

  /// Nearest, ties up.
  var rounded: Int { (self + Self(1, 2)).floor }
}

/// A project's video tracks as fractions, read from its JSON.
struct PlainEdit {
  struct Clip {
    var media: String
    var isMoving: Bool
    var start: PlainFraction
    var end: PlainFraction
    var source: PlainFraction
    var speed: PlainFraction
    /// With what transitions add.
    var first: PlainFraction
    var last: PlainFraction
    /// Linear keys of opacity: moments after the clip's start, and values.
    var opacity: [(time: PlainFraction, value: PlainFraction)] = []
    var index: Int
    var track: Int
  }

  struct Fade {
    var kind: String
    var start: PlainFraction
    var end: PlainFraction
    var from: Int
    var to: Int
  }

  struct Picture {
    struct Source {
      var frame: Int
      var time: PlainFraction
      var shownFrom: PlainFraction
      var shownTo: PlainFraction
      var speed: PlainFraction
    }
    var track: Int
    var clip: Int
    var source: Source?
    /// Of 32768, for a clip whose opacity moves.
    var weight: Int?
  }

  struct Transition {
    var track: Int
    var progress: PlainFraction
    var weight: Int?
    var from: Picture
    var to: Picture
  }

  enum Layer {
    case picture(Picture)
    case transition(Transition)

    func matches(_ said: [String: Any]) -> Bool {
      guard let item = said["item"] as? [String: Any] else { return false }
      switch self {
      case .picture(let picture):
        return item["track"] as? Int == picture.track
          && item["item"] as? String == "clip \(picture.clip)"
      case .transition(let transition):
        return item["track"] as? Int == transition.track && said["kind"] as? String == "transition"
      }
    }
  }

  var rate: PlainFraction
  var tracks: [(clips: [Clip], fades: [Fade])] = []

  init(_ file: URL) throws {
    let project = try #require(
      try JSONSerialization.jsonObject(with: try Data(contentsOf: file)) as? [String: Any])
    let output = try #require(project["output"] as? [String: Any])
    rate = PlainFraction(text: "\(try #require(output["frameRate"]))")
    let media = try #require(project["media"] as? [String: [String: Any]])
    for (number, track) in try #require(project["tracks"] as? [[String: Any]]).enumerated() {
      try read(try #require(track["video"] as? [[String: Any]]), media, number)
    }
  }

  private mutating func read(
    _ items: [[String: Any]], _ media: [String: [String: Any]], _ track: Int
  ) throws {
    var clips: [Clip] = []
    var waiting: [(kind: String, duration: PlainFraction, after: Int)] = []
    var cursor = PlainFraction(0)
    for item in items {
      if let kind = item["transition"] as? String {
        waiting.append((kind, try time(item["duration"]), clips.count - 1))
        continue
      }
      let name = try #require(item["clip"] as? String)
      let speed = item["speed"].map { PlainFraction(text: "\($0)") } ?? PlainFraction(1)
      let start = try item["at"].map { try time($0) } ?? cursor
      let source = try item["in"].map { try time($0) } ?? PlainFraction(0)
      let length =
        item["out"] == nil
        ? try time(item["duration"]) : (try time(item["out"]) - source) / speed
      cursor = start + length
      var clip = Clip(
        media: name, isMoving: media[name]?["generate"] as? String == "counter", start: start,
        end: cursor, source: source, speed: speed, first: start, last: cursor, index: clips.count,
        track: track)
      for animation in item["animate"] as? [[String: Any]] ?? []
      where animation["property"] as? String == "opacity" {
        let times = try #require(animation["keyTimes"] as? [Any])
        for (time, value) in zip(times, try #require(animation["values"] as? [Any])) {
          clip.opacity.append(
            (PlainFraction(text: "\(time)") * length, PlainFraction(text: "\(value)")))
        }
      }
      clips.append(clip)
    }
    var fades: [Fade] = []
    for (kind, duration, before) in waiting {
      let start = clips[before].end - duration / PlainFraction(2)
      fades.append(
        Fade(kind: kind, start: start, end: start + duration, from: before, to: before + 1))
      clips[before].last = start + duration
      clips[before + 1].first = start
    }
    tracks.append((clips, fades))
  }

  private func time(_ value: Any?) throws -> PlainFraction {
    let text = "\(try #require(value))"
    if text.hasSuffix("f") { return PlainFraction(text: String(text.dropLast())) / rate }
    return PlainFraction(text: text.hasSuffix("s") ? String(text.dropLast()) : text)
  }

  func time(of frame: Int) -> PlainFraction { PlainFraction(frame) / rate }

  private func frame(_ time: PlainFraction) -> Int { (time * rate).rounded }

  var frameCount: Int { tracks.flatMap(\.clips).map { frame($0.end) }.max() ?? 0 }

  func layers(at number: Int) -> [Layer] {
    tracks.flatMap { clips, fades -> [Layer] in
      if let fade = fades.first(where: { frame($0.start)..<frame($0.end) ~= number }) {
        let progress = min(
          max((time(of: number) - fade.start) / (fade.end - fade.start), PlainFraction(0)),
          PlainFraction(1))
        return [
          .transition(
            Transition(
              track: clips[fade.from].track, progress: progress,
              weight: fade.kind == "dissolve" ? (progress * PlainFraction(32768)).rounded : nil,
              from: picture(clips[fade.from], number), to: picture(clips[fade.to], number)))
        ]
      }
      return clips.filter { frame($0.start)..<frame($0.end) ~= number }
        .map { .picture(picture($0, number)) }
    }
  }

  private func picture(_ clip: Clip, _ number: Int) -> Picture {
    var picture = Picture(track: clip.track, clip: clip.index)
    if clip.isMoving {
      // A counter has a frame for each of the output's, from source time 0 on.
      let moment = max(time(of: number), clip.first)
      let source = clip.source + (moment - clip.start) * clip.speed
      let frame = max(0, (source * rate).floor)
      picture.source = Picture.Source(
        frame: frame, time: source, shownFrom: time(of: frame), shownTo: time(of: frame + 1),
        speed: clip.speed)
    }
    if let first = clip.opacity.first, let last = clip.opacity.last {
      let elapsed = time(of: number) - clip.start
      var value = elapsed < first.time ? first.value : last.value
      for (key, next) in zip(clip.opacity, clip.opacity.dropFirst())
      where key.time <= elapsed && elapsed < next.time {
        value = key.value + (next.value - key.value) * (elapsed - key.time) / (next.time - key.time)
      }
      picture.weight = (value * PlainFraction(32768)).rounded
    }
    return picture
  }
}
