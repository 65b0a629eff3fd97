import ChunkStorage
package import Diagnostics
package import FileSystem
package import MediaOpening
package import MediaProbing
import BaseValues
import OutputKinds
import PlanModel
package import ProjectFormat
package import TimelineModel
import TitleRendering

/// What holds for all projects that are loaded: what they may reach, and what is kept of them.
package struct WorkspaceOptions: Sendable {
  /// Folders in which media and fonts are looked for after the project's own.
  package var mediaFolders: [String] = []
  /// Folders from which a confined project may read, too.
  package var allowedFolders: [String] = []
  /// Where the files of a plan lie that are not where it was written.
  package var map = PathMap()
  /// Whether a project may read only below its own, the media and the allowed folders.
  package var isConfined = false
  /// libav protocols that may be used beside `file`.
  package var allowedProtocols: [String] = []
  /// Filters that projects may use whatever they read.
  package var allowedFilters: Set<String> = []
  /// How much a project may ask for.
  package var limits = ProjectLimits()
  /// Folder of chunks and of what is known of media; `nil` keeps nothing.
  package var cache: String?
  /// What damage in media means; `nil` for what each project says.
  package var damagePolicy: DamagePolicy?
  /// Opens what libraries do not bound; `nil` to open everything in this process.
  package var reader: ReaderProgram?
  /// Whether a project has to be as its lock file says.
  package var isLocked = false
  /// Values of a project's parameters, by their names.
  package var settings: [String: String] = [:]
  /// Where these values are written; `nil` for the command line.
  package var settingPlaces: SettingPlaces?
  /// Which of a project's movies is made.
  package var rendition = Rendition()
  /// The projects that a version shows, as they were then, by their paths from its folder; `nil` for
  /// those that are there now.
  package var projectsThen: (@Sendable (_ path: String) -> Result<[UInt8], ProjectSource.Problem>?)?
  /// The media and fonts of a version as they were then; `nil` for those that are there now.
  package var filesThen: VersionFiles?
  /// What parts of a project that is being mended say by now, by the paths of their files.
  var changedParts: [String: [UInt8]] = [:]
  /// What files say that an editor has open, by their real paths; they count instead of what is stored.
  package var openTexts: [String: [UInt8]] = [:]
  /// Keeps what was found out about media from one loading of a project to the next; `nil` to find it out
  /// each time.
  package var memory: MediaMemory?
  /// Ids of warnings that are left out.
  package var silenced: Set<MessageID> = []
  /// Whether a movie is encoded. Where only pictures are composed, or sound is mixed, what is wrong with the movie's
  /// file alone does not matter yet.
  package var encodes = true

  /// Media are looked for beside the project only; nothing is confined, and nothing is kept.
  package init() {}
}

extension WorkspaceOptions {
  /// What is wrong with the movie's file alone, whatever is in it.
  private static let ofFile: Set<MessageID> = [.codecOutsideContainer, .metadata]

  /// A finding as grave as it is for what is made.
  func judged(_ finding: Diagnostic) -> Diagnostic {
    guard !encodes, Self.ofFile.contains(finding.id) else { return finding }
    var finding = finding
    finding.severity = .warning
    return finding
  }
}

extension MediaLocator {
  /// Where the files of a project are looked for, and may lie.
  ///
  /// - Parameter path: the project's file.
  package init(_ options: WorkspaceOptions, project path: String) {
    let folder = Self.folder(of: path)
    self.init(
      projectFolder: folder.isEmpty ? "." : folder, mediaFolders: options.mediaFolders,
      allowedFolders: options.allowedFolders, isConfined: options.isConfined,
      allowedProtocols: options.allowedProtocols)
    map = options.map
    version = options.filesThen
  }
}

extension FontAccess {
  /// The fonts that a project may use: installed ones, and files where its media may lie.
  init(_ locator: MediaLocator) {
    var permits: (@Sendable (String) -> Bool?)?
    if let scope = locator.scope { permits = { scope.permits($0) } }
    self.init(
      projectFolder: locator.projectFolder, mediaFolders: locator.mediaFolders, permits: permits)
    map = { path in ((try? locator.versionPath(path)) ?? nil) ?? locator.map.path(path) }
    refusal = { path in
      do throws(MediaLocator.Problem) {
        _ = try locator.versionPath(path)
        return nil
      } catch {
        guard case .unavailable(let reason, let fix) = error else { return nil }
        return "\(reason); \(fix)"
      }
    }
  }
}

extension MediaProber {
  /// Opens the media of a project.
  init(_ document: ProjectDocument, for project: LoadedProject) {
    var locator = project.locator
    if project.path != "-" { locator.projectFile = project.path }
    locator.namedPaths = Set(
      document.mediaItems.compactMap { item in
        if case .file(let path, _, _) = item.content.unfiltered { path } else { nil }
      })
    self.init(document, locator: locator, options: project.options, hashes: project.hashes)
  }

  /// Opens the media of a project.
  init(
    _ document: ProjectDocument, locator: MediaLocator, options: WorkspaceOptions,
    hashes: SourceHashes
  ) {
    self.init(
      locator: locator, outputSize: document.outputSize, outputRate: document.outputRate,
      sampleRate: document.outputSampleRate)
    prepare(options, hashes: hashes)
  }

  /// Opens media for the size and rate of their pictures as they are stored, of which the output's
  /// follow.
  init(formsOf options: WorkspaceOptions, locator: MediaLocator) {
    self.init(
      locator: locator, outputSize: Size(width: 1280, height: 720), outputRate: .default,
      sampleRate: 48_000)
    prepare(options, hashes: SourceHashes(folder: options.cache))
    countsForMovie = false
  }

  /// Opens the sources of a plan.
  init(_ plan: RenderPlan, for project: LoadedProject) {
    self.init(
      locator: project.locator, outputSize: plan.output.size, outputRate: plan.output.rate,
      sampleRate: plan.output.audio?.sampleRate ?? 48_000)
    prepare(project.options, hashes: project.hashes)
  }

  private mutating func prepare(_ options: WorkspaceOptions, hashes: SourceHashes) {
    filters = FilterRules(allowed: options.allowedFilters)
    limits = options.limits
    countsForMovie = true
    remember(options, hashes: hashes)
  }

  /// Opens files that a person names, by paths from the current folder. The output's numbers, which
  /// only generated media heed, are those of a project that says nothing.
  package init(ofFiles options: WorkspaceOptions) {
    self.init(
      locator: MediaLocator(projectFolder: ".", allowedProtocols: options.allowedProtocols),
      outputSize: Size(width: 1920, height: 1080), outputRate: .default,
      sampleRate: 48_000)
    remember(options, hashes: SourceHashes(folder: options.cache))
  }

  private mutating func remember(_ options: WorkspaceOptions, hashes: SourceHashes) {
    self.hashes = hashes
    facts = FactsStore(folder: options.cache)
    program = options.reader
  }
}
