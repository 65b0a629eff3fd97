package import Diagnostics
package import FileSystem
import MediaOpening
import MediaProbing
import MediaReading
import MediaSources
import PictureKinds
import BaseValues
package import PlanModel
import RenderPlanning
package import TimelineModel
import TitleRendering

extension ProjectLoader {
  /// Loads a plan that was written as a file, in index of the project that it was made of.
  ///
  /// What it names has to be what it was made of: media by the hashes of their content, fonts by
  /// what they make of its texts.
  ///
  /// - Parameter needed: the media of a plan that are opened; `nil` for all. Of others nothing is known
  ///   but their names.
  package func load(
    plan file: SourceFile, needed: ((RenderPlan) -> Set<MediaID>)? = nil
  ) -> LoadedProject {
    var (project, written) = read(plan: file)
    if let written, let plan = project.plan {
      project.add(project.open(plan, written, needed: needed?(plan)))
    }
    return project
  }

  /// Loads a plan and opens nothing that it names: enough to join what was rendered of it.
  package func load(unopened file: SourceFile) -> LoadedProject {
    var project = read(plan: file).0
    for source in project.plan?.sources ?? [] {
      project.library.add(unopened: MediaItem(source, range: .none))
    }
    return project
  }

  private func read(plan file: SourceFile) -> (LoadedProject, WrittenPlan?) {
    var project = LoadedProject(file, options)
    let (written, reading) = PlanJSON.read(file, limits: options.limits, kinds: .all)
    project.add(reading)
    if var plan = written?.plan {
      if let policy = options.damagePolicy {
        for index in plan.sources.indices { plan.sources[index].onDamage = policy }
      }
      project.plan = plan
    }
    return (project, written)
  }

  /// What was said of paths and concerns none of a plan's.
  package func unusedMaps(of plan: RenderPlan) -> [PathMap.Entry] {
    options.map.unused(by: plan.filePaths)
  }

  /// The folders of a plan's files as it writes them, sorted: what a map can say of it.
  package func folders(of plan: RenderPlan) -> [String] {
    Set(plan.filePaths.map(PathMap.Entry.folder)).sorted()
  }
}

/// A file of a plan, or a folder of its files.
package struct PlacedFile: Hashable, Sendable {
  /// As the plan writes it.
  package var from: String
  /// Where it lies, absolute.
  package var to: String
  /// Whether it is a folder of numbered pictures.
  package var isFolder: Bool

  /// The folder in which it is.
  package var inFolder: PlacedFile {
    if isFolder { return self }
    return PlacedFile(
      from: PathMap.Entry.folder(of: from), to: MediaLocator.folder(of: to), isFolder: true)
  }
}

extension RenderPlan {
  /// The paths of media and fonts, as they are written.
  var filePaths: [String] {
    let media = sources.compactMap { source -> String? in
      switch source.content.unfiltered {
      case .file(let path, _, _): path
      case .sequence(let pictures): pictures.path.text
      case .look(let path, _): path
      case .color, .generator, .filter, .filtered, .canvasFilter, .audioFilter, .edit, .captions:
        nil
      }
    }
    return media + rasters.flatMap(\.style.fontFiles)
  }
}

extension MediaItem {
  /// - Parameter range: where the source stands in its plan's file.
  fileprivate init(_ source: PlannedSource, range: SourceRange) {
    self.init(
      id: source.media, name: source.name, nameRange: range, valueRange: range,
      content: source.content, reading: source.reading, onDamage: source.onDamage)
  }
}

extension LoadedProject {
  /// The files that a plan's sources name, as far as they are there. Nothing is opened.
  package func files(of plan: RenderPlan) -> [String] {
    plan.sources.flatMap { locator.files(of: MediaItem($0, range: .none)) }
  }

  /// Where the files of its plan lie, for a plan that is written into another folder: absolute, as
  /// `--map` says it there.
  package func places(of plan: RenderPlan) -> [PathMap.Entry] {
    let relative = plan.filePaths.filter { !$0.hasPrefix("/") }
    if relative.isEmpty { return [] }
    let base = Paths.absolute(locator.projectFolder)
    let entries = Set(relative).sorted().compactMap { path -> PathMap.Entry? in
      guard let there = place(of: path), there != Paths.plain(MediaLocator.join(base, path)) else {
        return nil
      }
      return PathMap.Entry(from: path, to: there)
    }
    return [PathMap.Entry(from: ".", to: base)] + entries
  }

  /// The files of a plan, and the folders of its numbered pictures, where they lie here.
  package func placedFiles(of plan: RenderPlan) -> [PlacedFile] {
    var files: [PlacedFile] = []
    func add(_ path: String, isFolder: Bool) {
      let there = path.hasPrefix("/") ? path : place(of: path)
      if let there { files.append(PlacedFile(from: path, to: there, isFolder: isFolder)) }
    }
    for source in plan.sources {
      switch source.content.unfiltered {
      case .file(let path, _, _), .look(let path, _): add(path, isFolder: false)
      case .sequence(let pictures):
        add(PathMap.Entry.folder(of: pictures.path.text), isFolder: true)
      case .color, .generator, .filter, .filtered, .canvasFilter, .audioFilter, .edit, .captions:
        break
      }
    }
    for raster in plan.rasters {
      for path in raster.style.fontFiles { add(path, isFolder: false) }
    }
    return files
  }

