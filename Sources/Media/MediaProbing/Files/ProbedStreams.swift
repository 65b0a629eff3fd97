import LibAV
import TimelineModel

/// What a container holds, and what of it is used.
///
/// Covers count as no stream of pictures, and data and subtitles as nothing at all.
struct ProbedStreams {
  let format: String
  let video: StreamDescription?
  let videoCount: Int
  /// All streams of sound.
  let heard: [StreamDescription]
  /// Those that were chosen, in the order of their channels; empty where one is missing.
  private(set) var sounds: [StreamDescription]
  let missingSound: MissingAudio?
  var hasUnusableSound = false
  /// Whether each stream is heard by its own layout, added to the others, and not as loudspeakers of
  /// one layout.
  let mixesSounds: Bool
  /// Whether the format is one of pictures, which may move all the same (GIF).
  let isImage: Bool

  enum MissingAudio {
    case number(Int)
    case language(String)
  }

  init(_ input: borrowing InputFile, video: Int?, audio: AudioSelection?) {
    format = input.formatName
    let streams = input.streams
    let pictures = streams.filter { $0.kind == .video && !$0.isAttachedPicture }
    heard = streams.filter { $0.kind == .audio && $0.audio.sampleRate > 0 }
    videoCount = pictures.count
    self.video =
      if let video { pictures.indices.contains(video) ? pictures[video] : nil } else {
        pictures.default
      }
    let (chosen, missing) = Self.choose(audio, of: heard)
    (sounds, missingSound) = (chosen, missing)
    mixesSounds =
      chosen.count > 1 && (audio == .all || chosen.contains { $0.audio.channelCount > 1 })
    let brands: Set<String> = ["avif", "avis", "mif1", "msf1"]
    let brand = input.metadata.first { $0.key == "major_brand" }?.value ?? ""
    isImage =
      format.hasSuffix("_pipe") || ["image2", "gif", "apng", "ico", "heic"].contains(format)
      || brands.contains(brand)
  }

  private static func choose(
    _ selection: AudioSelection?, of heard: [StreamDescription]
  ) -> ([StreamDescription], MissingAudio?) {
    switch selection {
    case nil: return (heard.default.map { [$0] } ?? [], nil)
    case .all: return (heard, nil)
    case .streams(let numbers):
      if let wrong = numbers.first(where: { !heard.indices.contains($0) }) {
        return ([], .number(wrong))
      }
      return (numbers.map { heard[$0] }, nil)
    case .language(let code):
      let spoken = heard.filter { Language.matches($0.language, code) }
      return spoken.default.map { ([$0], nil) } ?? ([], .language(code))
    }
  }

  /// Takes another stream of sound, the one that is a default among those that can be used, or else the first.
  ///
  /// - Returns: whether there was one.
  mutating func replaceSound(where isUsable: (StreamDescription) -> Bool) -> Bool {
    guard let other = heard.filter(isUsable).default else { return false }
    sounds = [other]
    return true
  }

  /// Leaves out a stream that cannot be used where others can.
  mutating func leaveOut(_ stream: StreamDescription) {
    sounds.removeAll { $0.index == stream.index }
  }

  func isUsed(_ stream: StreamDescription) -> Bool {
    stream.index == video?.index || sounds.contains { $0.index == stream.index }
  }
}

extension [StreamDescription] {
  /// The one that the file marks as its default, or the first.
  fileprivate var `default`: StreamDescription? { first { $0.isDefault } ?? first }
}
