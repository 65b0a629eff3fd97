internal import CLibAV

/// A filter named in the text of a graph.
package struct FilterReference: Sendable, Hashable {
  /// libav's name of the filter, without an instance name (`scale` for `scale@first`).
  package let name: String
  /// What follows the equals sign, unquoted once as libav does; empty when nothing does.
  package let arguments: String

  /// The options that the arguments set, in order, each by a name that libav would take: values
  /// without a name have the one that stands at their place.
  /// - Throws: `LibAVError` for arguments that libav would not read either, and for any that are
  ///   given to a filter without options or to none at all.
  package func settings() throws(LibAVError) -> [Setting] {
    try FilterCatalog.settings(arguments, of: name)
  }
}

extension FilterGraph {
  /// The filters a text names, in order, found the way libav finds them but without making any.
  /// What `sws_flags=` sets for all scalers comes first, as a scaler.
  ///
  /// Some filters open files as soon as they are made, so a caller that must refuse them asks
  /// here first.
  /// - Throws: `LibAVError` for a text libav would not read either.
  package static func filters(in text: String) throws(LibAVError) -> [FilterReference] {
    guard !text.utf8.contains(0) else { throw .unusable(for: "read filter graph") }
    let found = unsafe text.withCString { start in
      var scanner = unsafe FilterScanner(position: start)
      return unsafe scanner.filters()
    }
    guard let found else { throw .unusable(for: "read filter graph") }
    return found
  }
}

/// Follows `graphparser.c` of libavfilter: `[in]name=arguments[out],name;…`.
@unsafe private struct FilterScanner {
  /// Next byte; the text ends with a zero byte, which is never passed.
  var position: UnsafePointer<CChar>?

  mutating func filters() -> [FilterReference]? {
    unsafe skipSpace()
    guard var result = unsafe scalerFlags() else { return nil }
    while true {
      unsafe skipSpace()
      guard unsafe skipLabels(), let name = unsafe token("=,;["), !name.isEmpty else { return nil }
      var arguments = ""
      if unsafe takes("=") {
        guard let text = unsafe token("[],;") else { return nil }
        arguments = text
      }
      let kind = name.split(separator: "@", omittingEmptySubsequences: false).first ?? ""
      result.append(FilterReference(name: String(kind), arguments: arguments))
      guard unsafe skipLabels() else { return nil }
      unsafe skipSpace()
      if unsafe takes(",") || takes(";") { continue }
      return unsafe position?.pointee == 0 ? result : nil
    }
  }

  /// `sws_flags=…;` may stand before everything: arguments of all scalers that say nothing of flags.
  ///
  /// - Returns: those as a scaler's; `nil` where the text has no end.
  private mutating func scalerFlags() -> [FilterReference]? {
    guard let position = unsafe position, unsafe String(cString: position).hasPrefix("sws_flags=")
    else { return [] }
    var bytes: [UInt8] = []
    var end = unsafe position + 4
    while unsafe end.pointee != 0, unsafe end.pointee != CChar(UInt8(ascii: ";")) {
      bytes.append(unsafe UInt8(bitPattern: end.pointee))
      unsafe end += 1
    }
    guard unsafe end.pointee != 0 else { return nil }
    unsafe self.position = end + 1
    return [FilterReference(name: "scale", arguments: String(decoding: bytes, as: UTF8.self))]
  }

  private mutating func skipLabels() -> Bool {
    unsafe skipSpace()
    while unsafe takes("[") {
      guard let label = unsafe token("]"), !label.isEmpty, unsafe takes("]") else { return false }
      unsafe skipSpace()
    }
    return true
  }

  private mutating func skipSpace() {
    while unsafe takes(" ") || takes("\n") || takes("\t") || takes("\r") {}
  }

  private mutating func takes(_ character: Unicode.Scalar) -> Bool {
    guard let next = unsafe position, character.isASCII,
      unsafe UInt8(bitPattern: next.pointee) == UInt8(truncatingIfNeeded: character.value)
    else { return false }
    unsafe position = next + 1
    return true
  }

  /// Text up to one of `ends`, with libav's own rules for quotes and backslashes.
  private mutating func token(_ ends: String) -> String? {
    guard let text = unsafe av_get_token(&position, ends) else { return nil }
    let copy = unsafe String(cString: text)
    unsafe av_free(text)
    return copy
  }
}
