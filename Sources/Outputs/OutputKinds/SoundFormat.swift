/// All that naming and writing files of sound alone must know of a kind of them.
package struct SoundFormat: OutputFileKind {
  /// A kind of file of sound, for people.
  package static let noun = "a file of sound"

  /// One word in lower case.
  package var name: String
  /// What people call it.
  package var title: String
  /// Extensions of names, without a dot, the usual one first; they are this kind's alone.
  package var fileExtensions: [String]
  /// What it calls a tag; `nil` where it has no place for it.
  package var names: @Sendable (MovieTag) -> String?
  /// Whether it has chapters.
  package var holdsChapters = false
  /// Whether a file has our mark.
  package var isOurs: @Sendable (FileBytes) -> Bool

  /// Samples a second that files of sound alone can have beside those of movies.
  package static let ratesAlone = [176_400, 192_000]
}
