/// One option of the command line. The parser, the help and the completion come from this table.
struct Flag: Sendable {
  var name: String
  var short: Character?
  /// What stands for the value in the help; `nil` for a switch.
  var value: String?
  var help: String

  init(_ name: String, short: Character? = nil, value: String? = nil, help: String) {
    self.name = name
    self.short = short
    self.value = value
    self.help = help
  }
}

extension Flag {
  static let atTime = Flag(
    "at", value: "TIME", help: "the frame shown at this time: 2.5, 75f, 00:00:02:15")
  static let cache = Flag(
    "cache", value: "DIR", help: "where finished chunks are kept (default: the user's cache folder)"
  )
  static let confine = Flag(
    "confine", help: "read only from the project's folder and the --media folders")
  static let color = Flag(
    "color", value: "WHEN", help: "colour in messages: auto, always or never")
  static let frameNumber = Flag("frame", value: "N", help: "the output frame, counted from 0")
  static let help = Flag("help", short: "h", help: "say how the command is used")
  static let jobs = Flag(
    "jobs", short: "j", value: "N", help: "chunks rendered at the same time (default: the cores)")
  static let json = Flag("json", help: "print data instead of text")
  static let media = Flag(
    "media", value: "DIR", help: "look up media files here too; may be given several times")
  static let noCache = Flag("no-cache", help: "keep no chunks after the render")
  static let output = Flag("output", short: "o", value: "FILE", help: "what to write")
  static let progress = Flag(
    "progress", value: "FORM", help: "progress on standard error: auto, json or none")
  static let allowProtocol = Flag(
    "allow-protocol", value: "NAME",
    help: "let libav read this protocol; may be given several times")
  static let range = Flag(
    "range", value: "A..B", help: "only from time A up to but not including time B")
}
