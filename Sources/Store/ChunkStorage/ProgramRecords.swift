import FileSystem
import BaseValues
import Raster

/// The versions of the program that have kept chunks in a folder.
///
/// ```
/// FOLDER/programs/0c/0c77…51.program     named by the hash of its text
/// ```
/// Chunks are named by hashes of all that decides them, versions too: whose a chunk is cannot be seen, but
/// what each of these versions would have named it can.
package struct ProgramRecords: Sendable {
  /// What files of versions begin with.
  static let mark = Array("cutprog1 ".utf8)

  private let folder: CacheFolder?

  /// - Parameter folder: the cache folder; `nil` has none.
  package init(folder: String?) { self.folder = folder.map { CacheFolder($0) } }

  /// Each of them, sorted; what is damaged is left out.
  package var programs: [String] {
    guard let folder else { return [] }
    return folder.names(.program).compactMap { name in
      guard let bytes = folder.read(.program, name), bytes.starts(with: Self.mark),
        let text = String(validating: bytes.dropFirst(Self.mark.count), as: UTF8.self),
        Self.name(text) == name
      else { return nil }
      return text
    }.sorted()
  }

  /// Remembers one. A folder that cannot be written to is no failure: its chunks say so.
  func keep(_ program: String) {
    guard let folder, !folder.has(.program, Self.name(program)) else { return }
    _ = folder.write(Self.mark + Array(program.utf8), .program, Self.name(program))
  }

  private static func name(_ program: String) -> String {
    var hash = XXH64()
    hash.update(Array(program.utf8).span)
    return ImageHash(value: hash.finalize()).description
  }
}
