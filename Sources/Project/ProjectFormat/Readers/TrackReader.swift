import Diagnostics
import BaseValues
import TimelineModel

/// Reads one track.
enum TrackReader {
  static let video = Key(
    "video", list(of: ItemReader.video), "Clips, gaps and transitions with picture and sound.",
    examples: ["[{\"clip\": \"bridge\"}]"])
  static let audio = Key(
    "audio", list(of: ItemReader.audio), "Clips, gaps and cross-fades of sound.",
    examples: ["[{\"clip\": \"music\"}]"])
  static let titles = Key(
    "titles",
    Shape<[Located<TitleDocument>]>.list(
      of: TitleReader.shape.orPart, "an array of titles", example: "[{ \"text\": \"Hello\" }]"),
    "Titles, each drawn over those before it.",
    examples: ["[{\"at\": \"1s\", \"duration\": \"3s\", \"text\": \"Hello\"}]"])
  static let id = Key(
    "id", Shape<String>.text("a name", example: "\"voice\""),
    "A name for the track, to refer to it, for example in `duck`.", examples: ["\"voice\""])
  static let gain = Key(
    "gain", Shape<Rational>.gain, "Volume of the whole track.", default: "1",
    examples: ["\"-6dB\""])
  static let muted = Key(
    "muted", Shape<Bool>.boolean, "Mutes the track.", default: "false", examples: ["true"])
  static let automation = Key(
    "automation", GainChangeReader.listShape,
    "Changes of volume, as steps and ramps, in movie time.",
    examples: ["[{\"at\": \"2s\", \"duration\": \"1s\", \"gain\": 0.5}]"])
  static let panAutomation = Key(
    "panAutomation", PanChangeReader.listShape,
    "Changes of pan, as steps and ramps, in movie time; the pan of each clip counts too.",
    examples: ["[{\"at\": \"2s\", \"duration\": \"1s\", \"pan\": 0.5}]"])
  static let duck = Key(
    "duck", DuckReader.shape, "Lowers this track while another one is heard.",
    examples: ["{\"under\": \"voice\", \"to\": 0.2}"])

  static let matte = Key(
    "matte", MatteReader.shape,
    "Track matte: another track whose pictures say where this one is seen. The matte track is "
      + "not seen itself.",
    examples: ["{\"track\": \"shape\"}", "{\"track\": \"clouds\", \"by\": \"luma\"}"])

  static let filter = Key(
    "filter", FilterReader.shape,
    "A chain of FFmpeg's video filters for each frame of the whole track, before its effects.",
    examples: ["\"vignette\""])

  static let audioFilter = Key(
    "audioFilter", FilterReader.soundShape,
    "A chain of FFmpeg's audio filters for the whole track, before its gain, automation and duck.",
    examples: ["\"acompressor=threshold=0.1:ratio=4\""])

  static let width = Key(
    "width", Shape<Rational>.width,
    "Stereo width of the track: 0 is mono, 1 as it is, up to 2.",
    default: "1", examples: ["0.5"])
  static let channelMap = Key(
    "channelMap", ChannelMapReader.shape,
    "Which channels of the track are heard from which loudspeaker.",
    examples: ["{\"left\": \"right\", \"right\": \"left\"}"])

  static let output = Key(
    "output", Shape<TextOutput>.name("where texts go"),
    "Whether titles are drawn, are subtitles of the movie, or both.", default: "\"burn\"",
    examples: ["\"track\""], since: "0.2.0")

  static let textKeys = ["output", "subtitles"]
  static let pictureKeys = LookReader.keys.map(\.name) + ["filter", "matte", "opacity"]
  static let kinds = ["video", "audio", "titles", "captions"]
  static let audioKeys = [
    "gain", "muted", "automation", "duck", "audioFilter", "panAutomation", "width", "channelMap",
  ]

  static let description = ObjectDescription(
    "track", "a track", "One track, with exactly one of `video`, `audio`, `titles` and `captions`.",
    keys: [
      id.description, ParameterReader.when.description, NoteReader.key.description,
      StyleReader.defaults.description,
      video.description, audio.description,
      titles.description, CaptionsReader.key.description, StyleReader.inline.description,
      gain.description, muted.description, automation.description,
      panAutomation.description, duck.description, audioFilter.description,
      channelMap.description, width.description, matte.description, filter.description,
    ] + LookReader.keys + [
      PlacementReader.opacity.description, output.description, SubtitlesReader.key.description,
    ] + CaptionFormReader.keys, exclusive: [kinds],
    oneRequired: [kinds])

