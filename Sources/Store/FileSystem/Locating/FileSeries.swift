package import TimelineModel

/// The files of a sequence that are there.
package struct FileSeries: Hashable, Sendable {
  /// With the folder in which they were found.
  let path: NumberedPath
  /// As written in the project.
  package let writtenPath: NumberedPath
  /// Rising, at least one.
  package let numbers: [Int]
  package let first: Int
  /// Where all of them have to lie; `nil` for anywhere.
  var scope: ReadingScope?

  /// Pictures, with those that stand in for missing ones.
  package var count: Int { (numbers.last ?? first) - first + 1 }

  /// How many of them are missing.
  package var missingCount: Int { count - numbers.count }

  /// Place in `numbers` of the file that frame `frame` shows: its own, or the last one before it.
  ///
  /// - Complexity: O(log n), O(1) where none is missing.
  package func place(ofFrame frame: Int) -> Int {
    let number = first + min(max(frame, 0), count - 1)
    if missingCount == 0 { return number - first }
    var low = 0
    var high = numbers.count
    while low < high {
      let middle = low + (high - low) / 2
      if numbers[middle] <= number { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  /// The path of the file at a place in `numbers`.
  func file(at place: Int) -> String { path.path(numbers[place]) }

  /// The same as it would be written in the project.
  package func writtenFile(at place: Int) -> String { writtenPath.path(numbers[place]) }

  /// The file at a place in `numbers`, to be opened.
  package func location(at place: Int) -> MediaLocator.Place {
    .file(path: file(at: place), within: scope)
  }

  /// Paths of all files.
  package var files: [String] { numbers.map { path.path($0) } }
}

extension MediaLocator {
  /// The files of a sequence, from the number it begins with, or else from the lowest. They lie in
  /// the first folder that has any of them.
  package func locate(_ sequence: ImageSequence) throws(Problem) -> FileSeries {
    guard !sequence.path.text.utf8.contains(0) else { throw .notFound(tried: []) }
    var tried: [String] = []
    var isOutside = false
    let scope = scope
    let then = try versionPath(sequence.path.text).flatMap { NumberedPath($0) }
    for path in then.map({ [$0] }) ?? candidates(for: sequence.path) {
      tried.append(path.text)
      let folder = path.folder.isEmpty ? "." : path.folder
      // Before anything is said about it: what lies outside is nobody's business.
      if let scope {
        let way = scope.follow(folder)
        if way == .outside { isOutside = true }
        guard case .inside = way else { continue }
      }
      guard SystemFolder.status(folder)?.isFolder == true else { continue }
      let numbers = SystemFolder.names(folder).compactMap { path.number(ofName: $0) }
        .filter { $0 >= sequence.first ?? 0 }.sorted()
      guard let lowest = numbers.first else { continue }
      for number in numbers {
        if try find(path.path(number), in: scope) == .outside { throw .outside }
      }
      return FileSeries(
        path: path, writtenPath: sequence.path, numbers: numbers, first: sequence.first ?? lowest,
        scope: scope)
    }
    if isOutside { throw .outside }
    throw .notFound(tried: tried)
  }

  private func candidates(for path: NumberedPath) -> [NumberedPath] {
    if let mapped = map.path(path.text) { return [NumberedPath(mapped)].compactMap(\.self) }
    if path.text.hasPrefix("/") { return [path] }
    return ([projectFolder] + mediaFolders).map { folder in
      folder.isEmpty || folder == "." ? path : path.below(folder)
    }
  }
}
