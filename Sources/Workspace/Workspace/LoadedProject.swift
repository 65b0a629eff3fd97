package import ChunkStorage
package import Diagnostics
package import FileSystem
package import MediaReading
package import PlanModel
package import ProjectFormat
import RenderPlanning
package import TimelineModel
package import TitleRendering

/// A project after all checks: what is known of it, and what is wrong.
package struct LoadedProject: Sendable {
  /// The project's text, to which the places of findings refer.
  package internal(set) var file: SourceFile
  /// What held when it was loaded.
  package let options: WorkspaceOptions
  /// Where its files are looked for.
  package let locator: MediaLocator
  /// What is written; `nil` where nothing can be said about it.
  package internal(set) var document: ProjectDocument?
  /// Facts about the media that could be opened, by their places in the project.
  package internal(set) var catalog = MediaCatalog(count: 0)
  /// Where readers of pictures and sound find the same media.
  package internal(set) var library: MediaLibrary
  /// Draws texts with the fonts that the project may use.
  package let texts: TextRenderer
  /// Tells whether the media are still what they were.
  package let hashes: SourceHashes
  /// The resolved edit; `nil` where there is an error among the findings.
  package internal(set) var timeline: Timeline?
  /// What will be rendered; there is one where there is a timeline.
  package internal(set) var plan: RenderPlan?
  /// All findings in the order of their places, without warnings that are silenced.
  package private(set) var diagnostics: [Diagnostic] = []

  /// As the project's file was named.
  package var path: String { file.path }

  /// A project of which nothing is known yet. Paths in it are relative to its file's folder.
  init(_ file: SourceFile, _ options: WorkspaceOptions) {
    self.file = file
    self.options = options
    locator = MediaLocator(options, project: file.path)
    library = MediaLibrary(allowedProtocols: locator.allowedProtocols)
    let (locator, longest) = (locator, options.limits[.textLength])
    texts =
      options.memory?.texts(for: file.path) {
        TextRenderer(FontAccess(locator), longestText: longest)
      } ?? TextRenderer(FontAccess(locator), longestText: longest)
    hashes = SourceHashes(folder: options.cache)
  }

  /// With an error among them there is nothing to be rendered.
  mutating func add(_ findings: [Diagnostic]) {
    diagnostics += findings.map { options.judged(document?.ofOutput($0) ?? $0) }.filter {
      $0.severity == .error || !options.silenced.contains($0.id)
    }
    diagnostics = diagnostics.sortedByLocation()
    guard diagnostics.containsErrors else { return }
    timeline = nil
    plan = nil
  }

  /// Gives back the memory of what will be rendered, where only findings and places are asked for from now on.
  package mutating func forgetPlan() { plan = nil }

  /// Takes in what is wrong with named outputs: the project's own movie can be rendered as before.
  package mutating func add(ofOutputs findings: [Diagnostic]) {
    diagnostics = (diagnostics + findings).sortedByLocation()
  }

  /// Mixes the sound, apart from what the cache knows the level of, and adds what is too loud.
  ///
  /// - Parameters:
  ///   - jobs: how much of it is mixed at the same time.
  ///   - progress: is told how many parts are mixed of how many, by any thread.
  package mutating func checkSound(
    jobs: Int, progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) {
    guard let timeline, let plan else { return }
    var heard = plan
    heard.audio?.spans = plan.mixes.flatMap(\.spans)
    add(IrregularSound(project: self, timeline: timeline, plan: heard).findings())
    add(UnheardStreams(project: self, timeline: timeline, plan: heard).findings())
    var found: [Diagnostic] = []
    for number in plan.mixes.indices {
      let check = AudioCheck(project: self, timeline: timeline, plan: plan.mix(number))
      // What is too loud in several tracks is said once.
      found += check.findings(jobs: jobs, progress: progress).filter { !found.contains($0) }
    }
    add(found)
  }
}
