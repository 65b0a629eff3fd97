internal import Diagnostics
internal import TimelineModel

/// What is said of a plan, sorted by name; ids are the functions' names.
enum PlanMessages {
  static func audioTrackSilent(_ name: String?, range: SourceRange) -> Diagnostic {
    warning(
      .audioTrackSilent,
      "nothing is heard in \(name.map { "the track of sound '\(shortened($0))'" } ?? "this track of sound")",
      range,
      fixes: [Fix(message: "name tracks with sound in \"from\", or remove this one")])
  }

  static func itemBesidePicture(
    _ item: String, _ overhang: String, isHeard: Bool, range: SourceRange
  ) -> Diagnostic {
    warning(
      .itemBesidePicture,
      "\(item) is never seen: it lies beside the picture, \(overhang)\(sound(isHeard))", range,
      fixes: [Fix(message: "set \"position\" to [\"50%\", \"50%\"] for the middle of the picture")])
  }

  static func itemHidden(
    _ item: String, by cover: String, isHeard: Bool, range: SourceRange, other: SourceRange?
  ) -> Diagnostic {
    warning(
      .itemHidden,
      "\(item) is never seen: \(cover) lies over all of it\(sound(isHeard))", range,
      notes: other.map { [Note(message: "what lies over it", range: $0)] } ?? [],
      fixes: [
        Fix(
          message: isHeard
            ? "put it on a later track, or, for its sound alone, on an audio track"
            : "put it on a later track, or remove it")
      ])
  }

  static func itemInvisible(
    _ item: String, _ cause: String, isHeard: Bool, range: SourceRange
  ) -> Diagnostic {
    warning(
      .itemInvisible,
      "\(item) is never seen: \(cause)\(sound(isHeard))", range,
      fixes: [
        Fix(
          message: isHeard
            ? "let it be seen, or put it on an audio track" : "let it be seen, or remove it")
      ])
  }

  static func standardColorAlone(
    _ what: String, of item: String, color: String, range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      id: .standardColorAlone, severity: .error,
      message:
        "\(item) has \(what), which means the codes of BT.709; the movie is to have those of \(color)",
      range: range,
      fixes: [
        Fix(
          message:
            "leave it out, do it to the file beforehand, or set \"color\" of \"output\" to \"sdr\"")
      ])
  }

  static func rollCutOff(
    _ title: String, verb: String, pixels: Int64, range: SourceRange, fixes: [Fix]
  ) -> Diagnostic {
    warning(
      .rollCutOff,
      "\(title) ends before it has \(verb) out of the picture: \(pixels) "
        + (pixels == 1 ? "pixel of it is still there" : "pixels of it are still there"),
      range, fixes: fixes)
  }

  static func titleBeyondEdge(
    _ title: String, _ overhang: String, isSeen: Bool, moves: Bool,
    time: (start: String, end: String)?, line: String?, range: SourceRange, fixes: [Fix]
  ) -> Diagnostic {
    let part = line.map { ", with its line '\($0)'" } ?? ""
    let message =
      if let time {
        "\(title) stands still from \(time.start) to \(time.end) with \(overhang) of the picture"
      } else if !isSeen {
        "\(title) is never seen: it lies beside the picture, \(overhang)"
      } else if moves {
        "\(title) is never wholly inside the picture: it stays at least \(overhang)"
      } else {
        "\(title) is cut off: it reaches \(overhang) of the picture\(part)"
      }
    return warning(.titleBeyondEdge, message, range, fixes: fixes)
  }

  private static func sound(_ isHeard: Bool) -> String { isHeard ? "; its sound is heard" : "" }

  private static func warning(
    _ id: MessageID, _ message: String, _ range: SourceRange, notes: [Note] = [], fixes: [Fix] = []
  ) -> Diagnostic {
    Diagnostic(
      id: id, severity: .warning, message: message, range: range, notes: notes, fixes: fixes)
  }
}
