extension VideoCodec {
  /// Motion JPEG (ITU-T T.81), 4:2:0 of full range in 8 bits, with BT.601's luma and chroma as in every file of JPEG
  /// (JFIF, ITU-T T.871). Each picture stands alone.
  package static let mjpeg = VideoCodec(
    name: "mjpeg", title: "Motion JPEG",
    otherNames: ["jpeg", "jpg", "mjpg", "motionjpeg"],
    encoder: "mjpeg", encoderTitle: "libavcodec",
    formats: [
      CodedFormat(
        bitDepth: 8, pixelFormat: "yuvj420p", profiles: [], isFullRange: true, isJFIF: true)
    ], sizeMultiple: 2,
    limit: PictureLimit(name: "Motion JPEG", blockSide: 16, mostBlocks: 262_144),
    presets: [Preset("standard", heldPictures: 3, cost: 8)], defaultPreset: "standard",
    fastPreset: "standard", tunings: [],
    quality: QualityScale(
      noun: "quantizer", tenths: 10...310, usual: 30, levels: 20...620, middle: 160, halving: 100,
      beginnings: 40...400),
    bitRates: 10_000...1_000_000_000,
    keyFrameSeconds: 2, longestReordering: 0, standsAlone: true,
    sampleEntry: { _ in nil },
    keys: [
      EncodingKey(
        .quality, "quantizer", expected: "a quantizer",
        "Constant quality: 1 is the best, 31 the worst; tenths count.", ["3", "6"], since: "0.2.0")
    ],
    options: { settings, _ in
      // libav's units of 118 to 1.
      let quality = 118 * (settings.quality ?? 300) / 100
      return [
        LibraryOption("flags", "+qscale"), LibraryOption("global_quality", "\(quality)"),
        LibraryOption("huffman", "default"),
      ]
    })
}
