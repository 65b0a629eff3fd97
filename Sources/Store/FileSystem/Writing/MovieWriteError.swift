import Glibc

/// Why a movie could not be encoded or written, and what was being done.
package struct MovieWriteError: Error, Hashable, Sendable {
  /// What stood in the way.
  package enum Reason: Hashable, Sendable {
    /// The operating system refused; an `errno`.
    case system(Int32)
    /// libav refused, with its words and, where it gave any, those of the encoder.
    case library(String)
    /// What was handed in does not fit, in words: lower case, no full stop.
    case refused(String)
  }

  /// What was being done: `encode pictures`, `write movie`, …
  package var activity: String
  /// The movie's name as the user gave it; `nil` while encoding.
  package var path: String?
  /// What stood in the way.
  package var reason: Reason

  /// An error of its parts.
  package init(_ activity: String, path: String? = nil, _ reason: Reason) {
    self.activity = activity
    self.path = path
    self.reason = reason
  }
}

extension MovieWriteError {
  /// The operating system's number where that refused.
  package var systemErrorNumber: Int32? {
    if case .system(let number) = reason { number } else { nil }
  }

  /// Whether the disk is full, or a quota or a limit on file sizes is used up.
  package var isOutOfSpace: Bool {
    switch systemErrorNumber {
    case ENOSPC, EDQUOT, EFBIG: true
    default: false
    }
  }
}

extension MovieWriteError: CustomStringConvertible {
  /// One line, as in `cannot write movie 'a.mp4': no space left on device`.
  package var description: String {
    let place = path.map { " '\($0)'" } ?? ""
    return "cannot \(activity)\(place): \(reasonText)"
  }

  private var reasonText: String {
    switch reason {
    case .system(let number): MediaLocator.reason(abs(number))
    case .library(let text), .refused(let text): text
    }
  }
}
