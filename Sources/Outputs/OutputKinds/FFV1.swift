internal import BaseValues

extension VideoCodec {
  /// FFV1 version 3 (RFC 9043), 4:2:0 in 8 or 10 bits, without loss. Each picture stands alone, with a checksum for
  /// each of its slices.
  package static let ffv1 = VideoCodec(
    name: "ffv1", title: "FFV1",
    otherNames: ["ffvhuff", "huffyuv", "lossless", "rawvideo", "uncompressed", "utvideo"],
    encoder: "ffv1", encoderTitle: "libavcodec",
    formats: [
      CodedFormat(
        bitDepth: 8, pixelFormat: "yuv420p", profiles: [], alphaPixelFormat: "yuva420p"),
      CodedFormat(
        bitDepth: 10, pixelFormat: "yuv420p10le", profiles: [], alphaPixelFormat: "yuva420p10le"),
    ], sizeMultiple: 2, leastSize: Size(width: 16, height: 16),
    limit: PictureLimit(name: "FFV1", blockSide: 16, mostBlocks: 262_144),
    presets: [Preset("standard", heldPictures: 3, cost: 20)], defaultPreset: "standard",
    fastPreset: "standard", tunings: [], quality: .none, bitRates: 10_000...1_000_000_000,
    keyFrameSeconds: 2, longestReordering: 0, standsAlone: true,
    sampleEntry: { _ in nil },
    keys: [
      EncodingKey(
        .bitDepth, "bitDepth", expected: "the bits of a sample",
        "Bits of a sample. With 10 everything is composed in 10 bits.", ["10"], since: "0.2.0")
    ],
    options: { _, _ in
      [
        LibraryOption("level", "3"), LibraryOption("g", "1"), LibraryOption("slices", "4"),
        LibraryOption("slicecrc", "1"), LibraryOption("context", "0"),
      ]
    })
}
