import Workspace
import Diagnostics
import ProjectFormat
import TimelineModel

/// The command line after parsing: what was given, still as text.
struct Arguments: Sendable {
  var positional: [String] = []
  /// How many of them stand before `--`; `nil` where there is none.
  private(set) var countBeforeDashes: Int?
  /// The program's file, where it may be started again.
  var executable: String?
  /// Where values of parameters are written that a row of a table gives.
  var settingPlaces: SettingPlaces?
  private var values: [String: [String]] = [:]

  /// Splits `words` into options that `flags` knows and the rest. `--` ends the options.
  init(_ words: [String], flags: [Flag]) throws(CommandFailure) {
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      if word == "--" {
        countBeforeDashes = positional.count
        positional += words[index...]
        return
      }
      if word.hasPrefix("--") {
        let parts = word.dropFirst(2).split(
          separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard var flag = flags.first(where: { $0.name == name }) else {
          throw Self.unknown("--\(name)", among: flags)
        }
        if flag.name == Flag.namedOutput.name {
          flag = Self.meant(
            flag, parts.count > 1 ? String(parts[1]) : words[index...].first ?? "", among: flags)
        }
        if flag.value == nil {
          if parts.count > 1 { throw CommandFailure(.usage, "--\(name) takes no value") }
          values[name, default: []].append("")
        } else if parts.count > 1, !parts[1].isEmpty {
          try add(String(parts[1]), to: flag)
        } else {
          if parts.count > 1 { index = words.count }
          try takeValue(of: flag, written: "--\(name)", from: words, at: &index)
        }
      } else if word.hasPrefix("-"), word.count > 1 {
        guard let letter = word.dropFirst().first,
          let flag = flags.first(where: { $0.short == letter })
        else { throw Self.unknown(word, among: flags) }
        let rest = String(word.dropFirst(2))
        if flag.value == nil {
          guard rest.isEmpty else { throw Self.unknown(word, among: flags) }
          values[flag.name, default: []].append("")
        } else if !rest.isEmpty {
          try add(rest, to: flag)
        } else {
          try takeValue(of: flag, written: "-\(letter)", from: words, at: &index)
        }
      } else {
        positional.append(word)
      }
    }
  }

  func has(_ flag: Flag) -> Bool { values[flag.name] != nil }

  /// The last value given for a flag.
  func value(_ flag: Flag) -> String? { values[flag.name]?.last }

  /// Every value given for a flag, in order.
  func all(_ flag: Flag) -> [String] { values[flag.name] ?? [] }

  /// Takes other values for a flag; none for a flag that is not given.
  mutating func replace(_ flag: Flag, with new: [String]) {
    values[flag.name] = new.isEmpty ? nil : new
  }

  /// More than any number that makes sense, and so small that it can be reckoned with.
  private static let largest = Int(Int32.max)

  /// A whole number of at least `minimum`.
  func integer(_ flag: Flag, minimum: Int) throws(CommandFailure) -> Int? {
    guard let text = value(flag) else { return nil }
    guard let number = Int(text), number >= minimum else {
      throw CommandFailure(
        .usage,
        "--\(flag.name) takes a whole number from \(minimum), not '\(shortened(text, to: 40))'")
    }
    guard number <= Self.largest else {
      throw CommandFailure(
        .usage,
        "--\(flag.name) takes a whole number up to \(Self.largest), not '\(shortened(text, to: 40))'"
      )
    }
    return number
  }

  /// A size in bytes, as people write it.
  func size(_ flag: Flag) throws(CommandFailure) -> Int? {
    guard let text = value(flag) else { return nil }
    guard let bytes = ByteCount.parse(text) else {
      throw CommandFailure(
        .usage,
        "--\(flag.name) takes a size, for example 500M or 10G, not '\(shortened(text, to: 40))'")
    }
    return bytes
  }

  private mutating func takeValue(
    of flag: Flag, written: String, from words: [String], at index: inout Int
  ) throws(CommandFailure) {
    guard index < words.count, !words[index].isEmpty else {
      throw CommandFailure(.usage, "\(written) needs a value: \(flag.value ?? "VALUE")")
    }
    try add(words[index], to: flag)
    index += 1
  }

  private mutating func add(_ value: String, to flag: Flag) throws(CommandFailure) {
    guard flag.choices.isEmpty || flag.choices.contains(value) else {
      throw CommandFailure(
        .usage,
        "--\(flag.name) takes \(flag.choices.joined(separator: ", ")), not '\(shortened(value, to: 40))'"
      )
    }
    if let other = values[flag.name]?.last, other != value, !flag.isRepeatable {
      throw CommandFailure(
        .usage, "--\(flag.name) is given twice, with '\(other)' and with '\(value)'; choose one")
    }
    values[flag.name, default: []].append(value)
  }

  /// The option that is meant by `--output` and a value: one that looks like a file's name is a file that is written.
  private static func meant(_ flag: Flag, _ value: String, among flags: [Flag]) -> Flag {
    let looksLikeFile = value == "-" || value.contains { $0 == "." || $0 == "/" }
    return looksLikeFile ? flags.first { $0.short == "o" } ?? flag : flag
  }

  private static func unknown(_ word: String, among flags: [Flag]) -> CommandFailure {
    let names = flags.map { "--\($0.name)" }
    let hint = Suggestion.closest(to: word, among: names).map { "; did you mean \($0)?" } ?? ""
    return CommandFailure(.usage, "unknown option '\(shortened(word, to: 40))'\(hint)")
  }
}
