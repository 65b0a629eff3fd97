import BaseValues
import Diagnostics
import EditorText
import JSONRPC
import ProjectFormat

/// Something that may be typed at a place.
struct CompletionItem {
  /// Kinds of LSP, as far as they are used.
  enum Kind: Int {
    case field = 5
    case value = 12
    case keyword = 14
    case color = 16
    case file = 17
    case reference = 18
    case folder = 19
    case constant = 21
    case structure = 22
  }

  var label: String
  var kind: Kind
  /// What replaces the word at the place.
  var text: String
  /// With places to fill in; `nil` where there are none.
  var snippet: String?
  var detail = ""
  /// Markdown.
  var documentation = ""
  var isPreferred = false
}

extension LanguageServer {
  func completion(_ params: JSONValue) -> Answer {
    guard let document = document(params),
      let position = DocumentText.Position(params["position"])
    else { return Self.unknownDocument }
    let text = document.text
    let context = TypingContext(
      text.bytes, at: text.offset(of: position, client.columns))
    let (items, range) = completions(document, context)
    let lower = text.position(of: range.lowerBound, client.columns)
    let upper = text.position(of: range.upperBound, client.columns)
    let snippets = client.takesSnippets
    return .result { json in
      json.object { json in
        json.member("isIncomplete", false)
        json.key("items")
        json.array { json in
          for (number, item) in items.enumerated() {
            json.object { json in
              json.member("label", item.label)
              json.member("kind", item.kind.rawValue)
              if !item.detail.isEmpty { json.member("detail", item.detail) }
              if !item.documentation.isEmpty {
                json.key("documentation")
                json.object { json in
                  json.member("kind", "markdown")
                  json.member("value", item.documentation)
                }
              }
              json.member(
                "sortText", (item.isPreferred ? "0" : "1") + Self.padded(number))
              // Editors look for what is typed in the word that is replaced, quotes included.
              json.member("filterText", context.isQuoted ? item.text : item.label)
              if snippets, item.snippet != nil { json.member("insertTextFormat", 2) }
              json.key("textEdit")
              json.object { json in
                json.key("range")
                json.range(lower < upper ? lower..<upper : lower..<lower)
                json.member("newText", (snippets ? item.snippet : nil) ?? item.text)
              }
            }
          }
        }
      }
    }
  }

  private static func padded(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 5 - digits.count)) + digits
  }

  /// What may be typed, and what it replaces.
  func completions(
    _ document: OpenDocument, _ context: TypingContext
  ) -> (items: [CompletionItem], range: Range<Int>) {
    let nothing: ([CompletionItem], Range<Int>) = ([], context.range)
    guard context.role != .nothing else { return nothing }
    guard !context.levels.isEmpty else {
      return document.text.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x0D })
        ? ([.newProject], context.range) : nothing
    }
    guard document.kind != .other else { return nothing }
    let way = FormatWay(context)
    if context.role == .key {
      let items =
        way.givesParameters
        ? givenParameters(document, context, way)
        : keys(context, way) + uses(document, context, way)
      return (items, context.range)
    }
    guard let place = way.value ?? way.reference.map({ _ in FormatPlace.any([]) }) else {
      return nothing
    }
    if context.isQuoted, let expression = ExpressionTyping(context) {
      return (expressionNames(in: way.group, document, expression), expression.range)
    }
    var items = values(document, context, way, place)
    if context.isFollowed, !context.isQuoted {
      for index in items.indices { items[index].text += "," }
    }
    return (items, context.range)
  }

  // MARK: - Keys

  private func keys(_ context: TypingContext, _ way: FormatWay) -> [CompletionItem] {
    let given = context.siblings
    var seen: Set<String> = []
    return way.objects.flatMap { object -> [CompletionItem] in
      let excluded = object.excludedKeys(beside: given)
      let needed = object.neededKeys
      return object.describedKeys.filter {
        !given.contains($0.name) && !excluded.contains($0.name) && seen.insert($0.name).inserted
      }.map { key in
        let quoted = JSONText.quoted(key.name)
        let follows = context.hasColon ? "" : ": "
        let comma = context.isFollowed && !context.hasColon ? "," : ""
        return CompletionItem(
          label: key.name, kind: .field, text: quoted + follows + (follows.isEmpty ? "" : comma),
          snippet: follows.isEmpty
            ? nil : Self.escaped(quoted) + follows + Self.placeholder(key) + comma,
          detail: way.objects.count > 1 ? "\(object.noun): \(key.words)" : key.words,
          documentation: key.markdown, isPreferred: needed.contains(key.name))
      }
    }
  }

  /// What is to be filled in for a key.
  private static func placeholder(_ key: FormatKey) -> String {
    let example = key.examples.first ?? key.defaultValue ?? ""
    if key.place.takesTexts, example.hasPrefix("\"") || example.isEmpty {
      return "\"${1:\(escaped(String(example.dropFirst().dropLast())))}\""
    }
    if example.hasPrefix("[") { return "[$1]" }
    if example.hasPrefix("{") { return "{ $1 }" }
    return example.isEmpty ? "$1" : "${1:\(escaped(example))}"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("$", with: "\\$").replacing("}", with: "\\}")
  }

  // MARK: - Values

  private func values(
    _ document: OpenDocument, _ context: TypingContext, _ way: FormatWay, _ place: FormatPlace
  ) -> [CompletionItem] {
    var items: [CompletionItem] = []
    if let role = way.reference { items += named(role, in: way.group, document) }
    if way.isFittingDuration { items += fittingDurations(document, context) }
    let isColor = place.takesColors
    items += place.names.map { name in
      CompletionItem(
        label: name.name, kind: isColor ? .color : .constant, text: JSONText.quoted(name.name),
        documentation: name.summary)
    }
    if place.takesPaths {
      items += paths(document, context, ofParts: ["include", "project"].contains(way.key ?? ""))
    }
    if place.takesFonts { items += fonts(document, context) }
    if context.isQuoted { return items }
    if place.takesTruth {
      items += ["true", "false"].map { CompletionItem(label: $0, kind: .keyword, text: $0) }
    }
    for object in place.objects where items.count < 400 {
      items.append(
        CompletionItem(
          label: object.example, kind: .structure, text: object.example, detail: object.noun,
          documentation: object.summary))
    }
    if let key = way.described, items.isEmpty {
      let values = key.examples + (key.defaultValue.map { [$0] } ?? [])
      var seen: Set<String> = []
      items += values.filter { seen.insert($0).inserted }.map {
        CompletionItem(label: $0, kind: .value, text: $0, documentation: key.markdown)
      }
    }
    return items
  }
}

