import Diagnostics

/// A job as a template of Open Job Description, version 2023-09: a step that renders chunks, a task
/// for each run, and one that joins them and depends on it.
struct OpenJobTemplate {
  /// The template's name in the folder.
  static let fileName = "job.json"
  /// What our templates begin with.
  static let beginning = "{\n  \"specificationVersion\": \"jobtemplate-2023-09\","
  /// Values of one task parameter that the specification allows (1.1.3, `RangeListTaskParameter`).
  static let mostTasks = 1024

  let job: FarmSteps

  /// Refuses a job of which hosts would make another: in their texts `{{` begins a name.
  static func check(_ job: FarmSteps) throws(CommandFailure) {
    guard
      let word = (job.steps.flatMap(\.words) + [job.folder]).first(where: { $0.contains("{{") })
    else { return }
    throw CommandFailure(
      .usage,
      "'\(word)' has '{{' in it, which stands for a value in a template; choose another name",
      helpTells: false)
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

  /// Commands run where the host likes, so the shell goes to the folder first.
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
            for word in ["-c", #"cd "$1" && shift && exec "$@""#, "sh", "{{Param.Folder}}"] + words
            {
              json.string(word)
            }
          }
        }
      }
    }
  }

  /// Names are texts of up to 128 characters without control characters.
  private static func name(_ name: String) -> String {
    let text = String(ShellText.comment(name).prefix(128))
    return text.isEmpty ? "cutlist" : text
  }
}
