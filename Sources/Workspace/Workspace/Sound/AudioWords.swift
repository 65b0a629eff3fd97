package import AudioMixing
import Diagnostics
import BaseValues
package import PlanModel
import RenderPlanning
import Rendering
import TimelineModel

/// A level of sound in words.
struct AudioWords {
  /// `3.5 dBTP`
  let peak: String
  /// When the peak is.
  let time: String
  let clippedCount: Int64
  /// When the first sample is cut off; `nil` for none.
  let firstTime: String?

  init(_ level: AudioLevel, rate: Int, frameRate: FrameRate) {
    func time(_ sample: Int64) -> String {
      let time = Rational(max(0, sample), Int64(max(1, rate))) ?? .zero
      return "\(time.decimalApproximation(places: 3))s"
    }
    peak = "\(Self.text(tenths: Self.tenthsUp(level.decibels))) dBTP"
    self.time = time(level.peakSample)
    clippedCount = level.clippedCount
    firstTime = level.firstClipped.map(time)
  }

  /// Decibels in tenths, rounded up: so many are enough to take away.
  static func tenthsUp(_ decibels: Double) -> Int {
    Int((min(max(decibels, -1000), 1000) * 10 - 1e-6).rounded(.up))
  }

  /// `-3.4`, `2`
  static func text(tenths: Int) -> String {
    let digits = "\(abs(tenths) / 10)" + (tenths % 10 == 0 ? "" : ".\(abs(tenths) % 10)")
    return tenths < 0 ? "-\(digits)" : digits
  }

  /// `-16.5`
  static func text(hundredths: Int) -> String {
    (Rational(Int64(hundredths), 100) ?? .zero).decimalApproximation(places: 2)
  }

  /// `1 sample is`, `1204 samples are`
  var clipped: String {
    clippedCount == 1 ? "1 sample is" : "\(clippedCount) samples are"
  }
}