/// What the format says along the way to the place where somebody types.
struct FormatWay {
  /// What the innermost object can be; all kinds while that is open.
  private(set) var objects: [FormatObject] = []
  /// Where the value stands that is typed.
  private(set) var value: FormatPlace?
  /// The key whose value it is, also of a list of values.
  private(set) var key: String?
  /// What is known of it.
  private(set) var described: FormatKey?
  /// What its text names.
  private(set) var reference: NameRole?
  /// Whether it is the duration of a transition.
  private(set) var isFittingDuration = false
  /// The group that is being written; `nil` outside of all.
  private(set) var group: String?
  /// Whether the keys are parameters that are given values.
  private(set) var givesParameters = false
  /// What has them: the media item or group that a clip shows; `nil` for the project itself.
  private(set) var shown: String?
  /// Whether a parameter may stand in place of the object that is being written.
  private(set) var mayUseParameter = false

  init(_ context: TypingContext) {
    let isPart = context.levels.first?.members.contains { $0.key == "cutlistPart" } ?? false
    var place: FormatPlace? = .file(isPart: isPart)
    var hasGroups = false
    for (number, level) in context.levels.enumerated() {
      let isLast = number == context.levels.count - 1
      guard level.isObject else {
        objects = []
        place = place?.element(level.index) ?? place?.element
        if isLast { value = place }
        continue
      }
      let object = place?.object(level.members)
      objects = object.map { [$0] } ?? (place?.entry == nil ? place?.objects ?? [] : [])
      let isNew = level.members.allSatisfy { $0.key == "use" }
      mayUseParameter = isNew && number > 0 && context.levels[number - 1].key != nil
      if isLast, context.role == .key { return }
      guard let name = level.key else { return }
      if hasGroups { group = name }
      givesParameters = false
      key = name
      let owner = object ?? objects.first { $0.keys.contains(name) }
      described = owner?.key(name)
      reference =
        name == "use" && mayUseParameter && object == nil ? .parameter : owner?.reference(of: name)
      hasGroups = group == nil && owner?.hasGroups(name) == true
      if owner?.givesParameters(name) == true {
        givesParameters = !isLast
        shown = FormatObject.shownKeys.lazy.compactMap { level.text(of: $0) }.first
      }
      isFittingDuration = owner?.name.hasSuffix("Transition") == true && name == "duration"
      // What tells kinds of objects apart may still become that of any of them.
      let kinds = (place?.objects ?? []).compactMap { $0.key(name) }.filter(\.isRequired)
      let isOpen = isLast && kinds.count > 1 && described?.isRequired == true
      place =
        isOpen ? FormatPlace.any(kinds.map(\.place)) : owner?.place(of: name) ?? place?.entry
      if isLast { value = place }
    }
  }
}

extension FormatKey {
  /// All that there is to know, for people who write it.
  var markdown: String {
    var lines = [summary]
    if !words.isEmpty { lines.append("Takes \(words).") }
    if let defaultValue { lines.append("`\(defaultValue)` if left out.") }
    if !examples.isEmpty {
      let values = examples.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
      lines.append("For example \(values).")
    }
    if let since { lines.append("Since version \(since).") }
    return lines.joined(separator: "\n\n")
  }
}

extension CompletionItem {
  /// A whole project, for an empty text.
  static var newProject: CompletionItem {
    let text =
      "{\n  \"cutlist\": 1,\n  \"media\": {  },\n  \"tracks\": [\n    { \"video\": [ ] }\n  ]\n}\n"
    return CompletionItem(
      label: "a new project", kind: .structure, text: text, documentation: "The least of a project."
    )
  }
}
