import FileSystem
internal import Glibc
internal import BaseValues
import LibAV
import MediaSources
import OutputKinds
package import PlanModel
import Raster
package import Rendering

/// What reading a finished movie back showed.
package struct Verification: Hashable, Sendable {
  /// Pictures and samples (in each channel) that were decoded.
  package var frameCount = 0
  /// Of the first track; 0 for a movie without sound.
  package var sampleCount: Int64 = 0
  /// Chunks whose pictures are the same in the movie and alone.
  package var equalChunks = 0
  /// What is not as it was to be, lower case, no full stop; empty for a movie that is right.
  package var problems: [String] = []

  /// A movie of which nothing was read.
  package init() {}
}

/// Reads a finished movie back: every picture is there, at its time, and is the one that its chunk
/// gives when it is decoded alone; the sound is as long as it was to be.
package enum MovieVerifier {
  /// Problems after which no more are collected.
  private static let patience = 20

  /// Decodes all of a movie, and each of its chunks alone.
  ///
  /// Chunks are decoded one at a time from a file beside the movie, which is gone afterwards.
  ///
  /// - Parameters:
  ///   - path: the movie.
  ///   - plan: what it was made by.
  ///   - renditions: the plans of further renditions of its pictures.
  ///   - chunk: the encoded chunk at a place in the chunks of the plan, or of the rendition of a number.
  /// - Throws: `RenderError` of kind `media` when the movie cannot be read, of kind `disk` when
  ///   there is no room for a chunk, and what `chunk` throws.
  package static func verify(
    path: String, plan: RenderPlan, renditions: [RenderPlan] = [],
    chunk: (_ index: Int, _ rendition: Int?) throws(RenderError) -> EncodedChunk
  ) throws(RenderError) -> Verification {
    var result = Verification()
    let tracks = plan.output.container.isSegmented ? try joinedTracks(of: path) : []
    defer { withExtendedLifetime(tracks) {} }
    try checkPictures(of: tracks.first?.path ?? path, plan, beside: path, &result) {
      (index) throws(RenderError) in try chunk(index, nil)
    }
    for number in plan.mixes.indices {
      // Tracks of a segmented movie are files of their own, those of pictures first.
      let place = number + 1 + renditions.count
      let file = tracks.isEmpty ? path : tracks[min(place, tracks.count - 1)].path
      try checkSound(of: file, plan.mix(number), number, in: tracks.isEmpty ? number : 0, &result)
    }
    for (number, rendition) in renditions.enumerated() {
      let track = tracks.isEmpty ? path : tracks[min(number + 1, tracks.count - 1)].path
      try checkPictures(of: track, rendition, beside: path, &result) {
        (index) throws(RenderError) in try chunk(index, number)
      }
    }
    return result
  }

  /// Holds the pictures of a file against those of a plan's chunks.
  ///
  /// - Parameter movie: the path beside which chunks are written.
  private static func checkPictures(
    of file: String, _ plan: RenderPlan, beside movie: String, _ result: inout Verification,
    chunk: (Int) throws(RenderError) -> EncodedChunk
  ) throws(RenderError) {
    let whole = try pictures(of: file)
    result.frameCount += whole.count
    let expected = plan.output.container.holdsPictures ? plan.output.frameCount : 0
    if whole.count != expected {
      result.problems.append("the movie has \(whole.count) pictures, not \(expected)")
    }
    checkTimes(of: whole, plan.output, &result)
    for planned in plan.chunks where result.problems.count < patience {
      let alone = try pictures(
        of: try chunk(planned.index), plan.output, beside: movie)
      let frames = planned.frames.clamped(to: 0..<whole.count)
      let joined = whole[frames].map(\.hash)
      if joined == alone.map(\.hash) {
        result.equalChunks += 1
      } else {
        let place = zip(joined, alone).enumerated().first { $1.0 != $1.1.hash }?.offset
        result.problems.append(
          "chunk \(planned.index), frames \(planned.frames.lowerBound)..<"
            + "\(planned.frames.upperBound), differs from frame "
            + "\(planned.frames.lowerBound + (place ?? min(joined.count, alone.count))) on")
      }
    }
  }

  /// The tracks of a movie of segments, pictures first.
  private static func joinedTracks(of path: String) throws(RenderError) -> [JoinedTrack] {
    do throws(MovieWriteError) {
      return try SegmentFolder(of: path).joinedTracks()
    } catch {
      throw error.renderError
    }
  }

  // MARK: - Pictures

  private struct Picture {
    var hash: UInt64
    /// In seconds.
    var time: Rational?
  }

  /// Hashes of the pictures of a chunk that is written to a movie of its own.
  private static func pictures(
    of chunk: EncodedChunk, _ output: PlannedOutput, beside movie: String
  ) throws(RenderError) -> [Picture] {
    var written: MovieWriter?
    do throws(MovieWriteError) {
      var writer = try MovieWriter(
        besides: movie, tracks: [try MovieTrack(.pictures(output.video), of: output)],
        container: output.container)
      try writer.append(chunk, to: 0)
      try writer.finish()
      written = consume writer
    } catch {
      throw error.renderError
    }
    return try pictures(of: written?.partialPath ?? "")
  }

  /// Every picture of a movie in order of presentation.
  private static func pictures(of path: String) throws(RenderError) -> [Picture] {
    do throws(LibAVError) {
      let input = try InputFile(path: path)
      // Artwork is none of them.
      guard
        let stream = input.streams.first(where: { $0.kind == .video && !$0.isAttachedPicture })
      else { return [] }
      var decoder = try FrameDecoder(.file(path: path), stream: stream.index, protocols: [])
      var pictures: [Picture] = []
      while let picture = try decoder.next() {
        pictures.append(
          Picture(
            hash: picture.frame.withFrame { hash($0) },
            time: picture.time.flatMap { stream.seconds($0) }))
      }
      return pictures
    } catch {
      throw unreadable(path, error)
    }
  }

  /// XXH64 of the format and the visible samples of all planes.
  private static func hash(_ frame: borrowing VideoFrame) -> UInt64 {
    var hash = XXH64()
    hash.update(Array(frame.formatName.utf8).span)
    for plane in 0..<(frame.pixelFormat?.planeCount ?? 0) {
      let rows = frame.pixelFormat?.rows(ofPlane: plane, height: frame.height) ?? 0
      for y in 0..<rows { hash.update(frame.row(y, ofPlane: plane)) }
    }
    return hash.finalize()
  }

  private static func checkTimes(
    of pictures: [Picture], _ output: PlannedOutput, _ result: inout Verification
  ) {
    let grid = FrameGrid(output.rate)
    // Without edit lists all begins where the encoders' delays end.
    let delay = output.container.descriptionForm == .plain ? pictures.first?.time ?? .zero : .zero
    for (frame, picture) in pictures.enumerated() {
      let time = (try? grid.time(of: FrameIndex(Int64(frame)))).flatMap { try? $0 + delay }
      if picture.time == nil || !isShown(at: time, picture.time, output.container.clock) {
        result.problems.append("picture \(frame) is not shown at its time")
        return
      }
    }
  }

  /// Whether a picture is shown at its time, or at the nearest one that a container's clock has.
  private static func isShown(at time: Rational?, _ shown: Rational?, _ clock: Int?) -> Bool {
    guard let clock, let time, let shown, let unit = Rational(1, 2 * Int64(clock)) else {
      return shown == time
    }
    guard let difference = try? (shown - time).magnitude() else { return false }
    return difference <= unit
  }

  // MARK: - Sound

  /// - Parameters:
  ///   - plan: with the track of sound as its first.
  ///   - number: of the track among those of sound.
  ///   - place: the same within the file.
  private static func checkSound(
    of path: String, _ plan: RenderPlan, _ number: Int, in place: Int,
    _ result: inout Verification
  ) throws(RenderError) {
    guard let audio = plan.audio else { return }
    let codec = plan.output.audioCodec
    let count: Int64
    do throws(LibAVError) {
      count = try sampleCount(of: path, place)
    } catch {
      throw unreadable(path, error)
    }
    if number == 0 { result.sampleCount = count }
    // The decoder may give the rest of the last packet too, and without edit lists, or in fragments, what comes before
    // the sound.
    let output = plan.output
    let leads =
      !output.container.descriptionForm.hasBoxes || output.container.isSegmented
      || output.isFragmented
    let most = audio.sampleCount + codec.packetLength + (leads ? codec.leadingSamples : 0)
    if count < audio.sampleCount || count >= most {
      let noun = number == 0 ? "the movie" : "track \(number + 1) of sound"
      result.problems.append(
        "\(noun) has \(count) samples of sound, not \(audio.sampleCount)")
    }
  }

  private static func sampleCount(of path: String, _ number: Int) throws(LibAVError) -> Int64 {
    var input = try InputFile(path: path)
    let streams = input.streams.filter { $0.kind == .audio }
    guard streams.indices.contains(number) else { return 0 }
    let stream = streams[number]
    var decoder = try Decoder(input, stream: stream.index)
    var count: Int64 = 0
    while let packet = try input.readPacket() {
      guard packet.streamIndex == stream.index else { continue }
      _ = try decoder.send(packet)
      while case .frame(let frame) = try decoder.receiveAudio() {
        count += Int64(frame.sampleCount)
      }
    }
    _ = try decoder.sendEnd()
    while case .frame(let frame) = try decoder.receiveAudio() { count += Int64(frame.sampleCount) }
    return count
  }

  private static func unreadable(_ path: String, _ error: LibAVError) -> RenderError {
    RenderError(.media, "the movie '\(path)' cannot be read back: \(error)")
  }
}

extension StreamDescription {
  fileprivate func seconds(_ units: Int64) -> Rational? {
    let (product, overflow) = units.multipliedReportingOverflow(by: Int64(timeBase.numerator))
    return overflow ? nil : Rational(product, Int64(timeBase.denominator))
  }
}
