import ChunkStorage
import Diagnostics
import FileSystem
import MediaProbing
import MediaReading
import MediaSources
import BaseValues
import OutputKinds
import ProjectFormat
package import ProjectLock
package import TimelineModel
import TitleRendering

extension LoadedProject {
  /// What its lock file would say: of the media that could be opened, and of the fonts of the texts
  /// that can be drawn.
  ///
  /// - Parameters:
  ///   - timeline: whose texts count; `nil` for none.
  ///   - was: as it was locked. Of media that could not be opened, but are there, the content is told
  ///     besides what was known then.
  package func locked(_ timeline: Timeline?, beside was: LockedProject? = nil) -> LockedProject {
    let sources = (document?.mediaItems ?? []).compactMap { item in
      source(item)
        ?? was?.sources.first { $0.name == item.name }.flatMap { content(of: item, like: $0) }
    }
    return LockedProject(
      versions: Self.versions, sources: sources + lockedProjects,
      fonts: (timeline?.texts ?? []).flatMap(fonts))
  }

  /// The projects that it shows, by their paths.
  var lockedProjects: [LockedSource] {
    var seen: Set<String> = []
    return file.included.compactMap { part in
      let path = part.file.path
      // Parts are the project, which is not locked itself.
      guard !part.isPart, seen.insert(path).inserted, let hash = hash(of: path) else { return nil }
      let folder = locator.projectFolder == "." ? "" : locator.projectFolder + "/"
      let name = path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
      return LockedSource(
        name: name, path: name, hash: hash, bytes: part.file.bytes.count,
        facts: [.kind: "project"], range: .none)
    }
  }

  private static var versions: [LockedVersion] {
    let media = MediaLibraries.versions.map { line in
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      return LockedVersion(name: words.first ?? "", version: words.last ?? "")
    }
    let text = TextLibraries.versions.map { LockedVersion(name: $0.name, version: $0.version) }
    return [
      LockedVersion(name: "Cutlist", version: ProgramVersion.text),
      LockedVersion(name: "FFmpeg", version: MediaLibraries.release),
    ] + media + text
  }

  // MARK: - Sources

  /// `nil` for what is made here and for what could not be opened.
  private func source(_ item: MediaItem) -> LockedSource? {
    guard item.isRead, let source = try? library.source(item.id) else { return nil }
    let paths = source.filePaths
    let sizes = paths.compactMap { FileAccess.size(of: $0) }
    return LockedSource(
      name: item.name, path: item.writtenPath,
      hash: item.lockedHash(source.facts.contentHash),
      bytes: paths.isEmpty ? nil : sizes.sum, facts: Self.facts(source),
      range: item.valueRange)
  }

  /// `nil` for what is not there, and for what is no file.
  private func content(of item: MediaItem, like was: LockedSource) -> LockedSource? {
    let paths = locator.files(of: item)
    let found =
      switch item.content {
      case .file, .look: paths.first.flatMap { hash(of: $0) }
      case .sequence(let sequence):
        (try? locator.locate(sequence)).flatMap { hash(ofPictures: $0.numbered) }
      case .color, .generator, .filter, .filtered, .canvasFilter, .audioFilter, .edit, .captions:
        String?.none
      }
    guard let found else { return nil }
    return LockedSource(
      name: item.name, path: item.writtenPath, hash: found,
      bytes: paths.compactMap { FileAccess.size(of: $0) }.sum, facts: was.facts,
      range: item.valueRange)
  }

