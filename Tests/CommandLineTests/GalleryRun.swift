/// What one run of the program, in this process, printed and said.
struct GalleryRun {
  let status: Int32
  /// Standard output.
  let printed: String
  /// Standard error.
  let said: String

  init(_ words: [String]) {
    let outcome = inProcess(words)
    (status, printed, said) = (outcome.status, outcome.output, outcome.messages)
  }
}
