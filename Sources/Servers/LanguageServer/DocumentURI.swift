import Diagnostics
import FileSystem
import Workspace

/// Addresses of files as editors write them, RFC 8089 and RFC 3986: `file:///a/b%20c.json`.
enum DocumentURI {
  /// The path that an address leads to; `nil` for what is no file of this machine.
  static func path(_ uri: String) -> String? {
    guard uri.utf8.count <= 8192, uri.lowercased().hasPrefix("file:") else { return nil }
    var rest = uri.dropFirst("file:".count)
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      guard let slash = rest.firstIndex(of: "/") else { return nil }
      let host = rest[..<slash]
      guard host.isEmpty || host == "localhost" else { return nil }
      rest = rest[slash...]
    }
    guard rest.hasPrefix("/") else { return nil }
    var bytes: [UInt8] = []
    let written = Array(rest.utf8)
    var index = 0
    while index < written.count {
      if written[index] == UInt8(ascii: "%"), index + 2 < written.count,
        let byte = UInt8(String(decoding: written[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        bytes.append(byte)
        index += 3
      } else {
        bytes.append(written[index])
        index += 1
      }
    }
    guard !bytes.contains(0) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The address of an absolute path.
  static func uri(_ path: String) -> String {
    var result = "file://"
    for byte in path.utf8 {
      let isPlain =
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || "/-._~!$&'()*+,;=@".utf8.contains(byte)
      if isPlain {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return result
  }

  /// The path of a file whatever links lead to it.
  static func identity(_ path: String) -> String {
    MediaLocator.resolve(path) ?? Paths.plain(path)
  }
}