  private static func facts(_ source: MediaSource) -> [LockedFact: String] {
    if case .filter = source { return [.kind: "filter"] }
    if case .look = source { return [.kind: "look"] }
    let report = MediaReport(source)
    func codec(_ kind: FileDetails.Stream.Kind) -> String? {
      let used = report.details.streams.filter {
        $0.kind == kind && report.usedStreams.contains($0.index)
      }
      return used.isEmpty ? nil : used.map(\.codec).joined(separator: "+")
    }
    var facts: [LockedFact: String] = [:]
    if let picture = report.picture {
      facts[.size] = picture.codedSize.description
      facts[.videoCodec] = codec(.video)
      if let sequence = report.sequence {
        facts[.kind] = "sequence"
        facts[.files] = String(sequence.count)
      } else if picture.isStill {
        facts[.kind] = "picture"
      } else {
        facts[.frameRate] = picture.rate?.rational.description ?? "variable"
        facts[.frames] = String(picture.count)
      }
    }
    facts[.kind] = facts[.kind] ?? (report.picture == nil ? "sound" : "movie")
    facts[.duration] = report.duration?.description
    if let sound = report.sound {
      facts[.audioCodec] = codec(.audio)
      facts[.sampleRate] = String(sound.sampleRate)
      facts[.channels] = String(sound.channels)
    }
    return facts
  }

  // MARK: - Fonts

  /// None for a text that cannot be drawn.
  private func fonts(_ text: LocatedText) -> [LockedFont] {
    let asked =
      switch text.style.font {
      case .family(let name): name
      case .file(let path): path
      }
    return ((try? texts.fonts(of: text.style)) ?? []).map { font in
      LockedFont(
        asked: asked, file: font.path.split(separator: "/").last.map(String.init) ?? font.path,
        hash: ContentHash.digits(font.contentHash), range: text.range)
    }
  }
}

/// A text of a title and where its font is named.
struct LocatedText {
  var style: TextStyle
  var range: SourceRange
}

extension Timeline {
  /// All texts of its titles.
  var texts: [LocatedText] {
    let tracks = tracks + edits.flatMap(\.timeline.tracks)
    return tracks.flatMap(\.titles).flatMap(\.layers).compactMap { layer in
      guard case .text(let style) = layer.content else { return nil }
      return LocatedText(style: style, range: layer.fontRange)
    }
  }
}

extension MediaItem {
  /// Whether it is read, and not made here.
  var isRead: Bool {
    switch content {
    case .file, .sequence, .filter, .look: true
    // What is behind its chain is read for itself.
    // Captions are a text that is read with the project.
    case .color, .generator, .filtered, .canvasFilter, .audioFilter, .edit, .captions: false
    }
  }

  /// The digits by which a lock file knows its content.
  ///
  /// - Parameter hash: as all else knows it. Of a filter it names the release of libav, of which a lock
  ///   file tells apart.
  fileprivate func lockedHash(_ hash: String) -> String {
    if case .filter(let text) = content {
      let files = hash.dropFirst("filter:\(text):".count).split(separator: ":", maxSplits: 1)
      return ContentHash.digits(
        of: ([text] + files.dropFirst().map(String.init)).joined(separator: ":"))
    }
    for start in ["file:", "sequence:"] where hash.hasPrefix(start) {
      return String(hash.dropFirst(start.count))
    }
    return ContentHash.digits(of: hash)
  }

  /// The path of a file or of numbered pictures, as written.
  var writtenPath: String? {
    switch content {
    case .file(let path, _, _): path
    case .sequence(let sequence): sequence.path.text
    case .look(let path, _), .captions(let path, _): path
    case .color, .generator, .filter, .filtered, .canvasFilter, .audioFilter, .edit: nil
    }
  }
}

extension Sequence<Int> {
  /// All of them together; no more than fits.
  var sum: Int {
    reduce(0) { sum, next in
      let (result, isTooMuch) = sum.addingReportingOverflow(next)
      return isTooMuch ? .max : result
    }
  }
}

extension FileSeries {
  /// The files with their numbers.
  var numbered: [(number: Int, path: String)] {
    zip(numbers, files).map { (number: $0, path: $1) }
  }
}

extension MediaSource {
  /// The files that are read; none for addresses and filters.
  fileprivate var filePaths: [String] {
    switch self {
    case .file(let file): if case .file(let path, _) = file.place { [path] } else { [] }
    case .sequence(let sequence): sequence.files.files
    case .look(let file): if case .file(let path, _) = file.place { [path] } else { [] }
    case .color, .generator, .filter, .filtered, .canvasFilter, .audioFilter: []
    }
  }
}
