internal import BaseValues

extension VideoCodec {
  /// HEVC (ITU-T H.265) by x265, 4:2:0 in 8 or 10 bits, one thread: with more its decisions depend on which thread
  /// comes first.
  ///
  /// Parameters are VPS, SPS and PPS in the byte stream format (annex B). Groups of pictures are closed and begin
  /// with IDR pictures. Files say `hvc1`, which Apple's players need.
  package static let hevc = VideoCodec(
    name: "hevc", title: "HEVC",
    otherNames: ["h265", "hev1", "hevcnvenc", "hevcvideotoolbox", "hvc1", "libx265", "x265"],
    encoder: "libx265", encoderTitle: "x265",
    formats: [
      CodedFormat(bitDepth: 8, pixelFormat: "yuv420p", profiles: ["main"]),
      CodedFormat(bitDepth: 10, pixelFormat: "yuv420p10le", profiles: ["main10"]),
    ], sizeMultiple: 2, leastSize: Size(width: 50, height: 16),
    // MaxLumaPs of table A.8 in blocks of 64 pixels.
    limit: PictureLimit(name: "level 6.2", blockSide: 8, mostBlocks: 557_056),
    presets: [
      Preset("ultrafast", heldPictures: 40, cost: 12),
      Preset("superfast", heldPictures: 50, cost: 16),
      Preset("veryfast", heldPictures: 60, cost: 25), Preset("faster", heldPictures: 60, cost: 30),
      Preset("fast", heldPictures: 70, cost: 40), Preset("medium", heldPictures: 80, cost: 60),
      Preset("slow", heldPictures: 100, cost: 140), Preset("slower", heldPictures: 140, cost: 400),
      Preset("veryslow", heldPictures: 180, cost: 700),
      Preset("placebo", heldPictures: 240, cost: 1500),
    ], defaultPreset: "medium", fastPreset: "veryfast",
    tunings: ["psnr", "ssim", "grain", "fastdecode", "zerolatency", "animation"],
    quality: QualityScale(
      noun: "rate factor", tenths: 0...510, usual: 230, levels: 20...1020, middle: 520,
      halving: 120, beginnings: 260...860),
    bitRates: 10_000...1_000_000_000, keyFrameSeconds: 2, longestReordering: 16,
    reordering: 2, sampleEntry: { _ in "hvc1" },
    keys: [
      EncodingKey(
        .quality, "crf", expected: "a constant rate factor",
        "Constant quality: 0 is the best, 51 the worst; tenths count. About 3 more than H.264's looks the same.",
        ["20", "25.5"]),
      .bitRate, .maxRate, .bufferSize,
      EncodingKey(
        .preset, "preset", expected: "a preset of x265",
        "How much time the encoder takes to make a smaller file.", ["\"veryfast\""]),
      EncodingKey(
        .tune, "tune", expected: "a tuning of x265",
        "What the encoder is tuned for: the kind of pictures, a measure, or fast decoding.",
        ["\"grain\""],
        since: "0.2.0"),
      .gop,
      EncodingKey(
        .bitDepth, "bitDepth", expected: "the bits of a sample",
        "Bits of a sample. With 10 everything is composed in 10 bits.", ["10"], since: "0.2.0"),
      EncodingKey(
        .profile, "profile", expected: "a profile of HEVC",
        "Profile of HEVC; left out, the encoder chooses.", ["\"main10\""]),
    ],
    options: { settings, processor in
      var options = [
        LibraryOption("preset", settings.preset), LibraryOption("g", "\(settings.gopFrames)"),
        LibraryOption("forced-idr", "1"),
      ]
      options += settings.rateOptions
      if let tune = settings.tune { options.append(LibraryOption("tune", tune)) }
      if let profile = settings.profile { options.append(LibraryOption("profile", profile)) }
      // One thread of its own, closed groups of pictures, no text about the encoder in the stream.
      var own = "pools=none:frame-threads=1:wpp=0:open-gop=0:info=0:repeat-headers=0:log-level=0"
      if let processor { own += ":asm=\(processor)" }
      return options + [LibraryOption("x265-params", own)]
    })
}
