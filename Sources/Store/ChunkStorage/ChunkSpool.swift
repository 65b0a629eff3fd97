import FileSystem
import Glibc
import Rendering
import Synchronization

/// Chunks in a file without a name, for those that cannot be kept: they live as long as the process.
///
/// The file lies beside the movie, where there has to be room anyway, and is made with the first
/// chunk.
final class ChunkSpool: Sendable {
  private struct State: ~Copyable {
    var file: NewFile?
    var end = 0
    var places: [String: Range<Int>] = [:]
  }

  private let folder: String
  private let stem: String
  private let state = Mutex(State())

  /// - Parameter output: path of the movie.
  init(beside output: String) {
    let folder = MediaLocator.folder(of: output)
    self.folder = folder.isEmpty ? "." : folder
    stem = PartialFile.stem(of: output)
  }

  func chunk(for key: String) -> EncodedChunk? {
    let found: (descriptor: Int32, place: Range<Int>)? = state.withLock { state in
      guard let place = state.places[key], let descriptor = state.file?.descriptor else {
        return nil
      }
      return (descriptor, place)
    }
    guard let found,
      let bytes = SystemFile.read(
        found.descriptor, at: found.place.lowerBound, count: found.place.count)
    else { return nil }
    return ChunkFile.decode(bytes, key: key)
  }

  func contains(_ key: String) -> Bool { state.withLock { $0.places[key] != nil } }

  /// - Parameter bytes: of `ChunkFile`.
  func save(_ bytes: [UInt8], for key: String) throws(RenderError) {
    do throws(SystemError) {
      let (descriptor, offset) = try place(for: bytes.count)
      if let number = SystemFile.write(bytes, to: descriptor, at: offset) {
        throw SystemError(number)
      }
      state.withLock { $0.places[key] = offset..<offset + bytes.count }
    } catch {
      throw RenderError(
        .disk,
        "chunks cannot be kept, and there is no place for them in '\(folder)' either: "
          + MediaLocator.reason(error.number))
    }
  }

  private func place(for count: Int) throws(SystemError) -> (Int32, Int) {
    let result: Result<(Int32, Int), SystemError> = state.withLock { state in
      Result { () throws(SystemError) in
        if state.file == nil {
          var file = try NewFile(in: try OpenFolder(folder), stem: stem)
          file.forgetName()
          state.file = consume file
        }
        let offset = state.end
        state.end += count
        return (state.file?.descriptor ?? -1, offset)
      }
    }
    return try result.get()
  }
}