  /// Where a relative path leads, absolute: from the first of the folders in which it is looked for
  /// that has such a file, or for the numbered pictures of a sequence such a folder.
  private func place(of path: String) -> String? {
    let folders = [locator.projectFolder] + locator.mediaFolders
    // Looked for once: files come and go, and the first of a lazy map is asked for twice.
    for wanted in [path, MediaLocator.folder(of: path)] {
      let found = folders.first { FileAccess.isFolder(MediaLocator.join($0, wanted)) != nil }
      if let found { return Paths.absolute(MediaLocator.join(found, path)) }
    }
    return nil
  }

  /// The plan with what tells this program, and the fonts of its texts, from others, for being written
  /// as a file.
  package func marked(_ plan: RenderPlan) -> RenderPlan {
    var plan = plan
    plan.program = RenderPlan.programContext
    for index in plan.rasters.indices {
      plan.rasters[index].fontHash = texts.contentHash(of: plan.rasters[index])
    }
    return plan
  }

  /// Opens what a plan names.
  ///
  /// - Returns: what is not as the plan has it.
  fileprivate mutating func open(
    _ plan: RenderPlan, _ written: WrittenPlan, needed: Set<MediaID>?
  ) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    let all = plan.sources.enumerated().map { index, source in
      MediaItem(source, range: written.range(ofSource: index))
    }
    for item in all { library.add(unopened: item) }
    let places = all.indices.filter { needed?.contains(all[$0].id) ?? true }
    let items = places.map { all[$0] }
    let prober = MediaProber(plan, for: self)
    let lastFrames = plan.lastFrames
    let heard = Set(plan.mixes.flatMap(\.spans).map(\.media))
    for (index, (item, result)) in zip(places, zip(items, prober.probe(items))) {
      switch result {
      case .failure(let problem):
        var finding = problem.diagnostic
        if finding.id == .mediaNotFound { finding.fixes = [PlanSourceMessages.whereElse] }
        findings.append(finding)
      case .success(let source):
        library.add(source, for: item)
        let fit = SourceFit(
          source: plan.sources[index], item: item, facts: source.facts,
          lastFrame: lastFrames[item.id], isHeard: heard.contains(item.id))
        findings += fit.findings
        for (place, conform) in plan.conforms.enumerated()
        where conform.media == item.id && !fit.holds(conform.crop) {
          findings.append(
            PlanSourceMessages.cropOutside(
              plan.sources[index], source.facts, range: written.range(ofCrop: ConformID(place))))
        }
      }
    }
    for (index, raster) in plan.rasters.enumerated() {
      let range = written.range(ofText: RasterID(index))
      // To a plan a font is a file like its media.
      let all =
        raster.shape.map { ShapeRenderer.check($0, range: range) }
        ?? texts.check(raster.style, scale: raster.scale, range: range)
      let wrong = all.filter { $0.severity == .error }
        .map { finding in
          var finding = finding
          finding.origin = .media
          if finding.notes.contains(where: { $0.message.hasPrefix("looked for") }) {
            finding.fixes = [PlanSourceMessages.whereElse]
          }
          return finding
        }
      findings += wrong
      if wrong.isEmpty, let planned = raster.fontHash,
        let found = texts.contentHash(of: raster), found != planned
      {
        findings.append(PlanSourceMessages.otherFonts(raster.style, planned, found, range: range))
      }
    }
    return findings
  }
}

/// A source of a plan beside what was found under its path.
private struct SourceFit {
  var source: PlannedSource
  var item: MediaItem
  var facts: MediaFacts
  /// The last of its pictures that is shown; `nil` where none is.
  var lastFrame: Int?
  var isHeard: Bool

  var findings: [Diagnostic] {
    let found = PlannedSource(item, facts)
    if found.contentHash != source.contentHash {
      return [PlanSourceMessages.otherContent(source, found.contentHash, range: item.valueRange)]
    }
    let isSame =
      found.frameHashes == source.frameHashes && found.pictures == source.pictures
      && found.isOpaque == source.isOpaque
    let hasFrames = lastFrame.map { $0 < frameCount } ?? true
    if isSame, hasFrames, !isHeard || facts.audio != nil { return [] }
    return [PlanSourceMessages.otherFacts(source, range: item.valueRange)]
  }

  /// Whether a crop lies within the upright pictures.
  func holds(_ crop: Rect) -> Bool {
    facts.video.map { $0.uprightSize.bounds.intersection(crop) == crop } ?? false
  }

  /// How many pictures there are to be shown.
  private var frameCount: Int {
    switch facts.video?.frames {
    case nil: 0
    case .still: 1
    case .regular(_, _, let count): count ?? .max
    case .irregular(let times, _, _): times.count
    }
  }
}

extension VideoFacts {
  /// Stored pixels after turning.
  var uprightSize: Size {
    orientation.swapsAxes ? Size(width: codedSize.height, height: codedSize.width) : codedSize
  }
}
