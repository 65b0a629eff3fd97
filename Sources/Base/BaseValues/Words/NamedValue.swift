/// A word that a key or an option takes as its value, and what it means.
///
/// Schema, help and manual show both. The meaning stands where the kind of value is defined, and nowhere else.
public struct NamedValue: Hashable, Sendable {
  /// As projects write it.
  public let name: String
  /// What it means, in Markdown: lower case, no full stop. Empty where the word says all.
  public let summary: String

  /// A word and its meaning.
  public init(_ name: String, _ summary: String = "") {
    self.name = name
    self.summary = summary
  }
}

/// An enumeration whose cases projects write as words, and which says what each of them means.
public protocol NamedChoice: CaseIterable, RawRepresentable, Sendable where RawValue == String {
  /// What the word means, in Markdown: lower case, no full stop.
  var summary: String { get }
}

extension NamedChoice {
  /// All words with their meanings, in the order of the cases.
  public static var namedValues: [NamedValue] {
    allCases.map { NamedValue($0.rawValue, $0.summary) }
  }
}
