import Workspace
import ProjectFormat

extension Command {
  static let schema = Command(
    name: "schema", usage: "", summary: "print the JSON Schema of project files",
    discussion:
      "JSON Schema draft 2020-12. Name it in a project as \"$schema\" and an editor completes keys.\n"
      + "--part prints that of parts: files that projects include.",
    flags: [.schemaOfParts, .help], positional: 0...0
  ) { (arguments, console) throws(CommandFailure) in
    let text = arguments.has(.schemaOfParts) ? ProjectSchema.partText : ProjectSchema.text
    try console.write(text, to: nil)
    return .done
  }

  static let help = Command(
    name: "help", usage: "[COMMAND | limits | keys | KEY]", summary: "say how a command is used",
    discussion:
      "Of what projects are made of it tells the keys: 'cutlist help clip', 'cutlist help mask',\n"
      + "'cutlist help dissolve'. 'cutlist help keys' lists all of it.",

    flags: [.manual, .help], positional: 0...1
  ) { (arguments, console) throws(CommandFailure) in
    if arguments.has(.manual) {
      try console.print(Help.manual())
      return .done
    }
    guard let name = arguments.positional.first else {
      try console.print(Help.overview())
      return .done
    }
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

  static let version = Command(
    name: "version", usage: "", summary: "print the versions of Cutlist and its libraries",
    discussion: "", flags: [.help], positional: 0...0
  ) { (_, console) throws(CommandFailure) in
    try console.print("cutlist \(ProgramVersion.text)")
    for library in MediaLibraries.versions { try console.print(library) }
    return .done
  }
}
