package import Diagnostics
import FileSystem
import ProjectFormat
import ProjectLock
import TimelineModel

/// The lock file beside a project.
package enum LockFile {
  /// What there is under its name.
  package enum Content: Sendable {
    case missing
    /// Something that is not read, and why: lower case, no full stop.
    case refused(String)
    case text(SourceFile)
  }

  /// Reads it. It comes with a project, perhaps a stranger's: no link is followed, and nothing but an
  /// ordinary file is opened.
  package static func read(_ path: String) -> Content {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let folder = try? OpenFolder(MediaLocator.folder(of: path)) else { return .missing }
    guard let status = folder.status(name) else { return .missing }
    guard status.isRegular else { return .refused("it is not an ordinary file") }
    guard status.size <= LockReader.byteLimit else {
      return .refused("it has \(status.size) bytes; no more than \(LockReader.byteLimit) are read")
    }
    guard let bytes = folder.file(name)?.bytes(limit: LockReader.byteLimit) else {
      return .refused("it may not be read")
    }
    return .text(SourceFile(path: path, bytes: bytes))
  }
}

extension LoadedProject {
  /// Where its lock file lies, or would.
  package var lockPath: String { LockedProject.path(ofProject: path) }

  /// What is not as it was locked.
  ///
  /// - Parameters:
  ///   - timeline: `nil` where there is none.
  ///   - isComplete: whether all media items could be read.
  func lockFindings(_ timeline: Timeline?, isComplete: Bool) -> [Diagnostic] {
    let lock: SourceFile
    switch path == "-" ? .missing : LockFile.read(lockPath) {
    case .missing: return [LockMessages.lockMissing(lockPath, reason: nil, project: path)]
    case .refused(let reason):
      return [LockMessages.lockMissing(lockPath, reason: reason, project: path)]
    case .text(let file): lock = file
    }
    let (was, findings) = LockReader.read(lock)
    guard let was else {
      return LockMessages.lockDamaged(findings, lock: lock, project: path)
    }
    let now = locked(timeline, beside: was)
    let names = document.map {
      Set($0.mediaItems.filter(\.isRead).map(\.name) + lockedProjects.map(\.name))
    }
    return LockComparison(was, now).findings(
      known: isComplete ? names : nil, hasTexts: timeline.map { $0.texts.isEmpty == false },
      lock: lock, project: path)
  }
}
