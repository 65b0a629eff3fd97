import BaseValues
import Diagnostics
import LiveWorkspace
import PlanModel
import TimelineModel
import Workspace

/// What a page needs to know of a project, as JSON.
struct PreviewState {
  var state: LiveProject.State
  /// The number of the state whose tracks are drawn with pictures and sound; 0 for none.
  var drawn: Int
  /// The number of the state whose sound is checked; 0 for none.
  var checked = 0

  /// Findings, markers and files that are told of at most.
  private static let mostFindings = 500
  private static let mostFiles = 200

  var json: String {
    var json = JSONWriter(.compact)
    json.object { json in
      json.member("version", state.version)
      json.member("name", name)
      json.member("problem", state.problem)
      json.member("loaded", state.latest != nil || state.problem != nil)
      json.member("drawn", drawn)
      json.member("checked", checked)
      json.key("moved")
      moved(&json)
      json.key("findings")
      json.array { json in
        if let project = state.latest { findings(project.diagnostics, in: project.file, &json) }
      }
      json.key("files")
      json.array { json in
        for path in files.prefix(Self.mostFiles) { json.string(path) }
      }
      json.key("shown")
      edit(state.shown, isWhole: true, &json)
      json.key("before")
      edit(state.before, isWhole: false, &json)
    }
    return json.text
  }

  private var name: String {
    let path = state.latest?.file.path ?? state.shown?.project.path ?? ""
    return path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The project's file and those that it includes, in the order of their numbers.
  private var files: [String] {
    guard let file = state.latest?.file else { return [] }
    return [file.path] + file.included.map(\.file.path)
  }

  /// Where the lines are that the state which is shown comes from, where the newest text is another one: for each file
  /// how many lines from the first on are where they were, from which line on all others are, and how much further; null
  /// for a file that was not there.
  private func moved(_ json: inout JSONWriter) {
    guard let latest = state.latest, let shown = state.shown?.project, latest.file != shown.file
    else {
      return json.null()
    }
    func all(_ file: SourceFile) -> [SourceFile] { [file] + file.included.map(\.file) }
    let old = all(shown.file)
    json.array { json in
      for file in all(latest.file).prefix(Self.mostFiles) {
        guard let before = old.first(where: { $0.path == file.path }) else {
          json.null()
          continue
        }
        let lines = SourceMovement(from: before.bytes, to: file.bytes).lines(from: before, to: file)
        json.array { json in
          json.integer(lines.same)
          json.integer(lines.moved)
          json.integer(lines.distance)
        }
      }
    }
  }

  private func edit(_ edit: LiveEdit?, isWhole: Bool, _ json: inout JSONWriter) {
    guard let edit else { return json.null() }
    let output = edit.plan.output
    json.object { json in
      json.member("edit", edit.number)
      json.member("frames", output.frameCount)
      json.key("rate")
      json.array { json in
        json.integer(output.rate.frames)
        json.integer(output.rate.seconds)
      }
      json.key("size")
      json.array { json in
        json.integer(output.size.width)
        json.integer(output.size.height)
      }
      json.key("sound")
      if let sound = edit.sound {
        json.object { json in
          json.member("rate", sound.sampleRate)
          json.member("channels", sound.channels)
          json.member("samples", sound.sampleCount)
        }
      } else {
        json.null()
      }
      json.key("chunks")
      json.array { json in
        let rendered = isWhole ? edit.rendered : []
        for (index, chunk) in edit.plan.chunks.enumerated() {
          json.array { json in
            json.integer(chunk.frames.lowerBound)
            json.integer(chunk.frames.upperBound)
            json.string(String(edit.keys[index].prefix(16)))
            json.integer(isWhole && rendered[index] ? 1 : 0)
          }
        }
      }
      if isWhole, let before = state.before {
        json.key("changes")
        json.array { json in
          for range in edit.changes(since: before) {
            json.array { json in
              json.integer(range.lowerBound)
              json.integer(range.upperBound)
            }
          }
        }
      }
    }
  }

  private func findings(
    _ findings: [Diagnostic], in file: SourceFile, _ json: inout JSONWriter
  ) {
    let paths = files
    for finding in findings.prefix(Self.mostFindings) {
      json.object { json in
        json.member("id", finding.id.rawValue)
        json.member("severity", finding.severity.rawValue)
        json.member("message", finding.message)
        let path = file.path(of: finding.range)
        json.member("file", finding.range.isNone ? nil : paths.firstIndex(of: path))
        let place = finding.range.isNone ? nil : file.position(ofOffset: finding.range.lower)
        json.member("line", place?.line)
        json.member("column", place?.column)
        json.member(
          "text", DiagnosticRenderer.text([finding], in: file, color: false))
      }
    }
  }
}
