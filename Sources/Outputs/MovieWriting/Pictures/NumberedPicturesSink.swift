package import FileSystem
package import OutputKinds
package import PlanModel
package import Rendering
import TimelineModel

/// Writes each picture to a file of its own, numbered as frames are. Each appears when it is complete; those of a render
/// that ends early are taken away again.
package final class NumberedPicturesSink: MovieSink {
  private let names: NumberedPath
  private let format: PictureFormat
  private let destination: Destination
  /// Files that were not there before.
  private var made: [String] = []
  private var count = 0
  /// Of all pictures, and what they may have at most.
  private var byteCount = 0
  private let maxSize: Int?

  /// - Throws: `RenderError` of kind `encoder` for a name without a place for a number.
  package init(
    to destination: Destination, output: PlannedOutput, format: PictureFormat
  ) throws(RenderError) {
    guard let names = NumberedPath(destination.path) else {
      throw RenderError(
        .encoder, "'\(destination.path)' has no place for a number, as in 'shot-%04d.png'")
    }
    self.names = names
    self.format = format
    maxSize = output.maxSize
    self.destination = destination
  }

  /// The file of a frame.
  package static func path(_ frame: Int, in names: String) -> String {
    NumberedPath(names)?.path(frame) ?? names
  }

  /// Writes the pictures of a chunk.
  package func append(_ chunk: EncodedChunk, to track: Int) throws(RenderError) {
    do throws(MovieWriteError) {
      for packet in chunk.packets {
        let path = names.path(count + Int(packet.presentation))
        let isNew = FileAccess.isFolder(path) == nil
        var file = try PartialFile(
          destination: destination.sibling(path), activity: "write picture")
        let bytes = format.marked(packet.data)
        byteCount += bytes.count
        if let maxSize, byteCount > maxSize {
          throw MovieWriteError(
            "write pictures", path: path, .refused(PartialFile.excess(byteCount, maxSize)))
        }
        try file.write(bytes)
        try file.publish()
        if isNew { made.append(path) }
      }
    } catch {
      throw error.renderError
    }
    count += chunk.frameCount
  }

  /// Keeps the pictures.
  package func finish() throws(RenderError) { made = [] }

  /// Takes away what was written.
  package func cancel() {
    for path in made { try? FileAccess.remove(path) }
    made = []
  }
}
