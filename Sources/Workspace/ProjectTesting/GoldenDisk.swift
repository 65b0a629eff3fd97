import Workspace
import OutputFiles
import FileSystem
import GoldenTesting
import MovieWriting
import Raster
import Rendering

/// Golden files on the disk. They come with a project, perhaps a stranger's: links to other files are
/// not followed, neither for reading nor for writing.
struct GoldenDisk: GoldenStorage {
  /// Files that are not written over, golden files apart.
  var protected = ProtectedFiles()

  func read(_ path: String) throws(RenderError) -> [UInt8]? {
    try RenderError.onDisk { () throws(FileError) in try FileAccess.readOwn(path) }
  }

  func write(_ bytes: [UInt8], to path: String) throws(RenderError) {
    try refuseLinks(to: path)
    do throws(CommandFailure) {
      try protected.check(path, roles: [.project, .media, .font])
    } catch {
      throw RenderError(.disk, error.message)
    }
    try RenderError.onDisk { () throws(FileError) in
      try FileAccess.makeFolder(MediaLocator.folder(of: path))
    }
    try StillWriter.write(bytes, to: path)
  }

  func remove(_ path: String) throws(RenderError) {
    try RenderError.onDisk { () throws(FileError) in
      try FileAccess.refuseLinks(to: path)
      try FileAccess.remove(path)
    }
  }

  func names(in folder: String) -> [String] {
    FileAccess.isLink(folder) ? [] : FileAccess.names(in: folder)
  }

  func png(_ image: Image) throws(RenderError) -> [UInt8] { try StillWriter.png(image) }

  func picture(at path: String) throws(RenderError) -> Image {
    try refuseLinks(to: path)
    return try StillReader.picture(at: path)
  }

  func asKept(_ image: Image) throws(RenderError) -> Image { try StillReader.asKept(image) }

  private func refuseLinks(to path: String) throws(RenderError) {
    try RenderError.onDisk { () throws(FileError) in try FileAccess.refuseLinks(to: path) }
  }
}
