import Foundation
import MovieWriting
import BaseValues
import Raster
import Rendering
import Testing

@Suite("Pictures as PNG files")
struct FrameFileTests {
  private let path = FileManager.default.temporaryDirectory.path + "/cutlist-still-\(UUID()).png"

  @Test("a picture that was written reads back as 'asKept' says", arguments: [(32, 18), (33, 19)])
  func roundTrip(width: Int, height: Int) throws {
    let size = Size(width: width, height: height)
    var picture = MutableImage(format: .yuv420p8, size: size)
    for plane in 0..<3 {
      for y in 0..<picture.height(of: plane) {
        var row = picture.mutableRow(plane, y)
        for x in row.indices { row[x] = UInt8(60 + (x * 7 + y * 13 + plane * 40) % 120) }
      }
    }
    let image = picture.freeze()
    try StillWriter.write(try StillWriter.png(image), to: path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let read = try StillReader.picture(at: path)
    #expect(read.size == size && read.format == .yuv420p8)
    #expect(ImageHash(read) == ImageHash(try StillReader.asKept(image)))
    // Near the picture it was: smooth chroma survives the way.
    #expect(ImageDifference(read, image).errors[0].psnr > 30)
  }

  @Test("what is no PNG file is refused")
  func refused() throws {
    try Data("no picture".utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(throws: RenderError.self) { try StillReader.picture(at: path) }
    #expect(throws: RenderError.self) { try StillReader.picture(at: path + ".gone") }
  }
}
