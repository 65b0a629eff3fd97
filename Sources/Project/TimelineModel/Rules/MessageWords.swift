/// A text of the user's as messages quote it: at most 60 characters. Words that nobody knows have 40.
///
/// - Complexity: O(1), also for texts of megabytes.
package func shortened(_ text: String, to limit: Int = 60) -> String {
  guard text.utf8.count > limit else { return text }
  let start = text.prefix(limit)
  return start.endIndex == text.endIndex ? text : String(text.prefix(limit - 3)) + "…"
}
