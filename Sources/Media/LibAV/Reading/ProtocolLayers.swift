/// What libav's protocols are carried by: whoever allows one allows what it cannot do without.
enum ProtocolLayers {
  private static let carriers: [String: [String]] = [
    "ffrtmpcrypt": ["tcp"], "ffrtmphttp": ["http", "tcp"], "ftp": ["tcp"], "gopher": ["tcp"],
    "gophers": ["tls", "tcp"], "hls": ["http", "tcp"], "http": ["tcp"],
    "https": ["tls", "tcp"], "icecast": ["http", "tcp"], "mmsh": ["http", "tcp"],
    "mmst": ["tcp"], "rtmp": ["tcp"], "rtmpe": ["ffrtmpcrypt", "tcp"], "rtmps": ["tls", "tcp"],
    "rtmpt": ["ffrtmphttp", "http", "tcp"], "rtmpte": ["ffrtmpcrypt", "ffrtmphttp", "http", "tcp"],
    "rtmpts": ["ffrtmphttp", "https", "tls", "tcp"], "rtp": ["udp"], "srtp": ["rtp", "udp"],
    "tls": ["tcp"],
  ]

  /// Protocols and what carries them, each once.
  static func all(below protocols: [String]) -> [String] {
    var result: [String] = []
    for name in protocols {
      for layer in [name] + (carriers[name] ?? []) where !result.contains(layer) {
        result.append(layer)
      }
    }
    return result
  }
}
