import BaseValues
import Diagnostics
import OutputKinds
import TimelineModel

/// What a movie is for: a name for settings of an output that go together. What the output says itself goes before them.
struct OutputPurpose: Sendable {
  /// As projects say it.
  let name: String
  /// What it is good for, and what it sets.
  let summary: String
  /// What it sets, as it would be written.
  let settings: String

  /// All that there are.
  static let all = [
    OutputPurpose(
      name: "web",
      summary: "for web pages: MP4 with H.264, CRF 21, preset slow, and AAC of 160 kbit/s",
      settings: """
        { "container": "mp4", "video": { "codec": "h264", "crf": 21, "preset": "slow" },
          "audio": { "codec": "aac", "bitRate": "160k" } }
        """),
    OutputPurpose(
      name: "square", summary: "for social media: the same, 1080x1080, with sound of -14 LUFS",
      settings: social("1080x1080")),
    OutputPurpose(
      name: "vertical", summary: "for social media: the same, 1080x1920, with sound of -14 LUFS",
      settings: social("1080x1920")),
    OutputPurpose(
      name: "preview",
      summary: "to look at quickly: MP4 with H.264, CRF 30, preset ultrafast, and AAC of 96 kbit/s",
      settings: """
        { "container": "mp4", "video": { "codec": "h264", "crf": 30, "preset": "ultrafast" },
          "audio": { "codec": "aac", "bitRate": "96k" } }
        """),
    OutputPurpose(
      name: "proxy",
      summary:
        "to be edited elsewhere in place of the original: QuickTime with ProRes 422 Proxy and PCM",
      settings: """
        { "container": "mov", "video": { "codec": "prores", "profile": "proxy" },
          "audio": { "codec": "pcm_s24le" } }
        """),
    OutputPurpose(
      name: "broadcast",
      summary:
        "for stations: QuickTime with ProRes 422 HQ and PCM of -23 LUFS, true peaks at -1 dBTP (EBU R 128)",
      settings: """
        { "container": "mov", "video": { "codec": "prores", "profile": "hq" },
          "audio": { "codec": "pcm_s24le", "sampleRate": 48000, "loudness": -23, "truePeak": -1 } }
        """),
    OutputPurpose(
      name: "archive", summary: "to be kept without loss: Matroska with FFV1 and FLAC",
      settings: """
        { "container": "mkv", "video": { "codec": "ffv1" }, "audio": { "codec": "flac" } }
        """),
  ]

  private static func social(_ size: String) -> String {
    """
    { "size": "\(size)", "container": "mp4", "video": { "codec": "h264", "crf": 21, "preset": "slow" },
      "audio": { "codec": "aac", "bitRate": "160k", "loudness": -14 } }
    """
  }

  static let key = Key(
    "purpose",
    Shape<String>.name(
      "a purpose", of: all.map { NamedValue($0.name, $0.summary) },
      meaning: { meanings[$0.lowercased()] }),
    "What the movie is for, which sets what the output does not say itself.",
    examples: ["\"web\"", "\"broadcast\""], since: "0.2.0")

  /// What others call them.
  private static let meanings = [
    "youtube": "web", "vimeo": "web", "internet": "web", "online": "web", "streaming": "web",
    "instagram": "square", "social": "square", "social-square": "square",
    "tiktok": "vertical", "reels": "vertical", "shorts": "vertical", "story": "vertical",
    "portrait": "vertical", "social-vertical": "vertical", "draft": "preview", "review": "preview",
    "tv": "broadcast", "television": "broadcast", "ebu": "broadcast", "lossless": "archive",
    "master": "archive", "mezzanine": "proxy", "offline": "proxy", "editing": "proxy",
  ]

  /// What it sets, all at the place where the purpose stands.
  fileprivate func value(at range: SourceRange) -> JSONValue {
    let file = SourceFile(path: "", bytes: Array(settings.utf8))
    let parsed = JSONParser.parse(file).value
    return (parsed ?? JSONValue(range: range, kind: .object([]))).placed(at: range)
  }
}

extension JSONValue {
  /// An output with what its purpose sets in place of that; as it is where it has none, or one that there is not.
  var withPurpose: JSONValue {
    let key = OutputPurpose.key.description.name
    guard let written = self[key], case .string(let name) = written.kind,
      let purpose = OutputPurpose.all.first(where: { $0.name == name })
    else { return self }
    let own = without(key)
    let value = purpose.value(at: written.range).fitting(own["container"]).overridden(by: own)
    return JSONValue(range: range, kind: value.kind)
  }

  /// A project with what the purpose of its output sets in place of that.
  var withPurposeOfOutput: JSONValue {
    guard let output = self["output"], case .object(let members) = kind else { return self }
    let whole = output.withPurpose
    if whole == output { return self }
    return JSONValue(
      range: range,
      kind: .object(
        members.map {
          $0.key == "output" ? JSONMember(key: $0.key, keyRange: $0.keyRange, value: whole) : $0
        }))
  }

  /// What a purpose sets, without codecs that a container does not hold which is written beside it.
  private func fitting(_ written: JSONValue?) -> JSONValue {
    guard case .string(let name)? = written?.kind, let container = MovieContainer(name: name) else {
      return self
    }
    var result = self
    if case .string(let codec)? = self["video"]?["codec"]?.kind,
      !container.videoCodecs.contains(where: { $0.name == codec })
    {
      result = result.without("video")
    }
    if case .string(let codec)? = self["audio"]?["codec"]?.kind, let audio = self["audio"],
      !container.audioCodecs.contains(where: { $0.name == codec })
    {
      // How loud it is does not depend on the codec.
      let kept = audio.without("codec").without("bitRate").without("sampleRate")
      result = result.without("audio").overridden(
        by: JSONValue(
          range: range,
          kind: .object([JSONMember(key: "audio", keyRange: audio.range, value: kept)])))
    }
    return result
  }

  /// This output, where another says what differs from it.
  func output(differingAs other: JSONValue) -> JSONValue {
    var changes = other.withPurpose
    // A movie without sound has none for whatever purpose.
    if case .bool(false)? = self["audio"]?.kind, other["audio"] == nil {
      changes = changes.without("audio")
    }
    return withPurpose.overridden(by: changes)
  }

  /// The same, all of it at one place.
  fileprivate func placed(at range: SourceRange) -> JSONValue {
    let placed: Kind =
      switch kind {
      case .object(let members):
        .object(
          members.map {
            JSONMember(key: $0.key, keyRange: range, value: $0.value.placed(at: range))
          })
      case .array(let items): .array(items.map { $0.placed(at: range) })
      default: kind
      }
    return JSONValue(range: range, kind: placed)
  }
}
