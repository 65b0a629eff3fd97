extension VideoCodec {
  /// Apple ProRes (SMPTE RDD 36) 422 and 4444 in 10 bits, by libav's `prores_ks`. Each picture stands alone; those of
  /// 4444 can have alpha, in 16 bits without loss.
  ///
  /// Pictures are composed with chroma of half the width and height; here it is brought to the profile's size.
  package static let prores = VideoCodec(
    name: "prores", title: "ProRes",
    otherNames: ["apch", "apcn", "appleprores", "prores422", "prores4444", "proresaw", "proresks"],
    encoder: "prores_ks", encoderTitle: "libavcodec",
    formats: [
      CodedFormat(
        bitDepth: 10, pixelFormat: "yuv422p10le", profiles: ["proxy", "lt", "standard", "hq"],
        otherPixelFormats: ["4444": "yuv444p10le", "4444xq": "yuv444p10le"],
        alphaPixelFormat: "yuva444p10le", alphaProfiles: ["4444", "4444xq"])
    ], sizeMultiple: 2,
    limit: PictureLimit(name: "ProRes", blockSide: 16, mostBlocks: 262_144),
    presets: [Preset("standard", heldPictures: 3, cost: 30)], defaultPreset: "standard",
    fastPreset: "standard", tunings: [], quality: .none, bitRates: 10_000...1_000_000_000,
    keyFrameSeconds: 2, longestReordering: 0, standsAlone: true,
    sampleEntry: { profile in
      [
        "proxy": "apco", "lt": "apcs", "standard": "apcn", "hq": "apch", "4444": "ap4h",
        "4444xq": "ap4x",
      ][
        profile ?? "hq"]
    }, needsSampleEntry: true,
    keys: [
      EncodingKey(
        .profile, "profile", expected: "a profile of ProRes",
        "Profile of ProRes, from smallest to best; left out, `hq`.", ["\"standard\"", "\"4444\""])
    ],
    options: { settings, _ in
      [
        LibraryOption("profile", settings.profile ?? "hq"), LibraryOption("vendor", "apl0"),
        LibraryOption("g", "1"),
      ]
    })
}
