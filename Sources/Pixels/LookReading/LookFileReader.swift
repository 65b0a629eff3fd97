package import Raster

/// Reads files of colours: LUTs (`.cube`, `.3dl`) and corrections by ASC CDL (`.cdl`, `.cc`, `.ccc`).
///
/// What a file says is bounded by the length that a caller has read: time and memory grow with that.
package enum LookFileReader {
  /// Most bytes of a file: more than a grid of 129 points along each axis takes with fifteen digits a
  /// number.
  package static let largestFile = 128 << 20

  /// Endings of the files that are read, in the order in which messages name them.
  package static let endings = [".cube", ".3dl", ".cdl", ".cc", ".ccc"]

  /// Whether a file's name ends like that of one that is read.
  package static func reads(_ name: String) -> Bool { endings.contains(ending(of: name)) }

  /// What a file makes of colours.
  ///
  /// - Parameters:
  ///   - name: the file's, whose ending says what it is.
  ///   - id: which correction of a collection; `nil` for its only one.
  /// - Throws: what is wrong with the file.
  package static func read(
    _ bytes: [UInt8], name: String, id: String?
  ) throws(LookFault) -> ColorLook {
    let ending = ending(of: name)
    let isCollection = [".cdl", ".cc", ".ccc"].contains(ending)
    if let id, !isCollection, endings.contains(ending) { throw .idOfTable(id) }
    if bytes.count > largestFile { throw .fileTooLarge(bytes.count, limit: largestFile) }
    if endings.contains(ending),
      bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    {
      throw .otherEncoding
    }
    switch ending {
    case ".cube": return try CubeReader.read(bytes)
    case ".3dl": return try LustreReader.read(bytes)
    case _ where isCollection: return ColorLook([.decisions(try CDLReader.read(bytes, id: id))])
    default: throw .unknownEnding(ending)
    }
  }

  /// `.cube`, in lower case; empty where there is none.
  private static func ending(of name: String) -> String {
    let file = name.split(separator: "/").last ?? ""
    guard let dot = file.lastIndex(of: ".") else { return "" }
    return file[dot...].lowercased()
  }
}
