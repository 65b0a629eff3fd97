package import FileSystem
import OutputKinds
package import PlanModel
package import Rendering

internal import BaseValues

/// Writes a WebP that moves (RFC 9649, 2.7.1.1): the data of WebP pictures, one after the other.
///
/// ```
/// RIFF size WEBP  VP8X  ANIM  ANMF (ALPH VP8)  ANMF (ALPH VP8) …  cutl
/// ```
package final class WebPSink: MovieSink {
  private static let activity = "write animation"
  /// As long as the file's first chunks are.
  private static let headLength = 12 + 18 + 14

  private let path: String
  private let output: PlannedOutput
  private var file: PartialFile?
  private var pictureCount = 0
  private var size = WebPSink.headLength

  /// - Throws: `RenderError` of kind `disk`.
  package init(to destination: Destination, output: PlannedOutput) throws(RenderError) {
    self.output = output
    path = destination.path
    do throws(MovieWriteError) {
      file = try PartialFile(destination: destination, activity: Self.activity)
      // How large the file is stands in its first bytes.
      try file?.write(Array(repeating: 0, count: Self.headLength))
    } catch {
      throw error.renderError
    }
  }

  /// Writes the pictures of a chunk.
  package func append(_ chunk: EncodedChunk, to track: Int) throws(RenderError) {
    do throws(MovieWriteError) {
      for packet in chunk.packets { try write(frame(of: packet.data)) }
    } catch {
      throw error.renderError
    }
  }

  private func write(_ bytes: [UInt8]) throws(MovieWriteError) {
    size += bytes.count
    // The size is a number of 32 bits, even, without the first eight bytes.
    guard size - 8 <= UInt32.max - 1 else {
      throw MovieWriteError(
        Self.activity, path: path, .refused("a WebP file has 4 GiB at most; make the movie shorter")
      )
    }
    try file?.write(bytes)
  }

  /// A picture with its place, its size and how long it is shown, in place of what was there.
  private func frame(of picture: [UInt8]) -> [UInt8] {
    let length = milliseconds(at: pictureCount + 1) - milliseconds(at: pictureCount)
    pictureCount += 1
    var data: [UInt8] = []
    for (number, bytes) in [
      (0, 3), (0, 3), (output.size.width - 1, 3), (output.size.height - 1, 3), (length, 3),
      // Not blended with the picture before.
      (2, 1),
    ] {
      data += PictureFormat.littleEndian(number, bytes: bytes)
    }
    return PictureFormat.webpChunk("ANMF", data + PictureFormat.webpData(of: picture))
  }

  /// When a frame begins, to the nearest millisecond.
  private func milliseconds(at frame: Int) -> Int {
    let rate = output.rate
    return Int(
      roundDivide(Int128(frame) * Int128(rate.seconds) * 1000, by: Int128(rate.frames)))
  }

  /// Makes the file appear under its name.
  package func finish() throws(RenderError) {
    do throws(MovieWriteError) {
      try write(PictureFormat.webpMark)
      try file?.write(head, at: 0)
      try file?.check(output.maxSize)
      try file?.publish()
    } catch {
      throw error.renderError
    }
    cancel()
  }

  /// What all readers need to know first: that it moves, for ever, and whether it has alpha.
  private var head: [UInt8] {
    let flags = 0x02 | (output.hasAlpha ? 0x10 : 0)
    let canvas =
      PictureFormat.littleEndian(flags, bytes: 4)
      + PictureFormat.littleEndian(output.size.width - 1, bytes: 3)
      + PictureFormat.littleEndian(output.size.height - 1, bytes: 3)
    // A background that nobody shows, and no end of repetitions.
    let animation = Array(repeating: UInt8(0), count: 6)
    return Array("RIFF".utf8) + PictureFormat.littleEndian(size - 8, bytes: 4)
      + Array("WEBP".utf8) + PictureFormat.webpChunk("VP8X", canvas)
      + PictureFormat.webpChunk("ANIM", animation)
  }

  /// Leaves nothing of what is not finished.
  package func cancel() { file = nil }
}
