extension VideoCodec {
  /// H.264 (ITU-T H.264) by x264, 8-bit 4:2:0. Held pictures were measured with x264 164, one thread.
  public static let h264 = VideoCodec(
    name: "h264", title: "H.264", pixelFormat: "yuv420p", sizeMultiple: 2,
    presets: [
      Preset("ultrafast", heldPictures: 14), Preset("superfast", heldPictures: 34),
      Preset("veryfast", heldPictures: 48), Preset("faster", heldPictures: 70),
      Preset("fast", heldPictures: 90), Preset("medium", heldPictures: 114),
      Preset("slow", heldPictures: 138), Preset("slower", heldPictures: 174),
      Preset("veryslow", heldPictures: 234), Preset("placebo", heldPictures: 342),
    ], defaultPreset: "medium", fastPreset: "veryfast", profiles: ["baseline", "main", "high"],
    tunings: [
      "film", "animation", "grain", "stillimage", "psnr", "ssim", "fastdecode", "zerolatency",
    ], rateFactors: 0...510, defaultRateFactor: 200, bitRates: 10_000...1_000_000_000,
    keyFrameSeconds: 2, longestReordering: 16)
}
