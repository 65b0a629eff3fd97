import Diagnostics
import BaseValues
import TimelineModel

extension TimelineResolver {
  /// The longest that a chain of filters may remember, in seconds of the source.
  private static let longestMemory = SoundFilter.longestMemory

  /// What becomes of the sum of all sound.
  mutating func mastering(_ written: OutputDocument) -> Mastering {
    var mastering = written.mastering
    mastering.filter = written.audioFilter.flatMap { soundFilter($0) }
    return mastering
  }

  /// The chain for sound of a clip or track; `nil` after a report.
  mutating func soundFilter(_ written: FilterDocument) -> SoundFilter? {
    guard let media = written.media else { return nil }
    guard let memory = written.memory else {
      return SoundFilter(media: media, range: written.range)
    }
    guard case .time(let time) = memory.value else {
      return SoundFilter(media: media, memory: .start, range: written.range)
    }
    guard let seconds = seconds(Located(value: time, range: memory.range)) else { return nil }
    guard seconds <= Self.longestMemory else {
      report(
        ProjectMessages.filterMemoryTooLong(
          longest: text(Self.longestMemory), all: "all sound from the beginning on",
          range: memory.range))
      return nil
    }
    return SoundFilter(media: media, memory: .seconds(seconds), range: written.range)
  }

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
            longest: text(Self.longestMemory), all: "all pictures from the clip's first one on",
            range: memory.range))
        return nil
      }
      return PictureFilter(media: filtered, memory: .seconds(seconds))
    }
  }
}
