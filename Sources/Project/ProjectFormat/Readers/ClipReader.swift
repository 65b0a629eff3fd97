import Diagnostics
import BaseValues
import TimelineModel

/// Reads a clip of a video or an audio track.
enum ClipReader {
  static let media = Key(
    "clip", Shape<String>.text("the name of a media", example: "\"bridge\""), required: true,
    "Name of the media that the clip shows or plays.", examples: ["\"bridge\""])
  static let id = Key(
    "id", Shape<String>.text("a name", example: "\"intro\""),
    "A name for the clip, to refer to it.",
    examples: ["\"intro\""])
  static let sourceIn = Key(
    "in", Shape<TimeExpression>.time(.zeroOrMore),
    "In point: source time at which the clip starts.",
    default: "0", examples: ["\"2s\"", "\"00:00:10:00\""])
  static let sourceOut = Key(
    "out", Shape<TimeExpression>.time(.aboveZero),
    "Out point: source time at which the clip ends; the frame at that time is not shown. Not "
      + "together with `duration` or `until`.",
    examples: ["\"7s\""])
  static let duration = Key(
    "duration", Shape<TimeExpression>.time(.aboveZero),
    "How long the clip is in the movie. Without `duration`, `out` and `until` it runs to its "
      + "media's end.",
    examples: ["\"5s\"", "\"75f\""])
  static let at = Key(
    "at", Shape<TimeExpression>.time(.zeroOrMore),
    "Movie time at which the clip starts. Left out, it follows the item before it.",
    examples: ["\"2s\""])
  static let until = Key(
    "until", Shape<TimeExpression>.time(.aboveZero),
    "Movie time at which the clip ends. Not together with `duration` or `out`.",
    examples: ["\"10s\"", "\"{end}\""])
  static let speed = Key(
    "speed", SpeedReader.shape,
    "2 is twice as fast, 0.5 is slow motion, -1 plays from the out point back to the in point. A "
      + "list of speeds at points of time is a speed ramp: the speed changes evenly from each point "
      + "to the next.", default: "1",
    examples: [
      "0.5", "-1", "[{\"at\": \"0s\", \"speed\": 1}, {\"at\": \"2s\", \"speed\": 0.25}]",
    ])
  static let timeMap = Key(
    "timeMap", TimeMapReader.shape,
    "Time remapping: source times at points of the clip's time; between them source time runs "
      + "evenly. Without `duration` and `until` the clip ends at the last point.",
    examples: [
      "[{\"at\": \"0s\", \"source\": \"2s\"}, {\"at\": \"3s\", \"source\": \"2.5s\"}]"
    ])
  static let loop = Key(
    "loop", LoopReader.shape,
    "Repeats the part from `in` to `out`: so many times, or with `true` and `\"ping-pong\"` for "
      + "as long as `duration` or `until` say.",
    examples: ["3", "true", "\"ping-pong\"", "{\"crossFade\": \"1s\"}"])
  static let soundFit = Key(
    "fit", SoundFitReader.shape,
    "Makes music as long as the movie: the clip is trimmed, or looped with cross-fades of a "
      + "second if it is too short, and fades out over two seconds, unless `loop` and `fadeOut` say "
      + "otherwise.",
    examples: ["\"movie\""])
  static let stretchTo = Key(
    "stretchTo", Shape<TimeExpression>.time(.aboveZero),
    "Fit to fill: how long the clip is in the movie. Everything from `in` to `out` is shown, at "
      + "the speed that this needs.",
    examples: ["\"3s\""])
  static let freeze = Key(
    "freeze", Shape<TimeExpression>.time(.zeroOrMore),
    "Freeze frame: the source time of the one frame that is shown, without sound.",
    examples: ["\"2s\""])
  static let hold = Key(
    "hold", Shape<Bool>.boolean,
    "Holds the last frame where the media has no more. A clip without a length then lasts as "
      + "long as the media's sound, if that is longer than its pictures. Not for projects and groups.",
    default: "false", examples: ["true"])
  static let muted = Key(
    "muted", Shape<Bool>.boolean, "Mutes the clip.", default: "false", examples: ["true"])

  // MARK: - Sound

