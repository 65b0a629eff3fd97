internal import Diagnostics
internal import Glibc

/// Where fonts may come from.
public struct FontAccess: Hashable, Sendable {
  /// The project's folder: relative paths of font files are looked up here first.
  public var projectFolder: String
  /// Further folders for relative paths, in order, as given by `--media`.
  public var mediaFolders: [String]
  /// Whether font files outside all these folders are refused, symbolic links resolved.
  public var isConfined: Bool
  /// Folders whose fonts are found by family name, beside the installed ones.
  public var fontFolders: [String]
  /// Whether the machine's fonts are found by family name and used as fallbacks.
  public var usesInstalledFonts: Bool

  /// The installed fonts, and files relative to `projectFolder`.
  public init(
    projectFolder: String, mediaFolders: [String] = [], isConfined: Bool = false,
    fontFolders: [String] = [], usesInstalledFonts: Bool = true
  ) {
    self.projectFolder = projectFolder
    self.mediaFolders = mediaFolders
    self.isConfined = isConfined
    self.fontFolders = fontFolders
    self.usesInstalledFonts = usesInstalledFonts
  }

  /// The real path of the font file that the project calls `path`.
  ///
  /// - Throws: `TitleError.fontFile` where there is none or it is refused.
  func locate(_ path: String) throws(TitleError) -> String {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .fontFile(path: path, reason: "is not a path")
    }
    let folders = [projectFolder] + mediaFolders
    let candidates = path.hasPrefix("/") ? [path] : folders.map { Self.join($0, path) }
    guard let found = candidates.lazy.compactMap(Self.realPath).first else {
      throw .fontFile(path: path, reason: "does not exist")
    }
    guard isConfined else { return found }
    let allowed = folders.compactMap { Self.realPath($0.isEmpty ? "." : $0) }
    guard allowed.contains(where: { $0 == "/" || found.hasPrefix($0 + "/") }) else {
      throw .fontFile(path: path, reason: "is outside the project's folder and the media folders")
    }
    return found
  }

  private static func join(_ folder: String, _ path: String) -> String {
    if folder.isEmpty { return path }
    return folder.hasSuffix("/") ? folder + path : folder + "/" + path
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path.fileName, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe FileName.text(resolved)
  }
}
