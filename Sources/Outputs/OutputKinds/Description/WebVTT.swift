internal import BaseValues

/// Texts of WebVTT, the Web Video Text Tracks Format of the W3C.
package enum WebVTT {
  /// A text in which nothing is a tag or an escape (section 3.1, "WebVTT cue text").
  package static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  /// A segment of a stream's texts, in times of the stream (RFC 8216, 3.5): a file of its own.
  ///
  /// - Parameter cues: those that are shown within the segment, in times of the whole.
  package static func segment(_ cues: some Sequence<SubtitleCue>) -> [UInt8] {
    // Readers put segments behind each other.
    Array(("WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n" + blocks(cues) + "\n").utf8)
  }

  /// A file of all texts.
  package static func file(_ cues: some Sequence<SubtitleCue>) -> [UInt8] {
    Array(("WEBVTT\n" + blocks(cues)).utf8)
  }

  private static func blocks(_ cues: some Sequence<SubtitleCue>) -> String {
    cues.map { "\n\(clock($0.start)) --> \(clock($0.end))\n\(escaped($0.text))\n" }.joined()
  }

  /// Hours, minutes, seconds and milliseconds, to the nearest of these.
  private static func clock(_ time: Rational) -> String {
    func digits(_ number: Int64, _ count: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    let all = max(0, (try? time.scaled(by: 1000, rounding: .nearest)) ?? 0)
    let (seconds, rest) = all.quotientAndRemainder(dividingBy: 1000)
    return digits(seconds / 3600, 2) + ":" + digits(seconds / 60 % 60, 2) + ":"
      + digits(seconds % 60, 2) + "." + digits(rest, 3)
  }
}