  static let gain = Key(
    "gain", Shape<Rational>.gain, "Volume: a factor, decibels (`\"-6dB\"`) or per cent.",
    default: "1",
    examples: ["\"-6dB\"", "0.5"])
  static let pan = Key(
    "pan",
    Shape<Rational>.number("a pan", minimum: Rational(-1), maximum: .one, example: "-0.5"),
    "Balance: -1 is hard left, 0 the centre, 1 hard right.", default: "0", examples: ["-0.5"])
  static let fadeIn = Key(
    "fadeIn", FadeReader.shape, "Fade-in of the sound: how long it takes.",
    examples: ["\"1.5s\""])
  static let fadeOut = Key(
    "fadeOut", FadeReader.shape, "Fade-out of the sound: how long it takes.",
    examples: ["{\"duration\": \"1.5s\", \"curve\": \"equal-power\"}"])
  static let lead = Key(
    "audioLead", Shape<TimeExpression>.time(.any),
    "J cut: how long before its picture the clip is heard; below 0, how much later. A transition "
      + "at its start then leaves the sound alone.", examples: ["\"0.5s\"", "\"-5f\""])
  static let tail = Key(
    "audioTail", Shape<TimeExpression>.time(.any),
    "L cut: how long after its picture the clip is still heard; below 0, how much less. A "
      + "transition at its end then leaves the sound alone.", examples: ["\"0.5s\"", "\"-5f\""])
  static let automation = Key(
    "automation", GainChangeReader.listShape,
    "Changes of volume, as steps and ramps, in time from the clip's start.",
    examples: ["[{\"at\": \"2s\", \"duration\": \"1s\", \"gain\": 0.5}]"])

  static let panAutomation = Key(
    "panAutomation", PanChangeReader.listShape,
    "Changes of pan, as steps and ramps, in time from the clip's start. Before the first one "
      + "`pan` counts.",
    examples: ["[{\"at\": \"0s\", \"duration\": \"4s\", \"from\": -1, \"pan\": 1}]"])

  static let audioFilter = Key(
    "audioFilter", FilterReader.soundShape,
    "A chain of FFmpeg's audio filters for the clip's sound, before its gain, fades and pan.",
    examples: ["\"highpass=f=80\"", "{\"chain\": \"agate\", \"memory\": \"start\"}"])

  static let duck = Key(
    "duck", DuckReader.shape,
    "Lowers this clip while another clip or track is heard. A track's `duck` lowers all of its clips.",
    examples: ["{\"under\": \"voice\", \"to\": 0.2}"])

  static let loudness = Key(
    "loudness",
    Shape<Rational>.number(
      "a loudness in LUFS", minimum: Mastering.loudnesses.lowerBound,
      maximum: Mastering.loudnesses.upperBound, example: "-20"),
    "Normalizes the clip to this integrated loudness in LUFS (ITU-R BS.1770), by one gain before "
      + "its `gain`, fades, automation and ducks.", examples: ["-20"])

  static let channelMap = Key(
    "channelMap", ChannelMapReader.shape,
    "Which channels of the media are heard from which loudspeaker, in place of the usual layout.",
    examples: ["{\"left\": 1, \"right\": 1}"])

  static let width = Key(
    "width", Shape<Rational>.width,
    "Stereo width: 0 is mono, 1 as it is, up to 2 for twice the difference of the sides.",
    default: "1", examples: ["0", "1.5"])

  static let pitch = Key(
    "pitch", Shape<Pitch>.name("a way to treat the pitch"),
    "What happens to the pitch at another `speed`. Left out, it stays at one speed and follows a "
      + "speed ramp.",
    default: "\"keep\"", examples: ["\"keep-voice\"", "\"follow\""])

  // MARK: - Picture

