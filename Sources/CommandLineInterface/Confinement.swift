import FileSystem
import TitleRendering

/// Whether a command may read only below the folders it is given.
enum Confinement {
  /// What servers set; a command line cannot take it back.
  static let variable = "CUTLIST_CONFINE"

  static func holds(_ arguments: Arguments) -> Bool {
    arguments.has(.confine) || !["", "0", "false"].contains(Console.environment(variable) ?? "")
  }
}

extension MediaLocator {
  /// Where the files of a project are looked for, and may lie.
  init(_ arguments: Arguments, folder: String) {
    self.init(
      projectFolder: folder.isEmpty ? "." : folder, mediaFolders: arguments.all(.media),
      allowedFolders: arguments.all(.allowPath), isConfined: Confinement.holds(arguments),
      allowedProtocols: arguments.all(.allowProtocol))
  }
}

extension FontAccess {
  /// The fonts that a project may use: installed ones, and files where its media may lie.
  init(_ locator: MediaLocator) {
    var permits: (@Sendable (String) -> Bool?)?
    if let scope = locator.scope { permits = { scope.permits($0) } }
    self.init(
      projectFolder: locator.projectFolder, mediaFolders: locator.mediaFolders, permits: permits)
  }
}
