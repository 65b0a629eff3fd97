import Diagnostics
import EditorText
import JSONRPC
import PlanModel
import ProjectFormat
import Workspace

/// A project that is to be loaded again: by another thread, so that who types waits for nothing.
package struct LoadWork: Sendable {
  let identity: String
  let edition: Int
  fileprivate let loader: ProjectLoader
  fileprivate let path: String
  fileprivate var file: SourceFile?
  fileprivate var project: LoadedProject?

  /// Loads it.
  ///
  /// - Parameter told: takes what can be said before all is known.
  package func done(_ told: ((LoadWork) -> Void)? = nil) -> LoadWork {
    var work = self
    guard let file = file ?? (try? loader.read(path, waits: false)) else { return work }
    let early = told.map { told in
      { (project: LoadedProject) in
        var early = self
        early.project = project
        told(early)
      }
    }
    work.project = loader.load(file, reading: early)
    return work
  }
}

/// A project whose text was changed, of which is told what can be told at once: by another thread.
package struct NearWork: Sendable {
  fileprivate let identity: String
  fileprivate let edition: Int
  fileprivate let loader: ProjectLoader
  fileprivate let file: SourceFile
  fileprivate let before: LoadedProject
  fileprivate var project: LoadedProject?

  /// Looks at what was changed.
  package func done() -> NearWork {
    var work = self
    work.project = loader.changed(file, since: before)
    return work
  }
}

/// A project whose sound is to be mixed, and whose outputs are to be looked at, which may take a while: by a thread of its
/// own.
package struct SoundWork: Sendable {
  let identity: String
  let revision: Int
  fileprivate let loader: ProjectLoader
  fileprivate let path: String
  fileprivate let file: SourceFile?
  fileprivate(set) var project: LoadedProject

  /// Mixes it, apart from what the cache knows the level of, and finds what is wrong with outputs alone.
  package func mixed() -> SoundWork {
    var work = self
    work.project.checkSound(jobs: max(1, Machine.cores / 2))
    if let file = file ?? (try? loader.read(path, waits: false)) {
      work.project.add(ofOutputs: loader.outputFindings(of: work.project, in: file))
    }
    return work
  }
}

// What is wrong with projects, told after each change.
extension LanguageServer {
  /// Whether something is to be worked out that nobody has asked for.
  package var hasWork: Bool { projects.values.contains(where: \.isStale) }

  /// Works out what has changed for one project, in this thread.
  ///
  /// - Returns: what is to be sent.
  package func work() -> [String] { loadWork().map { finish($0.done()) } ?? [] }

  /// A project that is to be loaded again.
  package func loadWork() -> LoadWork? {
    guard let identity = projects.filter({ $0.value.isStale && !$0.value.isLoading }).keys.min(),
      let project = projects[identity]
    else { return nil }
    project.isStale = false
    project.isLoading = true
    return work(for: project, identity)
  }

  private func work(for project: ServedProject, _ identity: String) -> LoadWork {
    LoadWork(
      identity: identity, edition: project.edition, loader: ProjectLoader(options),
      path: project.path, file: documentsByPath[identity]?.file)
  }

  /// Takes a project that was loaded.
  ///
  /// - Returns: what is to be sent: nothing where it has changed meanwhile.
  package func finish(_ work: LoadWork) -> [String] {
    guard let project = projects[work.identity] else { return [] }
    project.isLoading = false
    take(work.project, of: project)
    // What is behind is still good for names and hints.
    if project.edition == work.edition { publish(project, project.loaded) }
    defer { outbox = [] }
    return outbox
  }

  /// Takes what can be said of a project that was not loaded before: who opens a large one sees that at
  /// once.
  ///
  /// - Returns: what is to be sent: nothing once more is known, or it has changed meanwhile.
  package func finish(early work: LoadWork) -> [String] {
    guard let project = projects[work.identity], project.loaded == nil, project.isLoading,
      project.edition == work.edition
    else { return [] }
    publish(project, work.project)
    defer { outbox = [] }
    return outbox
  }

  /// Whether a text is long that is being changed: it is loaded once the typing rests, so that nothing is in its way.
  package var hasLargeWork: Bool {
    projects.contains { $0.value.isStale && $0.value.loaded != nil && isLarge($0.key) }
  }

