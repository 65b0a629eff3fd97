/// What the path of a media item says of its file.
package enum MediaFileKind {
  /// Whether its ending is one of files of captions.
  package static func isCaptions(_ path: String) -> Bool { MediaReader.isCaptions(path) }
}
