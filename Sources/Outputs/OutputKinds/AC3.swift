extension AudioCodec {
  /// AC-3 (ATSC A/52) by libavcodec. Packets need nothing of those before them but what their windows overlap.
  package static let ac3 = AudioCodec(
    name: "ac3", title: "AC-3",
    otherNames: ["a52", "dolby", "dolbydigital", "eac3"],
    encoder: "ac3", sampleFormat: "fltp", packetLength: 1536,
    leadingSamples: 256, lookaheadPackets: 1, prerollPackets: 4,
    sampleRates: [32_000, 44_100, 48_000], defaultSampleRate: 48_000, channels: [1, 2, 6],
    defaultChannels: 2, bitRates: 32_000...640_000, defaultBitRatePerChannel: 96_000,
    rates: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]
      .map { $0 * 1000 }, isFlushed: false,
    options: { settings in [LibraryOption("b", "\(settings.bitRate)")] })
}
