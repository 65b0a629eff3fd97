package import Diagnostics

/// Writes messages of JSON-RPC 2.0, each without a line end in it.
package enum RPCText {
  /// What answers a request.
  ///
  /// - Parameter body: writes the result, one value.
  package static func response(
    to id: RPCIdentifier, _ body: (inout JSONWriter) -> Void
  ) -> String {
    message { json in
      json.key("id")
      json.raw(id.json)
      json.key("result")
      body(&json)
    }
  }

  /// What answers a request that has no result; one without an id could not be read.
  package static func failure(of id: RPCIdentifier?, _ error: RPCError) -> String {
    message { json in
      json.key("id")
      json.raw(id?.json ?? "null")
      json.key("error")
      json.object { json in
        json.member("code", error.code)
        json.member("message", error.message)
      }
    }
  }

  /// Something to be known.
  package static func notification(
    _ method: String, _ params: (inout JSONWriter) -> Void
  ) -> String {
    message { json in
      json.member("method", method)
      json.key("params")
      json.object { params(&$0) }
    }
  }

  /// Something that is asked.
  package static func request(
    _ id: RPCIdentifier, _ method: String, _ params: (inout JSONWriter) -> Void
  ) -> String {
    message { json in
      json.key("id")
      json.raw(id.json)
      json.member("method", method)
      json.key("params")
      json.object { params(&$0) }
    }
  }

  private static func message(_ body: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter(.compact)
    json.object { json in
      json.member("jsonrpc", "2.0")
      body(&json)
    }
    return json.text
  }
}
