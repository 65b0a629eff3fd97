package import AudioMixing
package import FileSystem
package import OutputKinds
package import Rendering

/// Writes sound to a file, which appears under its name when it is complete.
package protocol SoundFileSink: ~Copyable {
  /// Begins a file.
  ///
  /// - Parameters:
  ///   - sampleRate: samples a second in each channel.
  ///   - frameCount: samples in each channel that will be written.
  ///   - description: what the file says of itself, as far as it has a place for it.
  /// - Throws: `RenderError` of kind `disk`.
  init(
    to destination: Destination, sampleRate: Int, channels: Int, frameCount: Int64,
    description: MovieDescription
  ) throws(RenderError)

  /// Writes the samples that follow, to the nearest of 2^24 steps; what is beyond −1…1 is cut off.
  ///
  /// - Throws: `RenderError` of kind `disk`.
  mutating func append(_ block: AudioBuffer) throws(RenderError)

  /// Completes the file; samples that were not written are silence.
  ///
  /// - Throws: `RenderError` of kind `disk`; then there is none.
  mutating func finish() throws(RenderError)
}
