import Diagnostics
import BaseValues
import TimelineModel

/// Puts the values of parameters where a project uses them, and leaves out what is not there.
///
/// What comes out is a project without parameters, each value at the place where it is used, so that
/// whoever reads it need not know of any. Only places where the format takes a number, or true or
/// false, have expressions; in all other strings what stands in braces is put in as text.
struct ParameterSubstitution {
  let parameters: [ProjectParameter]
  /// Those that are not of what stands around.
  private let own: [ProjectParameter]
  let values: [String: ExpressionValue]
  /// Of the output.
  let rate: FrameRate
  var used: Set<String> = []
  var findings: [Diagnostic] = []
  /// Where values were put in, and the names of the parameters that they come from.
  var places: [SourceRange: [String]] = [:]
  /// The items that these values belong to, with the keys they are the values of.
  private(set) var owners: [SourceRange: (owner: SourceRange, key: String)] = [:]
  /// The item around what is looked at, and the keys from there on.
  private var around: (owner: SourceRange, keys: [String]) = (.none, [])
  /// Whether what is looked at is given to a group or a project, which may take it for a time.
  private var givesValues = false
  /// Whether it is a text of a title, in which `{frame}` and the like are counters.
  private(set) var mayCount = false
  /// Markers that are called as parameters are, with the places of their names.
  private var doubtful: [String: SourceRange] = [:]
  /// The conditions that leave out what has a name, by the names.
  private(set) var absent: [String: SourceRange] = [:]
  /// Styles that something names which is left out.
  private(set) var absentStyles: Set<String> = []
  /// Words of what is left out that may be names of media.
  private(set) var absentWords: Set<String> = []
  /// Parameters of which it is said that their value is not taken.
  let refused: Set<String>
  /// Bytes of text that may still be put in.
  var room: Int
  let limit: Int

  /// - Parameters:
  ///   - parameters: of the project.
  ///   - given: values as a command line or a table has them, by name.
  ///   - limit: bytes of text that may be put in.
  ///   - outer: of the project around a group; `nil` for a project.
  init(
    _ parameters: [ProjectParameter], given: [String: String], rate: FrameRate, limit: Int,
    within outer: ParameterSubstitution? = nil
  ) {
    let names = Set(parameters.map(\.name))
    self.parameters =
      parameters + (outer?.parameters ?? []).filter { !names.contains($0.name) }
    own = parameters
    self.rate = rate
    self.limit = limit
    room = limit
    var values = outer?.values ?? [:]
    var refused = outer?.refused ?? []
    for parameter in parameters {
      guard let text = given[parameter.name] else {
        values[parameter.name] = parameter.standard?.value
        if parameter.standardIsWrong { refused.insert(parameter.name) }
        continue
      }
      switch parameter.value(of: text, rate: rate) {
      case .success(let value): values[parameter.name] = value
      case .failure(let objection):
        // What depends on it is judged with the default, so that one mistake is one finding.
        values[parameter.name] = parameter.standard?.value
        refused.insert(parameter.name)
        findings.append(
          ParameterMessages.parameterValue(
            parameter.name, objection, range: parameter.range))
      }
    }
    self.values = values
    self.refused = refused
  }

  /// The project with all values in their places.
  mutating func project(_ project: JSONValue) -> JSONValue {
    noteMarkers(project["markers"])
    let result = value(project, FormatPlace.project)
    reportUnused()
    return result
  }

  /// The rate of the movie that a project writes, or its parameters say.
  mutating func frameRate(of project: JSONValue) -> FrameRate? {
    let place = FormatPlace.project.object([])?.place(of: "output")?.object([])?
      .place(of: "frameRate")
    return project["output"]?["frameRate"].flatMap { WrittenValue.frameRate(value($0, place)) }
  }

  /// A group with all values in their places.
  mutating func group(_ group: JSONValue) -> JSONValue {
    let result = value(group, FormatPlace.group)
    reportUnused()
    return result
  }

  private mutating func reportUnused() {
    // With values missing conditions are not what they would be.
    let isComplete = findings.isEmpty
    for parameter in own where isComplete && !used.contains(parameter.name) {
      findings.append(ParameterMessages.parameterUnused(parameter.name, range: parameter.range))
    }
  }

  // MARK: - Values

