import Diagnostics
import BaseValues
import PlanModel
import ProjectFormat
import Raster
import RenderPlanning
import Rendering
import TimelineModel
import Workspace

/// Composing 1080p frames of pictures that cost nothing to get.
enum CompositorBenchmarks {
  private static let size = Size(width: 1920, height: 1080)
  /// Frames of the scenes, all within the transition or under the title.
  private static let frames = 60..<180

  static func run() {
    print("compositor: 1080p, one thread, least of 5 runs")
    row("", "frames/s", "ms/frame")
    for (name, items, title) in scenes {
      guard let time = measure(items: items, title: title) else {
        complain("the scene '\(name)' is not valid")
        continue
      }
      row(name, decimal(1e9 / time, 0), decimal(time / 1e6, 3))
    }
    print()
  }

  private static let scenes: [(name: String, items: String, title: String)] = [
    ("pass-through", single, ""),
    ("dissolve", transition("\"dissolve\""), ""),
    ("push left", transition("\"push\", \"direction\": \"left\""), ""),
    ("push up", transition("\"push\", \"direction\": \"up\""), ""),
    ("wipe up", transition("\"wipe\", \"direction\": \"up\""), ""),
    ("wipe left", transition("\"wipe\", \"direction\": \"left\""), ""),
    ("title", single, "\"position\": [960, 756]"),
    ("title, fading", single, "\"position\": [960, 756], \"fade\": { \"in\": \"8s\" }"),
    ("title, turned", single, "\"position\": [960, 756], \"rotation\": 10"),
    ("picture at half opacity", "{ \"clip\": \"a\", \"opacity\": 0.5 }", ""),
    ("picture, turned", "{ \"clip\": \"a\", \"rotation\": 10 }", ""),
    ("picture, zooming in", animated("scale", "1", "1.6"), ""),
    ("picture, shrinking", animated("scale", "1", "0.5"), ""),
    ("picture, panning", animated("position", "[960, 540]", "[1000.5, 560.3]"), ""),
  ]

  private static let single = "{ \"clip\": \"a\" }"

  private static func animated(_ property: String, _ from: String, _ to: String) -> String {
    """
    { "clip": "a", "animate": [{ "property": "\(property)", "from": \(from), "to": \(to) }] }
    """
  }

  private static func transition(_ kind: String) -> String {
    """
    { "clip": "a" }, { "transition": \(kind), "duration": "6s", "mode": "overlap", \
    "easing": "linear" }, { "clip": "b" }
    """
  }

  /// Nanoseconds of a frame; `nil` where the scene has errors.
  private static func measure(items: String, title: String) -> Double? {
    let titles =
      title.isEmpty
      ? "" : ", { \"titles\": [{ \"text\": \"x\", \"duration\": \"8s\", \(title) }] }"
    let file = SourceFile(
      path: "scene.json",
      text: """
        { "cutlist": 1, "output": { "size": "1920x1080", "frameRate": 30 },
          "media": { "a": "a.mp4", "b": "b.mp4" },
          "tracks": [{ "video": [\(items)] }\(titles)] }
        """)
    let project = ProjectLoader().load(file) { document in
      OpenedMedia(catalog: SyntheticMedia.catalog(of: document.mediaItems))
    }
    for finding in project.diagnostics where finding.severity == .error {
      complain(finding.message)
    }
    guard let plan = project.plan else { return nil }
    let compositor = Compositor(
      plan: plan, images: TwoImages(plan: plan, size: size), texts: OneText())
    var failed = false
    let time = leastNanoseconds(repeats: 5) {
      for frame in frames where (try? compositor.compose(frame)) == nil { failed = true }
    }
    return failed ? nil : time / Double(frames.count)
  }
}

/// Gives one of two pictures for every source.
private final class TwoImages: ImageSource {
  private let plan: RenderPlan
  private let pictures: [Image]

  init(plan: RenderPlan, size: Size) {
    self.plan = plan
    pictures = [noiseImage(size), noiseImage(size, seedBytes: 1000)]
  }

  func image(_ conform: ConformID, sourceFrame: Int) throws(RenderError) -> Image {
    pictures[plan.conforms[conform.index].media.index % pictures.count]
  }

  func retain(only active: Set<MediaID>) {}
}

/// Gives a picture of about the size and coverage of two words at 96 pixels.
private struct OneText: TextSource {
  private let text: PlacedImage

  init() {
    let size = Size(width: 700, height: 112)
    var picture = MutableImage(format: .yuva420p8, size: size)
    picture.clear()
    for plane in 0..<picture.planeCount {
      let width = picture.width(of: plane)
      // Upright bars with soft edges, as letters have.
      let period = picture.format.isChroma(plane: plane) ? 22 : 44
      let bars = (0..<width).map { x -> UInt8 in
        let place = x % period
        return place * 2 >= period ? 0 : place == 0 ? 100 : 200
      }
      for y in 0..<picture.height(of: plane) { picture.write(bars.span, plane: plane, row: y) }
    }
    text = PlacedImage(image: picture.freeze(), originX: -350, originY: -56)
  }

  func image(of raster: TextRaster) throws(RenderError) -> PlacedImage { text }
}
