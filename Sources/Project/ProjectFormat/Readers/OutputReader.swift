import Diagnostics
import BaseValues
import OutputKinds
import TimelineModel

/// Reads the object `output`.
enum OutputReader {
  static let size = Key(
    "size", Shape<Size>.pictureSize,
    "Width and height of the movie in pixels, both even, 2 to 8192. Left out, those of the first "
      + "clip of moving pictures as it is shown, or 1280x720 if there is none.",
    examples: ["\"1920x1080\"", "{\"width\": 1080, \"height\": 1920}"])
  static let design = Key(
    "design", Shape<Size>.pictureSize,
    "The canvas size for which lengths without a unit are meant. Left out, `size`. At other "
      + "sizes they are scaled.",
    examples: ["\"1920x1080\""])
  static let frameRate = Key(
    "frameRate", Shape<FrameRate>.frameRate,
    "Frames a second. 29.97, 23.976 and the like mean 30000/1001, 24000/1001 and so on. Left "
      + "out, the rate of the first clip of moving pictures, or 30 if there is none.",
    examples: ["25", "\"30000/1001\""])
  static let background = Key(
    "background", Shape<Color>.background,
    "The colour behind all tracks, opaque; or `transparent` for a movie with alpha: ProRes 4444 in QuickTime, VP9 in "
      + "WebM and Matroska, FFV1, PNG, TIFF, WebP, animated PNG and GIF.",
    default: "\"black\"", examples: ["\"#202020\"", "\"transparent\""])
  static let color = Key(
    "color", Shape<PictureColor>.name("a colour of pictures"),
    "What the codes of the movie mean, in which everything is composed: `sdr` is BT.709; `p3` has the colours of "
      + "Display P3; `hdr10` and `hlg` are HDR (BT.2100) in 10 bits, with white at 203 cd/m².",
    default: "\"sdr\"", examples: ["\"hdr10\"", "\"p3\""], since: "0.2.0")
  static let masteringDisplay = Key(
    "masteringDisplay", MasteringDisplayReader.shape,
    "Beside `hdr10`: the display that the movie is looked at on while it is made, which files tell players.",
    default: "{ \"primaries\": \"p3\", \"peak\": 1000, \"black\": 0.0001 }",
    examples: ["{ \"primaries\": \"bt2020\", \"peak\": 4000 }"], since: "0.2.0")
  static let duration = Key(
    "duration", Shape<TimeExpression>.time(.aboveZero),
    "Length of the movie. Left out, it ends with the last item of any track.",
    examples: ["\"15s\""])
  static let maxDuration = Key(
    "maxDuration", Shape<TimeExpression>.time(.aboveZero),
    "The longest that the movie may be; a longer one is an error.", examples: ["\"60s\""],
    since: "0.2.0")
  static let maxSize = Key(
    "maxSize", Shape<Int>.fileSize,
    "The largest that the movie's file may be; a larger one is an error, and is not kept.",
    examples: ["\"50MB\""], since: "0.2.0")
  static let container = Key<MovieContainer>(
    "container", "The kind of file that the movie is.", since: "0.2.0",
    advice: { word in
      guard let format = SoundFormat.named("sound.\(word)") else { return nil }
      return "\(format.title) holds sound alone; it is written where the file is named so, as in "
        + "'-o sound\(format.ending)', whatever the container"
    })
  static let segmentSeconds = Key(
    "segmentSeconds",
    Shape<Rational>.number(
      "a number of seconds", minimum: .one, maximum: Rational(60), example: "4"),
    "Beside the containers `hls` and `dash`: how long segments are at most. Each begins with a key frame.",
    default: "6", examples: ["4"], since: "0.2.0")
  static let fragmented = Key(
    "fragmented", Shape<Bool>.boolean,
    "Beside `mp4` and `mov`: the file is cut into fragments, one for each group of pictures, so that it can be "
      + "played before all of it is there.", default: "false", examples: ["true"], since: "0.2.0")
  static let video = Key(
    "video", VideoEncodingReader.shape, "How pictures are encoded: \(VideoCodec.titles).",
    examples: ["{\"crf\": 20, \"preset\": \"medium\"}"])
  static let audio = Key(
    "audio", AudioEncodingReader.shape,
    "The master: its loudness, filters and encoding; or `false` for a movie without sound.",
    examples: ["{\"bitRate\": \"192k\", \"loudness\": -16}", "false"])

  static let artwork = Key(
    "artwork", Shape<String>.text("a media item", example: "\"cover\""),
    "The media item that stands for the movie in lists: a picture in a file, as it is where it is JPEG or PNG, else "
      + "as PNG. MP4, M4A, QuickTime, Matroska and MP3 have it.",
    examples: ["\"cover\""], since: "0.2.0")
  static let startTimecode = Key(
    "startTimecode", Shape<TimeExpression>.time(.zeroOrMore),
    "The timecode of the first frame; with `;` before the frames it is counted drop-frame.",
    examples: ["\"01:00:00:00\""], since: "0.2.0")

