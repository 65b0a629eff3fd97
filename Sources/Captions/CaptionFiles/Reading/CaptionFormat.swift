import BaseValues

/// Kinds of files of captions.
package enum CaptionFormat: String, NamedChoice, Hashable {
  case srt, vtt, ass, ttml, json, txt

  /// What the word means.
  package var summary: String {
    switch self {
    case .srt: "SubRip"
    case .vtt: "WebVTT"
    case .ass: "Advanced SubStation Alpha; files of its predecessor, `.ssa`, are read too"
    case .ttml: "Timed Text: TTML 1, IMSC 1 text, EBU-TT-D"
    case .json: "times of words, as speech recognisers write them"
    case .txt: "the text alone, without times; it can be written only"
    }
  }

  /// What people call it.
  package var title: String {
    switch self {
    case .srt: "SubRip"
    case .vtt: "WebVTT"
    case .ass: "ASS"
    case .ttml: "TTML"
    case .json: "JSON"
    case .txt: "plain text"
    }
  }

  /// The format that the ending of a path says; `nil` for other endings.
  package init?(ending path: String) {
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    switch String(path[path.utf8.index(after: dot)...]).lowercased() {
    case "srt": self = .srt
    case "vtt", "webvtt": self = .vtt
    case "ass", "ssa": self = .ass
    case "ttml", "dfxp", "itt", "xml": self = .ttml
    case "json", "json3": self = .json
    case "txt": self = .txt
    default: return nil
    }
  }

  /// The format that the content of a file says; `nil` where it says nothing.
  ///
  /// - Parameter bytes: UTF-8.
  init?(content bytes: [UInt8]) {
    var place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
    let rest = bytes[place...]
    if rest.starts(with: "WEBVTT".utf8) {
      self = .vtt
    } else if rest.starts(with: "[Script Info]".utf8) || rest.starts(with: "[V4".utf8) {
      self = .ass
    } else if rest.first == UInt8(ascii: "<") {
      self = .ttml
    } else if rest.first == UInt8(ascii: "{"), !rest.starts(with: "{\\".utf8) {
      self = .json
    } else if rest.first == UInt8(ascii: "["),
      rest.dropFirst().first(where: { $0 > 0x20 }).map({ [0x7B, 0x5D].contains($0) }) ?? false
    {
      self = .json
    } else if Self.hasArrow(rest.prefix(4096)) {
      self = .srt
    } else if rest.prefix(4096).split(separator: 0x0A).contains(where: {
      $0.starts(with: "Dialogue:".utf8)
    }) {
      self = .ass
    } else {
      return nil
    }
  }

  private static func hasArrow(_ bytes: ArraySlice<UInt8>) -> Bool {
    var dashes = 0
    for byte in bytes {
      if byte == UInt8(ascii: ">"), dashes >= 1 { return true }
      dashes = byte == UInt8(ascii: "-") ? dashes + 1 : 0
    }
    return false
  }
}
