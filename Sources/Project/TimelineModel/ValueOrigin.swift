package import Diagnostics
package import BaseValues

/// Where a value of an item comes from that does not simply stand in it: an expression, a parameter,
/// a style or a default.
package struct ValueOrigin: Hashable, Sendable {
  /// The key that it is the value of; `box.color` for a part of an object.
  package var key: String
  /// Where the value is written, be it elsewhere than the item.
  package var range: SourceRange
  /// What an expression comes to; `nil` where what is written is the value.
  package var value: String?
  /// Why it is what it is: `voice.end is 00:00:07:20`, `from the style 'lower-third'`.
  package var reasons: [String]

  /// An origin of a value.
  package init(key: String, range: SourceRange, value: String? = nil, reasons: [String]) {
    self.key = key
    self.range = range
    self.value = value
    self.reasons = reasons
  }
}

/// A time that an expression with other times of the movie has come to.
package struct WorkedOutTime: Hashable, Sendable {
  /// Exact, in seconds.
  package var seconds: Rational
  /// The same for people, as timecode where it is one.
  package var text: String
  /// What the times in it are: `voice.end is 00:00:07:20`.
  package var reasons: [String]

  /// A time in seconds and in words.
  package init(seconds: Rational, text: String, reasons: [String]) {
    self.seconds = seconds
    self.text = text
    self.reasons = reasons
  }
}