  private mutating func value(_ value: JSONValue, _ place: FormatPlace?) -> JSONValue {
    switch value.kind {
    case .object(let members):
      if let name = Self.usedName(members) { return parameter(name, at: value) }
      return object(value, members, place)
    case .array(let items):
      var changed: [JSONValue] = []
      changed.reserveCapacity(items.count)
      for (index, item) in items.enumerated() {
        if isThere(item) {
          changed.append(self.value(item, place?.element(index)))
        } else {
          noteUses(in: item)
          noteNames(in: item, condition: item["when"]?.range ?? item.range)
        }
      }
      return JSONValue(range: value.range, kind: .array(changed))
    case .string(let text) where text.contains("{") || text.contains("}"):
      // Without parameters a text is what it is; times are for those who know the items.
      if parameters.isEmpty,
        place?.takesTimes == true
          || place?.takesNumbers != true && place?.takesConditions != true
      {
        return value
      }
      return string(text, at: value, place)
    default: return value
    }
  }

  private mutating func object(
    _ value: JSONValue, _ members: [JSONMember], _ place: FormatPlace?
  ) -> JSONValue {
    let object = place?.object(members)
    let outer = around
    defer { around = outer }
    if let object, object.isItem { around = (value.range, []) }
    var changed: [JSONMember] = []
    changed.reserveCapacity(members.count)
    for member in members {
      if member.key == "parameters", object?.name == "project" || object?.name == "group" {
        changed.append(member)
        continue
      }
      // Groups are filled in where they are shown, with what is given there.
      if member.key == "groups", object?.name == "project" {
        noteUses(in: member.value)
        changed.append(member)
        continue
      }
      if member.key == "when", object?.place(of: "when") != nil { continue }
      let inner = object?.place(of: member.key) ?? place?.entry
      around.keys.append(member.key)
      let (isGiven, outerCounts) = (givesValues, mayCount)
      if let object {
        mayCount =
          member.key == "text"
          && ["title", "layer", "textRun", "captionsItem", "style", "titleDefaults"]
            .contains(object.name)
      }
      if member.key == GroupReader.given.description.name, object?.isItem == true {
        givesValues = true
      }
      let value = self.value(member.value, inner)
      (givesValues, mayCount) = (isGiven, outerCounts)
      around.keys.removeLast()
      changed.append(JSONMember(key: member.key, keyRange: member.keyRange, value: value))
    }
    return JSONValue(range: value.range, kind: .object(changed))
  }

  /// The name in `{ "use": "name" }`.
  private static func usedName(_ members: [JSONMember]) -> String? {
    guard members.count == 1, members[0].key == "use",
      case .string(let name) = members[0].value.kind
    else { return nil }
    return name
  }

  private mutating func parameter(_ name: String, at value: JSONValue) -> JSONValue {
    do throws(ExpressionError) {
      let found = try named(name)
      places[value.range] = [name]
      owners[value.range] = (around.owner, around.keys.joined(separator: "."))
      return try json(found, at: value)
    } catch {
      return report(error, at: value)
    }
  }

  private mutating func string(
    _ text: String, at value: JSONValue, _ place: FormatPlace?
  ) -> JSONValue {
    owners[value.range] = (around.owner, around.keys.joined(separator: "."))
    let isExpression = place?.takesNumbers == true || place?.takesConditions == true
    do throws(ExpressionError) {
      guard isExpression else {
        if givesValues, waitsForOthers(text, at: value) { return value }
        let filled = try filled(text, at: value)
        return JSONValue(range: value.range, kind: .string(filled))
      }
      if place?.takesTimes == true, try waits(text, at: value) { return value }
      let isPercentage = text.last == "%"
      let result = try expression(isPercentage ? text.dropLast() : text[...], at: value)
      if isPercentage, case .number(let number) = result {
        let digits = ExpressionValue.digits(number)
        return JSONValue(range: value.range, kind: .string(digits + "%"))
      }
      return try json(result, at: value)
    } catch {
      return report(error, at: value, of: isExpression ? text : nil)
    }
  }

  /// Whether a value that is given away is said by times, which are for those who know the items.
  private mutating func waitsForOthers(_ text: String, at value: JSONValue) -> Bool {
    let context = ExpressionContext(parameters: values, rate: rate)
    guard let names = try? TimeFormula.references(in: text, context), !names.isEmpty,
      names.allSatisfy({ $0.property != nil || $0.beats != nil })
    else { return false }
    noteUses(in: value)
    return true
  }

