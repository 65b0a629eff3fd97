/// Where the golden files of a project are: in the folder `golden` beside it.
///
/// ```
/// promo/promo.json        golden/plan.txt   golden/frames.txt   golden/frame-75.png
/// promo/short.json        golden/short.plan.txt   golden/short.frames.txt   …
/// ```
/// The project that has the name of its folder needs no prefix.
package struct GoldenNames: Hashable, Sendable {
  /// With a slash at the end.
  package let folder: String
  private let prefix: String

  /// The files of a project.
  ///
  /// - Parameters:
  ///   - project: the project's path.
  ///   - folderName: the name of the folder it lies in, which its path need not show.
  ///   - row: of a table whose values the project takes; its files are kept apart.
  package init(project: String, folderName: String, row: String? = nil) {
    let slash = project.lastIndex(of: "/")
    let start = slash.map { project.index(after: $0) } ?? project.startIndex
    folder = project[..<start] + "golden/"
    let file = project[start...]
    let stem = file.hasSuffix(".json") ? file.dropLast(5) : file
    prefix = (stem == folderName ? "" : stem + ".") + (row.map { "row-\($0)." } ?? "")
  }

  /// The path of the project that a golden file belongs to, both counted from the same folder.
  ///
  /// - Parameter path: of a golden file of any kind, in a folder `golden`.
  /// - Returns: `nil` for other paths, and where the project's name is that of the folder above
  ///   all that the path shows.
  package static func project(ofGolden path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 2, parts[parts.count - 2] == "golden", let file = parts.last else {
      return nil
    }
    var stem = file[...]
    if file.hasSuffix(".png") {
      stem = stem.dropLast(4)
      while stem.last?.isWholeNumber == true { stem.removeLast() }
    }
    guard let end = ["plan.txt", "frames.txt", "frame-"].first(where: stem.hasSuffix) else {
      return nil
    }
    stem = stem.dropLast(end.count)
    let folder = parts.dropLast(2)
    if stem.hasSuffix(".") { stem.removeLast() }
    let name = stem.isEmpty ? folder.last ?? "" : String(stem)
    return name.isEmpty ? nil : (folder + [name + ".json"]).joined(separator: "/")
  }

  /// The path of the plan's text, without hashes of sources.
  package var plan: String { folder + prefix + "plan.txt" }

  /// The path of the record of frames and sound; see `GoldenText`.
  package var frames: String { folder + prefix + "frames.txt" }

  /// The path of an output frame's picture.
  package func picture(_ frame: Int) -> String { "\(folder)\(prefix)frame-\(frame).png" }

  /// The frame whose picture a file of the folder is; `nil` for other files.
  package func frame(ofPicture name: String) -> Int? {
    let start = prefix + "frame-"
    guard name.hasPrefix(start), name.hasSuffix(".png") else { return nil }
    let digits = name.dropFirst(start.count).dropLast(4)
    guard let frame = Int(digits), frame >= 0, String(frame) == digits else { return nil }
    return frame
  }
}
