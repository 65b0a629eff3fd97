public import FileSystem
public import Raster
public import TimelineModel

/// What was found out about a file of colours. It is small enough to be kept as it was read.
public struct LookFile: Hashable, Sendable {
  /// As the project says it.
  public var writtenPath: String
  /// Where it was found.
  public var place: MediaLocator.Place
  /// Without pictures and sound.
  public var facts: MediaFacts
  /// What it makes of colours.
  public var look: ColorLook

  /// A file that was read.
  package init(
    _ writtenPath: String, at place: MediaLocator.Place, facts: MediaFacts, look: ColorLook
  ) {
    self.writtenPath = writtenPath
    self.place = place
    self.facts = facts
    self.look = look
  }

  /// The hash of the content stands for the look.
  public static func == (a: LookFile, b: LookFile) -> Bool {
    a.writtenPath == b.writtenPath && a.place == b.place && a.facts == b.facts
  }

  /// As ``==(_:_:)``.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(writtenPath)
    hasher.combine(place)
    hasher.combine(facts)
  }
}
