import AudioMixing
import Diagnostics
import GoldenTesting
import BaseValues
import OutputKinds
import PlanModel
import Raster
import Rendering
import Synchronization
import TimelineModel

/// A movie of grey pictures that grow brighter, and a steady sound, both from nowhere.
///
/// It counts what is asked for, and both can be changed.
final class FakeMovie: Sendable {
  static let size = Size(width: 16, height: 8)

  struct State: Sendable {
    /// Added to the luma of the frames it names.
    var brightness: [Int: UInt8] = [:]
    /// Added to one luma sample, at 12, 4, of every frame.
    var corner: UInt8 = 0
    var amplitude: Float = 0.5
    /// The source frames that were asked for.
    var frames: [Int] = []
    /// The samples that were asked for first.
    var samples: [Int64] = []
    var fails = false
  }

  let state = Mutex(State())
  let storage = FakeStorage()
  let plan: RenderPlan

  init(frames: Int = 10, cut: Int? = nil, text: String? = nil, samples: Int64? = nil) {
    plan = Self.plan(frames: frames, cut: cut, text: text, samples: samples)
  }

  func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  func test(_ expectations: Expectations? = nil) -> ProjectTest {
    ProjectTest(path: "movie/movie.json", subject: subject(expectations))
  }

  func subject(_ expectations: Expectations? = nil) -> TestSubject {
    TestSubject(
      plan: plan, expectations: expectations,
      names: GoldenNames(project: "movie/movie.json", folderName: "movie"),
      sources: MovieSources(
        images: { Images(self) }, sound: { Sounds(self) }, texts: Texts()),
      storage: storage)
  }

  // MARK: - Plan

  private static func plan(
    frames: Int, cut: Int?, text: String?, samples: Int64?
  ) -> RenderPlan {
    func clip(_ index: Int, _ frames: Range<Int>) -> PictureSegment {
      let picture = PictureInput(
        origin: PlanOrigin(track: TrackID(0), item: .clip(index), label: "clip \(index)"),
        content: .picture(PerFrame(frames.map { .source(ConformID(0), sourceFrame: $0) })),
        geometry: .constant(.offset(x: 0, y: 0)))
      var layers = [PictureLayer(picture)]
      if text != nil {
        layers.append(
          PictureLayer(
            PictureInput(
              origin: PlanOrigin(track: TrackID(1), item: .title(0, layer: 0), label: "title"),
              content: .picture(.constant(.text(RasterID(0)))),
              geometry: .constant(.offset(x: 0, y: 0)))))
      }
      return PictureSegment(frames: frames, layers: layers)
    }
    let size = size
    return RenderPlan(
      output: PlannedOutput(
        size: size, rate: FrameRate(10)!, frameCount: frames,
        background: PlanModel.YCbCr(y: 16, cb: 128, cr: 128), video: VideoEncoding(),
        audio: samples.map { _ in AudioEncoding() }),
      sources: [
        PlannedSource(
          media: MediaID(0), name: "a",
          content: .file(path: "a", videoStream: nil, audioStream: nil), contentHash: "a",
          isOpaque: true)
      ],
      conforms: [
        Conform(
          media: MediaID(0), crop: Rect(x: 0, y: 0, width: 16, height: 8), size: size)
      ],
      rasters: text.map {
        [
          TextRaster(
            style: TextStyle(text: $0, font: .family("none"), size: .one), anchorX: 0, anchorY: 0,
            scale: 1)
        ]
      } ?? [],
      segments: cut.map { [clip(0, 0..<$0), clip(1, $0..<frames)] } ?? [clip(0, 0..<frames)],
      audio: samples.map {
        AudioPlan(
          sampleRate: 8000, channels: 1, sampleCount: $0,
          spans: [
            AudioSpan(
              origin: PlanOrigin(track: TrackID(0), item: .clip(0), label: "clip 0"),
              media: MediaID(0), samples: 0..<$0, sourceSample: 0, envelopes: [])
          ])
      }, chunks: [Chunk(index: 0, frames: 0..<frames)], ledger: [])
  }

