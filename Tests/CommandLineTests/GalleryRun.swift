/// What one run of the program, in this process, printed and said.
///
/// It reads media and runs filters here, too, which saves some processes for each project. That these give
/// the same is what `ReaderTests` are for, and `GalleryTests`, which have all projects read apart once.
struct GalleryRun {
  let status: Int32
  /// Standard output.
  let printed: String
  /// Standard error.
  let said: String

  init(_ words: [String]) {
    let outcome = inProcess(words, executable: nil)
    (status, printed, said) = (outcome.status, outcome.output, outcome.messages)
  }
}
