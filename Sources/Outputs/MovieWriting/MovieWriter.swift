public import FileSystem
public import LibAV
internal import BaseValues
import Raster
public import Rendering
public import TimelineModel

/// Writes a movie file, MP4 for instance, from encoded chunks of pictures and packets of sound.
///
/// The movie begins at 0 in both tracks: edit lists take away the pictures' reordering and the
/// sound's encoder delay. Pictures last frames/rate exactly and sound lasts its samples exactly.
/// Packets lie in the file in order of decoding time whatever the order they come in, so the bytes
/// are the same for any schedule. The index comes first, so that a browser can begin to play.
///
/// What comes of one track is kept in memory until the other has caught up: append in step.
///
/// The file appears under its name when `finish` has returned. Dropping the writer before that
/// leaves nothing behind.
public struct MovieWriter: ~Copyable {
  private static let activity = "write movie"

  private struct VideoTrack {
    let settings: VideoEncoderSettings
    var parameters: [UInt8]?
    var reorderDelay: Int64 = 0
    var frameCount: Int64 = 0
    var chunkCount = 0
  }

  private var file: PartialFile
  private var muxer: Muxer
  private var video: VideoTrack?
  private let sound: StreamParameters?
  private var interleaver: PacketInterleaver
  private var videoStream = 0
  private var soundStream = 0
  private var hasHeader = false

  /// Creates the temporary file in the folder of `path`.
  ///
  /// - Parameters:
  ///   - video: settings of the pictures' chunks; `nil` for a movie without pictures.
  ///   - sound: `AudioTrackEncoder.parameters`; `nil` for a movie without sound.
  ///   - packetCount: most packets of both tracks together; `nil` where that is not known: the file
  ///     is then copied once more to put its index first.
  /// - Throws: `MovieWriteError` when the file cannot be made.
  public init(
    path: String, video: VideoEncoderSettings?, sound: StreamParameters?, packetCount: Int? = nil,
    container: MovieContainer = .mp4
  ) throws(MovieWriteError) {
    try self.init(
      to: Destination(path), video: video, sound: sound, packetCount: packetCount,
      container: container)
  }

  /// The same for a destination that was looked at before.
  init(
    to destination: Destination, video: VideoEncoderSettings?, sound: StreamParameters?,
    packetCount: Int? = nil, container: MovieContainer = .mp4
  ) throws(MovieWriteError) {
    try self.init(
      PartialFile(destination: destination), container, video: video, sound: sound,
      packetCount: packetCount)
  }

  /// Creates a movie that is gone with the writer, for what is to be seen before.
  ///
  /// - Parameter movie: path of the movie beside which it lies.
  init(besides movie: String, video: VideoEncoderSettings) throws(MovieWriteError) {
    try self.init(PartialFile(besides: movie), .mp4, video: video, sound: nil, packetCount: nil)
  }

  private init(
    _ partial: consuming PartialFile, _ container: MovieContainer, video: VideoEncoderSettings?,
    sound: StreamParameters?, packetCount: Int?
  ) throws(MovieWriteError) {
    let path = partial.shownPath
    guard video != nil || sound != nil else {
      throw MovieWriteError(
        Self.activity, path: path, .refused("there are neither pictures nor sound"))
    }
    if let codec = video?.codec, !container.videoCodecs.contains(codec) {
      throw MovieWriteError(
        Self.activity, path: path, .refused("\(container.name) holds no \(codec.title)"))
    }
    var sampleRate: Int?
    if let sound {
      guard case .sound(let codec, let rate, _, _, _) = sound.content,
        container.audioCodecs.contains(where: { $0.name == codec })
      else {
        throw MovieWriteError(
          Self.activity, path: path, .refused("\(container.name) does not hold such sound"))
      }
      sampleRate = rate
    }
    let scale = MovieTimescale(rate: video?.rate, sampleRate: sampleRate)
    muxer = try Self.makeMuxer(
      container, partial.path, scale, packetCount.map(Self.indexSize) ?? .movedFirst, for: path)
    file = partial
    self.video = video.map { VideoTrack(settings: $0) }
    self.sound = sound
    interleaver = PacketInterleaver(rate: video?.rate, sampleRate: sampleRate)
  }

  /// Room for an index: a packet has at most a time to decode (8 bytes) and one to show (8), a size
  /// (4), a place (8) and a mark as key picture (4); the rest is the two tracks' descriptions.
  private static func indexSize(packets: Int) -> Muxer.IndexPlace {
    .first(bytes: min(16_384 + 32 * packets, 1 << 30))
  }

