package import FileSystem
import OutputKinds
package import PlanModel
package import Rendering

internal import BaseValues

/// Writes an animated PNG (PNG, third edition, 11.3.6): the data of PNG pictures, one after the other.
///
/// ```
/// signature  IHDR  tEXt iTXt …  acTL  fcTL IDAT  fcTL fdAT  fcTL fdAT …  IEND
/// ```
package final class APNGSink: MovieSink {
  private let output: PlannedOutput
  private var file: PartialFile?
  private var pictureCount = 0
  /// Of the chunks that say how a picture is shown, and those with data after the first picture.
  private var sequence: UInt32 = 0

  /// - Throws: `RenderError` of kind `disk`, or of kind `encoder` for a rate that the file cannot say.
  package init(to destination: Destination, output: PlannedOutput) throws(RenderError) {
    guard output.rate.seconds <= 65_535, output.rate.frames <= 65_535 else {
      throw RenderError(
        .encoder,
        "APNG cannot say how long a picture lasts at \(output.rate.shortDescription) frames a second"
      )
    }
    self.output = output
    do throws(MovieWriteError) {
      file = try PartialFile(destination: destination, activity: "write animation")
    } catch {
      throw error.renderError
    }
  }

  /// Writes the pictures of a chunk.
  package func append(_ chunk: EncodedChunk, to track: Int) throws(RenderError) {
    do throws(MovieWriteError) {
      for packet in chunk.packets { try file?.write(bytes(of: packet.data)) }
    } catch {
      throw error.renderError
    }
  }

  private func bytes(of png: [UInt8]) -> [UInt8] {
    typealias PNG = PictureFormat
    var bytes: [UInt8] = []
    if pictureCount == 0 {
      let header = PNG.pngContent("IHDR", of: png)
      bytes += PNG.pngSignature + PNG.pngChunk("IHDR", header) + PNG.pngMarkPlace.bytes
      for tag in output.description.tags {
        if let keyword = tag.pngKeyword { bytes += PNG.pngText(keyword, tag.value) }
      }
      // How many pictures, and how often they are shown: 0 for ever.
      bytes += PNG.pngChunk(
        "acTL", PNG.bytes(UInt32(truncatingIfNeeded: output.frameCount)) + PNG.bytes(0))
    }
    bytes += PNG.pngChunk("fcTL", PNG.bytes(next()) + control)
    let data = PNG.pngContent("IDAT", of: png)
    bytes +=
      pictureCount == 0
      ? PNG.pngChunk("IDAT", data) : PNG.pngChunk("fdAT", PNG.bytes(next()) + data)
    pictureCount += 1
    return bytes
  }

  /// Size, place, duration as a fraction of a second, and that it takes the place of what was there.
  private var control: [UInt8] {
    func short(_ number: Int64) -> [UInt8] {
      [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
    }
    return PictureFormat.bytes(UInt32(truncatingIfNeeded: output.size.width))
      + PictureFormat.bytes(UInt32(truncatingIfNeeded: output.size.height))
      + PictureFormat.bytes(0) + PictureFormat.bytes(0)
      + short(output.rate.seconds) + short(output.rate.frames) + [0, 0]
  }

  private func next() -> UInt32 {
    defer { sequence += 1 }
    return sequence
  }

  /// Makes the file appear under its name.
  package func finish() throws(RenderError) {
    do throws(MovieWriteError) {
      try file?.write(PictureFormat.pngChunk("IEND", []))
      try file?.check(output.maxSize)
      try file?.publish()
    } catch {
      throw error.renderError
    }
    cancel()
  }

  /// Leaves nothing of what is not finished.
  package func cancel() { file = nil }
}
