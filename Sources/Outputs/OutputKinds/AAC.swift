extension AudioCodec {
  /// AAC, Low Complexity (ISO/IEC 14496-3), by libav's own encoder. Parameters are the AudioSpecificConfig
  /// (1.6.2.1), and packets raw data blocks.
  ///
  /// Its rate control takes six seconds to settle: begun within music with 8 packets it loses 3 to 7 dB for so
  /// long, with 288 less than 1 dB after the first second.
  package static let aac = AudioCodec(
    name: "aac", title: "AAC",
    otherNames: ["aaclc", "fdkaac", "heaac", "libfdkaac", "m4a", "mp4a"],
    encoder: "aac", sampleFormat: "fltp", packetLength: 1024,
    leadingSamples: 1024, lookaheadPackets: 2, prerollPackets: 288,
    sampleRates: [
      8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000,
    ], defaultSampleRate: 48_000, channels: [1, 2, 6, 8], defaultChannels: 2,
    bitRates: 8000...1_000_000, defaultBitRatePerChannel: 96_000,
    options: { settings in
      // Noise may be described by its level alone. Each decoder then makes noise of its own, so that nobody
      // knows the peaks of what is heard.
      [LibraryOption("b", "\(settings.bitRate)")]
        + (settings.hasKnownPeaks ? [LibraryOption("aac_pns", "0")] : [])
    })
}
