package import FileSystem
import LibAV
import OutputKinds
package import PlanModel
package import Rendering

/// Takes the parts of a render and writes them to a file of the output's container.
package final class MovieFileSink: MovieSink {
  private var writer: MovieWriter?

  /// Creates the temporary file beside `path`.
  ///
  /// - Throws: `RenderError` of kind `disk` or `encoder`.
  package convenience init(path: String, output: PlannedOutput) throws(RenderError) {
    try self.init(to: Destination(path), output: output)
  }

  /// Creates the temporary file beside the destination.
  ///
  /// - Throws: `RenderError` of kind `disk` or `encoder`.
  package init(to destination: Destination, output: PlannedOutput) throws(RenderError) {
    do throws(MovieWriteError) {
      var tracks: [MovieTrack] = []
      for track in output.tracks { tracks.append(try MovieTrack(track, of: output)) }
      writer = try MovieWriter(
        to: destination, tracks: tracks, packetCount: output.packetCount,
        container: output.container, description: output.description,
        maxSize: output.maxSize)
    } catch {
      throw error.renderError
    }
  }

  /// Writes to standard output as parts come, which the output's container must allow.
  ///
  /// - Parameter place: a path in a folder where a file may lie for a while.
  /// - Throws: `RenderError` of kind `encoder`.
  package init(streaming output: PlannedOutput, place: String) throws(RenderError) {
    do throws(MovieWriteError) {
      var tracks: [MovieTrack] = []
      for track in output.tracks { tracks.append(try MovieTrack(track, of: output)) }
      writer = try MovieWriter(
        streaming: tracks, container: output.container, description: output.description,
        place: place)
    } catch {
      throw error.renderError
    }
  }

  /// Appends what follows of a track.
  package func append(_ chunk: EncodedChunk, to track: Int) throws(RenderError) {
    do throws(MovieWriteError) {
      try writer?.append(chunk, to: track)
    } catch {
      throw error.renderError
    }
  }

  /// Completes the movie and makes it appear under its name.
  package func finish() throws(RenderError) {
    do throws(MovieWriteError) {
      try writer?.finish()
    } catch {
      throw error.renderError
    }
    cancel()
  }

  /// Ends writing; a movie that is not finished leaves nothing behind.
  package func cancel() {
    writer = nil
  }
}

extension MovieTrack {
  /// A track of a planned movie.
  init(_ track: PlannedTrack, of output: PlannedOutput) throws(MovieWriteError) {
    switch track {
    case .pictures(let encoding):
      self = .pictures(VideoEncoderSettings(encoding, size: output.size, rate: output.rate))
    case .sound(let encoding):
      self = .sound(try AudioTrackEncoder(AudioEncoderSettings(encoding)).parameters)
    }
  }
}

extension PlannedOutput {
  /// At least as many packets as the movie has: one a frame, those that the samples fill, and some
  /// that make up for the encoder's delay.
  var packetCount: Int {
    tracks.reduce(0) { count, track in
      switch track {
      case .pictures: count + frameCount
      case .sound(let audio):
        count + 8
          + Int(
            sample(ofFrame: frameCount, sampleRate: audio.sampleRate) / audio.codec.packetLength)
      }
    }
  }
}
