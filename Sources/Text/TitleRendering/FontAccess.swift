internal import Diagnostics
internal import Glibc

/// Where fonts may come from.
package struct FontAccess: Sendable {
  /// The project's folder: relative paths of font files are looked up here first.
  package var projectFolder: String
  /// Further folders for relative paths, in order, as given by `--media`.
  package var mediaFolders: [String]
  /// Whether the font file at a path may be read, links resolved; `nil` where there is none. Without
  /// it all may.
  package var permits: (@Sendable (String) -> Bool?)?
  /// Where a path leads that is looked for elsewhere; `nil` for all others.
  package var map: (@Sendable (String) -> String?)?
  /// Why there is no file for a path, in words that follow it; `nil` where there may be one.
  package var refusal: (@Sendable (String) -> String?)?
  /// Folders whose fonts are found by family name, beside the installed ones.
  package var fontFolders: [String]
  /// Whether the machine's fonts are found by family name and used as fallbacks.
  package var usesInstalledFonts: Bool

  /// The installed fonts, and files relative to `projectFolder`.
  package init(
    projectFolder: String, mediaFolders: [String] = [],
    permits: (@Sendable (String) -> Bool?)? = nil, fontFolders: [String] = [],
    usesInstalledFonts: Bool = true
  ) {
    self.projectFolder = projectFolder
    self.mediaFolders = mediaFolders
    self.permits = permits
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
    if let reason = refusal?(path) { throw .fontFile(path: path, reason: reason) }
    let folders = [projectFolder] + mediaFolders
    let mapped = map?(path)
    let candidates =
      mapped.map { [$0] }
      ?? (path.hasPrefix("/") ? [path] : folders.map { Self.join($0, path) })
    var isRefused = false
    for candidate in candidates {
      let isPermitted = permits.map { $0(candidate) } ?? true
      if isPermitted == false { isRefused = true }
      if isPermitted == true, let found = Self.realPath(candidate) { return found }
    }
    guard isRefused else {
      throw .fontFile(path: path, reason: "does not exist", tried: candidates)
    }
    throw .fontFile(
      path: path,
      reason: (mapped.map { "(mapped to '\($0)') " } ?? "")
        + "leads outside of the project's folder, which --confine refuses")
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
