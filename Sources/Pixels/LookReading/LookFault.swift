/// What is wrong with a file of colours, in words that go on after its name.
package struct LookFault: Error, Hashable, Sendable {
  /// Counted from 1; `nil` where it is about the file as a whole.
  package var line: Int?
  /// For example `has no size`: lower case, no full stop.
  package var message: String
  /// What to do about it.
  package var fix: String

  /// A fault; the message goes on after the file's name.
  package init(line: Int? = nil, _ message: String, fix: String) {
    self.line = line
    self.message = message
    self.fix = fix
  }

  /// A file with more bytes than any that is read.
  package static func tooLarge(_ bytes: Int) -> LookFault {
    fileTooLarge(bytes, limit: LookFileReader.largestFile)
  }
}
