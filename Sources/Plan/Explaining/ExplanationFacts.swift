public import BaseValues
public import PlanModel
public import TimelineModel

/// What an explanation asks of the world outside of a plan: files, fonts and the chunk store.
public protocol ExplanationFacts {
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
public struct SourceDescription: Sendable {
  /// `file`, `generator`, `filter` or `colour`.
  public var kind: String
  /// The path of a file, the words of everything else.
  public var text: String
  /// The container's number of the stream of pictures.
  public var frameStream: Int?
  /// How its pictures are coded; `nil` where there are none or they are made here.
  public var coding: CodingDescription?
  /// The streams of sound that are heard together.
  public var sounds: [AudioDescription]
  /// What the container says of when a picture is shown; `nil` where there is no container.
  public var timestamp: @Sendable (Int) -> SourceTimestamp?

  /// A description; what is left out is missing.
  public init(
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
public struct SourceTimestamp: Hashable, Sendable {
  /// In units of `timeBase` seconds.
  public var ticks: Int64
  /// Seconds of one tick.
  public var timeBase: Rational
  /// Source time 0 on the container's clock, in seconds.
  public var origin: Rational
  /// Whether pictures have no times, so that these are the times of decoding.
  public var isCounted: Bool

  /// A time as the container has it; see `sourceTime`.
  public init(ticks: Int64, timeBase: Rational, origin: Rational, isCounted: Bool) {
    self.ticks = ticks
    self.timeBase = timeBase
    self.origin = origin
    self.isCounted = isCounted
  }

  /// ticks · timeBase − origin; `nil` where that is not representable.
  public var sourceTime: Rational? { try? Rational(ticks) * timeBase - origin }
}

/// How a source's pictures are coded, and what their samples are taken to mean.
public struct CodingDescription: Hashable, Sendable {
  /// One thing that must be known of colours.
  public struct Colour: Hashable, Sendable {
    /// Who says it.
    public enum Basis: String, Hashable, Sendable {
      case stated, assumed
      case project = "said by the project"
    }

    /// `matrix`, `range`, `primaries` or `transfer`.
    public var name: String
    /// libav's name, `bt709` for example, or the project's word.
    public var value: String
    /// Whether the file states it, it is assumed, or the project says it.
    public var basis: Basis

    /// One property of colours and who says it.
    public init(name: String, value: String, basis: Basis) {
      self.name = name
      self.value = value
      self.basis = basis
    }
  }

  /// libav's name, `yuv420p` for example.
  public var pixelFormat: String
  /// Bits of the deepest component.
  public var bitDepth: Int
  /// Matrix, range, primaries and transfer, in this order.
  public var colours: [Colour]
  /// What is done to light; `nil` for nothing.
  public var light: String?
  /// Whether missing lines of fields are filled in.
  public var isDeinterlaced: Bool
  /// How alpha is meant; `nil` without alpha.
  public var alpha: String?

  /// A coding; names are libav's.
  public init(
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
public struct AudioDescription: Hashable, Sendable {
  /// The container's number.
  public var stream: Int
  /// Samples a second, of the source and not of the output.
  public var sampleRate: Int
  /// Channels of the source.
  public var channels: Int
  /// libav's name; empty where the order of channels is not said.
  public var layout: String
  /// How much of each input goes to each output: `downMix[output][input]`.
  public var downMix: [[Double]]

  /// A stream; `downMix` has a row for each channel of the output.
  public init(stream: Int, sampleRate: Int, channels: Int, layout: String, downMix: [[Double]]) {
    self.stream = stream
    self.sampleRate = sampleRate
    self.channels = channels
    self.layout = layout
    self.downMix = downMix
  }
}

/// A font file that a text is drawn with.
public struct FontDescription: Hashable, Sendable {
  /// Of the file, as it was opened.
  public var path: String
  /// Which face of the file, from 0.
  public var face: Int
  /// Whether letters are slanted because the font has no italic.
  public var isSheared: Bool

  /// A face of a font file.
  public init(path: String, face: Int, isSheared: Bool) {
    self.path = path
    self.face = face
    self.isSheared = isSheared
  }
}

/// Where a chunk is kept.
public struct ChunkRecord: Hashable, Sendable {
  /// Text that is the same for the same content; see `RenderPlan.pictureKeys(context:)`.
  public var key: String
  /// `nil` where there is no store.
  public var isStored: Bool?
  /// How the chunk gets its quality, where it shares bits with others.
  public var sharing: String?

  /// A key, and whether the store has it.
  public init(key: String, isStored: Bool?, sharing: String? = nil) {
    self.key = key
    self.isStored = isStored
    self.sharing = sharing
  }
}
