import ChunkStorage
package import FileSystem
package import Rendering

extension CommandFailure {
  /// A failure while media were read: of a file that was written to meanwhile, that is all there is
  /// to say.
  package init(_ error: RenderError, of project: LoadedProject) {
    do throws(RenderError) {
      if error.kind == .media { try project.hashes.check() }
      self.init(error)
    } catch {
      self.init(error)
    }
  }

  /// A failed render as an exit status and a message.
  package init(_ error: RenderError) {
    let place = error.frame.map { "frame \($0): " } ?? ""
    self.init(error.kind == .interrupted ? .interrupted : .failed, place + error.message)
  }

  /// A file that cannot be read or written.
  package init(_ error: FileError) { self.init(.failed, error.message) }
}
