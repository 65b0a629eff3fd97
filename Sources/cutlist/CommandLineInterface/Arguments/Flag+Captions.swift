import CaptionFiles

/// The options of `cutlist captions`.
extension Flag {
  static let captionProfile = Flag(
    "check", value: "PROFILE",
    help: "find captions that break the rules of this profile: "
      + CaptionProfile.allCases.map(\.rawValue).joined(separator: ", "),
    choices: CaptionProfile.allCases.map(\.rawValue))
  static let captionFormat = Flag(
    "to", value: "FORMAT",
    help: "the format to write: " + CaptionFormat.allCases.map(\.rawValue).joined(separator: ", "),
    default: "by the output's name, else as it was read",
    choices: CaptionFormat.allCases.map(\.rawValue))
  static let captionFile = Flag(
    "file", short: "o", value: "FILE",
    help: "the file to write, of several files all captions together; - for standard output",
    default: "standard output")
  static let captionFix = Flag(
    "fix", help: "mend what has one way out, in place or, with -o, in the file that is written")
  static let captionShift = Flag(
    "shift", value: "TIME", help: "show all captions later, or earlier: 1.5, -800ms, 00:00:10")
  static let captionStretch = Flag(
    "stretch", value: "A/B",
    help: "make captions for A frames a second fit the same pictures at B: 25/23.976")
  static let captionEncoding = Flag(
    "encoding", value: "NAME", help: "how the characters are written: utf-8, windows-1252, …",
    default: "what the bytes say",
    offers: { CaptionEncoding.allCases.map(\.rawValue) })
  static let captionRate = Flag(
    "rate", value: "RATE",
    help: "the movie's frames a second, for rules that count frames and the times of ASS")
  static let captionWords = Flag(
    "words", value: "N", help: "split captions into ones of at most so many words")
  static let captionCharacters = Flag(
    "characters", value: "N", help: "break lines anew, at most so many characters long")
  static let captionLines = Flag(
    "lines", value: "N", help: "with --characters: lines of one caption at most", default: "2")
  static let captionStream = Flag(
    "stream", value: "N|LANGUAGE",
    help: "of a movie or a project: which stream or track of text, from 0, or its language",
    default: "the one that the movie marks, else the first")
}
