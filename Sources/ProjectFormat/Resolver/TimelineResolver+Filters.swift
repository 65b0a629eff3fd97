import Diagnostics
import MediaTime
import TimelineModel

extension TimelineResolver {
  /// The longest that a chain of filters may remember, in seconds of the source.
  private static let longestMemory = Rational(60)

  /// The chain of a clip or track; `nil` after a report.
  mutating func filter(_ written: FilterDocument) -> PictureFilter? {
    // Without one there are too many, which has been reported.
    guard let filtered = written.media, document.mediaItems.indices.contains(filtered.index) else {
      return nil
    }
    if let memory = written.memory,
      case .canvasFilter = document.mediaItems[filtered.index].content
    {
      report(ProjectMessages.filterMemoryOfCanvas(range: memory.range))
      return nil
    }
    switch written.memory {
    case nil: return PictureFilter(media: filtered)
    case let memory?:
      guard case .time(let time) = memory.value else {
        return PictureFilter(media: filtered, memory: .start)
      }
      guard let seconds = seconds(Located(value: time, range: memory.range)) else { return nil }
      guard seconds <= Self.longestMemory else {
        report(
          ProjectMessages.filterMemoryTooLong(
            longest: text(Self.longestMemory), range: memory.range))
        return nil
      }
      return PictureFilter(media: filtered, memory: .seconds(seconds))
    }
  }
}
