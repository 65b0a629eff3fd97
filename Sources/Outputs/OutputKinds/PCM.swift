extension AudioCodec {
  /// Samples of 24 bits, little-endian.
  package static let pcm = AudioCodec(
    name: "pcm_s24le", title: "PCM",
    otherNames: [
      "lpcm", "pcm", "pcm16", "pcm24", "pcmf32le", "pcms16be", "pcms16le", "pcms24be", "pcms32le",
      "raw", "s16le", "s24le", "wav", "wave",
    ],
    encoder: "pcm_s24le", sampleFormat: "s32", packetLength: 1024,
    leadingSamples: 0, lookaheadPackets: 0, prerollPackets: 0,
    sampleRates: AudioCodec.losslessRates, defaultSampleRate: 48_000, channels: [1, 2, 6, 8],
    defaultChannels: 2, bitRates: 1...1_000_000_000, defaultBitRatePerChannel: 1_152_000,
    isLossless: true, options: { _ in [] })

  /// ALAC (Apple Lossless) of 24 bits by libavcodec. A packet needs nothing of others.
  package static let alac = AudioCodec(
    name: "alac", title: "ALAC", otherNames: ["applelossless"], encoder: "alac",
    sampleFormat: "s32p", packetLength: 4096,
    leadingSamples: 0, lookaheadPackets: 0, prerollPackets: 0,
    sampleRates: AudioCodec.losslessRates, defaultSampleRate: 48_000, channels: [1, 2, 6],
    defaultChannels: 2, bitRates: 1...1_000_000_000, defaultBitRatePerChannel: 1_152_000,
    isLossless: true, options: { _ in [] })

  static let losslessRates = [
    8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000,
  ]
}
