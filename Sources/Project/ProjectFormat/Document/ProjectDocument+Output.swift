package import Diagnostics
package import BaseValues
import OutputKinds
import TimelineModel

/// The named output that a document was read for.
struct ChosenOutput: Sendable {
  var name: String
  var nameRange: SourceRange
  /// What it says, and what `output` says.
  var places: [SourceRange]
  /// The part of the edit that it is; `nil` for all of it.
  var part: Located<OutputRange>?
}

extension ProjectDocument {
  /// A finding that says which of the project's outputs it is about, where it is about one that was chosen by name.
  package func ofOutput(_ finding: Diagnostic) -> Diagnostic {
    var finding = finding
    if let place = chosenRendition {
      let note = Note(message: "of a rendition of its pictures", range: place)
      if !finding.notes.contains(note) { finding.notes.append(note) }
      // What would change the movie is no way out for one of its renditions.
      if finding.range.lower < place.lower || place.upper < finding.range.upper {
        finding.fixes.removeAll { !$0.edits.isEmpty }
      }
    }
    guard let chosenOutput,
      chosenOutput.places.contains(where: {
        $0.lower <= finding.range.lower && finding.range.upper <= $0.upper
      })
    else { return finding }
    return ofNamedOutput(finding)
  }

  /// A finding that only the chosen output has, with the place of that output's name; the same where none was chosen.
  package func ofNamedOutput(_ finding: Diagnostic) -> Diagnostic {
    guard let chosenOutput else { return finding }
    let note = NamedOutput.note(chosenOutput.name, chosenOutput.nameRange)
    if finding.notes.contains(note) { return finding }
    var finding = finding
    finding.notes.append(note)
    return finding
  }

  /// The output's frame rate as far as it could be read, else the default.
  package var outputRate: FrameRate { output.frameRate?.value ?? .default }

  /// The output's size as far as it could be read, else the default.
  package var outputSize: Size {
    output.size?.value ?? Size(width: 1280, height: 720)
  }

  /// What the output's size or rate is taken from; `nil` where the project says both, or nothing
  /// has them.
  package var formOrigin: FormOrigin? { output.formOrigin }

  /// Samples a second of the output's sound; 48,000 where there is none.
  package var outputSampleRate: Int { output.audio?.sampleRate ?? 48_000 }
}
