import Diagnostics
import ProjectFormat
import Workspace

extension Command {
  static let schema = Command(
    name: "schema", usage: "", summary: "print the JSON Schema of project files",
    discussion:
      "JSON Schema, draft 7. Name it in a project as \"$schema\", and an editor completes keys and\n"
      + "explains them. --part prints the schema of parts: files that projects include.",
    flags: [.schemaOfParts, .help], positional: 0...0
  ) { (arguments, console) throws(CommandFailure) in
    let text = arguments.has(.schemaOfParts) ? ProjectSchema.partText : ProjectSchema.text
    try console.write(text, to: nil)
    return .done
  }

  static let help = Command(
    name: "help", usage: "[COMMAND | limits | keys | WORD…]",
    summary: "explain a command, a key or a word",
    discussion:
      "For a command, its options: 'cutlist help render'. For anything in a project, its keys and\n"
      + "their values: 'cutlist help clip', 'cutlist help mask', 'cutlist help dissolve'. 'cutlist\n"
      + "help keys' lists all of them. Words of other programs lead there too: 'cutlist help ken\n"
      + "burns', 'cutlist help volume'.",
    flags: [.manual, .markdown, .help], positional: 0...8
  ) { (arguments, console) throws(CommandFailure) in
    if arguments.has(.manual) {
      try console.print(Help.manual())
      return .done
    }
    if arguments.has(.markdown) {
      let isOfKeys = arguments.positional == ["keys"]
      guard isOfKeys || arguments.positional.isEmpty else {
        throw CommandFailure(.usage, "--markdown is of all commands, or with 'keys' of all keys")
      }
      try console.write(isOfKeys ? FormatReference.markdown : Help.markdown(), to: nil)
      return .done
    }
    guard !arguments.positional.isEmpty else {
      try console.print(Help.overview())
      return .done
    }
    let name = arguments.positional.joined(separator: " ")
    if name == "limits" {
      try console.print(Help.limits())
      return .done
    }
    if name == "keys" {
      try console.print(Help.keys())
      return .done
    }
    if let command = Command.all.first(where: { $0.name == name }) {
      try console.print(Help.page(command))
      return .done
    }
    let topics = FormatReference.topics(named: name)
    guard !topics.isEmpty else {
      throw Command.unknown(
        name, beside: FormatReference.topics.map(\.name) + FormatReference.keyNames)
    }
    try console.print(Help.pages(topics))
    return .done
  }

  static let completion = Command(
    name: "completion", usage: "bash | zsh | fish",
    summary: "print a completion script for a shell",
    discussion:
      "For this session: source <(cutlist completion bash). 'make install' and the Debian package\n"
      + "put the scripts where shells look for them.",
    flags: [.help], positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    guard let shell = Completion(rawValue: arguments.positional[0]) else {
      let names = Completion.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandFailure(
        .usage, "completion takes one of \(names), not '\(arguments.positional[0])'")
    }
    try console.print(shell.script)
    return .done
  }

  static let version = Command(
    name: "version", usage: "", summary: "print the versions of Cutlist and its libraries",
    discussion: "", flags: [.json, .help], positional: 0...0
  ) { (arguments, console) throws(CommandFailure) in
    if arguments.has(.json) {
      var json = JSONWriter()
      json.object { json in
        json.member("cutlist", ProgramVersion.text)
        json.key("libraries")
        json.object { json in
          for library in MediaLibraries.versions {
            let words = library.split(separator: " ")
            json.member(String(words[0]), words.dropFirst().joined(separator: " "))
          }
        }
      }
      try console.print(json.text)
      return .done
    }
    try console.print("cutlist \(ProgramVersion.text)")
    for library in MediaLibraries.versions { try console.print(library) }
    return .done
  }
}
