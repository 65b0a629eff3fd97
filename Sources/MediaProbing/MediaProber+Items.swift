import FileSystem
import LibAV
public import MediaOpening
public import MediaSources
public import TimelineModel
import Workers

extension MediaProber {
  /// The facts about each of `items`, or why it cannot be used, in the same order.
  ///
  /// Several are opened at a time, for opening is mostly decoding the beginning. Items that ask for
  /// the same streams of the same file share what is found.
  public func probe(_ items: [MediaItem]) -> [Result<MediaSource, MediaProblem>] {
    var firsts: [SharedFile: Int] = [:]
    var sharers: [(item: Int, first: Int)] = []
    var distinct: [Int] = []
    for (number, item) in items.enumerated() {
      if let file = sharedFile(item), let first = firsts.updateValue(number, forKey: file) {
        firsts[file] = first
        sharers.append((number, first))
      } else {
        distinct.append(number)
      }
    }
    let refused = looksBeyondLimit(items)
    let found = WorkerPool.map(distinct.count, threads: WorkerPool.processors) { [distinct] index in
      refused[items[distinct[index]].id].map(Result.failure) ?? probe(items[distinct[index]])
    }
    var all = [Result<MediaSource, MediaProblem>?](repeating: nil, count: items.count)
    for (number, result) in zip(distinct, found) { all[number] = result }
    for (number, first) in sharers {
      if case .success(.file(var file)) = all[first], let place = place(of: items[number]),
        case .file(let path, _, _) = items[number].content
      {
        file.writtenPath = path
        file.place = place
        file.onDamage = items[number].onDamage
        all[number] = .success(.file(file))
      } else {
        // A problem names the item that has it.
        all[number] = probe(items[number])
      }
    }
    return all.compactMap(\.self)
  }

  /// A file as probing sees it.
  private struct SharedFile: Hashable {
    var path: String
    var ending: String
    var video: Int?
    var audio: AudioSelection?
    var reading: Interpretation
  }

  private func sharedFile(_ item: MediaItem) -> SharedFile? {
    guard case .file(_, let video, let audio) = item.content,
      case .file(let path, _)? = place(of: item), let resolved = MediaLocator.resolve(path)
    else { return nil }
    return SharedFile(
      path: resolved, ending: InputFile.nameEnding(of: path), video: video, audio: audio,
      reading: item.reading)
  }

  private func place(of item: MediaItem) -> MediaLocator.Place? {
    guard case .file(let path, _, _) = item.content else { return nil }
    return try? locator.locate(path)
  }
}
