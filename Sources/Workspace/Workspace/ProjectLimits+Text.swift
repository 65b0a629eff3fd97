import Diagnostics
package import TimelineModel

extension ProjectLimits {
  /// The usual limits, but for what texts `NAME=N` say, the last of equal names; `k`, `M` and `G` are
  /// 1024 each.
  package init(_ texts: [String]) throws(CommandFailure) {
    self.init()
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let kind = Kind(rawValue: name) else {
        let hint =
          Suggestion.closest(to: name, among: Kind.allCases.map(\.rawValue)).map {
            "; did you mean '\($0)'?"
          }
          ?? "; 'cutlist help limits' names them"
        throw CommandFailure(.usage, "there is no limit '\(name)'\(hint)")
      }
      guard parts.count == 2, let number = ByteCount.parse(String(parts[1])), set(kind, to: number)
      else {
        throw CommandFailure(
          .usage,
          "--limit \(name)= takes a whole number from 1 to \(kind.greatest), not '"
            + "\(parts.count == 2 ? String(parts[1]) : "")'")
      }
    }
  }

  /// What has to be said for a plan to be read, a line for each limit that it goes beyond.
  package static func readingWarnings(_ demands: [Kind: Int]) -> [String] {
    Kind.allCases.compactMap { kind in
      guard let count = demands[kind], count > kind.default else { return nil }
      let way =
        count > kind.greatest
        ? "no --limit allows so many; write it in parts with --range"
        : "read it with --limit \(kind.rawValue)=\(count)"
      return "the plan has \(count) \(kind.planNoun), and \(kind.default) are read where nothing "
        + "is said; \(way)"
    }
  }
}

extension ProjectLimits.Kind {
  /// What of a plan is counted.
  fileprivate var planNoun: String {
    switch self {
    case .fileBytes: "bytes"
    case .layers: "layers at the same time"
    default: rawValue
    }
  }
}
