import Diagnostics
import MediaTime
import TimelineModel

extension TimelineResolver {
  /// The longest that a chain of filters may remember, in seconds of the source.
  private static let longestMemory = Rational(60)

  /// The chain of a clip; `nil` after a report.
  mutating func filter(
    _ written: FilterDocument, of clip: ClipDocument, _ media: MediaID
  ) -> PictureFilter? {
    guard document.mediaItems.indices.contains(media.index) else { return nil }
    let item = document.mediaItems[media.index]
    guard item.content.canBeFiltered else {
      report(
        ProjectMessages.filterOfDrawn(
          clip.media.value, range: written.range, other: item.nameRange))
      return nil
    }
    // Without one there are too many, which has been reported.
    guard let filtered = written.media else { return nil }
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
