import BaseValues
import OutputKinds
import PlanModel
package import TimelineModel

/// What the chunks of a plan will take, by rates.
package struct CostEstimate: Sendable {
  /// Passes over all pictures where chunks share bits: a first one of quick encodings, that of the movie, and
  /// again for chunks that are encoded once more. How many these are is not known before: of a long movie
  /// few, of a short one nearly all.
  package static let passesOfShared = 3
  /// Quick encodings of each chunk in the first one, and encodings with the movie's settings.
  private static let pilotsOfShared = 2.5
  private static let encodingsOfShared = 1.7

  /// A chunk of pictures or of sound, in seconds of processor time.
  package struct Part: Hashable, Sendable {
    /// Which one it is.
    package var part: RenderPart
    /// The media that it is made of.
    package var media: Set<MediaID> = []
    /// Reading, decoding and conforming its pictures.
    package var decoding = 0.0
    /// Decoding beside that for a worker that begins with it, as far back as decoding has to begin.
    package var entry = 0.0
    /// Composing its frames.
    package var composing = 0.0
    /// Encoding its frames or its samples.
    package var encoding = 0.0
    /// Reading and mixing its sound.
    package var mixing = 0.0
    /// What comes of it, in bytes.
    package var bytes = 0.0
    /// The part of the shorter of composing and encoding that does not run beside the longer one, 0…1:
    /// the encoder begins with the first frame, and ends those that it holds after the last one.
    var overhang = 1.0

    /// All of it but `entry`.
    package var processor: Double { decoding + composing + encoding + mixing }

    /// How long it takes one worker.
    ///
    /// - Parameter cores: of the machine, 1 or more; a worker keeps two of them busy.
    package func seconds(cores: Int) -> Double {
      guard cores > 1, case .picture = part else { return processor }
      let composed = decoding + composing
      return max(composed, encoding) + min(composed, encoding) * overhang
    }

    /// The same in microseconds, at most eleven days, so that sums of many are numbers, too.
    package func microseconds(cores: Int) -> Int {
      let microseconds = seconds(cores: cores) * 1e6
      return microseconds > 0 ? Int(min(microseconds, 1e12)) : 0
    }
  }

  /// One sort of work of the movie.
  package struct Item: Hashable, Sendable {
    /// What is done.
    package var kind: WorkKind
    /// How much of it there is.
    package var units: Double
    /// Nanoseconds, or bytes, for a unit.
    package var rate: Double
    /// Where the rate comes from.
    package var basis: RenderRates.Basis

    /// Seconds; of `WorkKind.Stage.size` bytes / 10⁹.
    package var seconds: Double { units * rate / 1e9 }
  }

  /// All chunks, in the order in which they are joined.
  package private(set) var parts: [Part] = []
  /// All sorts of work, in their order; of joining, too.
  package private(set) var items: [Item] = []
  /// Seconds of processor time for joining all chunks.
  package private(set) var joining = 0.0

  /// What a plan takes by rates.
  ///
  /// - Complexity: O(c · l) for c chunks of l layers.
  package init(_ counter: WorkCounter, rates: RenderRates) {
    let plan = counter.plan
    let video = plan.output.video
    var known = KnownRates(rates: rates)
    var all = Work()
    for part in plan.partsInOrder {
      var item = Part(part: part, media: plan.media(for: [part]))
      switch part {
      case .picture(let chunk):
        let pictures = counter.pictures(in: chunk.frames)
        var encoding = counter.encoding(chunk)
        let passes = video.sharesBits ? Self.passesOfShared : 1
        if passes > 1 {
          encoding.add(encoding.of(.encode), times: Self.encodingsOfShared - 1)
          encoding.add(
            counter.encoding(chunk, .pilot(QualityLevel(steps: video.codec.quality.middle))).of(
              .encode),
            times: Self.pilotsOfShared)
        }
        var work = encoding
        work.add(pictures, times: Double(passes))
        item.entry = known.seconds(counter.entry(at: chunk.frames.lowerBound))
        item.decoding = known.seconds(work.of(.decode))
        item.composing = known.seconds(work.of(.compose))
        item.encoding = known.seconds(work.of(.encode))
        item.bytes = Self.bytes(of: chunk, plan.output) ?? known.seconds(work.of(.size)) * 1e9
        item.overhang = min(1, Self.delay(of: video) / Double(max(1, chunk.frames.count)))
        all.add(work)
      case .sound(let chunk):
        let work = counter.sound(chunk)
        item.mixing = known.seconds(work.of(.mix))
        item.encoding = known.seconds(work.of(.encodeSound))
        let own = plan.mix(chunk.track)
        if let audio = own.audio, let encoding = own.output.audio {
          item.bytes =
            Double(chunk.keptSamples.count) / Double(audio.sampleRate) * Double(encoding.bitRate)
            / 8
        }
        all.add(work)
      }
      parts.append(item)
    }
    let join = Work.joining(
      chunks: Double(parts.count), bytes: parts.reduce(0) { $0 + $1.bytes })
    joining = known.seconds(join)
    all.add(join)
    items = all.units.sorted { $0.key < $1.key }.map { kind, units in
      let rate = known.rate(kind)
      return Item(kind: kind, units: units, rate: rate.value, basis: rate.basis)
    }
  }

  /// About how many frames go into an encoder before the first one comes out of it. Of the pictures that
  /// it holds 14 are none of its look-ahead; of the others two in five wait (x264 164: 10 frames with
  /// `veryfast`, 40 with `medium`, 50 with `slow`).
  private static func delay(of video: VideoEncoding) -> Double {
    1 + Double(max(0, video.codec.heldPictures(preset: video.preset) - 14)) * 2 / 5
  }

  /// Where an average is asked for, that.
  private static func bytes(of chunk: Chunk, _ output: PlannedOutput) -> Double? {
    guard case .bitRate(let bits) = output.video.rateControl else { return nil }
    let rate = output.rate
    return Double(chunk.frames.count) * Double(rate.seconds) / Double(rate.frames) * Double(bits)
      / 8
  }

  /// Seconds of processor time for all chunks, joining left out.
  package var processor: Double { parts.reduce(0) { $0 + $1.processor } }

  /// Bytes of all chunks.
  package var bytes: Double { parts.reduce(0) { $0 + $1.bytes } }

  /// Rates are looked up once.
  private struct KnownRates {
    let rates: RenderRates
    private var known: [WorkKind: (value: Double, basis: RenderRates.Basis)] = [:]

    init(rates: RenderRates) { self.rates = rates }

    mutating func rate(_ kind: WorkKind) -> (value: Double, basis: RenderRates.Basis) {
      if let rate = known[kind] { return rate }
      let rate = rates.rate(of: kind)
      known[kind] = rate
      return rate
    }

    mutating func seconds(_ work: Work) -> Double {
      work.units.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value * rate($1.key).value } / 1e9
    }
  }
}
