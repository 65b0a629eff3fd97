import BaseValues
import ProjectFormat
import TimelineModel

/// Media as they would be after opening, for projects whose files do not exist.
enum FakeMedia {
  static func catalog(for items: [MediaItem]) -> MediaCatalog {
    var catalog = MediaCatalog(count: items.count)
    for item in items { catalog[item.id] = facts(of: item.content) }
    return catalog
  }

  /// - a.mov: 10 s of picture (240 frames at 24) and sound
  /// - b.mov: 10 s of picture (300 frames at 30) and sound
  /// - short.mov: 2 s of picture (60 frames at 30) and sound
  /// - silent.mov: 10 s of picture (300 frames at 30)
  /// - vfr.mov: pictures at 0, 1/10, 3/10 s up to 4/10 s
  /// - cut-off.mov: 2 s of picture (60 frames at 30) and sound, of 10 s that it announces
  /// - song.mov: 2 s of picture (60 frames at 30) and 8 s of sound
  /// - damaged.mov: like b.mov, with a picture at 4 s that is damaged
  /// - voice.wav: 5 s of sound, music.mp3: 60 s of sound
  /// - logo.png: a still with alpha
  /// - sequences: 240 pictures
  /// - everything else cannot be opened
  static func facts(of content: MediaContent) -> MediaFacts? {
    switch content {
    case .file("a.mov", _, _): movie(frames: 240, rate: 24, sound: 10)
    case .file("b.mov", _, _): movie(frames: 300, rate: 30, sound: 10)
    case .file("short.mov", _, _): movie(frames: 60, rate: 30, sound: 2)
    case .file("cut-off.mov", _, _): cutOff
    case .file("song.mov", _, _): movie(frames: 60, rate: 30, sound: 8)
    case .file("damaged.mov", _, _): damaged
    case .file("silent.mov", _, _): movie(frames: 300, rate: 30, sound: nil)
    case .file("vfr.mov", _, _):
      facts(.irregular(times: [0, 100, 300], end: 400, timeBase: Rational(1, 1000)!), nil)
    case .file("voice.wav", _, _): facts(nil, sound(seconds: 5))
    case .file("music.mp3", _, _): facts(nil, sound(seconds: 60))
    case .file("logo.png", _, _): logo
    case .file: nil
    case .sequence(let sequence):
      facts(
        .regular(start: .zero, rate: sequence.rate ?? FrameRate(30)!, count: 240), nil)
    case .color, .generator(.bars), .generator(.gradient), .generator(.shading),
      .generator(.qr), .generator(.below):
      facts(.still, nil)
    case .generator(.counter):
      facts(endless, AudioFacts(sampleRate: 48_000, channels: 2, range: nil))
    case .generator(.tone):
      facts(nil, AudioFacts(sampleRate: 48_000, channels: 2, range: nil))
    case .filter: facts(endless, nil)
    case .filtered(let filtered): facts(of: filtered.source)
    case .canvasFilter, .audioFilter: MediaFacts(video: nil, audio: nil, contentHash: "chain")
    case .look: MediaFacts(video: nil, audio: nil, contentHash: "look")
    case .edit, .captions: nil
    }
  }

  private static let endless = FrameTimes.regular(start: .zero, rate: FrameRate(30)!, count: nil)

  private static var logo: MediaFacts {
    var facts = facts(.still, nil)
    facts.video?.hasAlpha = true
    return facts
  }

  private static var cutOff: MediaFacts {
    var facts = movie(frames: 60, rate: 30, sound: 2)
    facts.announcedEnd = Rational(10)
    return facts
  }

  private static var damaged: MediaFacts {
    var facts = movie(frames: 300, rate: 30, sound: 10)
    facts.pictureFaults = [
      MediaFault(
        "its container marks a picture as damaged",
        at: TimeRange(start: Rational(4), end: Rational(121, 30)!))
    ]
    return facts
  }

  private static func movie(frames: Int, rate: Int64, sound seconds: Int64?) -> MediaFacts {
    facts(
      .regular(start: .zero, rate: FrameRate(rate)!, count: frames),
      seconds.map { sound(seconds: $0) })
  }

  private static func sound(seconds: Int64) -> AudioFacts {
    AudioFacts(
      sampleRate: 48_000, channels: 2,
      range: TimeRange(start: .zero, end: Rational(seconds)))
  }

  private static func facts(_ frames: FrameTimes?, _ audio: AudioFacts?) -> MediaFacts {
    MediaFacts(
      video: frames.map {
        VideoFacts(codedSize: Size(width: 1280, height: 720), frames: $0)
      }, audio: audio, contentHash: "fake")
  }
}
