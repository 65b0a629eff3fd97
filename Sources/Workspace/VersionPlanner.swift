import ChunkStorage
public import Diagnostics
import FileSystem
import MediaOpening
import MediaProbing
import MediaSources
public import PlanModel
import ProjectFormat
import RenderPlanning
import Synchronization
import TimelineModel

/// Plans versions of a project for the sake of what they show: each of the media is opened once for
/// all of them, fonts are not looked for, and nothing is said of what is merely not nice.
public final class VersionPlanner: Sendable {
  /// A version with its plan.
  public struct Planned: Sendable {
    /// What will be rendered; `nil` where there are errors.
    public var plan: RenderPlan?
    /// What media are known by, for as long as they are the same; in the version's order.
    public var media: [KnownMedia] = []
    /// The errors.
    public var errors: [Diagnostic] = []
  }

  /// A media item of a version, and what it was when it was opened.
  public struct KnownMedia: Hashable, Sendable {
    /// The item as written, with all else that decides what it is.
    public var item: String
    /// Stands for its content.
    public var contentHash: String

    /// An item that is known.
    public init(item: String, contentHash: String) {
      self.item = item
      self.contentHash = contentHash
    }
  }

  private let options: WorkspaceOptions
  private let hashes: SourceHashes
  private let known = Mutex<[String: Result<MediaFacts, MediaProblem>]>([:])

  /// Plans versions under the same options.
  public init(_ options: WorkspaceOptions) {
    self.options = options
    hashes = SourceHashes(folder: options.cache)
  }

  /// Whether a media item has been opened for some version, and is what it was then.
  public func knows(_ media: KnownMedia) -> Bool {
    known.withLock { (try? $0[media.item]?.get())?.contentHash == media.contentHash }
  }

  /// Plans a version.
  ///
  /// - Parameter file: under the path that its media's paths count from.
  public func plan(_ file: SourceFile) -> Planned {
    let (document, reading) = ProjectCompiler.document(from: file, limits: options.limits)
    var planned = Planned()
    planned.errors = reading
    if let document {
      let catalog = open(document, of: file, &planned)
      let (timeline, resolving) = ProjectCompiler.timeline(from: document, catalog: catalog)
      planned.errors += resolving
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
    _ document: ProjectDocument, of file: SourceFile, _ planned: inout Planned
  ) -> MediaCatalog {
    let locator = MediaLocator(options, project: file.path)
    // Generated media depend on the output, and files on where they are looked for.
    let place =
      "\(locator.projectFolder)\n\(document.outputSize) \(document.outputRate) "
      + "\(document.outputSampleRate)\n"
    let names = document.mediaItems.map { place + file.text(in: $0.valueRange) }
    let missing = known.withLock { known in names.indices.filter { known[names[$0]] == nil } }
    if !missing.isEmpty {
      let prober = MediaProber(document, locator: locator, options: options, hashes: hashes)
      let results = prober.probe(missing.map { document.mediaItems[$0] })
      known.withLock { known in
        for (index, result) in zip(missing, results) { known[names[index]] = result.map(\.facts) }
      }
    }
    var catalog = MediaCatalog(count: document.mediaItems.count)
    for (name, item) in zip(names, document.mediaItems) {
      switch known.withLock({ $0[name] }) {
      case .success(let facts):
        catalog[item.id] = facts
        planned.media.append(KnownMedia(item: name, contentHash: facts.contentHash))
      case .failure(let problem): planned.errors.append(problem.diagnostic)
      case nil: break
      }
    }
    return catalog
  }
}