  static let shape = Shape.object(description, example: "{ \"video\": [] }") {
    value, reading -> TrackDocument? in
    let (value, isAsWritten) = TrackKindReader.corrected(value, kinds: kinds, &reading)
    guard let fields = ObjectFields(value, description, &reading) else {
      return unreadable(value.range)
    }
    var track = TrackDocument(
      name: fields.read(id, &reading), kind: .video, items: [], titles: [],
      gain: fields.read(gain, &reading)?.value ?? .one,
      isMuted: fields.read(muted, &reading)?.value ?? false,
      automation: fields.read(automation, &reading)?.value.map(\.value) ?? [],
      duck: fields.read(duck, &reading)?.value, keys: fields.places(of: Set(audioKeys)),
      isComplete: true, range: value.range)
    track.matte = fields.read(matte, &reading)?.value
    track.filter = fields.read(filter, &reading)?.value
    track.panAutomation = fields.read(panAutomation, &reading)?.value.map(\.value) ?? []
    track.audioFilter = fields.read(audioFilter, &reading)?.value
    track.channelMap = fields.read(channelMap, &reading)?.value
    track.width = fields.read(width, &reading)?.value ?? .one
    track.look = LookReader.read(fields, &reading)
    track.opacity = fields.read(PlacementReader.opacity, &reading)?.value ?? .one
    let holdsTexts = fields.member("titles") != nil || fields.member("captions") != nil
    track.textOutput = fields.read(output, &reading)?.value ?? .burn
    if let subtitles = fields.read(SubtitlesReader.key, &reading) {
      track.subtitles = subtitles.value
      if !track.textOutput.writes, holdsTexts {
        reading.report(ProjectMessages.subtitlesOfDrawnTrack(range: subtitles.range))
      }
    }
    if !holdsTexts {
      for key in textKeys {
        guard let member = fields.member(key) else { continue }
        reading.report(ProjectMessages.titleKeyOfClips(key, range: member.keyRange))
      }
    }
    if let style = fields.member("style") {
      if fields.member("captions") == nil {
        reading.report(ProjectMessages.styleOfTrack(range: style.keyRange))
      } else {
        _ = fields.read(StyleReader.inline, &reading)
      }
    }
    if fields.member("captions") != nil {
      track.captionForm = CaptionFormReader.read(fields, &reading)
    } else {
      for key in CaptionFormReader.keys {
        guard let member = fields.member(key.name) else { continue }
        reading.report(ProjectMessages.captionKeyOfTrack(key.name, range: member.keyRange))
      }
    }
    // What is wrong beside the items does not make the layout unsure.
    let itemErrors = reading.errorCount
    if fields.member("video") != nil {
      track.items = fields.read(video, &reading)?.value.map(\.value) ?? []
    } else if fields.member("audio") != nil {
      track.kind = .audio
      for key in pictureKeys {
        guard let member = fields.member(key) else { continue }
        reading.report(ProjectMessages.pictureKeyOfAudioTrack(key, range: member.keyRange))
      }
      track.items = fields.read(audio, &reading)?.value.map(\.value) ?? []
    } else {
      track.kind = .titles
      if fields.member("captions") != nil {
        track.captions = fields.read(CaptionsReader.key, &reading)?.value.map(\.value) ?? []
      } else {
        track.titles = fields.read(titles, &reading)?.value.map(\.value) ?? []
      }
      for key in audioKeys {
        guard let member = fields.member(key) else { continue }
        reading.report(ProjectMessages.soundKeyInTitles(key, range: member.keyRange))
      }
    }
    let kindsGiven = kinds.count { fields.member($0) != nil }
    track.isComplete =
      reading.errorCount == itemErrors && kindsGiven == 1 && isAsWritten
    return track
  }

  /// A track of which nothing is known but that it is there.
  private static func unreadable(_ range: SourceRange) -> TrackDocument {
    TrackDocument(
      kind: .video, items: [], titles: [], gain: .one, isMuted: false, automation: [],
      isComplete: false, range: range)
  }

  private static func list(of item: Shape<TrackItem>) -> Shape<[Located<TrackItem>]> {
    .list(
      of: item.orPart, "an array of clips, gaps and transitions",
      example: "[{ \"clip\": \"bridge\" }]")
  }
}
