package import AudioMixing
package import BaseValues
package import OutputKinds
package import PlanModel
package import Raster
package import TimelineModel

/// Gives the pictures of a plan's sources, conformed. Used by one worker only.
package protocol ImageSource: AnyObject {
  /// Frame `sourceFrame`, counted from 0 in presentation order, in the conform's size and the
  /// output's pixel format. Fast when frames are asked for in rising order.
  func image(_ conform: ConformID, sourceFrame: Int) throws(RenderError) -> Image

  /// Says that no frame before `sourceFrame`… of any source will be asked for by this worker's
  /// current chunk: sources that are not in `active` may be closed.
  func retain(only active: Set<MediaID>)

  /// What a file of colours makes of pictures.
  func look(_ media: MediaID) throws(RenderError) -> ColorLook

  /// The brightness of such a frame where it is known more finely than its image tells; `nil` elsewhere.
  func brightness(
    _ conform: ConformID, sourceFrame: Int
  ) throws(RenderError) -> MaskBrightness?

  /// What a chain of filters makes of a composed picture, in 8 bits, of the same size, with alpha where
  /// that has some.
  ///
  /// - Parameter frame: its number at the output's rate, from the beginning of what has the chain.
  func filtered(_ image: Image, by media: MediaID, frame: Int) throws(RenderError) -> Image

  /// Numbers of the pictures asked for so far that are damaged: another is shown for them.
  var damage: [MediaID: Set<Int>] { get }
}

extension ImageSource {
  /// None: for sources without chains of filters.
  package func filtered(
    _ image: Image, by media: MediaID, frame: Int
  ) throws(RenderError) -> Image {
    throw RenderError(.media, "media \(media.index) is no chain of filters")
  }

  /// None: for sources without files of colours.
  package func look(_ media: MediaID) throws(RenderError) -> ColorLook {
    throw RenderError(.media, "media \(media.index) is no file of colours")
  }

  /// None: for sources whose images tell all of it.
  package func brightness(
    _ conform: ConformID, sourceFrame: Int
  ) throws(RenderError) -> MaskBrightness? { nil }

  /// None: for sources that cannot be damaged.
  package var damage: [MediaID: Set<Int>] { [:] }
}

/// A picture of a text and where it lies relative to the text's anchor.
package struct PlacedImage: Sendable {
  /// As it is blended: where it has alpha, colours are premultiplied.
  package var image: Image
  /// The picture's top left corner relative to the anchor, in raster pixels.
  package var originX: Int
  /// The same down; negative above the anchor.
  package var originY: Int

  /// A drawn text; nothing is checked.
  package init(image: Image, originX: Int, originY: Int) {
    self.image = image
    self.originX = originX
    self.originY = originY
  }
}

/// Draws the plan's texts. Shared by all workers.
package protocol TextSource: Sendable {
  func image(of raster: TextRaster) throws(RenderError) -> PlacedImage

  /// A text as a map shows it on a canvas: drawn so, not sampled from its picture.
  ///
  /// - Parameter map: from the canvas to the text's raster pixels, counted from its anchor; the same
  ///   everywhere.
  /// - Returns: what can be seen of it, with an origin that counts from the canvas's corner; `nil`
  ///   where it is to be sampled from `image(of:)`.
  func image(
    of raster: TextRaster, by map: Homography, on canvas: Size
  ) throws(RenderError) -> PlacedImage?
}

extension TextSource {
  /// None: for sources that only have pictures.
  package func image(
    of raster: TextRaster, by map: Homography, on canvas: Size
  ) throws(RenderError) -> PlacedImage? { nil }
}

/// Gives the samples of a plan's sources. Used by one worker only.
package protocol AudioSource: AnyObject {
  /// Adds nothing, replaces everything: fills `buffer` with the samples from `sample` on, counted
  /// at the output's rate from source time 0, in the output's channels. Silence outside the source.
  ///
  /// - Parameter span: the place of the reading span in the plan; each span reads forward.
  func read(
    _ media: MediaID, span: Int, from sample: Int64, into buffer: inout AudioBuffer
  ) throws(RenderError)

  /// A chain of filters for sound in the output's form, to be run from a beginning on.
  func chain(_ media: MediaID) throws(RenderError) -> any AudioChainRunner

  /// The samples asked for so far that are silent because they are damaged.
  var damage: [MediaID: [Range<Int64>]] { get }
}

