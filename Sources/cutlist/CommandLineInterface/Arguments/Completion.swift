/// Scripts by which shells complete commands, options and their values, made from the command table.
enum Completion: String, CaseIterable {
  case bash
  case zsh
  case fish

  /// The script, as the shell is to read it.
  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  /// What may stand in place of a value.
  private static func words(_ flag: Flag) -> String { flag.completions.joined(separator: " ") }

  private static func options(of command: Command) -> [String] {
    command.flags.flatMap { flag in (flag.short.map { ["-\($0)"] } ?? []) + ["--\(flag.name)"] }
  }

  // MARK: - Bash

  private static var bashScript: String {
    var lines = [
      "# Completes cutlist in bash.",
      "_cutlist() {",
      "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} options= values=",
      "  COMPREPLY=()",
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then",
      "    mapfile -t COMPREPLY < <(compgen -W '\(Command.all.map(\.name).joined(separator: " "))' -- \"$current\")",
      "    return",
      "  fi",
      "  case \"${COMP_WORDS[1]} $previous\" in",
    ]
    for command in Command.all {
      for flag in command.flags where flag.value != nil && !flag.completions.isEmpty {
        let names = (flag.short.map { ["-\($0)"] } ?? []) + ["--\(flag.name)"]
        let patterns = names.map { "'\(command.name) \($0)'" }.joined(separator: " | ")
        lines.append("    \(patterns)) values='\(words(flag))' ;;")
      }
    }
    lines += ["  esac", "  case \"${COMP_WORDS[1]}\" in"]
    for command in Command.all {
      lines.append(
        "    \(command.name)) options='\(options(of: command).joined(separator: " "))' ;;")
    }
    lines += [
      "    *) return ;;",
      "  esac",
      "  if [ -n \"$values\" ]; then",
      "    mapfile -t COMPREPLY < <(compgen -W \"$values\" -- \"$current\")",
      "  elif [[ $current == -* ]]; then",
      "    mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$current\")",
      "  else",
      "    mapfile -t COMPREPLY < <(compgen -f -- \"$current\")",
      "    compopt -o filenames",
      "  fi",
      "}",
      "complete -F _cutlist cutlist",
    ]
    return lines.joined(separator: "\n")
  }

  // MARK: - Zsh

  private static var zshScript: String {
    var lines = [
      "#compdef cutlist",
      "# Completes cutlist in zsh.",
      "_cutlist() {",
      "  if (( CURRENT == 2 )); then",
      "    local -a commands=(",
    ]
    for command in Command.all {
      lines.append("      " + quoted("\(command.name):\(command.summary)"))
    }
    lines += [
      "    )", "    _describe command commands", "    return", "  fi", "  case $words[2] in",
    ]
    for command in Command.all {
      lines.append("    \(command.name))")
      lines.append("      shift words; (( CURRENT-- ))")
      lines.append("      _arguments \\")
      for flag in command.flags {
        let help = flag.help.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
        let value = flag.value.map { value in
          flag.completions.isEmpty ? ":\(value):_files" : ":\(value):(\(words(flag)))"
        }
        let repeats = flag.isRepeatable ? "*" : ""
        for name in (flag.short.map { ["-\($0)"] } ?? []) + ["--\(flag.name)"] {
          lines.append("        " + quoted("\(repeats)\(name)[\(help)]\(value ?? "")") + " \\")
        }
      }
      lines.append("        '*:file:_files' ;;")
    }
    lines += ["  esac", "}", "_cutlist \"$@\""]
    return lines.joined(separator: "\n")
  }

  /// In single quotes of zsh and fish.
  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }

  // MARK: - Fish

  private static var fishScript: String {
    var lines = ["# Completes cutlist in fish."]
    for command in Command.all {
      lines.append(
        "complete -c cutlist -n __fish_use_subcommand -f -a \(command.name) "
          + "-d \(quoted(command.summary))")
    }
    for command in Command.all {
      for flag in command.flags {
        var line = "complete -c cutlist -n '__fish_seen_subcommand_from \(command.name)'"
        if let short = flag.short { line += " -s \(short)" }
        line += " -l \(flag.name) -d \(quoted(flag.help))"
        if flag.value != nil {
          line += flag.completions.isEmpty ? " -r" : " -x -a \(quoted(words(flag)))"
        }
        lines.append(line)
      }
    }
    return lines.joined(separator: "\n")
  }
}
