import Diagnostics
import Reports
package import JSONRPC

/// Answers programs by the Model Context Protocol, revisions 2025-06-18 and 2025-11-25.
///
/// One thread at a time may use it; tools are run by whoever takes the calls that it gives.
package final class ProgramServer {
  /// Revisions of the protocol, the newest first.
  static let revisions = ["2025-11-25", "2025-06-18"]

  private let tools: [ProgramTool]
  private let version: String
  private let instructions: String
  private var isInitialized = false

  /// - Parameters:
  ///   - version: of the program.
  ///   - instructions: what who uses the tools should know, in a few sentences.
  package init(tools: [ProgramTool], version: String, instructions: String) {
    (self.tools, self.version, self.instructions) = (tools, version, instructions)
  }

  /// A tool that is to be run.
  package struct Call: Sendable {
    /// Of the request that it answers.
    package let id: RPCIdentifier
    fileprivate let tool: ProgramTool
    fileprivate let arguments: JSONValue
    /// As who asks calls it; JSON, `nil` where it does not want to know.
    fileprivate let progressToken: String?

    /// Whether it changes nothing.
    package var isReadOnly: Bool { tool.isReadOnly }

    /// Runs the tool.
    ///
    /// - Parameter send: takes what is said of its progress.
    /// - Returns: the answer to the request.
    package func run(_ send: @escaping @Sendable (String) -> Void) -> String {
      let token = progressToken
      let call = ToolCall(arguments: arguments) { done, total, words in
        guard let token else { return }
        send(
          RPCText.notification("notifications/progress") { json in
            json.key("progressToken")
            json.raw(token)
            json.member("progress", number: done)
            json.member("total", number: total)
            json.member("message", words)
          })
      }
      return ProgramServer.text(of: tool.run(call), to: id)
    }
  }

  /// What a message leads to.
  package struct Outcome {
    /// To be sent, in this order.
    package var messages: [String] = []
    /// To be run, and its answer sent.
    package var call: Call?
    /// A request that is not to be answered any more.
    package var cancelled: RPCIdentifier?
  }

  /// Takes a message.
  package func receive(_ message: RPCMessage) -> Outcome {
    var outcome = Outcome()
    switch message {
    case .invalid(let id, let error): outcome.messages = [RPCText.failure(of: id, error)]
    case .response: break
    case .notification(let method, let params):
      if method == "notifications/cancelled" {
        outcome.cancelled = params["requestId"].flatMap { RPCIdentifier($0) }
      }
    case .request(let id, let method, let params):
      switch method {
      case "initialize":
        isInitialized = true
        outcome.messages = [RPCText.response(to: id) { self.greeting(params, &$0) }]
      case "ping": outcome.messages = [RPCText.response(to: id) { $0.object { _ in } }]
      case _ where !isInitialized:
        outcome.messages = [
          RPCText.failure(
            of: id, RPCError(RPCError.invalidRequest, "'initialize' comes first"))
        ]
      case "tools/list":
        outcome.messages = [RPCText.response(to: id) { self.list(&$0) }]
      case "tools/call": call(id, params, &outcome)
      default:
        outcome.messages = [
          RPCText.failure(
            of: id, RPCError(RPCError.methodNotFound, "there is no method '\(method.prefix(80))'"))
        ]
      }
    }
    return outcome
  }

  private func greeting(_ params: JSONValue, _ json: inout JSONWriter) {
    let asked = params["protocolVersion"]?.textValue ?? ""
    json.object { json in
      json.member(
        "protocolVersion", Self.revisions.contains(asked) ? asked : Self.revisions[0])
      json.key("capabilities")
      json.object { json in
        json.key("tools")
        json.object { $0.member("listChanged", false) }
      }
      json.key("serverInfo")
      json.object { json in
        json.member("name", "cutlist")
        json.member("title", "Cutlist")
        json.member("version", version)
      }
      json.member("instructions", instructions)
    }
  }

  private func list(_ json: inout JSONWriter) {
    json.object { json in
      json.key("tools")
      json.array { json in for tool in tools { tool.write(to: &json) } }
    }
  }

  private func call(_ id: RPCIdentifier, _ params: JSONValue, _ outcome: inout Outcome) {
    let name = params["name"]?.textValue ?? ""
    guard let tool = tools.first(where: { $0.name == name }) else {
      let hint =
        Suggestion.closest(to: name, among: tools.map(\.name)).map { "; did you mean '\($0)'?" }
        ?? ""
      outcome.messages = [
        RPCText.failure(
          of: id,
          RPCError(RPCError.invalidParams, "there is no tool '\(name.prefix(80))'\(hint)"))
      ]
      return
    }
    let arguments = params["arguments"] ?? JSONValue(range: .none, kind: .object([]))
    if let problem = tool.problem(with: arguments) {
      // Who called can do better by itself: so it is told as a result.
      outcome.messages = [Self.text(of: .failure(problem), to: id)]
      return
    }
    var json = JSONWriter(.compact)
    if let token = params.at("_meta", "progressToken") { json.value(token) }
    outcome.call = Call(
      id: id, tool: tool, arguments: arguments,
      progressToken: json.text.isEmpty ? nil : json.text)
  }

  static func text(of reply: ToolReply, to id: RPCIdentifier) -> String {
    RPCText.response(to: id) { json in
      json.object { json in
        json.key("content")
        json.array { json in
          json.object { json in
            json.member("type", "text")
            json.member("text", reply.text)
          }
          for picture in reply.pictures {
            json.object { json in
              json.member("type", "image")
              json.member("data", Base64.text(picture.bytes))
              json.member("mimeType", picture.type)
            }
          }
        }
        if let structured = reply.structured {
          json.key("structuredContent")
          json.raw(structured)
        }
        json.member("isError", reply.isFailure)
      }
    }
  }
}
