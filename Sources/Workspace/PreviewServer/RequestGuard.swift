/// Decides who may ask: pages of this server, and whoever was told its address.
///
/// Other pages in the same browser can send requests here, too, under any name that they had lead to this machine. So
/// every request needs the secret in its path, a `Host` that is this machine by number or as `localhost`, and nothing
/// by which a browser says that another site asks (`Origin`, `Sec-Fetch-Site`).
struct RequestGuard: Sendable {
  var port: Int
  /// In the path of every request: at least 128 random bits.
  var secret: String

  enum Verdict: Hashable {
    /// What comes after the secret, without a slash before it.
    case allowed(path: String)
    case refused(HTTPResponse.Status)
  }

  /// The beginning of every address.
  var address: String { "http://127.0.0.1:\(port)/\(secret)/" }

  func verdict(on request: HTTPRequest) -> Verdict {
    let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    guard let host = request.fields["host"], hosts.contains(host) else {
      return .refused(.forbidden)
    }
    if let origin = request.fields["origin"], origin != "http://\(host)" {
      return .refused(.forbidden)
    }
    if let site = request.fields["sec-fetch-site"], site != "same-origin", site != "none" {
      return .refused(.forbidden)
    }
    let parts = request.path.dropFirst().split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, Self.isEqual(String(parts[0]), secret) else {
      return .refused(.notFound)
    }
    guard request.method == "GET" else { return .refused(.wrongMethod) }
    return .allowed(path: String(parts[1]))
  }

  /// Takes as long for any two texts of their lengths.
  static func isEqual(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices { difference |= left[index] ^ right[index] }
    return difference == 0
  }

  /// 192 bits from the system, as 48 hexadecimal digits.
  static func makeSecret() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<3).map { _ in
      let digits = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
