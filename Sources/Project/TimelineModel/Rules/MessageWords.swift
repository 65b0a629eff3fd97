/// A text of the user's as messages quote it: at most 60 characters.
///
/// - Complexity: O(1), also for texts of megabytes.
package func shortened(_ text: String) -> String {
  guard text.utf8.count > 60 else { return text }
  let start = text.prefix(60)
  return start.endIndex == text.endIndex ? text : String(text.prefix(57)) + "…"
}
