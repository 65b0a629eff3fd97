import Diagnostics
import BaseValues
import TimelineModel

/// The text of one project read, with its parameters' values in their places and what its styles give.
struct ProjectReading {
  let filled: FilledProject
  /// `nil` where nothing can be said about it.
  private(set) var document: ProjectDocument?
  /// Of what it says itself.
  private(set) var findings: [Diagnostic] = []
  /// That there is more in it than is read; then nothing was.
  private(set) var excess: Diagnostic?

  /// - Parameters:
  ///   - form: the size and rate of an item's pictures, for an output that does not say its own.
  init(
    _ project: JSONValue, of file: SourceFile, settings: [String: String], limits: ProjectLimits,
    form: ((MediaItem) -> PictureForm?)?
  ) {
    let project = project.withPurposeOfOutput
    let filled = FilledProject(project, of: file, settings: settings, limits: limits)
    // Reading takes more memory than parsing; what is too much is not read at all.
    if let excess = ProjectCounts.excess(in: filled.value, limits: limits) {
      (self.filled, self.excess) = (filled, excess)
      return
    }
    let styled = StyledReading(project: filled, limit: limits[.fileBytes])
    // A parameter may say what the movie is for.
    let output = filled.value["output"]?.withPurpose
    let missing = ["size", "frameRate"].filter { output?[$0] == nil }
    if let form, !missing.isEmpty, let (item, found) = styled.document?.form(form) {
      // Times in frames depend on the rate, and lengths on the size: all is read again with them.
      self = ProjectReading(
        project.withOutput(missing.map { ($0, found[$0]) }), of: file, settings: settings,
        limits: limits, form: nil)
      document?.output.formOrigin = FormOrigin(media: item.name, keys: missing)
      return
    }
    self.filled = filled
    (document, findings) = (styled.document, styled.findings)
  }
}

extension ProjectDocument {
  /// The form of the first clip of moving pictures, track by track, and what it shows.
  fileprivate func form(
    _ form: (MediaItem) -> PictureForm?
  ) -> (MediaItem, PictureForm)? {
    var asked: Set<MediaID> = []
    let items = Dictionary(mediaItems.map { ($0.name, $0) }) { first, _ in first }
    for track in tracks ?? [] where track.kind.showsClips {
      for case .clip(let clip) in track.items {
        guard let item = items[clip.media.value], item.hasForm, asked.insert(item.id).inserted,
          let found = form(item)
        else { continue }
        return (item, found)
      }
    }
    return nil
  }
}

extension MediaItem {
  /// Whether its pictures have a size and a rate of their own.
  fileprivate var hasForm: Bool {
    switch content {
    case .file, .filter: true
    // What says no rate has the output's.
    case .sequence(let sequence): sequence.rate != nil
    default: false
    }
  }
}

extension PictureForm {
  /// As a project says it.
  fileprivate subscript(key: String) -> String {
    key == "size" ? "\(size.width)x\(size.height)" : frameRate.description
  }
}

extension JSONValue {
  /// The project with further texts in its output, which stand nowhere.
  fileprivate func withOutput(_ texts: [(String, String)]) -> JSONValue {
    guard case .object(let members) = kind else { return self }
    func member(_ key: String, _ kind: Kind) -> JSONMember {
      JSONMember(key: key, keyRange: .none, value: JSONValue(range: .none, kind: kind))
    }
    let added = texts.map { member($0.0, .string($0.1)) }
    guard let output = self["output"] else {
      return JSONValue(range: range, kind: .object(members + [member("output", .object(added))]))
    }
    guard case .object(let written) = output.kind else { return self }
    return JSONValue(
      range: range,
      kind: .object(
        members.map {
          $0.key != "output"
            ? $0
            : JSONMember(
              key: $0.key, keyRange: $0.keyRange,
              value: JSONValue(range: output.range, kind: .object(written + added)))
        }))
  }
}
