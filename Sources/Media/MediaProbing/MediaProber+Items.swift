import FileSystem
import LibAV
package import MediaOpening
package import MediaSources
package import TimelineModel
import Workers

extension MediaProber {
  /// The facts about each of `items`, or why it cannot be used, in the same order.
  ///
  /// Several are opened at a time, for opening is mostly decoding the beginning. Items that ask for
  /// the same streams of the same file share what is found.
  package func probe(_ items: [MediaItem]) -> [Result<MediaSource, MediaProblem>] {
    var firsts: [SharedFile: Int] = [:]
    var sharers: [(item: Int, first: Int)] = []
    var distinct: [Int] = []
    for (number, item) in items.enumerated() {
      // What goes through its chain has to be known before.
      if case .filtered = item.content { continue }
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
    probeFiltered(items, &all)
    return all.compactMap(\.self)
  }

  /// What chains of filters make of what was found out about the items behind them, where these are
  /// among the items.
  private func probeFiltered(
    _ items: [MediaItem], _ all: inout [Result<MediaSource, MediaProblem>?]
  ) {
    var found: [UnfilteredItem: Result<MediaSource, MediaProblem>] = [:]
    for (item, result) in zip(items, all) {
      let key = UnfilteredItem(item)
      if found[key] == nil { found[key] = result }
    }
    let numbers = items.indices.filter { all[$0] == nil }
    let sources = numbers.map { found[UnfilteredItem(items[$0])] }
    let results = WorkerPool.map(numbers.count, threads: WorkerPool.processors) { index in
      let item = items[numbers[index]]
      guard case .filtered(let content) = item.content, let source = sources[index] else {
        return probe(item)
      }
      return source.flatMap { filtered(item, content, source: $0) }
    }
    for (number, result) in zip(numbers, results) { all[number] = result }
  }

  /// What decides what is found out about an item before a chain of filters.
  private struct UnfilteredItem: Hashable {
    var content: MediaContent
    var reading: Interpretation
    var onDamage: DamagePolicy

    init(_ item: MediaItem) {
      content = item.content.unfiltered
      reading = item.reading
      onDamage = item.onDamage
    }
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

extension MediaItem {
  /// What is behind its chain of filters.
  var unfiltered: MediaItem {
    var item = self
    item.content = content.unfiltered
    return item
  }
}
