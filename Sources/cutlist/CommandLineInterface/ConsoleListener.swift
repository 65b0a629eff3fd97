import Diagnostics
import ProjectFormat
import Workspace

/// Says on the console what engines find.
struct ConsoleListener: Listener {
  private let console: Console
  /// Whether findings are written as JSON.
  private let reportsJSON: Bool
  private let usesColor: Bool
  /// Whether findings are what the command is asked for, so that as JSON they are its result.
  private let findingsAreResult: Bool

  /// - Parameter reportsJSON: `nil` for what `--json` says.
  init(
    _ arguments: Arguments, _ console: Console, reportsJSON: Bool? = nil,
    findingsAreResult: Bool = false
  ) {
    self.console = console
    self.reportsJSON = reportsJSON ?? arguments.has(.json)
    self.findingsAreResult = findingsAreResult
    switch arguments.value(.color) {
    case "always": usesColor = true
    case "never": usesColor = false
    default: usesColor = console.allowsColor
    }
  }

  func report(_ findings: [Diagnostic], in file: SourceFile) throws(CommandFailure) {
    let findings = console.said?.new(findings) ?? findings
    if findings.isEmpty, console.said != nil { return }
    if reportsJSON {
      let text = DiagnosticRenderer.json(findings, in: file)
      return findingsAreResult ? try console.write(text, to: nil) : console.raw(text + "\n")
    }
    let text = DiagnosticRenderer.text(findings, in: file, color: usesColor)
    console.raw(text.hasSuffix("\n") ? text : text + "\n")
  }

  func say(_ text: String) { console.say(text) }

  func tell(_ text: String) { console.tell(text) }
}

extension ReportingLoader {
  /// Loads projects as a command line says.
  ///
  /// - Parameters:
  ///   - reportsJSON: `nil` for what `--json` says.
  ///   - findingsAreResult: whether findings are what the command is asked for.
  ///   - silenced: warnings that do not concern the command.
  ///   - encodes: whether a movie is encoded, so that what is wrong with its file matters.
  init(
    _ arguments: Arguments, _ console: Console, reportsJSON: Bool? = nil,
    findingsAreResult: Bool = false, silenced: Set<MessageID> = [], encodes: Bool = true
  ) throws(CommandFailure) {
    var options = try WorkspaceOptions(arguments)
    options.encodes = encodes
    options.silenced.formUnion(silenced)
    if !encodes {
      options.silenced.insert(.metadataLost)
      // What is called so is no movie.
      options.rendition.container = nil
    }
    self.init(
      options,
      ConsoleListener(
        arguments, console, reportsJSON: reportsJSON, findingsAreResult: findingsAreResult))
  }
}
