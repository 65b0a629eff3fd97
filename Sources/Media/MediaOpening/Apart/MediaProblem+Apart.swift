package import Diagnostics
package import LibAV
package import TimelineModel

extension MediaProblem {
  /// Why a reading process gave nothing; `nil` for failures of what it read.
  package init?(
    apart error: LibAVError, of name: String, _ program: ReaderProgram, _ item: MediaItem
  ) {
    guard let failure = program.failure(error) else { return nil }
    self.init(
      .mediaLimit, "\(name) \(failure.message)", item, fixes: [Fix(message: failure.fix)])
  }

  /// What a reading process found, at the place of the item that asked.
  package init(_ diagnostic: Diagnostic, at item: MediaItem) {
    self.diagnostic = diagnostic
    self.diagnostic.range = item.valueRange
  }
}
