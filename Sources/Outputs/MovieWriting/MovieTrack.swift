package import LibAV
package import OutputKinds

internal import BaseValues

/// A track of a movie that is written.
package enum MovieTrack: Hashable, Sendable {
  /// Pictures of chunks of these settings; times count frames, those of a chunk from its first one.
  case pictures(VideoEncoderSettings)
  /// Sound that is described so; times count samples of the movie.
  case sound(StreamParameters)

  /// Seconds a unit of its packets' times.
  var timeBase: Fraction {
    switch self {
    case .pictures(let settings):
      // A frame rate's parts are at most a million.
      Fraction(
        Int32(truncatingIfNeeded: settings.rate.seconds),
        Int32(truncatingIfNeeded: settings.rate.frames))
    case .sound(let parameters):
      Fraction(1, parameters.sampleRate.flatMap(Int32.init(exactly:)) ?? 1)
    }
  }

  /// What people call its contents: `the movie was to have no pictures`.
  var noun: String {
    switch self {
    case .pictures: "frames"
    case .sound: "sound samples"
    }
  }

  var isPictures: Bool { if case .pictures = self { true } else { false } }

  /// What keeps a container from holding it, in words; `nil` where nothing does.
  func fault(in container: MovieContainer) -> String? {
    switch self {
    case .pictures(let settings):
      if !container.videoCodecs.contains(settings.codec) {
        "\(container.title) holds no \(settings.codec.title)"
      } else if settings.hasAlpha, !container.holdsAlpha(of: settings.codec) {
        "\(container.title) holds no alpha of \(settings.codec.title)"
      } else {
        nil
      }
    case .sound(let parameters):
      container.audioCodecs.contains { $0.name == parameters.codec }
        ? nil : "\(container.title) does not hold such sound"
    }
  }

  /// How it is described to the muxer, with the decoder's set-up of its chunks.
  func parameters(_ extradata: [UInt8], in container: MovieContainer) -> StreamParameters {
    switch self {
    case .sound(let parameters): return parameters
    case .pictures(let settings):
      var bitRate = 0
      if case .bitRate(let bits) = settings.rateControl { bitRate = bits }
      return StreamParameters(
        content: .pictures(
          codec: settings.codec.name, format: settings.pixelFormat,
          width: settings.size.width, height: settings.size.height,
          sampleEntry: container.namesSampleEntries || settings.codec.needsSampleEntry
            ? settings.codec.sampleEntry(settings.profile) : nil,
          color: settings.color, masteringDisplay: settings.masteringDisplay),
        extradata: extradata, bitRate: bitRate)
    }
  }
}

extension StreamParameters {
  /// libav's name of the codec.
  var codec: String {
    switch content {
    case .pictures(let codec, _, _, _, _, _, _), .sound(let codec, _, _, _, _, _),
      .texts(let codec):
      codec
    }
  }

  /// Samples that come before the sound; 0 for pictures.
  var initialPadding: Int64 {
    if case .sound(_, _, _, _, _, let padding) = content { Int64(padding) } else { 0 }
  }

  /// Of sound.
  var sampleRate: Int? {
    if case .sound(_, _, let rate, _, _, _) = content { rate } else { nil }
  }
}

extension MovieContainer.Movie {
  /// What is known of a movie of tracks.
  init(_ tracks: [MovieTrack], packetCount: Int?) {
    self.init(rate: nil, sampleRate: nil, packetCount: packetCount)
    for track in tracks {
      switch track {
      case .pictures(let settings): rate = rate ?? settings.rate
      case .sound(let parameters): sampleRate = sampleRate ?? parameters.sampleRate
      }
    }
  }
}
