import BaseValues
import Testing

@testable import OutputKinds

/// What others need of every kind that is listed: a forgotten field is found here.
@Suite("Lists of outputs") struct OutputKindTests {
  private func check<Kind: OutputKind>(_: Kind.Type) {
    #expect(!Kind.all.isEmpty && !Kind.noun.isEmpty)
    #expect(Set(Kind.all.map(\.name)).count == Kind.all.count)
    for kind in Kind.all {
      #expect(!kind.name.isEmpty && kind.name.allSatisfy { $0.isASCII && !$0.isUppercase })
      #expect(kind.name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" })
      #expect(!kind.title.isEmpty && kind.description == kind.title)
      #expect(Kind(name: kind.name) == kind)
    }
    #expect(Kind(name: "none") == nil)
    let others = Kind.all.flatMap(\.otherNames)
    #expect(Set(others).count == others.count)
    // No kind is called as another one is elsewhere, and all are written as they are looked for.
    for name in others {
      #expect(Kind(name: name) == nil, "\(name)")
      #expect(name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber) }, "\(name)")
    }
  }

  @Test("every kind has a name of its own, by which it is found")
  func names() {
    check(MovieContainer.self)
    check(VideoCodec.self)
    check(AudioCodec.self)
    check(SoundFormat.self)
    check(PictureFormat.self)
    #expect(MovieContainer.all.first == .usual)
    #expect(VideoCodec.all.first == .usual)
    #expect(AudioCodec.all.first == .usual)
  }

  @Test(
    "what other programs call codecs and containers is known",
    arguments: [
      ("h265", "hevc"), ("x265", "hevc"), ("H.265", "hevc"), ("avc", "h264"), ("x264", "h264"),
      ("libx264", "h264"), ("libvpx-vp9", "vp9"), ("libsvtav1", "av1"), ("prores_ks", "prores"),
      ("jpeg", "mjpeg"), ("mpeg4", "h264"),
    ])
  func otherVideoNames(_ word: String, _ name: String) {
    #expect(VideoCodec.name(meantBy: word) == name)
  }

  @Test(
    "what other programs call sound and files is known",
    arguments: [
      ("vorbis", "opus"), ("libfdk_aac", "aac"), ("pcm_s16le", "pcm_s24le"), ("pcm", "pcm_s24le"),
      ("lame", "mp3"), ("e-ac3", "ac3"),
    ])
  func otherSoundNames(_ word: String, _ name: String) {
    #expect(AudioCodec.name(meantBy: word) == name)
  }

  @Test(
    "what other programs call containers is known",
    arguments: [
      ("png", "pngs"), ("jpeg", "jpegs"), ("jpg", "jpegs"), ("tif", "tiffs"), ("matroska", "mkv"),
      ("m4v", "mp4"), ("quicktime", "mov"), ("opus", "ogg"),
    ])
  func otherContainerNames(_ word: String, _ name: String) {
    #expect(MovieContainer.name(meantBy: word) == name)
  }

  @Test("no two kinds of file have an extension in common, and each is found by a name")
  func extensions() throws {
    let movies = MovieContainer.fileExtensions + SoundFormat.fileExtensions
    #expect(Set(movies).count == movies.count)
    #expect(Set(PictureFormat.fileExtensions).count == PictureFormat.fileExtensions.count)
    let all = movies + PictureFormat.fileExtensions
    // WebP is a picture, and a movie where one is wanted.
    #expect(Set(movies).intersection(PictureFormat.fileExtensions) == ["webp"])
    #expect(all.allSatisfy { !$0.isEmpty && $0 == $0.lowercased() && !$0.contains(".") })
    for kind in MovieContainer.all {
      #expect(MovieContainer.named("A\(kind.ending.uppercased())") == kind)
      guard let pictures = kind.pictures else {
        #expect(kind.ending == ".\(try #require(kind.fileExtensions.first))")
        continue
      }
      let one = MovieContainer.named("a\(pictures.ending)")
      #expect(kind.fileExtensions.isEmpty && one == (pictures == .webp ? .animatedWebP : nil))
    }
    for kind in SoundFormat.all {
      #expect(SoundFormat.named("a\(kind.ending)") == kind)
    }
    #expect(MovieContainer.named("mp4") == nil && MovieContainer.named("a.txt") == nil)
    #expect(MovieContainer.endings.hasPrefix(MovieContainer.usual.ending))
  }

