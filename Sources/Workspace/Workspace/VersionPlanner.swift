import ChunkStorage
package import Diagnostics
package import FileSystem
import MediaOpening
import MediaProbing
import MediaSources
package import PlanModel
package import ProjectFormat
package import ProjectLock
import RenderPlanning
import Synchronization
import TimelineModel

/// Plans versions of a project for the sake of what they show: each of the media is opened once for
/// all of them, fonts are not looked for, and nothing is said of what is merely not nice.
///
/// Files that older versions read are often gone. The same content under another path takes their
/// place where it is known by its hash; else something stands in for them that is like nothing else,
/// so that at least all other frames are what they were.
package final class VersionPlanner: Sendable {
  /// A version with its plan.
  package struct Planned: Sendable {
    /// What will be rendered; `nil` where there are errors.
    package var plan: RenderPlan?
    /// What media are known by, for as long as they are the same; in the version's order.
    package var media: [KnownMedia] = []
    /// The errors.
    package var errors: [Diagnostic] = []
  }

  /// A media item of a version, and what it was when it was opened.
  package struct KnownMedia: Hashable, Sendable {
    /// The item as written, with all else that decides what it is.
    package var item: String
    /// Stands for its content.
    package var contentHash: String

    /// An item that is known.
    package init(item: String, contentHash: String) {
      self.item = item
      self.contentHash = contentHash
    }

    /// The path of a file that is not there, where something stands in for it; else `nil`.
    package var absentPath: String? { StandIn.path(ofHash: contentHash) }
  }

  /// What media of a version were, where that was written down.
  package struct Remembered: Sendable {
    /// What was known of them when the version was last planned.
    package var media: [KnownMedia]
    /// The lock file that came with the version.
    package var lock: LockedProject?

    /// What is remembered, if anything.
    package init(media: [KnownMedia] = [], lock: LockedProject? = nil) {
      self.media = media
      self.lock = lock
    }
  }

  /// Other files of a version, as they were.
  package struct Then: Sendable {
    /// Its parts and the projects that it shows, by their paths from its folder; `nil` for those of
    /// today.
    package var projects: (@Sendable (String) -> Result<[UInt8], ProjectSource.Problem>?)?
    /// Its media; `nil` for those of today.
    package var media: VersionFiles?

    /// Those of today.
    package init() {}
  }

  /// Stands in the name of an item before what its file's content was.
  fileprivate static let contentMark = "\nobject "

  private let options: WorkspaceOptions
  private let hashes: SourceHashes
  private let known = Mutex(Known())

  /// Plans versions under the same options.
  package init(_ options: WorkspaceOptions) {
    self.options = options
    hashes = SourceHashes(folder: options.cache)
  }

  /// Whether a media item has been opened for some version, and is what it was then.
  package func knows(_ media: KnownMedia) -> Bool {
    // What a commit has does not change.
    if media.item.contains(Self.contentMark), media.absentPath == nil { return true }
    return known.withLock { known in
      switch known.items[media.item] {
      case .success(let facts): facts.contentHash == media.contentHash
      case .failure: media.absentPath != nil
      case nil: false
      }
    }
  }

  /// What was opened for any version.
  private struct Known {
    /// By item as written.
    var items: [String: Result<MediaFacts, MediaProblem>] = [:]
    /// Where files lie, by their contents.
    var paths: [String: String] = [:]
  }

  /// Plans a version.
  ///
  /// - Parameters:
  ///   - file: under the path that its media's paths count from.
  ///   - remembered: what its media were, by which those are found that have gone elsewhere.
  ///   - then: its other files, as they were.
  package func plan(
    _ file: SourceFile, remembered: Remembered = Remembered(), then: Then = Then()
  ) -> Planned {
    var file = file
    var options = options
    options.projectsThen = then.projects
    let (document, reading) = ProjectCompiler.document(
      from: &file, limits: options.limits, settings: options.settings,
      rendition: options.rendition, projects: ProjectLoader(options).projects(besides: file))
    var planned = Planned()
    planned.errors = reading
    if let document {
      var catalog = open(document, of: file, remembered, then, &planned)
      var (timeline, resolving) = ProjectCompiler.timeline(from: document, catalog: &catalog)
      planned.errors += resolving
      if let files = then.media { timeline?.markFonts(files) }
      if let timeline {
        planned.errors += TimelineRules.check(timeline, catalog: catalog, limits: options.limits)
        if !planned.errors.containsErrors {
          do throws(PlanningError) {
            planned.plan = try RenderPlanner.plan(timeline, catalog: catalog)
          } catch {
            planned.errors.append(error.finding)
          }
        }
      }
    }
    planned.errors = planned.errors.filter { $0.severity == .error }
    return planned
  }

  private func open(
    _ document: ProjectDocument, of file: SourceFile, _ remembered: Remembered,
    _ then: Then, _ planned: inout Planned
  ) -> MediaCatalog {
    var options = options
    options.filesThen = then.media
    var contents: [MediaID: String] = [:]
    for item in document.mediaItems {
      contents[item.id] = item.filePath.flatMap { then.media?.file($0)?.content }
    }
    let locator = MediaLocator(options, project: file.path)
    // Generated media depend on the output, and files on where they are looked for.
    let place =
      "\(locator.projectFolder)\n\(document.outputSize) \(document.outputRate) "
      + "\(document.outputSampleRate)\n"
    let items = document.mediaItems.filter { !$0.isEdit && !$0.isCaptions }
    let names = items.map { item in
      // A path within a project that is shown counts from that project's folder.
      let isOwn = file.path(of: item.valueRange) == file.path
      return place + (isOwn ? "" : "\(item.writtenPath ?? "")\n") + file.text(in: item.valueRange)
        + (contents[item.id].map { Self.contentMark + $0 } ?? "")
    }
    let prober = MediaProber(document, locator: locator, options: options, hashes: hashes)
    open(zip(names, items).map { $0 }, with: prober)
    var catalog = MediaCatalog(count: document.mediaItems.count)
    for (name, item) in zip(names, items) {
      var name = name
      var found = known.withLock { $0.items[name] }
      if case .failure(let problem)? = found, problem.isNotFound || problem.isUnavailable,
        // What lies at a path last is not what a commit had there.
        let moved = moved(
          item,
          to: remembered.hash(of: item, name)
            ?? (problem.isNotFound ? last(of: item, locator) : nil))
      {
        name += "\n\(moved.writtenPath ?? "")"
        open([(name, moved)], with: prober)
        found = known.withLock { $0.items[name] }
      }
      switch found {
      case .success(let facts):
        catalog[item.id] = facts
        planned.media.append(KnownMedia(item: name, contentHash: facts.contentHash))
      case .failure(let problem) where problem.isNotFound || problem.isUnavailable:
        let facts = StandIn.facts(for: item, of: document, content: contents[item.id])
        catalog[item.id] = facts
        planned.media.append(KnownMedia(item: name, contentHash: facts.contentHash))
      case .failure(let problem): planned.errors.append(problem.diagnostic)
      case nil: break
      }
    }
    return catalog
  }

  /// Opens those of some items that were not opened before.
  private func open(_ items: [(name: String, item: MediaItem)], with prober: MediaProber) {
    let missing = known.withLock { known in items.filter { known.items[$0.name] == nil } }
    if missing.isEmpty { return }
    let results = prober.probe(missing.map(\.item))
    known.withLock { known in
      for (entry, result) in zip(missing, results) {
        known.items[entry.name] = result.map(\.facts)
        if case .success(.file(let file)) = result, case .file(let path, _) = file.place {
          known.paths[file.facts.contentHash] = Paths.absolute(path)
        }
      }
    }
  }

  /// The hash of an item's file when it was seen last.
  private func last(of item: MediaItem, _ locator: MediaLocator) -> String? {
    item.filePath.flatMap { path in
      hashes.last(of: Paths.absolute(MediaLocator.join(locator.projectFolder, path)))?.hash
    }
  }

  /// An item with the path at which its content lies now; `nil` where that is not known.
  private func moved(_ item: MediaItem, to hash: String?) -> MediaItem? {
    guard let hash, case .file(_, let video, let audio) = item.content,
      let path = known.withLock({ $0.paths[hash] })
    else { return nil }
    var moved = item
    moved.content = .file(path: path, videoStream: video, audioStream: audio)
    return moved
  }
}