/// What is said of the mixed sound, sorted by name; ids are the functions' names.
package enum AudioMessages {
  /// - Parameter others: names and places of other clips that sound there.
  static func soundClips(
    _ words: AudioWords, range: SourceRange, others: [(name: String, range: SourceRange)],
    fixes: [Fix]
  ) -> Diagnostic {
    Diagnostic(
      id: .soundClips, severity: .warning,
      message: words.firstTime.map {
        "the sound is too loud: it reaches \(words.peak) at \(words.time), and \(words.clipped) cut "
          + "off, which crackles, the first at \($0)"
      }
        ?? "the sound is too loud between its samples: it reaches \(words.peak) at \(words.time), "
        + "which players may distort",
      range: range,
      notes: others.prefix(4).map { other in
        Note(message: "clip '\(shortened(other.name))' sounds there too", range: other.range)
      }, fixes: fixes)
  }

  /// - Parameter reached: hundredths of LUFS.
  static func clipLoudnessNotReached(
    _ clip: String, _ wanted: Int, reached: Int, range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      id: .clipLoudnessNotReached, severity: .warning,
      message: "clip '\(shortened(clip))' comes to \(AudioWords.text(hundredths: reached)) LUFS, "
        + "not \(AudioWords.text(hundredths: wanted)): it is raised by "
        + "\(SoundQuestion.mostLeveling / 100) dB, and no clip is by more",
      range: range,
      fixes: [Fix(message: "raise it with \"gain\" as well, or use a louder recording")])
  }

  /// - Parameters:
  ///   - reached: hundredths of LUFS.
  ///   - isRaisedMost: whether no more gain is given, so that it is not the limiter's doing.
  static func loudnessNotReached(
    _ wanted: Int, reached: Int, ceiling: Int, isRaisedMost: Bool, range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      id: .loudnessNotReached, severity: .warning,
      message: "the movie comes to \(AudioWords.text(hundredths: reached)) LUFS, not "
        + "\(AudioWords.text(hundredths: wanted)): "
        + (isRaisedMost
          ? "it is raised by \(LoudnessSearch.greatestGain / 100) dB, and no movie is by more"
          : "the loudest places would have to be limited too much to stay below "
            + "\(AudioWords.text(hundredths: ceiling)) dBTP"),
      range: range,
      fixes: [
        Fix(
          message: "write \(AudioWords.text(hundredths: reached))", replacing: range,
          with: AudioWords.text(hundredths: reached))
      ])
  }

  static func clipWithoutLoudness(_ clip: String, range: SourceRange) -> Diagnostic {
    Diagnostic(
      id: .clipWithoutLoudness, severity: .warning,
      message:
        "clip '\(shortened(clip))' is silent, or shorter than 0.4 s: it has no loudness and is "
        + "left as it is",
      range: range)
  }

  static func duckWithoutSpeech(range: SourceRange) -> Diagnostic {
    Diagnostic(
      id: .duckWithoutSpeech, severity: .warning,
      message: "nobody is heard speaking there, so this is never lowered", range: range,
      fixes: [Fix(message: "remove \"during\" to step back as long as the clips sound")])
  }

  /// - Parameter time: of the source.
  static func irregularSound(
    _ media: String, _ irregularity: String, at time: Rational, range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      id: .irregularSound, severity: .warning, origin: .media,
      message: "\(media): \(irregularity); the clip plays that from "
        + "\(time.decimalApproximation(places: 3)) s of the source on",
      range: range,
      fixes: [Fix(message: "listen there, and write the file anew if it is not as it should be")])
  }

  static func noLoudness(range: SourceRange) -> Diagnostic {
    Diagnostic(
      id: .noLoudness, severity: .warning,
      message:
        "the movie is silent, or shorter than 0.4 s: it has no loudness and is left as it is",
      range: range)
  }

  static func loudnessNotMeasured(_ reason: String, range: SourceRange) -> Diagnostic {
    Diagnostic(
      id: .loudnessNotMeasured, severity: .error, origin: .media,
      message: "the sound could not be mixed to measure its loudness: \(reason)", range: range)
  }

  /// - Parameter isSurround: whether they are taken for those of 5.1 or 7.1.
  static func unplacedChannels(
    _ media: String, _ count: Int, isSurround: Bool, range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      id: .unplacedChannels, severity: .warning, origin: .media,
      message: "\(media): nothing says where its \(count) channels are heard: "
        + (isSurround
          ? "they are taken for \(count - 1).1" : "each is heard on both sides, as mono is"),
      range: range,
      fixes: [Fix(message: "say which goes where with the clip's \"channelMap\"")])
  }

  /// - Parameters:
  ///   - streams: those that nobody hears, in words.
  ///   - first: the number of the first of them.
  ///   - heard: the number of the one that is heard.
  static func unheardStreams(
    _ media: String, _ streams: [String], first: Int, heard: Int?, range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      id: .unheardStreams, severity: .warning, origin: .media,
      message: "\(media) has further sound, which is not heard: \(streams.joined(separator: ", "))",
      range: range,
      fixes: [
        Fix(message: "hear all of it, mixed, with \"audioStream\": \"all\" in the media"),
        Fix(message: "choose one with \"audioStream\": \(first)"),
      ]
        + (heard.map {
          [Fix(message: "if what is heard is meant, say so with \"audioStream\": \($0)")]
        } ?? []))
  }

  /// Of a movie that is too long to be mixed for a check.
  static func soundNotHeard(after hours: Int64) -> Diagnostic {
    Diagnostic(
      id: .soundNotHeard, severity: .note,
      message:
        "the sound was mixed for its first \(hours) hours only, to see whether it is too loud",
      fixes: [Fix(message: "'cutlist render' says it of all; 'cutlist mix --range' mixes a part")])
  }

  static func soundNotMeasured(_ reason: String) -> Diagnostic {
    Diagnostic(
      id: .soundNotMeasured, severity: .warning, origin: .media,
      message: "the sound could not be mixed to see how loud it is: \(reason)")
  }

  /// After a render; `nil` where nothing is too loud.
  package static func afterRender(_ level: AudioLevel, _ plan: RenderPlan) -> String? {
    guard level.isOverloaded, let audio = plan.audio else { return nil }
    let words = AudioWords(level, rate: audio.sampleRate, frameRate: plan.output.rate)
    let wayOut = "'cutlist check' names the clips"
    if let first = words.firstTime {
      return "the sound is too loud: \(words.clipped) cut off, the first at \(first); it reaches "
        + "\(words.peak) at \(words.time); \(wayOut)"
    }
    return "the sound is too loud between its samples: it reaches \(words.peak) at \(words.time); "
      + wayOut
  }
}
