internal import BaseValues

extension VideoCodec {
  /// AV1 by SVT-AV1, 4:2:0 in 8 or 10 bits.
  ///
  /// Parameters are the sequence header; packets are temporal units of one picture that is shown. Groups of pictures
  /// are closed. What it encodes does not depend on how many threads it has.
  ///
  /// Encoders of SVT-AV1 1.4 share tables within a process, which each writes anew when it is opened: where two are
  /// there, they crash or never end. So there is one at a time, with several threads.
  package static let av1 = VideoCodec(
    name: "av1", title: "AV1",
    otherNames: ["aom", "av01", "libaom", "libaomav1", "librav1e", "libsvtav1", "rav1e", "svtav1"],
    encoder: "libsvtav1", encoderTitle: "SVT-AV1",
    formats: [
      CodedFormat(bitDepth: 8, pixelFormat: "yuv420p", profiles: []),
      CodedFormat(bitDepth: 10, pixelFormat: "yuv420p10le", profiles: []),
    ], sizeMultiple: 2, leastSize: Size(width: 64, height: 64), highestRate: 240,
    limit: PictureLimit(name: "level 6.3", blockSide: 8, mostBlocks: 557_056),
    presets: (0...13).reversed().map { preset in
      Preset(
        "\(preset)", heldPictures: 260,
        cost: [2000, 1200, 700, 420, 260, 160, 110, 75, 50, 38, 28, 22, 18, 16][preset])
    }, defaultPreset: "8", fastPreset: "10", tunings: [],
    encodesAlone: true,
    quality: QualityScale(
      noun: "rate factor", tenths: 10...630, usual: 300, levels: 20...1260, middle: 700,
      halving: 240, beginnings: 240...1100, step: 10),
    bitRates: 10_000...1_000_000_000, keyFrameSeconds: 2, longestReordering: 0,
    sampleEntry: { _ in nil },
    keys: [
      EncodingKey(
        .quality, "crf", expected: "a constant rate factor",
        "Constant quality: 1 is the best, 63 the worst; whole numbers.", ["30", "22"]),
      .bitRate,
      EncodingKey(
        .preset, "preset", expected: "a preset of SVT-AV1",
        "How quickly the encoder works: 0 gives the smallest file, 13 takes the least time.", ["10"]
      ),
      .gop,
      EncodingKey(
        .bitDepth, "bitDepth", expected: "the bits of a sample",
        "Bits of a sample. With 10 everything is composed in 10 bits.", ["10"], since: "0.2.0"),
    ],
    options: { settings, _ in
      var options = [
        LibraryOption("preset", settings.preset), LibraryOption("g", "\(settings.gopFrames)"),
      ]
      if let hundredths = settings.quality {
        options.append(LibraryOption("crf", "\(max(1, (hundredths + 50) / 100))"))
      } else {
        options += settings.rateOptions
      }
      return options + [LibraryOption("svtav1-params", "lp=4:scd=0")]
    })
}
