import Foundation

/// Files that are not part of the package: real ones in the folder `shared` beside it, or where
/// `CUTLIST_SHARED` says; made ones, frame by frame known, in the folder that `CUTLIST_MEDIA` names.
enum RealMedia {
  static let real: String? = {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let beside = package.deletingLastPathComponent().appendingPathComponent("shared").path
    let shared = ProcessInfo.processInfo.environment["CUTLIST_SHARED"] ?? beside
    return existing(shared + "/media/real/")
  }()

  static let generated: String? =
    ProcessInfo.processInfo.environment["CUTLIST_MEDIA"].flatMap { existing($0 + "/") }

  /// Whether everything is read, not a few frames of each file: minutes instead of seconds.
  static let isExhaustive = ProcessInfo.processInfo.environment["CUTLIST_EXHAUSTIVE"] != nil

  static let absence = "the shared media folder is not beside the package"
  static let noGenerated = "CUTLIST_MEDIA names no folder of generated media"

  private static func existing(_ folder: String) -> String? {
    FileManager.default.fileExists(atPath: folder) ? folder : nil
  }
}
