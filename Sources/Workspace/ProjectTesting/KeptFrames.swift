package import Workspace
package import OutputFiles
import FileSystem
package import GoldenTesting
import MovieWriting
import OutputKinds
import Rendering

/// The pictures of frames that fail, and those that were expected, as PNG files in a folder.
package struct KeptFrames {
  private let folder: String

  /// - Parameter folder: where they are written.
  /// - Throws: `CommandFailure` where nothing can be written there.
  package init(_ folder: String) throws(CommandFailure) {
    if folder == "-" {
      throw CommandFailure(.usage, "--keep takes a folder, not standard output")
    }
    if let obstacle = WritingLocation.obstacle(toFolder: folder) {
      throw CommandFailure(.failed, "nothing can be written in '\(folder)': \(obstacle)")
    }
    self.folder = folder
  }

  package func write(
    of result: ProjectResult, protected: ProtectedFiles
  ) throws(CommandFailure) {
    guard let subject = result.subject, let pictures = result.pictures, !pictures.passes else {
      return
    }
    let stem = result.path.hasSuffix(".json") ? result.path.dropLast(5) : result.path[...]
    let names = stem.split(separator: "/").filter { $0 != "." && $0 != ".." }
    let target = MediaLocator.join(folder, names.joined(separator: "/"))
    do throws(FileError) {
      try FileAccess.makeFolder(target)
    } catch {
      throw CommandFailure(.failed, error.message)
    }
    let frames = subject.pictures()
    for difference in pictures.differences where !difference.passes {
      let name = "\(target)/frame-\(difference.frame)"
      if difference.actual != nil {
        try write(to: name + ".actual.png", protected) { () throws(RenderError) in
          try StillWriter.png(try frames.actual(difference.frame))
        }
      }
      if let kept = difference.expectedPicture {
        try write(to: name + ".expected.png", protected) { () throws(RenderError) in
          try RenderError.onDisk { () throws(FileError) in try FileAccess.readOwn(kept) }
        }
      }
    }
  }

  /// Names are our own, so that a picture under one of them is one that we wrote; anything else is
  /// not replaced.
  private func write(
    to path: String, _ protected: ProtectedFiles, _ bytes: () throws(RenderError) -> [UInt8]?
  ) throws(CommandFailure) {
    try protected.check(path)
    guard FileAccess.isFolder(path) == nil || PictureFormat.isPNG(path) else {
      throw CommandFailure(
        .usage, "'\(path)' is there and is no picture; choose another folder for --keep",
        helpTells: false)
    }
    do throws(RenderError) {
      if let bytes = try bytes() { try StillWriter.write(bytes, to: path) }
    } catch {
      throw CommandFailure(error)
    }
  }
}
