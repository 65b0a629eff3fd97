import AudioMixing
import Diagnostics
import FileSystem
import Foundation
import LibAV
import BaseValues
import PlanModel
import Rendering
import Testing
import TimelineModel

@testable import MediaOpening
@testable import MediaProbing
@testable import MediaReading
@testable import MediaSources

/// Sound of a file through chains of filters, held against what the program ffmpeg makes of it.
@Suite("chains of filters for sound", .enabled(if: Tool.isInstalled("ffmpeg"), "needs ffmpeg"))
struct SoundChainTests {
  private let folder: WritingFolder
  private static let seconds = 12

  init() throws { folder = try WritingFolder() }

  private func item(_ chain: String, memory: Rational? = Rational(2), channels: Int = 2)
    -> MediaItem
  {
    var item = Media.item("chain")
    item.content = .audioFilter(
      AudioFilter(chain: chain, sampleRate: 48_000, channels: channels, memory: memory))
    return item
  }

  private func probe(_ item: MediaItem) throws -> Result<MediaSource, MediaProblem> {
    try Media.prober(MediaLocator(projectFolder: folder.path)).probe([item])[0]
  }

  @Test(
    "each sample is that of the program ffmpeg, on both sides of where blocks meet",
    arguments: [
      ("highpass=f=300", false), ("acompressor=threshold=0.05:ratio=4", false),
      ("aecho=0.8:0.9:500:0.3", false), ("stereotools=mlev=0.5", false),
      ("pan=stereo|c0=c1|c1=c0", false), ("agate=threshold=0.1", false),
      ("asplit[a][b];[a]highpass=f=1000[c];[b][c]amix=inputs=2", false),
      ("tremolo=f=3", true), ("aecho=0.8:0.9:3000:0.3", true),
    ])
  func samples(chain: String, isEndless: Bool) throws {
    let file = folder.file("noise.wav")
    let expected = folder.file("expected.raw")
    let common = ["-nostdin", "-v", "error", "-y"]
    _ = try Tool.run(
      "ffmpeg",
      common + [
        "-f", "lavfi", "-i",
        "anoisesrc=r=48000:c=pink:seed=3:d=\(Self.seconds),aformat=channel_layouts=stereo",
        "-c:a", "pcm_f32le", file,
      ])
    _ = try Tool.run(
      "ffmpeg",
      common + [
        "-i", file, "-filter_complex", "[0:a]\(chain),aformat=sample_fmts=flt[out]", "-map",
        "[out]", "-f", "f32le", expected,
      ])
    // Safe: they are copied while they are there. Byte by byte debug builds take long.
    let wanted = unsafe try Data(contentsOf: URL(filePath: expected)).withUnsafeBytes {
      unsafe Array($0.bindMemory(to: UInt32.self))
    }
    let media = Media.item("noise.wav")
    let memory: Rational? = isEndless ? nil : Rational(2)
    var filter = item(chain, memory: memory)
    filter = MediaItem(
      id: MediaID(1), name: "chain", nameRange: .none, valueRange: .none, content: filter.content)
    let prober = try Media.prober(MediaLocator(projectFolder: folder.path))
    var library = MediaLibrary()
    for (item, result) in zip([media, filter], prober.probe([media, filter])) {
      library.add(try result.get(), for: item)
    }
    let count = Int64(Self.seconds * 48_000)
    var plan = AudioPlan(
      sampleRate: 48_000, channels: 2, sampleCount: count,
      spans: [
        AudioSpan(
          origin: PlanOrigin(track: TrackID(0), item: .clip(0), label: ""), media: media.id,
          samples: 0..<count, sourceSample: 0, envelopes: [])
      ])
    plan.spans[0].bus = 0
    plan.buses = [
      AudioBus(
        label: "clip", media: MediaID(1), samples: 0..<count,
        memory: memory == nil ? nil : 96_000)
    ]
    let source = MediaAudioSource(spans: plan.spans, rate: 48_000, channels: 2, library: library)
    let mixed = try AudioRenderer(plan: plan, source: source).mix(0..<count)
    #expect(wanted.count >= 2 * mixed.frameCount)
    var largest: Float = 0
    for channel in 0..<2 {
      let heard = mixed.channels[channel]
      var index = 0
      while index < heard.count {
        let sample = Float(bitPattern: UInt32(littleEndian: wanted[2 * index + channel]))
        let difference = (heard[index] - sample).magnitude
        if difference > largest { largest = difference }
        index += 1
      }
    }
    // Blocks meet at 5.46 and 10.92 s.
    #expect(largest < 1e-6, "\(largest)")
  }

  @Test(
    "a chain that is not for sound, moves it, changes its form or reaches outside is refused",
    arguments: [
      ("highpas=f=3", "unknown-filter"), ("highpass=freq=3", "unknown-filter-option"),
      ("ametadata=mode=print:file=x", "filter-not-allowed"), ("amovie=x.wav", "filter-not-allowed"),
      ("ladspa=f=x", "filter-not-allowed"), ("hue=s=0", "filter-in-chain"),
      ("sine", "filter-in-chain"), ("anullsink", "filter-in-chain"),
      ("atempo=2", "filter-in-chain"),
      ("areverse", "filter-in-chain"), ("adelay=5", "filter-in-chain"),
      ("asplit", "filter-in-chain"), ("aresample=44100", "filter-samples"),
      ("pan=mono|c0=c0", "filter-samples"), ("dynaudnorm", "filter-samples"),
      ("aecho=0.8:0.9:3000:0.3", "filter-memory"), ("tremolo=f=5", "filter-memory"),
      ("highpass=f=", "filter-refused"),
    ])
  func refusals(chain: String, id: String) throws {
    guard case .failure(let problem) = try probe(item(chain)) else {
      Issue.record("'\(chain)' was taken")
      return
    }
    #expect(problem.diagnostic.id.rawValue == id, "\(problem.diagnostic.message)")
    #expect(!problem.diagnostic.fixes.isEmpty)
  }

  @Test(
    "chains that give as much as they get are taken, for one channel and for two",
    arguments: [
      "equalizer=f=1000:g=5", "lowpass=f=100", "deesser", "alimiter",
      "loudnorm,aformat=sample_rates=48000:channel_layouts=CHANNELS", "anlmdn",
    ])
  func usual(chain: String) throws {
    for (channels, layout) in [(1, "mono"), (2, "stereo")] {
      let text = chain.replacing("CHANNELS", with: layout)
      let memory = chain.hasPrefix("loudnorm") ? nil : Rational(2)
      let source = try probe(item(text, memory: memory, channels: channels)).get()
      #expect(source.facts.video == nil && source.facts.audio == nil)
    }
  }

  @Test("with \"start\" nothing that is remembered is too much")
  func endless() throws {
    for chain in ["tremolo=f=5", "aecho=0.8:0.9:3000:0.3", "afftdn"] {
      _ = try probe(item(chain, memory: nil)).get()
    }
  }
}
