public import FileSystem
import LibAV
public import PlanModel
public import Rendering
import TimelineModel

/// Takes the parts of a render and writes them to an MP4 file.
public final class MovieFileSink: MovieSink {
  private var writer: MovieWriter?

  /// Creates the temporary file beside `path`.
  ///
  /// - Throws: `RenderError` of kind `disk` or `encoder`.
  public convenience init(path: String, output: PlannedOutput) throws(RenderError) {
    try self.init(to: Destination(path), output: output)
  }

  /// Creates the temporary file beside the destination.
  ///
  /// - Throws: `RenderError` of kind `disk` or `encoder`.
  public init(to destination: Destination, output: PlannedOutput) throws(RenderError) {
    do throws(MovieWriteError) {
      var parameters: StreamParameters?
      if let encoding = output.audio {
        parameters = try AudioEncoderSettings(encoding).parameters()
      }
      writer = try MovieWriter(
        to: destination, video: VideoEncoderSettings(output), sound: parameters,
        packetCount: output.packetCount)
    } catch {
      throw error.renderError
    }
  }

  /// Appends the pictures that follow.
  public func append(_ chunk: EncodedChunk) throws(RenderError) {
    do throws(MovieWriteError) { try writer?.append(chunk) } catch { throw error.renderError }
  }

  /// Appends the sound that follows.
  public func append(sound: EncodedChunk) throws(RenderError) {
    do throws(MovieWriteError) {
      try writer?.append(sound: sound.packets)
    } catch {
      throw error.renderError
    }
  }

  /// Completes the movie and makes it appear under its name.
  public func finish() throws(RenderError) {
    do throws(MovieWriteError) {
      try writer?.finish()
    } catch {
      throw error.renderError
    }
    cancel()
  }

  /// Ends writing; a movie that is not finished leaves nothing behind.
  public func cancel() {
    writer = nil
  }
}

extension PlannedOutput {
  /// At least as many packets as the movie has: one a frame, those that the samples fill, and some
  /// that make up for the encoder's delay.
  fileprivate var packetCount: Int {
    var count = frameCount
    if let audio {
      let samples = sample(ofFrame: frameCount, sampleRate: audio.sampleRate)
      count += Int(samples / audio.codec.packetLength) + 8
    }
    return count
  }
}
