import Diagnostics
import Glibc

/// The folders below which everything lies that may be read.
package struct ReadingScope: Hashable, Sendable {
  /// A folder as absolute as it was named, and free of links.
  private struct Root: Hashable {
    var named: String
    var parts: [Substring]
  }

  private let roots: [Root]
  private let current: [Substring]

  /// - Parameter folders: those that are not there count for nothing.
  package init(_ folders: [String]) {
    let current = MediaLocator.resolve(".") ?? "/"
    self.current = current.split(separator: "/")
    roots = folders.compactMap { folder in
      let folder = folder.isEmpty ? "." : folder
      guard let resolved = MediaLocator.resolve(folder) else { return nil }
      let named = folder.hasPrefix("/") ? folder : MediaLocator.join(current, folder)
      return Root(named: named, parts: resolved.split(separator: "/"))
    }
  }

  /// Where a path leads.
  package enum Way: Hashable, Sendable {
    /// Something that may be read, by its path without links.
    case inside(String)
    /// Nothing, in a folder that may be read.
    case missing
    /// What is there is not even looked at, so the answer is the same whether there is anything.
    case outside
    /// The system's error number.
    case failed(Int32)
  }

  /// Follows a path step by step, and never takes a step that leaves the folders.
  package func follow(_ path: String) -> Way {
    var (place, rest) = start(path)
    var links = 0
    while let step = rest.popLast() {
      if step == "." { continue }
      if step == ".." {
        if !place.isEmpty { place.removeLast() }
        guard isOnTheWay(place) else { return .outside }
        continue
      }
      let next = place + [step]
      guard isOnTheWay(next) else { return .outside }
      let name = "/" + next.joined(separator: "/")
      var status = stat()
      guard unsafe lstat(name.fileName, &status) == 0 else {
        return errno == ENOENT || errno == ENOTDIR ? .missing : .failed(errno)
      }
      guard status.st_mode & S_IFMT == S_IFLNK else {
        place = next
        continue
      }
      links += 1
      guard links <= 40 else { return .failed(ELOOP) }
      guard let target = Self.target(of: name) else { return .failed(errno) }
      if target.hasPrefix("/") {
        let (from, steps) = start(target)
        place = from
        rest += steps
      } else {
        rest += target.split(separator: "/").reversed()
      }
    }
    return isInside(place) ? .inside("/" + place.joined(separator: "/")) : .outside
  }

  /// Whether a path that is free of links leads into the folders.
  package func contains(_ resolved: String) -> Bool { isInside(resolved.split(separator: "/")) }

  /// Whether a path, links resolved, leads to something that may be read; `nil` where nothing is.
  package func permits(_ path: String) -> Bool? {
    switch follow(path) {
    case .inside: true
    case .missing: nil
    case .outside, .failed: false
    }
  }

  // MARK: - Steps

  /// Where to begin, and the steps from there, the first one last. A folder that was named through
  /// links is entered at once.
  private func start(_ path: String) -> (place: [Substring], rest: [Substring]) {
    guard path.hasPrefix("/") else { return (current, path.split(separator: "/").reversed()) }
    for root in roots where path == root.named || path.hasPrefix(root.named + "/") {
      return (root.parts, path.dropFirst(root.named.count).split(separator: "/").reversed())
    }
    return ([], path.split(separator: "/").reversed())
  }

  private func isInside(_ place: [Substring]) -> Bool {
    roots.contains { place.starts(with: $0.parts) }
  }

  /// Whether a place is in a folder or one of those that it lies in.
  private func isOnTheWay(_ place: [Substring]) -> Bool {
    roots.contains { place.starts(with: $0.parts) || $0.parts.starts(with: place) }
  }

  private static func target(of link: String) -> String? {
    let size = Int(PATH_MAX)
    var buffer = [UInt8](repeating: 0, count: size)
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return -1 }
      return unsafe readlink(link.fileName, start.assumingMemoryBound(to: CChar.self), size)
    }
    guard count > 0, count < size else { return nil }
    return FileName.text(Array(buffer[..<count]))
  }
}