  static let playsAudio = Key(
    "audio", Shape<Bool>.boolean,
    "Whether the clip's own sound is heard. Left out, it is if the media has any.",
    examples: ["false"])
  static let fit = Key(
    "fit", Shape<Fit>.name("a way to fit the picture"),
    "How the picture fills the canvas, before it is moved and scaled. To pan and zoom over a "
      + "photo, use `view`.", default: "\"contain\"",
    examples: ["\"cover\""])
  static let frames = Key(
    "frames", Shape<FrameSampling>.name("a way to choose frames"),
    "How frames are made at another speed or frame rate.",
    default: "\"nearest\"", examples: ["\"blend\"", "\"flow\""])
  static let filter = Key(
    "filter", FilterReader.shape,
    "A chain of FFmpeg's video filters for the source's pictures, before everything else; each "
      + "picture by itself, or with a `memory` of those before it.",
    examples: ["\"hue=s=0\"", "{\"chain\": \"hqdn3d=4\", \"memory\": \"0.5s\"}"])
  static let crop = Key(
    "crop", CropReader.shape, "What is cut off the edges before the picture is fitted.",
    examples: ["{\"left\": 0.1, \"right\": \"10%\"}"])

  static let view = Key(
    "view", ViewReader.shape,
    "Pan and zoom (Ken Burns): the part of the picture that fills the canvas, in place of `fit`, "
      + "`position`, `anchor`, `scale` and `rotation`. A list moves evenly from part to part over "
      + "the clip; `animate` can say how.",
    examples: [
      "{\"x\": 0.1, \"y\": 0.2, \"width\": 0.5}",
      "[{\"width\": 1}, {\"x\": 0.3, \"y\": 0.3, \"width\": 0.4}]",
    ])

  static let fade = Key(
    "fade", TitleFadeReader.shape,
    "Fades the clip's picture in and out; `fadeIn` and `fadeOut` are for its sound.",
    examples: ["{\"in\": \"0.5s\", \"out\": \"1s\"}"])

  // MARK: - Tables

  private static let common = [
    media.description, GroupReader.given.description, id.description, StyleReader.key.description,
    at.description, sourceIn.description, sourceOut.description, duration.description,
    until.description, speed.description, timeMap.description, stretchTo.description,
    loop.description,
  ]
  private static let sound = [
    gain.description, loudness.description, pan.description, fadeIn.description,
    fadeOut.description,
    automation.description, panAutomation.description, duck.description, pitch.description,
    audioFilter.description, channelMap.description, width.description, muted.description,
  ]
  private static let picture =
    [
      freeze.description, hold.description, frames.description, playsAudio.description,
      lead.description,
      tail.description, filter.description,
      fit.description,
      crop.description, view.description, PlacementReader.scaling.description, fade.description,
    ] + LookReader.keys
    + PlacementReader.keys

  static let videoDescription = ObjectDescription(
    "videoClip", "a clip", "A piece of a media item, with its picture and sound.",
    keys: common + picture + sound + [
      ParameterReader.when.description, NoteReader.key.description,
    ],
    exclusive: exclusive + [
      ["in", "freeze"], ["out", "freeze"], ["loop", "freeze"], ["loop", "hold"],
      ["freeze", "hold"],
    ]
      + PlacementReader.exclusive
      + ["fit", "position", "place", "anchor", "scale", "skew", "rotation"].map { ["view", $0] },
    permission: permission)
  static let audioDescription = ObjectDescription(
    "audioClip", "a clip of an audio track", "A piece of a media item's sound.",
    keys: common + [soundFit.description] + sound + [
      ParameterReader.when.description, NoteReader.key.description,
    ],
    exclusive: exclusive
      + ["duration", "until", "stretchTo", "timeMap"].map { ["fit", $0] }, permission: permission)
  private static let exclusive = [
    ["duration", "out", "until"], ["speed", "stretchTo", "freeze", "timeMap"],
    ["duration", "stretchTo"], ["until", "stretchTo"], ["in", "timeMap"], ["out", "timeMap"],
    ["loop", "timeMap"], ["loop", "stretchTo"],
  ]
  /// What is played again and again has an end of its own.
  private static let permission = (key: "loop", frees: "out")

  static let video = Shape.object(videoDescription, example: "{ \"clip\": \"bridge\" }") {
    value, reading -> ClipDocument? in
    read(value, videoDescription, &reading) { _ in nil }
  }
  static let audio = Shape.object(audioDescription, example: "{ \"clip\": \"music\" }") {
    value, reading -> ClipDocument? in
    read(value, audioDescription, &reading) { member in
      videoDescription.hasKey(member.key)
        ? ProjectMessages.pictureKeyInAudio(member.key, range: member.keyRange) : nil
    }
  }