  // MARK: - Sources

  private final class Images: ImageSource {
    let movie: FakeMovie
    init(_ movie: FakeMovie) { self.movie = movie }

    func image(_ conform: ConformID, sourceFrame: Int) throws(RenderError) -> Image {
      let state = movie.state.withLock { state in
        state.frames.append(sourceFrame)
        return state
      }
      if state.fails { throw RenderError(.media, "a: picture \(sourceFrame) cannot be read") }
      var image = MutableImage(format: .yuv420p8, size: FakeMovie.size)
      image.fill(
        y: UInt8(40 + sourceFrame % 100) + (state.brightness[sourceFrame] ?? 0), u: 128, v: 128)
      var row = image.mutableRow(0, 4)
      row[12] += state.corner
      return image.freeze()
    }

    func retain(only active: Set<MediaID>) {}
  }

  private final class Sounds: AudioSource {
    let movie: FakeMovie
    init(_ movie: FakeMovie) { self.movie = movie }

    func read(
      _ media: MediaID, span: Int, from sample: Int64, into buffer: inout AudioBuffer
    ) throws(RenderError) {
      let amplitude = movie.state.withLock { state in
        state.samples.append(sample)
        return state.amplitude
      }
      buffer.withChannel(0) { channel in
        for i in channel.indices {
          channel[i] = (Int(sample) + i) % 16 < 8 ? amplitude : -amplitude
        }
      }
    }
  }

  private struct Texts: TextSource {
    func image(of raster: TextRaster) throws(RenderError) -> PlacedImage {
      PlacedImage(
        image: SolidColor(red: 255, green: 255, blue: 255, alpha: 255).image(
          size: Size(width: 2, height: 2)), originX: 0, originY: 0)
    }
  }
}

/// Files in memory. A picture's file is its luma.
final class FakeStorage: GoldenStorage {
  private let state = Mutex((files: [String: [UInt8]](), writes: [String]()))

  var paths: [String] { state.withLock { $0.files.keys.sorted() } }
  /// The files written or removed, in order.
  var writes: [String] { state.withLock { $0.writes } }

  subscript(path: String) -> String? {
    get { state.withLock { $0.files[path] }.map { String(decoding: $0, as: UTF8.self) } }
    set { state.withLock { $0.files[path] = newValue.map { Array($0.utf8) } } }
  }

  func read(_ path: String) throws(RenderError) -> [UInt8]? { state.withLock { $0.files[path] } }

  func write(_ bytes: [UInt8], to path: String) throws(RenderError) {
    state.withLock {
      $0.files[path] = bytes
      $0.writes.append(path)
    }
  }

  func remove(_ path: String) throws(RenderError) {
    state.withLock {
      $0.files[path] = nil
      $0.writes.append(path)
    }
  }

  func names(in folder: String) -> [String] {
    paths.filter { $0.hasPrefix(folder) }.map { String($0.dropFirst(folder.count)) }
  }

  func png(_ image: Image) throws(RenderError) -> [UInt8] {
    var bytes: [UInt8] = []
    for y in 0..<image.size.height {
      let row = image.row(0, y)
      for x in row.indices { bytes.append(row[x]) }
    }
    return bytes
  }

  func picture(at path: String) throws(RenderError) -> Image {
    guard let bytes = try read(path), bytes.count == 16 * 8 else {
      throw RenderError(.media, "that is no picture")
    }
    var image = MutableImage(format: .yuv420p8, size: FakeMovie.size)
    image.fill(y: 0, u: 128, v: 128)
    for y in 0..<8 { image.write(bytes[y * 16..<y * 16 + 16].span, plane: 0, row: y) }
    return image.freeze()
  }

  func asKept(_ image: Image) throws(RenderError) -> Image { image }
}

extension Expectations {
  /// At tenths of a second, with places that say nothing.
  static func at(_ tenths: Int64) -> Located<Rational> {
    Located(value: Rational(tenths, 10)!, range: .none)
  }
}