/// A chain of filters at work. Used by one worker only.
package protocol AudioChainRunner: AnyObject {
  /// Makes the chain anew, so that nothing of what went before counts.
  func begin() throws(RenderError)

  /// Lets samples in, in order.
  ///
  /// - Parameter time: of the first, in samples from the beginning of what has the chain.
  /// - Returns: blocks that came out, in order; perhaps none.
  func send(_ block: AudioBuffer, at time: Int64) throws(RenderError) -> [AudioBuffer]

  /// Says that no more come, and gives what was held back.
  func end() throws(RenderError) -> [AudioBuffer]
}

extension AudioSource {
  /// None: for sources without chains of filters.
  package func chain(_ media: MediaID) throws(RenderError) -> any AudioChainRunner {
    throw RenderError(.media, "media \(media.index) is no chain of filters for sound")
  }

  /// None: for sources whose images tell all of it.
  package func brightness(
    _ conform: ConformID, sourceFrame: Int
  ) throws(RenderError) -> MaskBrightness? { nil }

  /// None: for sources that cannot be damaged.
  package var damage: [MediaID: [Range<Int64>]] { [:] }
}

/// One chunk of pictures or sound, encoded so that it can follow any other.
package struct EncodedChunk: Hashable, Sendable {
  /// The decoder's parameters, in the codec's bitstream form; the same for every chunk of a track.
  package var parameters: [UInt8]
  /// In the order of decoding; those of pictures begin with a key picture.
  package var packets: [EncodedPacket]
  /// Pictures, or samples of sound, that are shown or heard.
  package var frameCount: Int
  /// Damaged material in it that something else is shown or heard for.
  package var damage: [SourceDamage]
  /// Of sound: how far it goes beyond full scale before it is cut off for the encoder. Samples are
  /// counted from the first one of the chunk's own packets.
  package var level: AudioLevel?
  /// Of pictures of HDR10: how bright they are.
  package var light: LightLevels?

  /// A chunk; without damage and level where nothing is said.
  package init(
    parameters: [UInt8], packets: [EncodedPacket], frameCount: Int, damage: [SourceDamage] = [],
    level: AudioLevel? = nil, light: LightLevels? = nil
  ) {
    self.level = level
    self.light = light
    self.damage = damage
    self.parameters = parameters
    self.packets = packets
    self.frameCount = frameCount
  }
}

/// Encodes the frames of one chunk.
package protocol ChunkEncoder: AnyObject {
  /// Frames in order, without a gap.
  func encode(_ image: Image) throws(RenderError)
  func finish() throws(RenderError) -> EncodedChunk
}

/// Encodes one chunk of sound, pre-roll included.
package protocol AudioChunkEncoder: AnyObject {
  /// Blocks in order, without a gap.
  func encode(_ block: AudioBuffer) throws(RenderError)
  /// The packets that belong to the chunk, with the movie's times in samples.
  func finish() throws(RenderError) -> EncodedChunk
  /// What a decoder makes of all that was encoded, from the first sample given on; after `finish`. `nil` where
  /// there is no decoder.
  func heard() throws(RenderError) -> AudioBuffer?
}

extension AudioChunkEncoder {
  /// Without a decoder.
  package func heard() throws(RenderError) -> AudioBuffer? { nil }
}

/// Takes the parts of a movie in order.
package protocol MovieSink: AnyObject {
  /// Chunks of a track in order.
  ///
  /// - Parameter track: its place among the planned output's tracks.
  func append(_ chunk: EncodedChunk, to track: Int) throws(RenderError)
  /// Makes the movie appear under its name.
  func finish() throws(RenderError)
  /// Leaves nothing behind.
  func cancel()
}

/// Makes what a render needs, one for each worker.
package protocol RenderBackend: Sendable {
  func makeImageSource() -> any ImageSource
  /// The same for a worker that composes frames of another movie by turns: what both read at the same time is read
  /// once.
  ///
  /// - Parameter other: the source of the other movie's pictures; `nil` where there is none.
  func makeImageSource(beside other: (any ImageSource)?) -> any ImageSource
  /// Gives the samples of the first track of sound.
  func makeAudioSource() -> any AudioSource
  /// The same of another track.
  ///
  /// - Parameter mix: its number among those of sound, from 0.
  func makeAudioSource(ofMix mix: Int) -> any AudioSource
  func makeChunkEncoder(_ quality: ChunkQuality) throws(RenderError) -> any ChunkEncoder
  func makeAudioEncoder(_ chunk: AudioChunk) throws(RenderError) -> any AudioChunkEncoder
  var textSource: any TextSource { get }
}

extension RenderBackend {
  /// For backends whose sources have nothing in common.
  package func makeImageSource(beside other: (any ImageSource)?) -> any ImageSource {
    makeImageSource()
  }

  /// For backends whose sources give all tracks the same samples.
  package func makeAudioSource(ofMix mix: Int) -> any AudioSource { makeAudioSource() }
}
