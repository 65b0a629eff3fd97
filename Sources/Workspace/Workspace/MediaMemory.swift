import BaseValues
import Diagnostics
import FileSystem
import MediaOpening
import MediaProbing
import MediaSources
import Synchronization
import TimelineModel
import TitleRendering

/// What was found out about media, for whoever loads a project again after each change of its text.
///
/// A file that is another one than it was, by its size and times, is opened again. Of numbered pictures
/// only their folder is looked at: after changes within them everything is to be forgotten.
package final class MediaMemory: Sendable {
  /// So many items are kept.
  private static let limit = 20_000

  /// What decides what is found.
  private struct Key: Hashable {
    var name: String
    var content: MediaContent
    var reading: Interpretation
    var onDamage: DamagePolicy
    var folder: String
    var size: Size
    var rate: FrameRate
    var sampleRate: Int
    var countsForMovie: Bool
  }

  fileprivate struct Known {
    var status: FileStatus?
    var item: MediaItem
    var result: Result<MediaSource, MediaProblem>
  }

  private let known = Mutex<[Key: Known]>([:])
  private let renderers = Mutex<[String: TextRenderer]>([:])

  /// Nothing is known yet.
  package init() {}

  /// Forgets everything.
  package func forget() {
    known.withLock { $0 = [:] }
    renderers.withLock { $0 = [:] }
  }

  /// The renderer of a project's texts, made where there is none yet.
  func texts(for project: String, _ make: () -> TextRenderer) -> TextRenderer {
    renderers.withLock { renderers in
      if let known = renderers[project] { return known }
      if renderers.count >= 16 { renderers = [:] }
      let made = make()
      renderers[project] = made
      return made
    }
  }

  /// The same as the prober finds, by what is known where that holds still.
  func probe(
    _ items: [MediaItem], with prober: MediaProber
  ) -> [Result<MediaSource, MediaProblem>] {
    var results = [Result<MediaSource, MediaProblem>?](repeating: nil, count: items.count)
    let keys = items.map { key($0, prober) }
    let statuses = items.map { Self.status($0, prober.locator) }
    known.withLock { known in
      for index in items.indices {
        guard let entry = known[keys[index]], Self.isKept(items[index], statuses[index]),
          entry.status == statuses[index]
        else { continue }
        results[index] = entry.known(for: items[index])
      }
    }
    let missing = items.indices.filter { results[$0] == nil }
    if missing.isEmpty { return results.compactMap(\.self) }
    let found = prober.probe(missing.map { items[$0] })
    known.withLock { known in
      if known.count + missing.count > Self.limit { known = [:] }
      for (index, result) in zip(missing, found) {
        results[index] = result
        if Self.isKept(items[index], statuses[index]) {
          known[keys[index]] = Known(
            status: statuses[index], item: items[index], result: result)
        }
      }
    }
    return results.compactMap(\.self)
  }

  private func key(_ item: MediaItem, _ prober: MediaProber) -> Key {
    Key(
      name: item.name, content: item.content, reading: item.reading, onDamage: item.onDamage,
      folder: prober.locator.projectFolder, size: prober.outputSize, rate: prober.outputRate,
      sampleRate: prober.sampleRate, countsForMovie: prober.countsForMovie)
  }

  /// What the system says of the file that an item is read from, or of the folder of several.
  private static func status(_ item: MediaItem, _ locator: MediaLocator) -> FileStatus? {
    switch item.content.unfiltered {
    case .file(let path, _, _):
      guard case .file(let found, _)? = try? locator.locate(path) else { return nil }
      return SystemFolder.status(found)
    case .sequence(let pictures):
      let folder = MediaLocator.folder(of: pictures.path.text)
      return SystemFolder.status(MediaLocator.join(locator.projectFolder, folder))
    default: return nil
    }
  }

  /// Files that are not there may come at any time, and files of colours are counted together.
  private static func isKept(_ item: MediaItem, _ status: FileStatus?) -> Bool {
    switch item.content.unfiltered {
    case .file, .sequence: status != nil
    case .color, .generator, .filter, .canvasFilter, .audioFilter: true
    case .look, .edit, .captions, .filtered: false
    }
  }
}

extension MediaMemory.Known {
  /// The result for the same item where it stands now; `nil` where a problem points elsewhere.
  fileprivate func known(for item: MediaItem) -> Result<MediaSource, MediaProblem>? {
    guard case .failure(var problem) = result else { return result }
    let distance = item.valueRange.lower - self.item.valueRange.lower
    let isMoved =
      self.item.valueRange.shifted(by: distance) == item.valueRange
      && self.item.nameRange.shifted(by: distance) == item.nameRange
      && self.item.pathRange.shifted(by: distance) == item.pathRange
    guard isMoved else { return nil }
    problem.diagnostic = problem.diagnostic.shifted(by: distance)
    return .failure(problem)
  }
}
