package import FileSystem
public import TimelineModel

/// What was found out about numbered pictures.
public struct SequenceSource: Hashable, Sendable {
  /// As the project says it.
  public var sequence: ImageSequence
  package var files: FileSeries
  /// Of all pictures together.
  public var facts: MediaFacts
  /// Those of all pictures, each once.
  public var notes: [String]
  /// The first picture, which the others are like.
  package var first: MediaFile

  package init(
    _ sequence: ImageSequence, _ files: FileSeries, facts: MediaFacts, notes: [String],
    first: MediaFile
  ) {
    self.sequence = sequence
    self.files = files
    self.facts = facts
    self.notes = notes
    self.first = first
  }
}