  @Test("every codec is in a container, and every container holds codecs that are listed")
  func codecs() {
    for container in MovieContainer.all {
      #expect(!container.videoCodecs.isEmpty || !container.audioCodecs.isEmpty)
      #expect(container.videoCodecs.allSatisfy(VideoCodec.all.contains))
      #expect(container.audioCodecs.allSatisfy(AudioCodec.all.contains))
    }
    let videoCodecs = MovieContainer.all.flatMap(\.videoCodecs)
    #expect(VideoCodec.all.allSatisfy(videoCodecs.contains))
    let audioCodecs = MovieContainer.all.flatMap(\.audioCodecs)
    #expect(AudioCodec.all.allSatisfy(audioCodecs.contains))
    #expect(MovieContainer.usual.videoCodecs.first == .usual)
    #expect(MovieContainer.usual.audioCodecs.first == .usual)
  }

  @Test(
    "a codec of pictures has presets, defaults within its ranges, and a value for each of its keys")
  func videoCodecs() {
    for codec in VideoCodec.all {
      let presets = codec.presets.map(\.name)
      #expect(presets.contains(codec.defaultPreset) && presets.contains(codec.fastPreset))
      #expect(Set(presets).count == presets.count)
      #expect(codec.presets.allSatisfy { $0.heldPictures > 0 && $0.cost > 0 })
      #expect(presets.allSatisfy { presets.contains(codec.pilotPreset(for: $0)) })
      #expect(!codec.encoder.isEmpty && codec.sizeMultiple > 0)
      #expect(codec.format(bitDepth: 8) == nil || codec.usualBitDepth == 8)
      let depths = codec.formats.map(\.bitDepth)
      #expect(Set(depths).count == depths.count && depths.allSatisfy([8, 10].contains))
      #expect(codec.formats.allSatisfy { !$0.pixelFormat.isEmpty })
      #expect(depths.count == 1 || codec.keys.contains { $0.role == .bitDepth })
      #expect(Set(codec.profiles).count == codec.profiles.count)
      #expect(codec.keyFrameSeconds > 0 && codec.longestReordering >= 0)
      for preset in codec.presets { #expect(codec.repeatedPictures(preset.name, nil, 60) >= 0) }
      let scale = codec.quality
      #expect(scale.tenths.contains(scale.usual))
      #expect(scale.isChosen == codec.keys.contains { $0.role == .quality })
      #expect(codec.formats.allSatisfy { $0.lossless.map(scale.tenths.contains) ?? true })
      // Levels count twentieths, and are within what a project may say.
      #expect(scale.levels.lowerBound >= 2 * scale.tenths.lowerBound)
      #expect(scale.levels.upperBound <= 2 * scale.tenths.upperBound)
      #expect(scale.levels.contains(scale.middle) && scale.halving > 0 && !scale.noun.isEmpty)
      #expect(scale.beginnings.contains(scale.middle))
      #expect(!codec.bitRates.isEmpty && codec.bitRates.lowerBound > 0)
      #expect(codec.limit.allows(Size(width: 3840, height: 2160)))
      #expect(!codec.limit.allows(Size(width: 1 << 20, height: 1 << 20)))
      #expect(!codec.limit.name.isEmpty)
      for key in codec.keys {
        #expect(!key.name.isEmpty && key.meaning.hasSuffix(".") && !key.examples.isEmpty)
        #expect(!key.expected.isEmpty || ![.quality, .preset, .profile].contains(key.role))
      }
      #expect(Set(codec.keys.map(\.name)).count == codec.keys.count)
      #expect(Set(codec.keys.map(\.role)).count == codec.keys.count)
      #expect(!codec.profiles.isEmpty || !codec.keys.contains { $0.role == .profile })
    }
  }

  @Test("an encoder's options say all that settings say", arguments: VideoCodec.all)
  func options(_ codec: VideoCodec) throws {
    let rate = try #require(FrameRate(25))
    let size = Size(width: 640, height: 360)
    func settings(_ encoding: VideoEncoding) -> [LibraryOption] {
      codec.options(VideoEncoderSettings(encoding, size: size, rate: rate), nil)
    }
    let usual = settings(VideoEncoding(codec))
    #expect(Set(usual.map(\.name)).count == usual.count)
    var changed = VideoEncoding(codec)
    changed.gopFrames = 77
    #expect((settings(changed) != usual) == codec.keys.contains { $0.role == .keyFrameDistance })
    changed = VideoEncoding(
      codec, rateControl: .crf(tenths: codec.quality.usual + max(5, codec.quality.step)))
    #expect((settings(changed) != usual) == codec.quality.isChosen)
    if codec.presets.count > 1 {
      let preset = try #require(codec.presets.first { $0.name != codec.defaultPreset })
      #expect(settings(VideoEncoding(codec, preset: preset.name)) != usual)
    }
    let profiles = codec.profiles.map { settings(VideoEncoding(codec, profile: $0)) }
    #expect(Set(profiles).count == profiles.count)
    if codec.keys.contains(where: { $0.role == .bitRate }) {
      #expect(settings(VideoEncoding(codec, rateControl: .bitRate(1_000_000))) != usual)
    }
    if codec.keys.contains(where: { $0.role == .maxRate }) {
      #expect(settings(VideoEncoding(codec, maxRate: 1_000_000)) != usual)
    }
  }

  @Test("a codec of sound has defaults within its ranges", arguments: AudioCodec.all)
  func audioCodecs(_ codec: AudioCodec) {
    #expect(codec.sampleRates.contains(codec.defaultSampleRate))
    #expect(codec.sampleRates.allSatisfy(codec.mixingRates.contains))
    #expect(Set(codec.mixingRates).count == codec.mixingRates.count)
    #expect(codec.channels.contains(codec.defaultChannels))
    let rate = codec.defaultBitRatePerChannel
    #expect(codec.channels.allSatisfy { codec.bitRates.contains($0 * rate) })
    #expect(codec.packetLength > 0 && codec.leadingSamples >= 0 && codec.prerollPackets >= 0)
    #expect(!codec.encoder.isEmpty && ["fltp", "flt", "s32", "s32p"].contains(codec.sampleFormat))
    #expect(codec.isLossless == codec.sampleFormat.hasPrefix("s32"))
    // Packets lie behind one another and cover the sound, whatever comes before it.
    for samples in [1, codec.packetLength, 10 * codec.packetLength + 1] {
      let count = codec.packetCount(samples: samples)
      #expect(codec.samples(in: 0..<count).lowerBound == -codec.leadingSamples)
      #expect(codec.samples(in: 0..<count).upperBound >= samples)
      #expect(codec.samples(in: 0..<count - 1).upperBound < samples)
    }
    let settings = AudioEncoderSettings(AudioEncoding(codec))
    var louder = settings
    louder.bitRate += 1000
    #expect((codec.options(louder) != codec.options(settings)) == !codec.isLossless)
  }

  @Test("the first packet of AAC is the encoder's own")
  func delay() {
    #expect(AudioCodec.aac.samples(in: 0..<2) == -1024..<1024)
    #expect(AudioCodec.aac.packetCount(samples: 1) == 2)
    #expect(AudioCodec.aac.packetCount(samples: 1025) == 3)
  }

  @Test("H.264's limit is that of level 6.2: 139,264 macroblocks")
  func limit() {
    let limit = VideoCodec.h264.limit
    #expect(limit.allows(Size(width: 8192, height: 4352)))
    #expect(!limit.allows(Size(width: 8192, height: 4354)))
  }

  @Test("settings of x264 are its own names")
  func x264() throws {
    let rate = try #require(FrameRate(25))
    var encoding = VideoEncoding(
      .h264, rateControl: .crf(tenths: 185), preset: "slow", gopFrames: 12, profile: "high",
      maxRate: 4_000_000)
    let size = Size(width: 64, height: 48)
    let planned = VideoEncoderSettings(encoding, size: size, rate: rate)
    func texts(_ settings: VideoEncoderSettings, _ processor: String? = nil) -> [String] {
      VideoCodec.h264.options(settings, processor).map { "\($0.name)=\($0.value)" }.sorted()
    }
    #expect(
      texts(planned) == [
        "bufsize=8000000", "crf=18.50", "flags=+cgop", "forced-idr=1", "g=12", "maxrate=4000000",
        "preset=slow", "profile=high", "rc_init_occupancy=8000000",
        "x264-params=force-cfr=1:cpu-independent=1:zones=0,0,b=1.4",
      ])
    let level = planned.of(.pilot(QualityLevel(steps: 481)))
    #expect(
      texts(level, "avx2") == [
        "crf=24.05", "flags=+cgop", "forced-idr=1", "g=12", "preset=veryfast", "profile=high",
        "x264-params=force-cfr=1:cpu-independent=1:asm=avx2:stitchable=1:zones=0,0,b=1.4",
      ])
    // The zone is that of `ipratio` (x264's tunings), where there is a tree of macroblocks.
    encoding.tune = "grain"
    #expect("\(texts(VideoEncoderSettings(encoding, size: size, rate: rate)))".contains("b=1.1"))
    for change in [
      { $0.preset = "superfast" }, { $0.tune = "zerolatency" }, { $0.gopFrames = 1 },
    ] as [(inout VideoEncoding) -> Void] {
      var other = encoding
      change(&other)
      let settings = VideoEncoderSettings(other, size: size, rate: rate)
      #expect(!"\(texts(settings))".contains("zones"))
      #expect(VideoCodec.h264.repeatedPictures(other.preset, other.tune, settings.gopFrames) == 4)
    }
    encoding = VideoEncoding(.h264, rateControl: .bitRate(800_000))
    #expect(texts(VideoEncoderSettings(encoding, size: size, rate: rate)).contains("b=800000"))
  }
}

@Suite("Scale of times") struct MP4TimescaleTests {
  @Test(
    "the movie's scale holds both tracks' units exactly",
    arguments: [
      (30, 1, 48_000, 600, 48_000), (30_000, 1001, 48_000, 30_000, 240_000),
      (24_000, 1001, 48_000, 24_000, 48_000), (25, 1, 44_100, 600, 88_200),
      (48, 1, 48_000, 1200, 48_000), (30_000, 1001, 44_100, 30_000, 4_410_000),
      (999_983, 1000, 48_000, 999_983, 999_983),
    ])
  func scale(_ frames: Int64, _ seconds: Int64, _ sampleRate: Int, _ video: Int, _ movie: Int)
    throws
  {
    let scale = MP4Timescale(rate: FrameRate(frames, per: seconds), sampleRate: sampleRate)
    #expect(scale.video == video)
    #expect(scale.movie == movie)
  }

  @Test("the scale of one track is its own")
  func singleScale() {
    #expect(MP4Timescale(rate: nil, sampleRate: 44_100).movie == 44_100)
    #expect(MP4Timescale(rate: nil, sampleRate: 44_100).video == nil)
    #expect(MP4Timescale(rate: FrameRate(25), sampleRate: nil).movie == 600)
  }
}
