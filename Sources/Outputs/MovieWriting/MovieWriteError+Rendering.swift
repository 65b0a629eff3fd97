package import FileSystem
package import Rendering

extension MovieWriteError {
  /// The same as a failure of a render.
  package var renderError: RenderError {
    switch reason {
    case .system: RenderError(.disk, description)
    case .library, .refused: RenderError(path == nil ? .encoder : .disk, description)
    }
  }
}
