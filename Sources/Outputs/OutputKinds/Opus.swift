extension AudioCodec {
  /// Opus (RFC 6716) by libopus, in packets of 20 ms. Parameters are the identification header (RFC 7845, 5.1).
  ///
  /// A decoder needs 80 ms to agree with one that heard all from the beginning; rate control forgets within a second.
  package static let opus = AudioCodec(
    name: "opus", title: "Opus",
    otherNames: ["libopus", "libvorbis", "ogg", "speex", "vorbis"],
    encoder: "libopus", sampleFormat: "flt", packetLength: 960,
    leadingSamples: 312, lookaheadPackets: 1, prerollPackets: 100,
    sampleRates: [48_000], defaultSampleRate: 48_000, channels: [1, 2, 6, 8], defaultChannels: 2,
    bitRates: 6000...1_000_000, defaultBitRatePerChannel: 64_000,
    options: { settings in
      [LibraryOption("b", "\(settings.bitRate)"), LibraryOption("vbr", "on")]
    })
}
