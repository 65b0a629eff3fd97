import ChunkStorage
import FileSystem
import BaseValues
import LibAV
import MediaSources
import Raster
import TimelineModel

/// What probing found out about files, kept by their content.
///
/// ```
/// FOLDER/facts/5c/5c07…1e.facts     named by the content and what else decides what is found
/// ```
/// A record is written beside its name and moved there when it is complete, so several processes can
/// share a folder. A record that does not read back as it was written is removed, and the file
/// probed again.
package struct FactsStore: Sendable {
  private let folder: CacheFolder?

  /// - Parameter folder: the cache folder; `nil` keeps nothing.
  package init(folder: String?) { self.folder = folder.map { CacheFolder($0) } }

  /// The program that probed: another one may find something else in the same file, or write it down
  /// otherwise.
  private static let program: String = {
    guard let status = SystemFolder.status("/proc/self/exe") else { return "unknown" }
    return "\(status.size) \(status.modified) \(status.changed)"
  }()

  /// Changes whenever probing finds something else, for systems that do not tell of the program.
  private static let version = 13

  /// What decides what probing finds.
  struct Key {
    var contentHash: String
    /// Streams as asked for.
    var video: Int?
    var audio: AudioSelection?
    /// What the file's name ends with, which helps libav to recognise the format.
    var ending: String

    fileprivate var text: String {
      let streams = [video.map(String.init) ?? "default", sound]
      let libraries = [LibAVInfo.release] + LibAVInfo.versions.map(\.description)
      return
        ([
          "cutlist-facts-\(FactsStore.version)", FactsStore.program, contentHash, streams[0],
          streams[1], ending,
        ] + libraries).joined(separator: "\n")
    }

    private var sound: String {
      switch audio {
      case nil: "default"
      case .streams(let numbers): numbers.map(String.init).joined(separator: "+")
      case .language(let code): "language \(code)"
      case .all: "all"
      }
    }
  }

  /// What is known of a file with the key's content; `nil` when nothing is.
  func source(
    for key: Key, writtenPath: String, place: MediaLocator.Place
  ) -> MediaFile? {
    let text = key.text
    guard let folder, let bytes = folder.read(.facts, Self.name(text)) else { return nil }
    guard
      let source = FactsFile.decode(
        bytes, key: text, contentHash: key.contentHash, writtenPath: writtenPath,
        place: place)
    else {
      folder.drop(.facts, Self.name(text))
      return nil
    }
    return source
  }

  /// Keeps what was found. A cache that cannot be written to is no failure here.
  func save(_ file: MediaFile, for key: Key) {
    let text = key.text
    guard let folder else { return }
    let bytes = FactsFile.encode(file, key: text)
    // What would not come back as it is, is not kept.
    let back = FactsFile.decode(
      bytes, key: text, contentHash: key.contentHash, writtenPath: file.writtenPath,
      place: file.place)
    if back == file { _ = folder.write(bytes, .facts, Self.name(text)) }
  }

  private static func name(_ key: String) -> String {
    var hash = XXH64()
    hash.update(Array(key.utf8).span)
    return ImageHash(value: hash.finalize()).description
  }
}
