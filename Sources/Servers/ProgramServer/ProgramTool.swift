package import Diagnostics
import JSONRPC

/// Something that another program may have done, as the Model Context Protocol describes it.
package struct ProgramTool: Sendable {
  /// What a tool takes.
  package struct Parameter: Sendable {
    /// What its values are.
    package enum Kind: Sendable {
      case text
      case integer(ClosedRange<Int>)
      case truth
      /// A list of texts, at most so many.
      case texts(Int)
      /// A list of changes, each with `line`, `column`, `endLine`, `endColumn` and `replacement`.
      case edits
    }

    /// As it is written in a call.
    package var name: String
    /// What may be given.
    package var kind: Kind
    /// A few words; each of them counts.
    package var summary: String
    /// Whether it has to be given.
    package var isRequired: Bool

    /// A parameter.
    package init(_ name: String, _ kind: Kind, _ summary: String, required: Bool = false) {
      (self.name, self.kind, self.summary, isRequired) = (name, kind, summary, required)
    }
  }

  /// As calls name it.
  package var name: String
  /// For people.
  package var title: String
  /// What it does and gives, for who chooses among tools.
  package var summary: String
  /// What it takes.
  package var parameters: [Parameter]
  /// JSON Schema of what it gives, as JSON; `nil` where that is text or pictures.
  package var output: String?
  /// Whether it leaves all files as they are.
  package var isReadOnly: Bool
  /// Whether to do it again changes nothing more.
  package var isIdempotent = true
  /// Does it. May be called by any thread.
  package var run: @Sendable (ToolCall) -> ToolReply

  /// A tool.
  package init(
    name: String, title: String, summary: String, parameters: [Parameter], output: String? = nil,
    isReadOnly: Bool = true, run: @escaping @Sendable (ToolCall) -> ToolReply
  ) {
    self.name = name
    self.title = title
    self.summary = summary
    self.parameters = parameters
    self.output = output
    self.isReadOnly = isReadOnly
    self.run = run
  }

  /// What is wrong with arguments; `nil` where nothing is.
  func problem(with arguments: JSONValue) -> String? {
    for member in arguments.memberList {
      guard let parameter = parameters.first(where: { $0.name == member.key }) else {
        let names = parameters.map(\.name)
        let hint = Suggestion.closest(to: member.key, among: names).map {
          "; did you mean '\($0)'?"
        }
        return "'\(name)' has no argument '\(member.key)'"
          + (hint ?? "; it has \(names.joined(separator: ", "))")
      }
      if let problem = parameter.problem(with: member.value) { return problem }
    }
    let missing = parameters.first { $0.isRequired && arguments[$0.name] == nil }
    return missing.map { "'\(name)' needs '\($0.name)': \($0.summary)" }
  }

  /// Writes it as `tools/list` has it.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("title", title)
      json.member("description", summary)
      json.key("inputSchema")
      json.object { json in
        json.member("type", "object")
        json.key("properties")
        json.object { json in for parameter in parameters { parameter.write(to: &json) } }
        let needed = parameters.filter(\.isRequired).map(\.name)
        if !needed.isEmpty {
          json.key("required")
          json.array { json in for name in needed { json.string(name) } }
        }
        json.member("additionalProperties", false)
      }
      if let output {
        json.key("outputSchema")
        json.raw(output)
      }
      json.key("annotations")
      json.object { json in
        json.member("readOnlyHint", isReadOnly)
        if !isReadOnly { json.member("destructiveHint", true) }
        json.member("idempotentHint", isIdempotent)
        json.member("openWorldHint", false)
      }
    }
  }
}

extension ProgramTool.Parameter {
  fileprivate func problem(with value: JSONValue) -> String? {
    switch kind {
    case .text: value.textValue == nil ? "'\(name)' is a text" : nil
    case .integer(let range):
      value.integerValue.map { range.contains($0) } == true
        ? nil : "'\(name)' is a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .truth: value.truthValue == nil ? "'\(name)' is true or false" : nil
    case .texts(let limit):
      value.isList && value.listValue.count <= limit
        && value.listValue.allSatisfy { $0.textValue != nil }
        ? nil : "'\(name)' is a list of at most \(limit) texts"
    case .edits:
      value.isList && value.listValue.count <= 1000 ? nil : "'\(name)' is a list of changes"
    }
  }

  fileprivate func write(to json: inout JSONWriter) {
    json.key(name)
    json.object { json in
      switch kind {
      case .text: json.member("type", "string")
      case .integer(let range):
        json.member("type", "integer")
        json.member("minimum", range.lowerBound)
        json.member("maximum", range.upperBound)
      case .truth: json.member("type", "boolean")
      case .texts(let limit):
        json.member("type", "array")
        json.key("items")
        json.object { $0.member("type", "string") }
        json.member("maxItems", limit)
      case .edits:
        json.member("type", "array")
        json.key("items")
        json.object { $0.member("type", "object") }
      }
      json.member("description", summary)
    }
  }
}

extension JSONValue {
  fileprivate var isList: Bool { if case .array = kind { true } else { false } }
}

/// What a tool is asked.
package struct ToolCall: Sendable {
  /// As its parameters say; what is wrong was refused before.
  package var arguments: JSONValue
  /// Tells how far it is: how much of how much, and in words.
  package var report: @Sendable (_ done: Double, _ total: Double, _ words: String) -> Void

  /// A call.
  package init(
    arguments: JSONValue,
    report: @escaping @Sendable (_ done: Double, _ total: Double, _ words: String) -> Void = {
      _, _, _ in
    }
  ) {
    (self.arguments, self.report) = (arguments, report)
  }

  /// A text that was given.
  package func text(_ name: String) -> String? { arguments[name]?.textValue }

  /// A whole number that was given.
  package func integer(_ name: String) -> Int? { arguments[name]?.integerValue }

  /// Whether true was given.
  package func has(_ name: String) -> Bool { arguments[name]?.truthValue ?? false }

  /// Texts that were given.
  package func texts(_ name: String) -> [String] {
    (arguments[name]?.listValue ?? []).compactMap(\.textValue)
  }
}

/// What a tool gives.
package struct ToolReply: Sendable {
  /// A picture in a file's form.
  package struct Picture: Sendable {
    /// The file.
    package var bytes: [UInt8]
    /// For example `image/jpeg`.
    package var type: String

    /// A picture.
    package init(bytes: [UInt8], type: String) { (self.bytes, self.type) = (bytes, type) }
  }

  /// In words, or the same as ``structured``.
  package var text: String
  /// An object as JSON, for programs; the text then says the same.
  package var structured: String?
  /// What is shown.
  package var pictures: [Picture] = []
  /// Whether it could not be done, and the text says why.
  package var isFailure = false

  /// What was found, in words.
  package init(_ text: String) { self.text = text }

  /// What was found, as an object.
  package init(structured: String) {
    self.structured = structured
    text = structured
  }

  /// Why it could not be done.
  package static func failure(_ text: String) -> ToolReply {
    var reply = ToolReply(text)
    reply.isFailure = true
    return reply
  }
}
