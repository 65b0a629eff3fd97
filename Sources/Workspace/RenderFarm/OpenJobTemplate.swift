import Workspace
import Diagnostics

/// A job as a template of Open Job Description, version 2023-09: a step that renders chunks, a task
/// for each run, and one that joins them and depends on it.
struct OpenJobTemplate {
  /// The template's name in the folder.
  static let fileName = "job.json"
  /// The file's name of what its parameters are here.
  static let valuesName = "parameters.json"
  /// Values of one task parameter that the specification allows (1.1.3, `RangeListTaskParameter`).
  static let mostTasks = 1024

  let job: FarmSteps

  /// Refuses a job that a template cannot say: in its texts `{{` begins a name (7.3), and they are
  /// characters, none of which controls anything but where lines end (5.2, `ArgString`).
  static func check(_ job: FarmSteps) throws(CommandFailure) {
    for word in job.steps.flatMap(\.words) + [job.folder] {
      // Scalar by scalar: a brace with an accent on it is one character, and a brace to a host.
      let scalars = word.unicodeScalars
      if zip(scalars, scalars.dropFirst()).contains(where: { $0 == "{" && $1 == "{" }) {
        throw refusal(of: word, "has '{{' in it, which stands for a value in a template")
      }
      let isControl = { (scalar: Unicode.Scalar) in
        scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\r"
      }
      if scalars.contains(where: isControl) {
        throw refusal(of: word, "has a control character in it, which a template cannot hold")
      }
      if FileName.hasBytes(word) {
        throw refusal(of: word, "has bytes in it that are no UTF-8, which a template cannot hold")
      }
    }
  }

  private static func refusal(of word: String, _ reason: String) -> CommandFailure {
    CommandFailure(.usage, "'\(word)' \(reason); choose another name", helpTells: false)
  }

  var text: String {
    var json = JSONWriter()
    json.object { json in
      json.member("specificationVersion", "jobtemplate-2023-09")
      json.member("name", Self.name(job.name))
      json.key("parameterDefinitions")
      json.array { json in
        json.object { json in
          json.member("name", "Folder")
          json.member("type", "PATH")
          json.member("objectType", "DIRECTORY")
          json.member("dataFlow", "INOUT")
          json.member("description", "The folder in which the plan lies, and the chunks are kept.")
          // Relative defaults count from the template's folder; absolute ones are not allowed.
          json.member("default", ".")
        }
        for (name, path) in paths { write(path, name, to: &json) }
      }
      json.key("steps")
      json.array { json in
        write(job.chunks, "Chunks", "Range", after: nil, to: &json)
        write(job.join, "Join", "Movies", after: "Chunks", to: &json)
        if let room = job.room { write(room, "Room", "Stores", after: "Join", to: &json) }
      }
    }
    return json.text
  }

  /// The job's paths by their parameters' names.
  private var paths: [(name: String, path: FarmSteps.Path)] {
    var count = 0
    return job.paths.map { path in
      switch path.use {
      case .movie: return ("Movie", path)
      case .store: return ("Store", path)
      case .file, .folder:
        count += 1
        return ("Media\(count)", path)
      }
    }.sorted { ($0.0 == "Movie" ? 0 : 1) < ($1.0 == "Movie" ? 0 : 1) }
  }

  /// What the parameters are here, as `openjd run -p file://parameters.json` takes them; `nil` where there
  /// are none.
  var values: String? {
    if paths.isEmpty { return nil }
    var json = JSONWriter()
    json.object { json in for (name, path) in paths { json.member(name, path.path) } }
    return json.text
  }

  /// Absolute defaults are not allowed: a parameter that is not given leaves the path as it is here.
  private func write(_ path: FarmSteps.Path, _ name: String, to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("type", "PATH")
      switch path.use {
      case .movie:
        json.member("objectType", "FILE")
        json.member("dataFlow", "OUT")
        json.member("description", "The movie that is written.")
      case .store:
        json.member("objectType", "DIRECTORY")
        json.member("dataFlow", "NONE")
        json.member("description", "The folder of finished chunks.")
      case .file, .folder:
        json.member("objectType", path.use == .file ? "FILE" : "DIRECTORY")
        json.member("dataFlow", "IN")
        json.member("description", "Media or a font of the movie.")
      }
      json.member("default", "")
    }
  }

  /// - Parameter parameter: what tells the step's tasks apart is called.
  private func write(
    _ step: FarmSteps.Step, _ name: String, _ parameter: String, after other: String?,
    to json: inout JSONWriter
  ) {
    json.object { json in
      json.member("name", name)
      if let other {
        json.key("dependencies")
        json.array { json in json.object(inline: true) { json in json.member("dependsOn", other) } }
      }
      guard !step.tasks.isEmpty else { return write(step.start + step.end, to: &json) }
      json.key("parameterSpace")
      json.object { json in
        json.key("taskParameterDefinitions")
        json.array { json in
          json.object { json in
            json.member("name", parameter)
            json.member("type", "STRING")
            json.key("range")
            json.array(inline: true) { json in
              for task in step.tasks { json.string(task.word) }
            }
          }
        }
      }
      write(step.start + ["{{Task.Param.\(parameter)}}"] + step.end, to: &json)
    }
  }

  /// Stands before a word in which a path's parameter stands, that parameter, what comes before the path,
  /// and the path where the parameter is empty.
  private static let pathMark = "openjd:path"

  /// Commands run where the host likes, so the shell goes to the folder first; then it makes of each mark and the
  /// three words after it the one that is meant.
  private static let shell = #"""
    cd "$1" || exit 3
    shift
    count=$#
    while [ "$count" -gt 0 ]; do
      if [ "$1" = openjd:path ]; then
        word=$3${2:-$4}; shift 4; count=$((count - 4))
      else
        word=$1; shift; count=$((count - 1))
      fi
      set -- "$@" "$word"
    done
    echo "$(date -u +%Y-%m-%dT%H:%M:%SZ) $(uname -n)" >&2
    exec "$@"
    """#

  private func expanded(_ word: String) -> [String] {
    guard let (name, path) = paths.first(where: { $0.path.word == word }) else { return [word] }
    return [Self.pathMark, "{{Param.\(name)}}", path.before, path.path]
  }

  private func write(_ words: [String], to json: inout JSONWriter) {
    json.key("script")
    json.object { json in
      json.key("actions")
      json.object { json in
        json.key("onRun")
        json.object { json in
          json.member("command", "/bin/sh")
          json.key("args")
          json.array { json in
            let all = ["-c", Self.shell, "sh", "{{Param.Folder}}"] + words.flatMap(expanded)
            for word in all { json.string(word) }
          }
        }
      }
    }
  }

  /// Names are texts of 1 to 128 characters, of one line (1.1.1), and in them `{{` begins a name, too.
  private static func name(_ name: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      if scalar == "{", scalars.last == "{" { scalars.append(" ") }
      scalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
    }
    let text = String(String.UnicodeScalarView(scalars.prefix(128)))
    return text.isEmpty ? "cutlist" : text
  }
}
