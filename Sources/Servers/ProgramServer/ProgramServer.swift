import Diagnostics
import JSONRPC

/// Stub.
public enum ProgramServerName {
  static func text(_ value: JSONValue) -> String? { value.textValue }
}
