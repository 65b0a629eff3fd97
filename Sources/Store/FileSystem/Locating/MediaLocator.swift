import Diagnostics
import Glibc

/// Finds the files that a project names, and says why one cannot be used.
package struct MediaLocator: Sendable {
  /// Folder of the project file; relative paths start here.
  package var projectFolder: String
  /// Further folders, tried in order.
  package var mediaFolders: [String]
  /// Folders in which nothing is looked for, but from which files may be read when confined.
  package var allowedFolders: [String]
  /// Refuse everything outside of the project's folder, the media folders and the allowed folders,
  /// links resolved.
  package var isConfined: Bool
  /// libav protocols that may be used beside `file`.
  package var allowedProtocols: [String]
  /// Paths that are looked for elsewhere, from the current folder and nowhere else.
  package var map = PathMap()
  /// The files of the version that the project is, where they are not those that are there now.
  package var version: VersionFiles?
  /// What the project names already, as written: nothing else is likely to be meant by it.
  package var namedPaths: Set<String> = []
  /// The project's file, as it was named; `nil` where there is none.
  package var projectFile: String?

  /// A locator that is not confined and takes files only, unless said otherwise.
  package init(
    projectFolder: String, mediaFolders: [String] = [], allowedFolders: [String] = [],
    isConfined: Bool = false, allowedProtocols: [String] = []
  ) {
    self.projectFolder = projectFolder
    self.mediaFolders = mediaFolders
    self.allowedFolders = allowedFolders
    self.isConfined = isConfined
    self.allowedProtocols = allowedProtocols
  }

  /// Where a media item is.
  package enum Place: Hashable, Sendable {
    /// - Parameter within: what was opened has to lie there; `nil` for anywhere.
    case file(path: String, within: ReadingScope? = nil)
    /// A libav address whose protocol is allowed.
    case address(String)
  }

  /// Why a path leads to nothing that can be read.
  package enum Problem: Error, Hashable, Sendable {
    case notFound(tried: [String])
    case isFolder
    case notRegular
    case empty
    case unreadable(reason: String)
    case outside
    case protocolNotAllowed(name: String)
    /// Nothing has the content that a version had there: why, in words that follow the path, and what to
    /// do about it.
    case unavailable(reason: String, fix: String)
  }

  /// Where `path`, as written in a project, leads.
  package func locate(_ path: String) throws(Problem) -> Place {
    let name = Self.protocolName(of: path)
    if let name, allowedProtocols.contains(name), !isConfined { return .address(path) }
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .notFound(tried: []) }
    if let then = try versionPath(path) { return .file(path: then, within: scope) }
    var tried: [String] = []
    var isOutside = false
    let scope = scope
    for candidate in candidates(for: path) {
      tried.append(candidate)
      switch try find(candidate, in: scope) {
      case .usable: return .file(path: candidate, within: scope)
      case .outside: isOutside = true
      case .missing: break
      }
    }
    if isOutside { throw .outside }
    // A file may well be called `concat:x`; only where there is none it is libav's protocol.
    if let name { throw .protocolNotAllowed(name: name) }
    throw .notFound(tried: tried)
  }

  /// What may be read; `nil` for everything.
  package var scope: ReadingScope? {
    guard isConfined else { return nil }
    return ReadingScope([projectFolder] + mediaFolders + allowedFolders + (version?.folders ?? []))
  }

  enum Finding {
    case usable
    case missing
    case outside
  }

  /// Whether there is such a file; throws where there is one that cannot be read.
  func find(_ candidate: String, in scope: ReadingScope?) throws(Problem) -> Finding {
    switch scope?.follow(candidate) {
    case .outside: return .outside
    case .missing: return .missing
    case .failed(let number): throw .unreadable(reason: Self.reason(number))
    case .inside, nil: break
    }
    var status = stat()
    guard unsafe stat(candidate.fileName, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return .missing }
      throw .unreadable(reason: Self.reason(errno))
    }
    let kind = status.st_mode & S_IFMT
    if kind == S_IFDIR { throw .isFolder }
    guard kind == S_IFREG else { throw .notRegular }
    guard status.st_size > 0 else { throw .empty }
    guard unsafe access(candidate.fileName, R_OK) == 0 else {
      throw .unreadable(reason: Self.reason(errno))
    }
    return .usable
  }

  /// File names beside the one that was looked for, to suggest from.
  package func neighbours(of path: String) -> [String] {
    guard let candidate = candidates(for: path).first else { return [] }
    let folder = Self.folder(of: candidate)
    if let scope, scope.permits(folder) != true { return [] }
    guard let directory = unsafe opendir((folder.isEmpty ? "." : folder).fileName) else {
      return []
    }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while names.count < 1000, let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe FileName.text($0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  private func candidates(for path: String) -> [String] {
    if let mapped = map.path(path) { return [mapped] }
    if path.hasPrefix("/") { return [path] }
    return ([projectFolder] + mediaFolders).map { Self.join($0, path) }
  }

  // MARK: - Paths

  /// Protocols of libav that are written without slashes and lead to other files or devices.
  private static let bareProtocols: Set<String> = [
    "async", "cache", "concat", "concatf", "crypto", "data", "fd", "file", "gopher", "hls", "http",
    "https", "ftp", "md5", "pipe", "rtmp", "rtp", "sftp", "smb", "srt", "subfile", "tcp", "tee",
    "tls", "udp", "unix",
  ]

  /// The libav protocol that a text begins with, as in `http://…`, `concat:…` and `subfile,,…:…`;
  /// `nil` for plain paths.
  static func protocolName(of path: String) -> String? {
    guard let end = path.utf8.firstIndex(where: { !isProtocolCharacter($0) }),
      end != path.startIndex, path[end] == ":" || path[end] == ","
    else { return nil }
    // Nested as in `crypto+http:`: the first decides.
    let name = path[..<end].lowercased()
    let outer = name.split(separator: "+").first.map(String.init) ?? name
    if bareProtocols.contains(outer) { return outer }
    return path[end...].hasPrefix("://") ? name : nil
  }

  private static func isProtocolCharacter(_ byte: UInt8) -> Bool {
    (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte)
      || byte == 43 || byte == 45 || byte == 46
  }

  /// `path` below `folder`, joined as text; `path` has to be relative.
  package static func join(_ folder: String, _ path: String) -> String {
    if folder.isEmpty || folder == "." { return path }
    return folder.hasSuffix("/") ? folder + path : folder + "/" + path
  }

  /// Everything before the last slash; `/` below the root, empty where there is no slash.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The absolute path without links; `nil` where the file is not there or cannot be reached.
  package static func resolve(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path.fileName, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe FileName.text(resolved)
  }

  package static func reason(_ number: Int32) -> String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text).lowercased()
  }
}
