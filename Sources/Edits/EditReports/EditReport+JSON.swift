package import Diagnostics
import EditComparison
import BaseValues

extension EditReport {
  /// Everything that the text says, as data.
  package var json: String {
    var json = JSONWriter(.pretty)
    json.object { json in
      json.member("base", base.name)
      json.member("other", other.name)
      writeMembers(&json)
    }
    return json.text
  }

  /// The movie and the changes, as members of an object.
  package func writeMembers(_ json: inout JSONWriter) {
    json.key("movie")
    if let movie {
      json.object { json in
        json.member("frames", movie.frameCount)
        json.member("seconds", movie.secondCount)
        differing(movie.frames, movie.seconds, &json)
      }
    } else {
      json.null()
    }
    if !projects.isEmpty {
      json.key("projects")
      json.array { json in for path in projects { json.string(path) } }
      json.key("projectChanges")
      json.object { json in
        for path in projects {
          json.key(path)
          json.array { json in for line in projectChanges(path) { json.string(line) } }
        }
      }
    }
    if !media.isEmpty {
      json.key("mediaFiles")
      json.array { json in for path in media { json.string(path) } }
    }
    json.key("changes")
    json.array { json in
      for (change, line) in zip(edit.changes, words.lines) {
        json.object { json in write(change, line, &json) }
      }
    }
  }

  private func write(_ change: EditChange, _ line: EditLine, _ json: inout JSONWriter) {
    json.member("change", change.kind.name)
    json.member("section", line.section)
    json.member("at", words.time(of: change)?.description)
    json.member("text", line.words)
    side("base", change.base, line.baseRange, base, &json)
    side("other", change.other, line.otherRange, other, &json)
    if let share = share(of: change) { differing(share.frames, share.seconds, &json) }
  }

  private func side(
    _ key: String, _ node: Int?, _ range: SourceRange, _ version: EditVersion,
    _ json: inout JSONWriter
  ) {
    json.key(key)
    guard let node, let place = place(range, in: version) else { return json.null() }
    json.object(inline: true) { json in
      let file = version.file.path(of: range)
      if file != version.file.path { json.member("file", file) }
      json.member("line", place.line)
      json.member("column", place.column)
      json.member("pointer", version.tree.pointer(to: node))
    }
  }

  private func differing(_ frames: [Int], _ seconds: [Int], _ json: inout JSONWriter) {
    for (key, numbers) in [("differingFrames", frames), ("differingSeconds", seconds)] {
      json.key(key)
      json.array(inline: true) { json in
        for run in NumberRuns.of(numbers) {
          json.array(inline: true) { json in
            json.integer(run.lowerBound)
            json.integer(run.upperBound)
          }
        }
      }
    }
  }
}