  static let description = ObjectDescription(
    "output", "the output", "The movie that is made.",
    keys: [
      size.description, design.description, frameRate.description,
      background.description,
      color.description, masteringDisplay.description, duration.description,
      maxDuration.description, maxSize.description,
      OutputPurpose.key.description,
    ] + [container?.description].compactMap(\.self) + [
      segmentSeconds.description, fragmented.description,
      video.description, RenditionsReader.all.description, audio.description,
      MetadataReader.key.description, artwork.description,
      startTimecode.description,
    ])

  static let shape = Shape.object(description) { value, reading -> OutputDocument? in
    // A parameter may have said what it is for.
    let value = value.withPurpose
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    var document = OutputDocument()
    _ = fields.read(OutputPurpose.key, &reading)
    document.size = fields.read(size, &reading)
    document.design = fields.read(design, &reading)
    document.frameRate = fields.read(frameRate, &reading)
    document.background = fields.read(background, &reading)
    document.color = fields.read(color, &reading)
    if let display = fields.read(masteringDisplay, &reading) {
      document.masteringDisplay = display.value
      if document.color?.value != .hdr10 {
        reading.report(ProjectMessages.masteringDisplayAlone(range: display.range))
      }
    }
    document.duration = fields.read(duration, &reading)
    document.maxDuration = fields.read(maxDuration, &reading)
    document.maxSize = fields.read(maxSize, &reading)?.value
    let isTransparent = document.isTransparent ?? false
    let container =
      fields.read(container, &reading)?.value ?? .usual(for: value, hasAlpha: isTransparent)
    document.container = container
    readCutting(fields, container, &document, &reading)
    let encoding = VideoEncodingReader.shape(
      in: container, document.color, hasAlpha: isTransparent)
    document.video =
      fields.read(video.with(encoding), &reading)?.value
      ?? VideoEncodingDocument(codec: container.usualVideoCodec(hasAlpha: isTransparent))
    if isTransparent { readAlpha(container, &document, &reading) }
    if let color = document.color {
      let codec = document.video.codec
      if color.value != .sdr, !container.isReadBack {
        reading.report(
          ProjectMessages.colorOutsideContainer(
            color.value.title, container: container.title, range: color.range))
      }
      if codec.usualBitDepth(of: color.value) == nil {
        reading.report(
          ProjectMessages.colorNeedsBits(
            color.value.title, least: color.value.leastBitDepth, codec: codec.title,
            range: color.range))
      }
    }
    document.audio = AudioEncoding(container.usualAudioCodec)
    if let audio = fields.read(audio.with(AudioEncodingReader.shape(in: container)), &reading) {
      document.audio = audio.value.encoding
      document.mastering = audio.value.mastering
      document.declick = audio.value.declick
      document.audioFilter = audio.value.filter
      document.soundTrack = audio.value.track
      document.mixes = audio.value.mixes
      if let first = document.mixes.first { document.audio = first.encoding }
      if audio.value.track != TrackDescription() {
        document.soundRange = fields.member("audio")?.keyRange
      }
    }
    if document.isFragmented, document.audio?.codec == .pcm,
      let member = fields.member(fragmented.description.name)
    {
      reading.report(ProjectMessages.fragmentedPCM(range: member.keyRange))
    }
    if let metadata = fields.read(MetadataReader.key, &reading), !metadata.value.isEmpty {
      document.metadata = metadata.value
      document.metadataRange = fields.member("metadata")?.keyRange
    }
    document.artwork = fields.read(artwork, &reading)
    if let artwork = document.artwork, !container.holdsArtwork {
      reading.report(
        ProjectMessages.artworkOutsideContainer(container.title, range: artwork.range))
    }
    document.startTimecode = fields.read(startTimecode, &reading)
    if let renditions = fields.read(RenditionsReader.all, &reading) {
      document.renditions = renditions.value
      RenditionsReader.check(renditions.value, of: value, &reading)
    }
    document.range = value.range
    return document
  }
}

extension OutputReader {
  /// Whether pictures can have alpha as they are encoded, and with which profile.
  private static func readAlpha(
    _ container: MovieContainer, _ document: inout OutputDocument, _ reading: inout Reading
  ) {
    let codec = document.video.codec
    let color = document.color?.value ?? .sdr
    let depth = document.video.bitDepth ?? codec.usualBitDepth(of: color) ?? codec.usualBitDepth
    guard container.holdsPictures, let format = codec.format(bitDepth: depth) else { return }
    document.video.profile = document.video.profile ?? format.alphaProfiles.first
    let range = document.background?.range ?? .none
    if !container.holdsAlpha(of: codec) || format.alphaPixelFormat == nil {
      let others = codec.formats.filter { $0.alphaPixelFormat != nil }.map(\.bitDepth)
      return reading.report(
        ProjectMessages.codecWithoutAlpha(
          codec.title, container: container.title, bits: others.isEmpty ? nil : depth,
          held: container.videoCodecs.filter(container.holdsAlpha(of:)).map(\.name), range: range))
    }
    if let profile = document.video.profile, !format.holdsAlpha(profile: profile) {
      return reading.report(
        ProjectMessages.profileWithoutAlpha(
          profile, codec: codec.title, profiles: format.alphaProfiles, range: range))
    }
    document.video.hasAlpha = true
  }

