extension VideoCodec {
  /// H.264 (ITU-T H.264) by x264, 4:2:0 in 8 or 10 bits. Held pictures were measured with x264 164, one thread.
  ///
  /// Parameters are SPS and PPS, and packets access units, in the byte stream format (start codes, annex B).
  /// x264 gives the first key picture that it ever encodes another quantizer than those that follow other
  /// pictures. With its tree of macroblocks (`hasTree`) the first one has that of pictures that are predicted, the others
  /// one that is finer by the factor `ipratio`, whatever is shown: a zone of one picture asks for that (measured with
  /// films at 640x360: within 0.1 dB of one run). Without the tree later quantizers follow from the pictures before, so
  /// some are encoded twice. With fewer the first one is worse, with more it gets hardly better and every chunk costs
  /// more (measured with stills, motion and noise at 640x360).
  package static let h264 = VideoCodec(
    name: "h264", title: "H.264",
    otherNames: [
      "avc", "avc1", "avchd", "h264nvenc", "h264videotoolbox", "libx264", "mpeg4", "mpeg4part10",
      "x264",
    ],
    encoder: "libx264", encoderTitle: "x264",
    formats: [
      // Below rate factor 1 x264 may turn lossless, with other parameters for the decoder. In 10 bits quantizers
      // go on below that: rate factor 0 is no more than fine.
      CodedFormat(
        bitDepth: 8, pixelFormat: "yuv420p", profiles: ["baseline", "main", "high"], lossless: 10),
      CodedFormat(bitDepth: 10, pixelFormat: "yuv420p10le", profiles: ["high10"]),
    ], sizeMultiple: 2,
    // MaxFS of table A-1.
    limit: PictureLimit(name: "level 6.2", blockSide: 16, mostBlocks: 139_264),
    presets: [
      Preset("ultrafast", heldPictures: 14, cost: 3),
      Preset("superfast", heldPictures: 34, cost: 5),
      Preset("veryfast", heldPictures: 48, cost: 8), Preset("faster", heldPictures: 70, cost: 13),
      Preset("fast", heldPictures: 90, cost: 18), Preset("medium", heldPictures: 114, cost: 22),
      Preset("slow", heldPictures: 138, cost: 40), Preset("slower", heldPictures: 174, cost: 80),
      Preset("veryslow", heldPictures: 234, cost: 140),
      Preset("placebo", heldPictures: 342, cost: 350),
    ], defaultPreset: "medium", fastPreset: "veryfast",
    tunings: [
      "film", "animation", "grain", "stillimage", "psnr", "ssim", "fastdecode", "zerolatency",
    ],
    quality: QualityScale(
      noun: "rate factor", tenths: 0...510, usual: 200, levels: 20...1020, middle: 480,
      halving: 120, beginnings: 240...840),
    bitRates: 10_000...1_000_000_000, keyFrameSeconds: 2, longestReordering: 16,
    repeatedPictures: { hasTree($0, $1, $2) ? 0 : 4 },
    keys: [
      EncodingKey(
        .quality, "crf", expected: "a constant rate factor",
        "Constant quality: 0 is the best, lossless in 8 bits, 51 the worst; tenths count.",
        ["18", "23.5"]),
      .bitRate, .maxRate, .bufferSize,
      EncodingKey(
        .preset, "preset", expected: "a preset of x264",
        "How much time the encoder takes to make a smaller file.", ["\"veryfast\""]),
      EncodingKey(
        .tune, "tune", expected: "a tuning of x264",
        "What the encoder is tuned for: the kind of pictures, a measure, or fast decoding.",
        ["\"film\""],
        since: "0.2.0"),
      .gop,
      EncodingKey(
        .bitDepth, "bitDepth", expected: "the bits of a sample",
        "Bits of a sample. With 10 everything is composed in 10 bits, and players need H.264's profile High 10.",
        ["10"], since: "0.2.0"),
      EncodingKey(
        .profile, "profile", expected: "a profile of H.264",
        "Profile of H.264; left out, the encoder chooses.", ["\"high\""]),
    ],
    options: { settings, processor in
      var options = [
        LibraryOption("preset", settings.preset), LibraryOption("g", "\(settings.gopFrames)"),
        LibraryOption("flags", "+cgop"), LibraryOption("forced-idr", "1"),
      ]
      options += settings.rateOptions
      if let tune = settings.tune { options.append(LibraryOption("tune", tune)) }
      if let profile = settings.profile { options.append(LibraryOption("profile", profile)) }
      // Every frame lasts as long as any other: x264 need not wait for the next to know. It is kept from what
      // is rounded differently on another processor.
      var own = "force-cfr=1:cpu-independent=1"
      if let processor { own += ":asm=\(processor)" }
      // Otherwise the first quantizer stands in the picture parameters.
      if settings.level != nil { own += ":stitchable=1" }
      // The first picture as later key pictures are.
      if settings.quality != nil, hasTree(settings.preset, settings.tune, settings.gopFrames) {
        own += ":zones=0,0,b=\(settings.tune == "grain" ? "1.1" : "1.4")"
      }
      return options + [LibraryOption("x264-params", own)]
    })

  /// Whether x264 looks ahead at what later pictures take over of each macroblock (`mbtree`).
  private static func hasTree(_ preset: String, _ tune: String?, _ gopFrames: Int) -> Bool {
    !["ultrafast", "superfast"].contains(preset) && tune != "zerolatency" && gopFrames > 1
  }
}
