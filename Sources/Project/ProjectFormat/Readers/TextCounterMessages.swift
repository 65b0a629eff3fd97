import Diagnostics
import TimelineModel

/// What there is to say about texts that count, sorted by name; ids are the functions' names.
enum TextCounterMessages: MessageTable {
  static func counterLongerThanTitle(
    end: String, duration: String, range: SourceRange
  ) -> Diagnostic {
    error(
      .counterLongerThanTitle,
      "this number counts until \(end), but its title stays for \(duration)", range,
      fixes: [
        Fix(message: "let \"begin\" and \"duration\" end with the title, or show it for longer")
      ])
  }

  static func counterMarks(_ mark: String, range: SourceRange) -> Diagnostic {
    error(
      .counterMarks, "thousands and decimals are both parted by '\(shortened(mark))'", range,
      fixes: [
        Fix(message: mark == "." ? "add \"point\": \",\"" : "write another \"separator\"")
      ])
  }

  static func counterOfCaptions(word: String, range: SourceRange) -> Diagnostic {
    error(
      .counterOfCaptions, "captions do not count", range,
      fixes: [
        Fix(message: "use a track of titles, or write '{{\(word)}}' for the word in braces")
      ])
  }

  static func counterPoint(range: SourceRange) -> Diagnostic {
    error(
      .counterPoint, "no decimals are shown that a point could stand before", range,
      fixes: [Fix(message: "add \"decimals\": 1, or remove \"point\"")])
  }

  static func counterTimecode(rate: String, range: SourceRange) -> Diagnostic {
    error(
      .counterTimecode, "there are no timecodes at \(rate) frames a second", range,
      fixes: [Fix(message: "show the number of the frame, or the time: \"counter\": \"time\"")])
  }

  static func keyOfOtherCounter(
    _ key: String, of kind: String, for kinds: [String], range: SourceRange
  ) -> Diagnostic {
    let owners = kinds.map { "\"\($0)\"" }.joined(separator: " or ")
    return error(
      .keyOfOtherCounter, "\"\(key)\" does nothing where \"\(kind)\" is counted", range,
      fixes: [Fix(message: "remove \"\(key)\", which is for \(owners)")])
  }

  static func motionOfCounter(_ unit: String, range: SourceRange) -> Diagnostic {
    error(
      .motionOfCounter,
      "a text that counts has other letters from frame to frame, so no \(unit) can move by itself",
      range,
      fixes: [
        Fix(message: "let all of it move: \"by\": \"text\", or make two layers")
      ])
  }
}
