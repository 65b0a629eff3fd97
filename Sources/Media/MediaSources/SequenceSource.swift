package import FileSystem
package import TimelineModel

/// What was found out about numbered pictures.
package struct SequenceSource: Hashable, Sendable {
  /// As the project says it.
  package var sequence: ImageSequence
  package var files: FileSeries
  /// Of all pictures together.
  package var facts: MediaFacts
  /// Those of all pictures, each once.
  package var notes: [String]
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
