extension VideoCodec {
  /// VP9 by libvpx, 4:2:0 in 8 bits (profile 0) or 10 (profile 2), one thread.
  ///
  /// Nothing of the stream stands outside its packets. A packet holds one picture that is shown, with those before it
  /// that are only referred to; alpha is a stream of its own beside it, of the same codec. Each chunk begins with a key picture, at which all that a decoder has learnt ends.
  package static let vp9 = VideoCodec(
    name: "vp9", title: "VP9",
    otherNames: ["libvpx", "libvpxvp9", "vp09", "vp8"],
    encoder: "libvpx-vp9", encoderTitle: "libvpx",
    formats: [
      CodedFormat(
        bitDepth: 8, pixelFormat: "yuv420p", profiles: [], alphaPixelFormat: "yuva420p"),
      CodedFormat(bitDepth: 10, pixelFormat: "yuv420p10le", profiles: []),
    ], sizeMultiple: 2,
    limit: PictureLimit(name: "level 6.2", blockSide: 8, mostBlocks: 557_056),
    presets: [
      Preset("8", heldPictures: 40, cost: 12), Preset("7", heldPictures: 40, cost: 14),
      Preset("6", heldPictures: 40, cost: 16), Preset("5", heldPictures: 40, cost: 20),
      Preset("4", heldPictures: 40, cost: 30), Preset("3", heldPictures: 40, cost: 45),
      Preset("2", heldPictures: 40, cost: 70), Preset("1", heldPictures: 40, cost: 130),
      Preset("0", heldPictures: 40, cost: 400),
    ], defaultPreset: "3", fastPreset: "5", tunings: ["psnr", "ssim"],
    quality: QualityScale(
      noun: "quality level", tenths: 0...630, usual: 310, levels: 20...1260, middle: 640,
      halving: 220, beginnings: 200...1100, step: 10),
    bitRates: 10_000...1_000_000_000, keyFrameSeconds: 2, longestReordering: 0,
    alphaIsBeside: true, sampleEntry: { _ in nil },
    keys: [
      EncodingKey(
        .quality, "crf", expected: "a quality level",
        "Constant quality: 0 is the best, 63 the worst; whole numbers.", ["31", "24"]),
      .bitRate,
      EncodingKey(
        .preset, "speed", expected: "a speed of libvpx",
        "How quickly the encoder works (`cpu-used`): 0 gives the smallest file, 8 takes the least time.",
        ["5"], since: "0.2.0"),
      .gop,
      EncodingKey(
        .bitDepth, "bitDepth", expected: "the bits of a sample",
        "Bits of a sample. With 10 everything is composed in 10 bits.", ["10"], since: "0.2.0"),
    ],
    options: { settings, _ in
      var options = [
        LibraryOption("deadline", "good"), LibraryOption("cpu-used", settings.preset),
        LibraryOption("g", "\(settings.gopFrames)"), LibraryOption("lag-in-frames", "25"),
        LibraryOption("auto-alt-ref", "1"), LibraryOption("row-mt", "0"),
      ]
      if let hundredths = settings.quality {
        // Constant quality needs a rate of 0.
        options += [LibraryOption("crf", "\((hundredths + 50) / 100)"), LibraryOption("b", "0")]
      } else {
        options += settings.rateOptions
      }
      if let tune = settings.tune { options.append(LibraryOption("tune", tune)) }
      return options
    })
}
