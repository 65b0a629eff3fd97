package import FileSystem
import LibAV
import MediaSources
package import OutputKinds
package import PlanModel
package import Rendering

internal import BaseValues

/// Writes a picture file that moves. Pictures are kept without loss in a file beside it until all are there; then they
/// are encoded in one go.
package final class AnimationSink: MovieSink {
  private static let activity = "write animation"

  private let destination: Destination
  private let output: PlannedOutput
  private let animation: MovieContainer.Animation
  private var kept: MovieWriter?

  /// - Throws: `RenderError` of kind `disk` or `encoder`.
  package init(
    to destination: Destination, output: PlannedOutput, animation: MovieContainer.Animation
  ) throws(RenderError) {
    self.destination = destination
    self.output = output
    self.animation = animation
    do throws(MovieWriteError) {
      kept = try MovieWriter(
        besides: destination.path, tracks: [try MovieTrack(.pictures(output.video), of: output)],
        container: .nut)
    } catch {
      throw error.renderError
    }
  }

  /// Keeps the pictures of a chunk.
  package func append(_ chunk: EncodedChunk, to track: Int) throws(RenderError) {
    do throws(MovieWriteError) {
      try kept?.append(chunk, to: track)
    } catch {
      throw error.renderError
    }
  }

  /// Encodes all pictures and makes the file appear under its name.
  package func finish() throws(RenderError) {
    do throws(MovieWriteError) {
      try kept?.finish()
      let path = kept?.partialPath ?? ""
      let palette = animation.pixelFormat == "pal8" ? try colours(of: path) : nil
      let encoded = try PartialFile(besides: destination.path)
      try encode(path, palette, into: encoded.path)
      try publish(encoded)
    } catch {
      throw error.renderError
    }
    cancel()
  }

  /// Leaves nothing of what is not finished.
  package func cancel() { kept = nil }

  // MARK: - Encoding

  /// Hands over the pictures in R′G′B′ of full range, with alpha where they have it.
  private func forEachPicture(
    of path: String, _ body: (borrowing VideoFrame, Int) throws(LibAVError) -> Void
  ) throws(LibAVError) {
    var decoder = try FrameDecoder(.file(path: path), stream: 0, protocols: [])
    let (width, height) = (output.size.width, output.size.height)
    var scaler = try Scaler(
      from: Scaler.Picture(
        format: output.video.pixelFormat, width: width, height: height, colour: ColorGuess.output),
      to: Scaler.Picture(
        format: pixels.format, width: width, height: height,
        colour: ColorTags(range: .full, matrix: .rgb)))
    var number = 0
    while let picture = try decoder.next() {
      try picture.frame.withFrame { (frame) throws(LibAVError) in
        try body(try scaler.scale(frame), number)
      }
      number += 1
    }
  }

  /// What is made of each pixel before it is one of the palette.
  private var pixels: PixelBytes { PixelBytes(hasAlpha: output.hasAlpha) }

  private func colours(of path: String) throws(MovieWriteError) -> ColorPalette {
    var census = ColorCensus(pixels)
    do throws(LibAVError) {
      try forEachPicture(of: path) { (frame, _) throws(LibAVError) in
        for y in 0..<frame.height { census.count(frame.row(y, ofPlane: 0)) }
      }
    } catch {
      throw MovieWriteError(Self.activity, path: destination.path, error)
    }
    return census.palette()
  }

  private func encode(
    _ path: String, _ palette: ColorPalette?, into target: String
  ) throws(MovieWriteError) {
    do throws(LibAVError) {
      let rate = Fraction(
        Int32(truncatingIfNeeded: output.rate.frames),
        Int32(truncatingIfNeeded: output.rate.seconds))
      var encoder = try VideoEncoder(
        VideoEncoder.Configuration(
          encoder: animation.encoder, pixelFormat: animation.pixelFormat,
          width: output.size.width, height: output.size.height, rate: rate,
          options: animation.options))
      var muxer = try Muxer(
        path: target, format: output.container.muxer,
        options: output.container.options(
          MovieContainer.Movie(rate: output.rate, sampleRate: nil)))
      let stream = try muxer.addStream(
        StreamParameters(
          content: .pictures(
            codec: animation.encoder, format: animation.pixelFormat, width: output.size.width,
            height: output.size.height), extradata: encoder.extradata),
        timeBase: Fraction(rate.denominator, rate.numerator))
      try muxer.writeHeader()
      try forEachPicture(of: path) { (frame, number) throws(LibAVError) in
        var picture: VideoFrame
        if let palette {
          picture = try Self.indexed(frame, palette)
        } else {
          picture = try frame.newReference()
        }
        picture.timestamp = Int64(number)
        try encoder.send(picture)
        try Self.drain(&encoder, &muxer, stream)
      }
      try encoder.sendEnd()
      try Self.drain(&encoder, &muxer, stream)
      try muxer.finish()
    } catch {
      throw MovieWriteError(Self.activity, path: destination.path, error)
    }
  }

  private static func drain(
    _ encoder: inout VideoEncoder, _ muxer: inout Muxer, _ stream: Int
  ) throws(LibAVError) {
    while case .packet(var packet) = try encoder.receive() {
      packet.duration = 1
      try muxer.write(packet, stream: stream)
    }
  }

  /// A picture in the colours of a palette.
  private static func indexed(
    _ frame: borrowing VideoFrame, _ palette: ColorPalette
  ) throws(LibAVError) -> VideoFrame {
    var result = try VideoFrame(format: "pal8", width: frame.width, height: frame.height)
    for y in 0..<frame.height {
      var row = result.mutableRow(y, ofPlane: 0)
      palette.write(frame.row(y, ofPlane: 0), y: y, to: &row)
    }
    result.setPalette(palette.colours)
    return result
  }

  /// Copies the file to its destination with our mark in it.
  private func publish(_ encoded: borrowing PartialFile) throws(MovieWriteError) {
    let size = try encoded.size()
    let bytes = try encoded.read(size, at: 0)
    var file = try PartialFile(destination: destination, activity: Self.activity)
    let all = FileBytes(count: Int64(size)) { place, count in
      Array(bytes[Int(place)..<Int(place) + count])
    }
    if let mark = animation.mark(all) {
      try file.write(Array(bytes[..<Int(mark.place)]))
      try file.write(mark.bytes)
      try file.write(Array(bytes[Int(mark.place)...]))
    } else {
      try file.write(bytes)
    }
    try file.check(output.maxSize)
    try file.publish()
  }
}
