import ChunkStorage
import Diagnostics
import FileSystem
import Glibc
import LookReading
import MediaOpening
import MediaSources
import Raster
import TimelineModel

extension MediaProber {
  /// Most bytes of all files of colours of a project, which are kept in memory.
  private static let largestLooks = 256 << 20

  /// Those of some items for whose files there is no room beside those before them.
  func looksBeyondLimit(_ items: [MediaItem]) -> [MediaID: MediaProblem] {
    var problems: [MediaID: MediaProblem] = [:]
    var sum = 0
    for item in items {
      guard case .look(let path, _) = item.content else { continue }
      sum += locator.files(of: item).compactMap { FileAccess.size(of: $0) }.reduce(0) {
        $0 + min($1, Self.largestLooks)
      }
      guard sum > Self.largestLooks else { continue }
      problems[item.id] = MediaProblem(
        look: LookFault(
          "is one too many: LUT and CDL files may have \(Self.largestLooks) bytes together",
          fix: "use fewer of them"), path: path, item: item)
    }
    return problems
  }

  /// Reads a file of colours.
  func probeLook(
    _ item: MediaItem, path: String, id: String?
  ) throws(MediaProblem) -> LookFile {
    let place: MediaLocator.Place
    do {
      place = try locator.locate(path)
    } catch {
      throw MediaProblem(locating: error, path: path, item: item, locator: locator)
    }
    guard case .file(let found, let scope) = place else {
      throw MediaProblem(
        look: LookFault("is an address", fix: "download it first"), path: path, item: item)
    }
    let sight = hashes.look(at: found)
    let bytes = try bytes(of: found, within: scope, path: path, item: item)
    let look: ColorLook
    do {
      look = try LookFileReader.read(bytes, name: path, id: id)
    } catch {
      throw MediaProblem(look: error, path: path, item: item)
    }
    let hash = ContentHash.hash(bytes)
    if let sight { hashes.remember(hash, of: sight) }
    return LookFile(
      path, at: place, facts: MediaFacts(video: nil, audio: nil, contentHash: hash), look: look)
  }

  private func bytes(
    of file: String, within scope: ReadingScope?, path: String, item: MediaItem
  ) throws(MediaProblem) -> [UInt8] {
    do {
      return try FileAccess.read(file, limit: LookFileReader.largestFile, within: scope)
    } catch {
      switch error {
      case .outside:
        throw MediaProblem(locating: .outside, path: path, item: item, locator: locator)
      case .tooLarge(let bytes):
        throw MediaProblem(look: .tooLarge(bytes), path: path, item: item)
      case .unreadable(let reason):
        throw MediaProblem(
          locating: .unreadable(reason: reason), path: path, item: item, locator: locator)
      }
    }
  }
}

extension MediaProblem {
  /// A file of colours that is named as a movie would be.
  init(lookAsFile path: String, item: MediaItem) {
    let written = "{ \"lut\": \(JSONText.quoted(path)) }"
    let isAlone = item.pathRange == item.valueRange && !item.pathRange.isNone
    self.init(
      .mediaNotMedia, "'\(path)' is a file of colours, not a movie, sound or picture", item,
      fixes: [
        Fix(
          message: "write \(written), and name it in an effect \"lut\"",
          edits: isAlone ? [Fix.Edit(range: item.valueRange, replacement: written)] : [])
      ])
  }

  /// A file of colours that cannot be used.
  init(look fault: LookFault, path: String, item: MediaItem) {
    let line = fault.line.map { " in line \($0)" } ?? ""
    self.init(
      .mediaLook, "'\(path)' \(fault.message)\(line)", item,
      fixes: [Fix(message: fault.fix)])
  }
}
