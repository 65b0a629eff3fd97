internal import BaseValues

extension VideoCodec {
  /// Avid DNxHR (SMPTE ST 2019-1), 4:2:2 in 8 or 10 bits, by libav's `dnxhd`. Each picture stands alone.
  package static let dnxhr = VideoCodec(
    name: "dnxhd", title: "DNxHR",
    otherNames: ["avid", "dnxhr", "vc3"],
    encoder: "dnxhd", encoderTitle: "libavcodec",
    formats: [
      CodedFormat(
        bitDepth: 8, pixelFormat: "yuv422p", profiles: ["dnxhr_lb", "dnxhr_sq", "dnxhr_hq"]),
      CodedFormat(bitDepth: 10, pixelFormat: "yuv422p10le", profiles: ["dnxhr_hqx"]),
    ], sizeMultiple: 2, leastSize: Size(width: 256, height: 120),
    limit: PictureLimit(name: "DNxHR", blockSide: 16, mostBlocks: 262_144),
    presets: [Preset("standard", heldPictures: 3, cost: 15)], defaultPreset: "standard",
    fastPreset: "standard", tunings: [], quality: .none, bitRates: 10_000...1_000_000_000,
    keyFrameSeconds: 2, longestReordering: 0, standsAlone: true,
    sampleEntry: { _ in "AVdh" },
    keys: [
      EncodingKey(
        .bitDepth, "bitDepth", expected: "the bits of a sample",
        "Bits of a sample. With 10 everything is composed in 10 bits.", ["10"], since: "0.2.0"),
      EncodingKey(
        .profile, "profile", expected: "a profile of DNxHR",
        "Profile of DNxHR, from smallest to best; left out, `dnxhr_hq`, and in 10 bits `dnxhr_hqx`.",
        ["\"dnxhr_sq\""]),
    ],
    options: { settings, _ in
      [
        LibraryOption(
          "profile", settings.profile ?? (settings.bitDepth == 8 ? "dnxhr_hq" : "dnxhr_hqx"))
      ]
    })
}
