import Diagnostics
import BaseValues
import TimelineModel

extension ParameterSubstitution {
  // MARK: - Expressions in texts

  mutating func expression(
    _ text: Substring, at value: JSONValue
  ) throws(ExpressionError) -> ExpressionValue {
    var names: [String] = []
    defer {
      places[value.range, default: []] += names
      used.formUnion(names)
    }
    let known = values
    let parameters = parameters
    let result = try Expression.value(of: text, rate: rate) { (name) throws(ExpressionError) in
      names.append(name)
      guard parameters.contains(where: { $0.name == name }) else { return nil }
      guard let value = known[name] else { throw ExpressionError(.noValue) }
      return value
    }
    return result
  }

  mutating func named(_ name: String) throws(ExpressionError) -> ExpressionValue {
    guard parameters.contains(where: { $0.name == name }) else {
      throw ExpressionError(.unknownName(name))
    }
    used.insert(name)
    guard let value = values[name] else { throw ExpressionError(.noValue) }
    return value
  }

  /// A text with what stands in braces put in; `{{` and `}}` are braces.
  mutating func filled(
    _ text: String, at value: JSONValue
  ) throws(ExpressionError) -> String {
    var result = ""
    var rest = text[...]
    while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      result += rest[..<brace]
      let isDouble = rest[rest.index(after: brace)...].first == rest[brace]
      if mayCount, let counter = counter(rest[brace...]) {
        result += counter
        rest = rest[brace...].dropFirst(counter.count)
        continue
      }
      if isDouble {
        result.append(rest[brace])
        rest = rest[brace...].dropFirst(2)
        continue
      }
      guard rest[brace] == "{", let end = rest[brace...].firstIndex(of: "}") else {
        throw ExpressionError(
          .syntax("a '\(rest[brace])' stands alone; write '\(rest[brace])\(rest[brace])' for one"))
      }
      let inner = rest[rest.index(after: brace)..<end]
      let found = try expression(inner, at: value).description(rate: rate)
      result += mayCount ? TextCounterReader.literal(found) : found
      rest = rest[rest.index(after: end)...]
      if result.utf8.count > room { break }
    }
    result += rest
    room -= result.utf8.count
    guard room >= 0 else { throw ExpressionError(.tooLong) }
    return result
  }

  /// `{frame}` or `{{frame}}` where a text begins with it and no parameter has the name: what is read from it is
  /// for whoever reads the title.
  private func counter(_ text: Substring) -> Substring? {
    let count = text.prefix { $0 == "{" }.count
    let word = text.dropFirst(count).prefix { $0.isASCII && $0.isLetter }
    let end = word.endIndex..<text.endIndex
    guard count <= 2, TextCounterReader.kind(word) != nil,
      text[end].hasPrefix(String(repeating: "}", count: count)),
      count == 2 || !parameters.contains(where: { $0.name == word })
    else { return nil }
    return text[..<text.index(word.endIndex, offsetBy: count)]
  }

  // MARK: - Findings

  /// - Parameter text: all of what is written, where that is one expression.
  mutating func report(
    _ error: ExpressionError, at value: JSONValue, of text: String? = nil
  ) -> JSONValue {
    let range = value.range
    switch error.reason {
    case .syntax, .types, .noTimes, .zeroDivision, .overflow:
      findings.append(
        ParameterMessages.expressionValue(error, range: range, of: text, rate: rate))
    case .unknownName(let name):
      let names = parameters.map(\.name)
      var finding = ParameterMessages.unknownParameter(
        shortened(name), names: names,
        suggestion: findings.count < 500 ? Suggestion.closest(to: name, among: names) : nil,
        in: value.textInside, range: range)
      // As a value it stands in quotes.
      if let used = value["use"], let suggestion = Suggestion.closest(to: name, among: names) {
        finding.fixes = MessageParts.replacement(suggestion, used.range)
      }
      findings.append(finding)
    case .noValue:
      let names = places[range] ?? []
      for parameter in parameters
      where values[parameter.name] == nil && (names.isEmpty || names.contains(parameter.name)) {
        used.insert(parameter.name)
        let hasFinding =
          refused.contains(parameter.name) || findings.contains { $0.range == parameter.range }
        if !hasFinding {
          findings.append(
            ParameterMessages.parameterWithoutValue(parameter.name, range: parameter.range))
        }
      }
    case .tooLong where room < 0:
      findings.append(ParameterMessages.parametersTooLong(limit: limit, range: range))
    case .tooLong:
      findings.append(ParameterMessages.expressionValue(error, range: range))
    }
    return JSONValue(range: range, kind: .invalid)
  }
}

extension JSONValue {
  /// The text that it is.
  fileprivate var textInside: String? {
    if case .string(let text) = kind { text } else { nil }
  }
}
