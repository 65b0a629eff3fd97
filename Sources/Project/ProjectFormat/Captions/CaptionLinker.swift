import CaptionFiles
import Diagnostics
import TimelineModel

/// Reads the files of captions that a project and those within it name.
struct CaptionLinker {
  private let limits: ProjectLimits
  private let source: ProjectSource?
  /// The outermost file with all others in it.
  private(set) var file: SourceFile
  private(set) var findings: [Diagnostic] = []
  private var bytes = 0

  init(_ file: SourceFile, _ limits: ProjectLimits, _ source: ProjectSource?) {
    self.file = file
    self.limits = limits
    self.source = source
  }

  mutating func link(_ document: inout ProjectDocument) {
    guard let source else { return }
    var files: [MediaID: CaptionFile] = [:]
    for item in document.mediaItems {
      guard case .captions(let path, let encoding) = item.content else { continue }
      files[item.id] = read(path, encoding, item, source)
    }
    if files.isEmpty { return }
    document.captionFiles = files
    for index in document.edits.indices { document.edits[index].document.captionFiles = files }
  }

  private mutating func read(
    _ path: String, _ encoding: String?, _ item: MediaItem, _ source: ProjectSource
  ) -> CaptionFile? {
    let place = item.pathRange.isNone ? item.valueRange : item.pathRange
    let found: ProjectSource.Found
    switch source.read(path) {
    case .success(let file): found = file
    case .failure(let problem):
      var finding = CaptionTrackMessages.captionFile(
        problem.reason, range: place, notes: problem.notes.map { Note(message: $0) },
        fixes: problem.fixes)
      finding.origin = .media
      findings.append(finding)
      return nil
    }
    bytes += found.file.bytes.count
    guard bytes <= limits[.fileBytes] else {
      findings.append(
        CaptionTrackMessages.captionFile(
          "the files of captions have more than \(limits[.fileBytes]) bytes together",
          range: place, notes: [],
          fixes: [Fix(message: "'cutlist help limits' says how to allow more (file-bytes)")]))
      return nil
    }
    let result = CaptionReader.read(
      found.file, encoding: encoding.flatMap { CaptionEncoding(rawValue: $0) })
    let holdsCaptions = !(result.file?.captions.isEmpty ?? true)
    if !holdsCaptions, result.findings.containsErrors, !MediaReader.isCaptions(path) {
      // What is wrong with it may be said in words of the file, which may be anything.
      var finding = CaptionTrackMessages.captionFile(
        "the file holds no captions that can be read", range: place, notes: [],
        fixes: [Fix(message: "'cutlist captions' says of a file what is wrong with it")])
      finding.origin = .media
      findings.append(finding)
      return nil
    }
    let start = file.include(result.text)
    for finding in result.findings {
      var finding = finding.range.isNone ? finding : finding.shifted(by: start)
      finding.origin = .media
      // 'check --fix' writes projects; 'captions --fix' writes files of captions.
      for index in finding.fixes.indices { finding.fixes[index].isCertain = false }
      if finding.range.isNone { finding.range = place }
      // What is no file of captions may be anything, and is not shown to whoever reads this.
      if !holdsCaptions { finding.showsLine = false }
      findings.append(finding)
    }
    guard var captions = result.file else { return nil }
    for index in captions.captions.indices { captions.captions[index].move(by: start) }
    return captions
  }
}

extension Caption {
  fileprivate mutating func move(by start: Int) {
    range = range.shifted(by: start)
    timeRange = timeRange.shifted(by: start)
  }
}
