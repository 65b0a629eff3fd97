/// How much a program is told at once: who pays for each word that it reads wants the gist, and more
/// when it asks.
package enum ReplyBudget {
  /// Bytes of text in a reply: about 2,000 tokens.
  package static let textBytes = 6000
  /// Bytes of a picture's file.
  package static let pictureBytes = 1_500_000
  /// Pixels of a picture: about 1,600 tokens.
  package static let picturePixels = 1_150_000

  /// The text as far as it fits, in whole lines, and how much is left out.
  ///
  /// - Parameter more: how one gets at the rest.
  package static func cut(
    _ text: String, to limit: Int = textBytes, more: String = ""
  ) -> String {
    if text.utf8.count <= limit { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let room = limit - 80 - more.utf8.count
    var kept: [Substring] = []
    var size = 0
    for line in lines {
      guard size + line.utf8.count + 1 <= room else { break }
      size += line.utf8.count + 1
      kept.append(line)
    }
    if kept.isEmpty, let first = lines.first { kept = [first.prefix(max(1, room / 4))] }
    let hint = more.isEmpty ? "" : "; \(more)"
    return kept.joined(separator: "\n") + "\n… \(lines.count - kept.count) more lines\(hint)\n"
  }
}