  /// Whether there is a change to be looked at alone.
  package var hasNearWork: Bool { projects.contains { isToBeLookedAt($0.value, $0.key) } }

  private func isLarge(_ identity: String) -> Bool {
    documentsByPath[identity].map { $0.text.bytes.count > largeText } ?? false
  }

  private func isToBeLookedAt(_ project: ServedProject, _ identity: String) -> Bool {
    (project.isStale || project.isLoading) && !project.isLooking
      && project.nearEdition != project.edition && project.loaded != nil && isLarge(identity)
  }

  /// A large project whose text was changed, and of which nothing was told since.
  package func nearWork() -> NearWork? {
    for (identity, project) in projects.sorted(by: { $0.key < $1.key })
    where isToBeLookedAt(project, identity) {
      guard let file = documentsByPath[identity]?.file, let before = project.loaded else {
        continue
      }
      project.isLooking = true
      project.nearEdition = project.edition
      return NearWork(
        identity: identity, edition: project.edition, loader: ProjectLoader(options), file: file,
        before: before)
    }
    return nil
  }

  /// Takes what was told of a change.
  ///
  /// - Returns: what is to be sent: nothing where there was another one meanwhile, or the whole is known.
  package func finish(_ work: NearWork) -> [String] {
    guard let project = projects[work.identity] else { return [] }
    project.isLooking = false
    guard project.edition == work.edition, project.isStale || project.isLoading,
      let near = work.project
    else { return [] }
    project.near = near
    publish(project, near)
    defer { outbox = [] }
    return outbox
  }

  /// What there is to say of a project without making anybody wait: all where its text is short or was not changed, else
  /// what could be told of the change; `nil` as long as there is none.
  func known(_ identity: String) -> LoadedProject? {
    guard let project = projects[identity], project.isStale || project.isLoading,
      let file = documentsByPath[identity]?.file, isLarge(identity), project.loaded != nil
    else { return fresh(identity)?.loaded }
    return project.near.flatMap { $0.file.bytes == file.bytes ? $0 : nil }
  }

  /// A project whose sound has not been mixed since it was loaded.
  package func soundWork() -> SoundWork? {
    guard !hasWork, !projects.values.contains(where: \.isLoading),
      let identity = projects.filter(\.value.needsSound).keys.min(),
      let project = projects[identity], let loaded = project.loaded
    else { return nil }
    project.needsSound = false
    return SoundWork(
      identity: identity, revision: project.revision, loader: ProjectLoader(options),
      path: project.path, file: documentsByPath[identity]?.file, project: loaded)
  }

  /// Takes a project whose sound was mixed.
  ///
  /// - Returns: what is to be sent: nothing where it has changed meanwhile, or nothing is too loud.
  package func finish(_ work: SoundWork) -> [String] {
    guard let project = projects[work.identity], project.revision == work.revision,
      !project.isStale, !project.isLoading
    else { return [] }
    let isNew = project.loaded?.diagnostics != work.project.diagnostics
    project.loaded = work.project
    project.loaded?.forgetPlan()
    if isNew { publish(project, project.loaded) }
    defer { outbox = [] }
    return outbox
  }

  // MARK: - Loading

  /// The project as its texts are now.
  func fresh(_ identity: String) -> ServedProject? {
    guard let project = projects[identity] else { return nil }
    if project.isStale || project.isLoading {
      // It is not published: whoever works anyway does that.
      let isStale = project.isStale
      take(work(for: project, identity).done().project, of: project)
      if isStale { project.isStale = true }
    }
    return project
  }

  private func take(_ loaded: LoadedProject?, of project: ServedProject) {
    project.revision += 1
    if !project.isStale { project.near = nil }
    guard let loaded else {
      project.loaded = nil
      return
    }
    project.needsSound = loaded.plan?.audio != nil || loaded.file.mentions("\"outputs\"")
    if let timeline = loaded.timeline {
      project.resolved = ResolvedEdit(timeline: timeline, file: loaded.file)
    }
    project.loaded = loaded
    if !project.needsSound { project.loaded?.forgetPlan() }
  }

  // MARK: - Telling

