package import FileSystem
package import Raster
package import TimelineModel

/// What was found out about a file of colours. It is small enough to be kept as it was read.
package struct LookFile: Hashable, Sendable {
  /// As the project says it.
  package var writtenPath: String
  /// Where it was found.
  package var place: MediaLocator.Place
  /// Without pictures and sound.
  package var facts: MediaFacts
  /// What it makes of colours.
  package var look: ColorLook

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
  package static func == (a: LookFile, b: LookFile) -> Bool {
    a.writtenPath == b.writtenPath && a.place == b.place && a.facts == b.facts
  }

  /// As ``==(_:_:)``.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(writtenPath)
    hasher.combine(place)
    hasher.combine(facts)
  }
}