  /// How the file is cut, which not every kind of file is.
  private static func readCutting(
    _ fields: ObjectFields, _ container: MovieContainer, _ document: inout OutputDocument,
    _ reading: inout Reading
  ) {
    if let seconds = fields.read(segmentSeconds, &reading) {
      document.segmentSeconds = seconds.value
      refuse(segmentSeconds.description, fields, where: !container.isSegmented, container, &reading)
      {
        $0.isSegmented
      }
    }
    refuse(
      RenditionsReader.all.description, fields, where: !container.isSegmented, container, &reading
    ) {
      $0.isSegmented
    }
    if let fragmented = fields.read(fragmented, &reading), fragmented.value {
      document.isFragmented = true
      refuse(
        self.fragmented.description, fields, where: !container.canBeFragmented, container, &reading
      ) {
        $0.canBeFragmented
      }
    }
  }

  private static func refuse(
    _ key: KeyDescription, _ fields: ObjectFields, where isWrong: Bool, _ container: MovieContainer,
    _ reading: inout Reading, takes: (MovieContainer) -> Bool
  ) {
    // What was put there to render one of them is not written.
    guard isWrong, let member = fields.member(key.name), !member.keyRange.isNone else { return }
    reading.report(
      ProjectMessages.keyOfOtherContainer(
        key.name, container: container.title, others: MovieContainer.all.filter(takes).map(\.name),
        range: member.keyRange))
  }
}

/// Reads `output.masteringDisplay`.
enum MasteringDisplayReader {
  private static func light(
    _ expected: String, _ range: ClosedRange<Int>, example: String
  ) -> Shape<Rational> {
    .number(
      expected, minimum: Rational(Int64(range.lowerBound), 10_000) ?? .zero,
      maximum: Rational(Int64(range.upperBound), 10_000) ?? .zero, example: example)
  }

  static let primaries = Key(
    "primaries", Shape<MasteringDisplay.Primaries>.name("primaries of a display"),
    "What it shows as red, green and blue; its white is that of daylight (D65).", default: "\"p3\"",
    examples: ["\"bt2020\""], since: "0.2.0")
  static let peak = Key(
    "peak", light("light in cd/m²", MasteringDisplay.peaks, example: "1000"),
    "Its brightest light in cd/m².", default: "1000", examples: ["4000"], since: "0.2.0")
  static let black = Key(
    "black", light("light in cd/m²", MasteringDisplay.blacks, example: "0.0001"),
    "Its black in cd/m².", default: "0.0001", examples: ["0.005"], since: "0.2.0")

  static let description = ObjectDescription(
    "masteringDisplay", "a display",
    "What pictures of HDR10 are looked at on while they are made (SMPTE ST 2086).",
    keys: [primaries.description, peak.description, black.description])

  static let shape = Shape.object(description) { value, reading -> MasteringDisplay? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    var display = MasteringDisplay()
    display.primaries = fields.read(primaries, &reading)?.value ?? display.primaries
    if let peak = fields.read(peak, &reading), let scaled = try? peak.value.scaled(by: 10_000) {
      display.peak = Int(scaled)
    }
    if let black = fields.read(black, &reading), let scaled = try? black.value.scaled(by: 10_000) {
      display.black = Int(scaled)
    }
    return display
  }
}

/// Reads a size written as an object, `{"width": 1280, "height": 720}`.
enum SizeReader {
  static let side = Shape<Int>.integer("an even number of pixels", in: 2...8192)
  static let width = Key(
    "width", side, required: true, "Pixels in a row, even.", examples: ["1280"])
  static let height = Key(
    "height", side, required: true, "Rows of pixels, even.", examples: ["720"])

  static let description = ObjectDescription(
    "size", "a size", "Width and height in pixels.",
    keys: [width.description, height.description])

  static func read(_ value: JSONValue, _ reading: inout Reading) -> Size? {
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    let width = fields.read(width, &reading)
    let height = fields.read(height, &reading)
    guard let width, let height else { return nil }
    return evenSize(width.value, height.value, value, &reading)
  }
}

extension Shape where Value == Size {
  /// `"1280x720"` or an object.
  static var pictureSize: Shape {
    let text = pictureSizeText
    return Shape(
      expected: text.expected, example: text.example,
      schema: .any([text.schema, .object(SizeReader.description)])
    ) { value, reading in
      if case .object = value.kind { return SizeReader.read(value, &reading) }
      return text.read(value, &reading)
    }
  }
}
