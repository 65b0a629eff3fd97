extension AudioCodec {
  /// MP3 (ISO/IEC 11172-3, layer III) by LAME at a constant rate. Without the reservoir of bits, so that a packet needs
  /// nothing of those before it but what their windows overlap.
  package static let mp3 = AudioCodec(
    name: "mp3", title: "MP3",
    otherNames: ["lame", "libmp3lame", "mp2", "mpga"],
    encoder: "libmp3lame", sampleFormat: "fltp", packetLength: 1152,
    leadingSamples: 1105, lookaheadPackets: 2, prerollPackets: 40,
    sampleRates: [32_000, 44_100, 48_000], defaultSampleRate: 48_000, channels: [1, 2],
    defaultChannels: 2, bitRates: 32_000...320_000, defaultBitRatePerChannel: 96_000,
    rates: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320].map { $0 * 1000 },
    options: { settings in
      [LibraryOption("b", "\(settings.bitRate)"), LibraryOption("reservoir", "0")]
    })
}
