package import BaseValues
package import PlanModel
package import TimelineModel

/// What an explanation asks of the world outside of a plan: files, fonts and the chunk store.
package protocol ExplanationFacts {
  /// What is known of a media item; `nil` for one that was not opened.
  func source(_ media: MediaID) -> SourceDescription?
  /// The fonts that a text is drawn with, the asked one first; empty where it cannot be drawn.
  func fonts(of style: TextStyle) -> [FontDescription]
  /// Under which key a chunk of pictures is stored.
  func record(of chunk: Chunk) -> ChunkRecord
  /// Under which key a chunk of sound is stored.
  func record(of chunk: AudioChunk) -> ChunkRecord
}

/// A media item as an explanation tells of it.
package struct SourceDescription: Sendable {
  /// `file`, `generator`, `filter` or `colour`.
  package var kind: String
  /// The path of a file, the words of everything else.
  package var text: String
  /// The container's number of the stream of pictures.
  package var frameStream: Int?
  /// How its pictures are coded; `nil` where there are none or they are made here.
  package var coding: CodingDescription?
  /// The streams of sound that are heard together.
  package var sounds: [AudioDescription]
  /// What the container says of when a picture is shown; `nil` where there is no container.
  package var timestamp: @Sendable (Int) -> SourceTimestamp?

  /// A description; what is left out is missing.
  package init(
    kind: String, text: String, frameStream: Int? = nil, coding: CodingDescription? = nil,
    sounds: [AudioDescription] = [],
    timestamp: @escaping @Sendable (Int) -> SourceTimestamp? = { _ in nil }
  ) {
    self.kind = kind
    self.text = text
    self.frameStream = frameStream
    self.coding = coding
    self.sounds = sounds
    self.timestamp = timestamp
  }
}

/// A picture's time as its container has it.
package struct SourceTimestamp: Hashable, Sendable {
  /// In units of `timeBase` seconds.
  package var ticks: Int64
  /// Seconds of one tick.
  package var timeBase: Rational
  /// Source time 0 on the container's clock, in seconds.
  package var origin: Rational
  /// Whether pictures have no times, so that these are the times of decoding.
  package var isCounted: Bool

  /// A time as the container has it; see `sourceTime`.
  package init(ticks: Int64, timeBase: Rational, origin: Rational, isCounted: Bool) {
    self.ticks = ticks
    self.timeBase = timeBase
    self.origin = origin
    self.isCounted = isCounted
  }

  /// ticks · timeBase − origin; `nil` where that is not representable.
  package var sourceTime: Rational? { try? Rational(ticks) * timeBase - origin }
}

/// How a source's pictures are coded, and what their samples are taken to mean.
package struct CodingDescription: Hashable, Sendable {
  /// One thing that must be known of colours.
  package struct Colour: Hashable, Sendable {
    /// Who says it.
    package enum Basis: String, Hashable, Sendable {
      case stated, assumed
      case project = "said by the project"
    }

    /// `matrix`, `range`, `primaries` or `transfer`.
    package var name: String
    /// libav's name, `bt709` for example, or the project's word.
    package var value: String
    /// Whether the file states it, it is assumed, or the project says it.
    package var basis: Basis

    /// One property of colours and who says it.
    package init(name: String, value: String, basis: Basis) {
      self.name = name
      self.value = value
      self.basis = basis
    }
  }

  /// libav's name, `yuv420p` for example.
  package var pixelFormat: String
  /// Bits of the deepest component.
  package var bitDepth: Int
  /// Matrix, range, primaries and transfer, in this order.
  package var colours: [Colour]
  /// What is done to light; `nil` for nothing.
  package var light: String?
  /// Whether missing lines of fields are filled in.
  package var isDeinterlaced: Bool
  /// How alpha is meant; `nil` without alpha.
  package var alpha: String?

  /// A coding; names are libav's.
  package init(
    pixelFormat: String, bitDepth: Int, colours: [Colour], light: String?, isDeinterlaced: Bool,
    alpha: String?
  ) {
    self.pixelFormat = pixelFormat
    self.bitDepth = bitDepth
    self.colours = colours
    self.light = light
    self.isDeinterlaced = isDeinterlaced
    self.alpha = alpha
  }
}

/// A stream of sound and its way to the output's channels.
package struct AudioDescription: Hashable, Sendable {
  /// The container's number.
  package var stream: Int
  /// Samples a second, of the source and not of the output.
  package var sampleRate: Int
  /// Channels of the source.
  package var channels: Int
  /// libav's name; empty where the order of channels is not said.
  package var layout: String
  /// How much of each input goes to each output: `downMix[output][input]`.
  package var downMix: [[Double]]

  /// A stream; `downMix` has a row for each channel of the output.
  package init(stream: Int, sampleRate: Int, channels: Int, layout: String, downMix: [[Double]]) {
    self.stream = stream
    self.sampleRate = sampleRate
    self.channels = channels
    self.layout = layout
    self.downMix = downMix
  }
}

/// A font file that a text is drawn with.
package struct FontDescription: Hashable, Sendable {
  /// Of the file, as it was opened.
  package var path: String
  /// Which face of the file, from 0.
  package var face: Int
  /// Whether letters are slanted because the font has no italic.
  package var isSheared: Bool

  /// A face of a font file.
  package init(path: String, face: Int, isSheared: Bool) {
    self.path = path
    self.face = face
    self.isSheared = isSheared
  }
}

/// Where a chunk is kept.
package struct ChunkRecord: Hashable, Sendable {
  /// Text that is the same for the same content; see `RenderPlan.pictureKeys(context:)`.
  package var key: String
  /// `nil` where there is no store.
  package var isStored: Bool?
  /// How the chunk gets its quality, where it shares bits with others.
  package var sharing: String?

  /// A key, and whether the store has it.
  package init(key: String, isStored: Bool?, sharing: String? = nil) {
    self.key = key
    self.isStored = isStored
    self.sharing = sharing
  }
}
