import ChunkStorage
import Diagnostics
import FileSystem
package import Rendering
package import Workspace

/// Where finished chunks of a written plan are.
package enum StorePlace: Hashable {
  case folder(String)
  /// A program that keeps them; see `ProgramChunkStore`.
  case program(String)

  package static var both: CommandFailure {
    CommandFailure(.usage, "--store and --store-program both say where finished chunks are")
  }

  /// Options that say the same.
  package var options: [String] {
    switch self {
    case .folder(let folder): ["--store", folder]
    case .program(let program): ["--store-program", program]
    }
  }

  /// The same from any folder.
  ///
  /// - Parameter folder: that of the jobs, in which the path of a store may begin.
  package func absolute(in folder: String) -> StorePlace {
    guard case .folder(let path) = self, !path.hasPrefix("/") else { return self }
    return .folder(MediaLocator.join(folder, path))
  }

  /// The versions of the program that have kept chunks; none of a store that cannot be looked through.
  package var programs: [String] {
    guard case .folder(let folder) = self else { return [] }
    return ProgramRecords(folder: folder).programs
  }

  /// Why there is nothing in it; `nil` where that is no folder's fault.
  var absence: String? {
    guard case .folder(let folder) = self, FileAccess.isFolder(folder) == nil else { return nil }
    return "there is no folder '\(folder)' here"
  }

  /// For messages.
  package var text: String {
    switch self {
    case .folder(let folder): "'\(folder)'"
    case .program(let program): "the store of '\(program)'"
    }
  }

  /// Makes the folder. A full disk shows only with the first chunk.
  package func prepare() throws(CommandFailure) {
    guard case .folder(let folder) = self else { return }
    do throws(FileError) {
      try FileAccess.makeFolder(folder)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// For chunks that are to be kept.
  package func store(of project: LoadedProject, _ listener: any Listener) -> any ChunkStore {
    switch self {
    case .folder(let folder): project.chunkStore(keepingIn: folder)
    case .program(let program):
      project.chunkStore(keptBy: program) { listener.say("cutlist: warning: \($0)") }
    }
  }

  /// For whoever only looks.
  package func kept(_ listener: any Listener) -> any ChunkStore {
    switch self {
    case .folder(let folder): KeptChunks(folder: folder)
    case .program(let program):
      ProgramChunkStore(program: program) { listener.say("cutlist: warning: \($0)") }
    }
  }
}
