import TextReports

extension DamageReport {
  /// Says a line for each kind of damage in each source.
  func warn(_ console: Console) {
    for text in warnings { console.say("cutlist: warning: \(text)") }
  }

  /// Prints a JSON object a line, as progress is.
  func printLines(_ console: Console) {
    for item in items { console.raw(item + "\n") }
  }
}