  /// Keys of which rules say where they do nothing.
  private static let judged: Set<String> = [
    "gain", "pan", "fadeIn", "fadeOut", "automation", "pitch", "audioLead", "audioTail",
    "audioFilter", "panAutomation", "duck", "loudness", "width", "channelMap", "fit", "hold",
    "crop", "position",
    "scale", "opacity", "rotation", "perspective", "view", "motionBlur", "timeMap", "frames",
    "scaling",
  ]

  // MARK: - Reading

  private static func read(
    _ value: JSONValue, _ description: ObjectDescription, _ reading: inout Reading,
    misplaced: (JSONMember) -> Diagnostic?
  ) -> ClipDocument? {
    let errors = reading.errorCount
    guard let fields = ObjectFields(value, description, &reading, misplaced: misplaced) else {
      return nil
    }
    _ = fields.read(StyleReader.key, &reading)
    let media = fields.read(media, &reading)
    let pitch = fields.read(pitch, &reading)
    let sound = AudioDocument(
      gain: fields.read(gain, &reading), pan: fields.read(pan, &reading),
      fadeIn: fields.read(fadeIn, &reading), fadeOut: fields.read(fadeOut, &reading),
      lead: fields.read(lead, &reading), tail: fields.read(tail, &reading),
      automation: fields.read(automation, &reading)?.value.map(\.value) ?? [],
      panAutomation: fields.read(panAutomation, &reading)?.value.map(\.value) ?? [],
      pitch: pitch?.value ?? .keep, filter: fields.read(audioFilter, &reading)?.value,
      duck: fields.read(duck, &reading)?.value, loudness: fields.read(loudness, &reading),
      channelMap: fields.read(channelMap, &reading)?.value,
      width: fields.read(width, &reading)?.value)
    let stretchTo = fields.read(stretchTo, &reading)
    var clip = ClipDocument(
      name: fields.read(id, &reading), media: media ?? Located(value: ""),
      given: fields.read(GroupReader.given, &reading),
      sourceIn: fields.read(sourceIn, &reading), sourceOut: fields.read(sourceOut, &reading),
      duration: fields.read(duration, &reading) ?? stretchTo, at: fields.read(at, &reading),
      until: fields.read(until, &reading),
      fit: description.name == audioDescription.name
        ? .contain : fields.read(fit, &reading)?.value ?? .contain,
      crop: fields.read(crop, &reading)?.value ?? .zero,
      view: fields.read(view, &reading),
      placement: PlacementReader.read(fields, &reading), look: LookReader.read(fields, &reading),
      fade: fields.read(fade, &reading),
      playsAudio: fields.read(playsAudio, &reading),
      isMuted: fields.read(muted, &reading)?.value ?? false, sound: sound,
      keys: fields.places(of: judged), isComplete: true,
      range: value.range)
    clip.stretches = stretchTo != nil
    clip.freeze = fields.read(freeze, &reading)
    clip.holds = fields.read(hold, &reading)?.value ?? false
    if let loop = fields.read(loop, &reading) {
      clip.loop = Located(value: loop.value.loop, range: loop.range)
      clip.loopCrossFade = loop.value.crossFade
    }
    if description.name == audioDescription.name, let end = fields.read(soundFit, &reading) {
      clip.until = end
      clip.fitsMovie = end.range
      if clip.loop == nil, clip.retiming == nil {
        clip.loop = Located(value: .forever, range: end.range)
      }
    }
    clip.sampling = fields.read(frames, &reading)?.value ?? .nearest
    clip.filter = fields.read(filter, &reading)?.value
    switch fields.read(speed, &reading) {
    case let speed?:
      clip.speedRange = speed.range
      switch speed.value {
      case .constant(let number): clip.speed = number
      case .ramp(let points): clip.retiming = .ramp(points)
      }
    case nil:
      if let points = fields.read(timeMap, &reading) {
        clip.speedRange = points.range
        clip.retiming = .timeMap(points.value)
      }
    }
    if clip.retiming != nil, pitch == nil { clip.sound.pitch = .follow }
    clip.isComplete = reading.errorCount == errors
    return media == nil ? nil : clip
  }
}
