package import FileSystem
package import Rendering

extension RenderError {
  /// A file that cannot be read or written: a failure of the disk.
  package init(_ error: FileError) { self.init(.disk, error.message) }

  /// Does something with files; what stands in the way is a failure of the disk.
  package static func onDisk<Result>(
    _ body: () throws(FileError) -> Result
  ) throws(RenderError) -> Result {
    do throws(FileError) { return try body() } catch { throw RenderError(error) }
  }
}