  /// Sends the findings of a project, to each of its files its own.
  ///
  /// - Parameter loaded: has them.
  private func publish(_ project: ServedProject, _ loaded: LoadedProject?) {
    var places = Places(client.columns, documentsByPath)
    var byAddress: [String: [Diagnostic]] = [:]
    var order: [String] = []
    if let loaded {
      for finding in Self.findings(of: loaded) {
        let uri = places.located(finding.range, in: loaded.file).uri
        if byAddress[uri] == nil { order.append(uri) }
        byAddress[uri, default: []].append(finding)
      }
    }
    let own = documentsByPath[DocumentURI.identity(project.path)]?.uri
    if let own, byAddress[own] == nil { order.append(own) }
    for uri in order {
      guard let loaded else { continue }
      outbox.append(
        RPCText.notification("textDocument/publishDiagnostics") { json in
          json.member("uri", uri)
          if let version = documents[uri]?.version { json.member("version", version) }
          json.key("diagnostics")
          json.array { json in
            for finding in byAddress[uri] ?? [] {
              write(finding, of: loaded, &places, to: &json)
            }
          }
        })
    }
    for uri in project.published.subtracting(order).sorted() { send(findings: [], to: uri) }
    project.published = Set(order)
  }

  /// The findings as `check --json` has them.
  static func findings(of project: LoadedProject) -> [Diagnostic] {
    project.diagnostics.folded(sameText: 1000, sameID: 1000)
  }

  func send(findings: [Diagnostic], to uri: String) {
    outbox.append(
      RPCText.notification("textDocument/publishDiagnostics") { json in
        json.member("uri", uri)
        json.key("diagnostics")
        json.array { _ in }
      })
  }

  func write(
    _ finding: Diagnostic, of project: LoadedProject, _ places: inout Places,
    to json: inout JSONWriter
  ) {
    let own = places.located(finding.range, in: project.file)
    json.object { json in
      json.key("range")
      json.range(own.range)
      json.member(
        "severity", finding.severity == .error ? 1 : finding.severity == .warning ? 2 : 3)
      json.member("code", finding.id.rawValue)
      json.member("source", "cutlist")
      json.member("message", finding.message)
      if [.unusedMedia, .unusedGroup, .styleUnused, .parameterUnused].contains(finding.id) {
        json.key("tags")
        json.array { $0.integer(1) }
      }
      guard client.takesNotesOfFindings else { return }
      let advice = finding.fixes.filter { $0.edits.isEmpty }.map { "fix: \($0.message)" }
      let label = finding.label.map { [$0] } ?? []
      guard !(finding.notes.isEmpty && advice.isEmpty && label.isEmpty) else { return }
      json.key("relatedInformation")
      json.array { json in
        for text in label { note(text, own.uri, own.range, &json) }
        for entry in finding.notes {
          let place =
            entry.range.flatMap { $0.isNone ? nil : $0 }
            .map { places.located($0, in: project.file) } ?? own
          note(entry.message, place.uri, place.range, &json)
        }
        for text in advice { note(text, own.uri, own.range, &json) }
      }
    }
  }

  private func note(
    _ message: String, _ uri: String, _ range: Range<DocumentText.Position>,
    _ json: inout JSONWriter
  ) {
    json.object { json in
      json.key("location")
      json.location(uri, range)
      json.member("message", message)
    }
  }

  // MARK: - Asked

  /// The findings of a document, for editors that ask for them.
  func pulledFindings(_ params: JSONValue) -> Answer {
    guard let document = document(params) else { return Self.unknownDocument }
    var found: [(ServedProject, LoadedProject, [Diagnostic])] = []
    for identity in projects.keys.sorted() {
      guard let project = fresh(identity), let loaded = project.loaded else { continue }
      var places = Places(client.columns, documentsByPath)
      let own = Self.findings(of: loaded).filter {
        places.located($0.range, in: loaded.file).uri == document.uri
      }
      if !own.isEmpty { found.append((project, loaded, own)) }
    }
    let all = found
    return .result { json in
      json.object { json in
        json.member("kind", "full")
        json.key("items")
        json.array { json in
          for (_, loaded, findings) in all {
            var places = Places(self.client.columns, self.documentsByPath)
            for finding in findings { self.write(finding, of: loaded, &places, to: &json) }
          }
        }
      }
    }
  }

  static var unknownDocument: Answer {
    .failure(
      RPCError.invalidParams,
      "the document is not open or no file of this machine, or there is no such position")
  }
}
