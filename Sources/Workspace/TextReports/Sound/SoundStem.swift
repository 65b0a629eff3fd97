package import AudioMixing
import Diagnostics
package import PlanModel
import RenderPlanning
package import Rendering
import TimelineModel
package import Workspace

/// A file of sound: all of it, or what one track adds.
package struct SoundStem {
  package var path: String
  /// The movie's, with the sound that is in the file.
  package var plan: RenderPlan

  /// What stands for a track's name in the name of files.
  static let placeholder = "{track}"

  /// One file of everything, or where the name has a place for it one for each track that is heard.
  ///
  /// - Throws: `CommandFailure` where two tracks would have the same file, or none is heard.
  package static func all(
    _ name: String, of project: LoadedProject, _ plan: RenderPlan
  ) throws(CommandFailure) -> [SoundStem] {
    guard name.contains(placeholder) else { return [SoundStem(path: name, plan: plan)] }
    guard let timeline = project.timeline, let audio = plan.audio else { return [] }
    let items = PlannedItems(timeline)
    var stems: [SoundStem] = []
    for track in timeline.tracks {
      var own = plan
      own.audio = audio.withoutMaster
      // What clips of projects and groups sound like belongs to the track that shows them.
      own.audio?.spans = audio.spans.filter { span in
        (items.way(to: span.origin).first ?? span.origin).track == track.id
      }
      if own.audio?.spans.isEmpty ?? true { continue }
      let written = track.name?.value ?? "\(track.id.index + 1)"
      // What cannot be in a name, and what acts on a terminal, is a line.
      let word = String(
        String.UnicodeScalarView(
          written.unicodeScalars.map { scalar in
            scalar == "/" || scalar.properties.generalCategory == .control
              || scalar.properties.generalCategory == .format ? "-" : scalar
          }))
      let path = name.replacing(placeholder, with: word)
      if let other = stems.first(where: { $0.path == path }) {
        throw CommandFailure(
          .usage, "two tracks would be written to '\(other.path)'; give one another id")
      }
      stems.append(SoundStem(path: path, plan: own))
    }
    guard !stems.isEmpty else { throw CommandFailure(.projectWrong, "no track has sound") }
    return stems
  }
}

/// What `mix` tells of a file.
package struct SoundResult {
  package var stem: SoundStem
  package var level: AudioLevel
  package var damage: [SourceDamage]

  package init(stem: SoundStem, level: AudioLevel, damage: [SourceDamage]) {
    (self.stem, self.level, self.damage) = (stem, level, damage)
  }

  package static func json(_ results: [SoundResult], _ audio: AudioPlan) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("sampleRate", audio.sampleRate)
      json.member("channels", audio.channels)
      json.member("samples", Int(audio.sampleCount))
      json.key("files")
      json.array { json in
        for result in results {
          json.object(inline: true) { json in
            json.member("file", result.stem.path)
            json.member("clipped", Int(result.level.clippedCount))
          }
        }
      }
    }
    return json.text
  }
}
