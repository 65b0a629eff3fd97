import FileSystem

/// Files that come with the program.
package enum InstalledFiles {
  /// The schema of projects as an address that editors open; `nil` where the program is not installed.
  package static var schema: String? {
    guard let path = share.map({ "\($0)/cutlist-1.schema.json" }), FileAccess.size(of: path) != nil
    else { return nil }
    return "file://" + path
  }

  /// The folder of example projects, installed or as the program was built; `nil` where it is gone.
  package static var projects: String? {
    let built = program.map { MediaLocator.folder(of: $0) + "/../../../Projects" }
    return [share.map { "\($0)/projects" }, built].compactMap(\.self)
      .first { FileAccess.isFolder($0) == true }
      .flatMap { MediaLocator.resolve($0) }
  }

  private static var program: String? { MediaLocator.resolve("/proc/self/exe") }

  private static var share: String? {
    program.flatMap { MediaLocator.resolve(MediaLocator.folder(of: $0) + "/../share/cutlist") }
  }
}
