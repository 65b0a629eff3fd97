package import Diagnostics

/// What a request is known by: a text or a whole number that who asks has chosen.
package enum RPCIdentifier: Hashable, Sendable {
  case text(String)
  case number(Int)

  /// The identifier as JSON.
  package var json: String {
    switch self {
    case .text(let text): JSONText.quoted(text)
    case .number(let number): String(number)
    }
  }

  /// `nil` for what cannot be one.
  package init?(_ value: JSONValue) {
    switch value.kind {
    case .string(let text): self = .text(text)
    case .number(let digits):
      guard let number = Int(digits) else { return nil }
      self = .number(number)
    default: return nil
    }
  }
}

/// Why a request has no result, JSON-RPC 2.0, 5.1; codes from -32899 to -32800 are LSP's.
package struct RPCError: Error, Hashable, Sendable {
  /// What kind of mistake it is.
  package var code: Int
  /// A sentence for people.
  package var message: String

  /// A mistake of a kind.
  package init(_ code: Int, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message is no JSON.
  package static let parseError = -32700
  /// The message is JSON and no request.
  package static let invalidRequest = -32600
  /// There is no such method.
  package static let methodNotFound = -32601
  /// The method does not take these.
  package static let invalidParams = -32602
  /// Something went wrong here.
  package static let internalError = -32603
  /// Asked before `initialize`.
  package static let notInitialized = -32002
  /// Whoever asked does not want to know any more.
  package static let requestCancelled = -32800
  /// The text has changed since it was asked.
  package static let contentModified = -32801
  /// The request is right and cannot be fulfilled.
  package static let requestFailed = -32803
}

/// A message of JSON-RPC 2.0.
package enum RPCMessage: Hashable, Sendable {
  /// Wants an answer.
  case request(id: RPCIdentifier, method: String, params: JSONValue)
  /// Wants none.
  case notification(method: String, params: JSONValue)
  /// Answers a request of ours.
  case response(id: RPCIdentifier?, result: JSONValue?)
  /// None of these.
  case invalid(id: RPCIdentifier?, RPCError)

  /// No parameters at all.
  package static let none = JSONValue(range: .none, kind: .null)

  /// How much one message may hold: the text of a whole project, quoted.
  package static let limits = JSONLimits(bytes: 128 << 20, depth: 128, values: 2_000_000)

  /// Reads a message, whatever the bytes are.
  package init(_ bytes: [UInt8], limits: JSONLimits = RPCMessage.limits) {
    let (parsed, findings) = JSONParser.parse(
      SourceFile(path: "message", bytes: bytes), limits: limits,
      as: JSONFileKind(id: .jsonSyntax, noun: "message", marks: [], lack: "", fix: ""))
    guard let value = parsed, !findings.containsErrors else {
      let reason = findings.first?.message ?? "no value"
      self = .invalid(id: nil, RPCError(RPCError.parseError, "the message is no JSON: \(reason)"))
      return
    }
    guard case .object = value.kind else {
      self = .invalid(
        id: nil, RPCError(RPCError.invalidRequest, "a message is one object, no batch"))
      return
    }
    let id = value["id"].flatMap { RPCIdentifier($0) }
    func invalid(_ reason: String) -> RPCMessage {
      .invalid(id: id, RPCError(RPCError.invalidRequest, reason))
    }
    guard value["jsonrpc"]?.textValue == "2.0" else {
      self = invalid("\"jsonrpc\" is \"2.0\"")
      return
    }
    guard let method = value["method"] else {
      guard value["result"] != nil || value["error"] != nil else {
        self = invalid("a message has a method, a result or an error")
        return
      }
      self = .response(id: id, result: value["error"] == nil ? value["result"] : nil)
      return
    }
    guard let name = method.textValue else {
      self = invalid("the method is a text")
      return
    }
    let params = value["params"] ?? Self.none
    switch params.kind {
    case .object, .array, .null: break
    default:
      self = invalid("parameters are an object or an array")
      return
    }
    guard let written = value["id"] else {
      self = .notification(method: name, params: params)
      return
    }
    guard let id = RPCIdentifier(written) else {
      self = invalid("an id is a text or a whole number")
      return
    }
    self = .request(id: id, method: name, params: params)
  }
}
