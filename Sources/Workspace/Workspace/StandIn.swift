import BaseValues
import ProjectFormat
import TimelineModel

/// What stands in a plan for a file that is not there: pictures as large as the output and sound,
/// both without end. No two files have the same one, and no file is like it.
enum StandIn {
  private static let mark = "absent:"
  private static let contentMark = "\nobject "

  /// Facts that let everything be planned but what asks for the file's end.
  ///
  /// - Parameter content: stands for what the file was, if that is known.
  static func facts(
    for item: MediaItem, of document: ProjectDocument, content: String?
  ) -> MediaFacts {
    MediaFacts(
      video: VideoFacts(
        codedSize: document.outputSize,
        frames: .regular(start: .zero, rate: document.outputRate, count: nil)),
      audio: AudioFacts(sampleRate: document.outputSampleRate, channels: 2, range: nil),
      contentHash: mark + (item.writtenPath ?? item.name)
        + (content.map { contentMark + $0 } ?? ""))
  }

  /// The path of the file that something stands for; `nil` where it is known by its own content.
  static func path(ofHash hash: String) -> String? {
    guard hash.hasPrefix(mark) else { return nil }
    let end = hash.ranges(of: contentMark).last?.lowerBound ?? hash.endIndex
    return String(hash[..<end].dropFirst(mark.count))
  }
}