extension VersionPlanner.Remembered {
  /// The hash of an item's content, as it was.
  fileprivate func hash(of item: MediaItem, _ name: String) -> String? {
    // What had gone elsewhere stands under its name with its path.
    let known = media.first {
      ($0.item == name || $0.item.hasPrefix(name + "\n")) && $0.absentPath == nil
    }
    if let known { return known.contentHash }
    return lock?.sources.first { $0.name == item.name }.map { "file:\($0.hash)" }
  }
}

extension Timeline {
  /// Lets font files that are not what they were be others than those that are there now. They are not
  /// opened for the sake of what a version shows.
  fileprivate mutating func markFonts(_ files: VersionFiles) {
    for index in tracks.indices { tracks[index].markFonts(files) }
    for index in edits.indices { edits[index].timeline.markFonts(files) }
  }
}

extension Track {
  fileprivate mutating func markFonts(_ files: VersionFiles) {
    for title in titles.indices {
      for layer in titles[title].layers.indices {
        guard case .text(var style) = titles[title].layers[layer].content else { continue }
        style.changeFontFiles { path in
          guard let content = files.file(path)?.content else { return path }
          return path + VersionPlanner.contentMark + content
        }
        titles[title].layers[layer].content = .text(style)
      }
    }
  }
}

extension MediaItem {
  /// The path of its file as written, whatever is made of it; `nil` where there is none.
  fileprivate var filePath: String? {
    switch content.unfiltered {
    case .file(let path, _, _), .look(let path, _), .captions(let path, _): path
    default: nil
    }
  }
}