  private static func makeMuxer(
    _ container: MovieContainer, _ partialPath: String, _ scale: MovieTimescale,
    _ index: Muxer.IndexPlace, for path: String
  ) throws(MovieWriteError) -> Muxer {
    do throws(LibAVError) {
      return try Muxer(
        path: partialPath, format: container.name,
        options: Muxer.Options(
          index: index, movieTimescale: scale.movie, videoTimescale: scale.video,
          tool: MovieMark.text))
    } catch {
      throw MovieWriteError("create movie", path: path, error)
    }
  }
}

// MARK: - Appending

extension MovieWriter {
  /// Where the movie is written, as long as the writer lives.
  var partialPath: String { file.path }

  /// Frames appended so far.
  public var frameCount: Int64 { video?.frameCount ?? 0 }

  /// Appends the pictures that follow.
  ///
  /// - Throws: `MovieWriteError`, `refused` for a chunk that is damaged or was encoded with other
  ///   settings than the first.
  public mutating func append(_ chunk: EncodedChunk) throws(MovieWriteError) {
    guard var track = video else { throw refused("the movie was to have no pictures") }
    if let fault = chunk.fault(of: track.settings.codec) { throw refused(fault) }
    if let parameters = track.parameters {
      guard parameters == chunk.parameters, track.reorderDelay == chunk.reorderDelay else {
        throw refused("chunk \(track.chunkCount) was encoded with other settings than the first")
      }
    } else {
      track.parameters = chunk.parameters
      track.reorderDelay = chunk.reorderDelay
      try writeHeader(pictures: chunk.parameters)
    }
    interleaver.addVideo(chunk.packets, startingAt: track.frameCount)
    track.frameCount += Int64(chunk.frameCount)
    track.chunkCount += 1
    video = track
    try write(all: false)
  }

  /// Appends the packets of sound that follow, as `AudioTrackEncoder` gives them.
  ///
  /// - Throws: `MovieWriteError`.
  public mutating func append(sound packets: [MoviePacket]) throws(MovieWriteError) {
    guard sound != nil else { throw refused("the movie was to have no sound") }
    guard interleaver.addSound(packets) else { throw refused("sound is out of order") }
    if video == nil, !hasHeader { try writeHeader(pictures: nil) }
    try write(all: false)
  }

  /// Completes the movie and makes it appear under its name, in place of what is there.
  ///
  /// - Throws: `MovieWriteError`; the destination is then as it was.
  public mutating func finish() throws(MovieWriteError) {
    guard hasHeader else { throw refused("it has no frames") }
    guard sound == nil || interleaver.hasAudio else { throw refused("it has no sound samples") }
    try write(all: true)
    do throws(LibAVError) { try muxer.finish() } catch { throw failure(error) }
    try file.publish()
  }
}

// MARK: - Muxing

extension MovieWriter {
  private mutating func writeHeader(pictures: [UInt8]?) throws(MovieWriteError) {
    do throws(LibAVError) {
      if let settings = video?.settings, let pictures {
        var bitRate = 0
        if case .bitRate(let bits) = settings.rateControl { bitRate = bits }
        let parameters = StreamParameters(
          content: .pictures(
            codec: settings.codec.name, format: settings.codec.pixelFormat,
            width: settings.size.width, height: settings.size.height),
          extradata: pictures, bitRate: bitRate)
        let rate = settings.rate.fraction
        videoStream = try muxer.addStream(
          parameters, timeBase: Fraction(rate.denominator, rate.numerator))
      }
      if let sound, case .sound(_, let sampleRate, _, _, _) = sound.content,
        let unitsPerSecond = Int32(exactly: sampleRate)
      {
        soundStream = try muxer.addStream(sound, timeBase: Fraction(1, unitsPerSecond))
      }
      try muxer.writeHeader()
      hasHeader = true
    } catch {
      throw failure(error)
    }
  }

  private mutating func write(all: Bool) throws(MovieWriteError) {
    guard hasHeader else { return }
    do throws(LibAVError) {
      while let (track, packet) = interleaver.next(flushing: all) {
        try muxer.write(
          EncodedPacket(packet), stream: track == .video ? videoStream : soundStream)
      }
    } catch {
      throw failure(error)
    }
  }

  private mutating func failure(_ error: LibAVError) -> MovieWriteError {
    MovieWriteError(Self.activity, path: file.shownPath, error, log: muxer.takeLog())
  }

  private func refused(_ reason: String) -> MovieWriteError {
    MovieWriteError(Self.activity, path: file.shownPath, .refused(reason))
  }
}

extension EncodedPacket {
  fileprivate init(_ packet: MoviePacket) {
    self.init(
      data: packet.data, presentation: packet.presentation, decoding: packet.decoding,
      duration: packet.duration, isKey: packet.isKey)
  }
}
