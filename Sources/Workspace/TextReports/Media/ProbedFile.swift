package import MediaOpening
package import MediaProbing

/// A file and what probing it gave.
package struct ProbedFile {
  /// As given on the command line.
  package var path: String
  package var result: Result<MediaReport, MediaProblem>

  package init(path: String, result: Result<MediaReport, MediaProblem>) {
    (self.path, self.result) = (path, result)
  }
}