  /// Whether a text is a time that other times of the movie say, so that it has no value yet.
  private mutating func waits(
    _ text: String, at value: JSONValue
  ) throws(ExpressionError) -> Bool {
    let context = ExpressionContext(parameters: values, rate: rate)
    if !doubtful.isEmpty { reportDoubt(text, at: value) }
    let names: [TimeReference]
    do throws(ExpressionError) {
      names = try TimeFormula.references(in: text, context)
    } catch {
      // What is no expression is none whatever its names are.
      if case .syntax = error.reason { throw error }
      return false
    }
    if names.isEmpty { return false }
    let missing = names.filter { reference in
      reference.property == nil && !reference.isBracketed
        && parameters.contains { $0.name == reference.name }
    }
    noteUses(in: value)
    places[value.range] = text.split { !ExpressionLexer.isInName($0) }.map(String.init)
      .filter { values[$0] != nil }
    guard missing.isEmpty else {
      places[value.range] = missing.map(\.name)
      throw ExpressionError(.noValue)
    }
    return true
  }

  private func json(
    _ value: ExpressionValue, at use: JSONValue
  ) throws(ExpressionError) -> JSONValue {
    let kind: JSONValue.Kind
    switch value {
    case .number(let number): kind = .number(ExpressionValue.digits(number))
    case .boolean(let flag): kind = .bool(flag)
    case .time, .text: kind = .string(try value.description(rate: rate))
    }
    return JSONValue(range: use.range, kind: kind)
  }

  // MARK: - Conditions

  /// Whether an element of a list is there.
  private mutating func isThere(_ item: JSONValue) -> Bool {
    guard let condition = item["when"] else { return true }
    switch condition.kind {
    case .bool(let flag): return flag
    case .string(let text):
      do throws(ExpressionError) {
        let result = try expression(text[...], at: condition)
        guard case .boolean(let flag) = result else {
          throw ExpressionError(.types("a condition is true or false, and this is \(result.noun)"))
        }
        return flag
      } catch {
        _ = report(error, at: condition, of: text)
      }
    case .object(let members):
      if let name = Self.usedName(members) {
        if case .bool(let flag) = parameter(name, at: condition).kind { return flag }
      }
      if findings.last?.range != condition.range {
        findings.append(
          ParameterMessages.expressionValue("a condition is true or false", range: condition.range))
      }
    default:
      findings.append(
        ParameterMessages.expressionValue("a condition is true or false", range: condition.range))
    }
    return true
  }

  /// What is left out may use parameters as well.
  private mutating func noteUses(in value: JSONValue) {
    switch value.kind {
    case .object(let members): for member in members { noteUses(in: member.value) }
    case .array(let items): for item in items { noteUses(in: item) }
    case .string(let text):
      let words = text.split { !ExpressionLexer.isInName($0) }.map(String.init)
      used.formUnion(words)
    default: break
    }
  }

  /// A time could mean a marker or a parameter by one name.
  private mutating func noteMarkers(_ markers: JSONValue?) {
    guard case .array(let markers)? = markers?.kind else { return }
    let names = Set(parameters.map(\.name))
    for marker in markers {
      guard let written = marker["name"], case .string(let name) = written.kind,
        names.contains(name)
      else { continue }
      doubtful[name] = written.range
    }
  }

  private mutating func reportDoubt(_ text: String, at value: JSONValue) {
    var lexer = ExpressionLexer(text, rate: rate)
    while let token = try? lexer.next(), token != .end {
      guard case .name(let name) = token, let marker = doubtful[name] else { continue }
      let parameter = parameters.first { $0.name == name }?.range ?? .none
      findings.append(
        TimeMessages.ambiguousName(
          name, meanings: [("a parameter", parameter), ("a marker", marker)], range: value.range))
      return
    }
  }

  /// What is left out is missed by whoever refers to it.
  private mutating func noteNames(in value: JSONValue, condition: SourceRange) {
    switch value.kind {
    case .object(let members):
      for member in members {
        if case .string(let name) = member.value.kind, ["id", "name"].contains(member.key) {
          absent[name] = condition
        }
        if case .string(let word) = member.value.kind { absentWords.insert(word) }
        if member.key == "style" {
          absentStyles.formUnion(StyledProject.names(in: member.value).map(\.value))
        }
        noteNames(in: member.value, condition: condition)
      }
    case .array(let items): for item in items { noteNames(in: item, condition: condition) }
    default: break
    }
  }
}
