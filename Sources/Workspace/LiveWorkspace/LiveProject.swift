import Diagnostics
import ProjectFormat
import Workers
package import Workspace

/// A project file that is worked on: its newest text with what is wrong with it, and the newest state without errors,
/// which stays to be looked at while the text has some.
package final class LiveProject: Sendable {
  /// What is known at a moment.
  package struct State: Sendable {
    /// Rises with each change of what follows.
    package var version = 0
    /// The newest text, as it was loaded; `nil` before the first and while the file cannot be read.
    package var latest: LoadedProject?
    /// Why the file cannot be read.
    package var problem: String?
    /// The newest state without errors.
    package var shown: LiveEdit?
    /// The one before it.
    package var before: LiveEdit?
  }

  package let path: String
  private let loader: ProjectLoader
  private let state = Monitor(State())

  /// Reads nothing yet.
  package init(_ path: String, _ options: WorkspaceOptions) {
    self.path = path
    loader = ProjectLoader(options)
  }

  package var now: State { state.change { $0 } }

  /// Reads the file and what it names, and takes over what is new.
  ///
  /// - Parameter mediaHaveChanged: whether a text that is as it was has to be loaded again.
  /// - Returns: whether anything is new.
  @discardableResult
  package func refresh(mediaHaveChanged: Bool = false) -> Bool {
    let text: SourceFile
    do throws(ProjectFileError) {
      text = try loader.read(path, waits: false)
    } catch {
      let words = CommandFailure(error, reading: path).message
      return state.change { state in
        guard state.problem != words else { return false }
        state.problem = words
        state.version += 1
        return true
      }
    }
    let known = now
    // What was wrong may have been in another file.
    let isWrong = known.latest?.diagnostics.containsErrors ?? false
    if !mediaHaveChanged, !isWrong, known.problem == nil, known.latest?.file.bytes == text.bytes {
      return false
    }
    let project = loader.load(text)
    let edit = LiveEdit(project, number: known.version + 1)
    defer { if edit != nil { known.shown?.rest() } }
    let old = state.change { state -> LiveEdit? in
      state.problem = nil
      state.latest = project
      state.version += 1
      guard let edit else { return nil }
      let old = state.before
      state.before = state.shown
      state.shown = edit
      return old
    }
    old?.rest()
    return true
  }

  /// Says that something else about the newest state is new.
  package func touch() { state.change { $0.version += 1 } }

  /// Puts findings that take longer to find beside those that were found first.
  package func complete(_ project: LoadedProject, of edit: LiveEdit) {
    state.change { state in
      guard state.shown === edit, state.latest?.file.bytes == project.file.bytes else { return }
      state.latest = project
      state.version += 1
    }
  }

  /// Waits until there is a newer version than one, or for so long.
  ///
  /// - Returns: the newest version.
  package func wait(beyond version: Int, milliseconds: Int) -> Int {
    _ = state.wait(milliseconds: milliseconds) { $0.version > version }
    return now.version
  }

  /// Follows changes of the file, and of all that it names, until it is to end.
  ///
  /// - Parameter look: is done every two seconds.
  package func follow(until isOver: @escaping () -> Bool, look: () -> Void = {}) {
    var watch = FileWatch(of: [path])
    refresh()
    var looks = 0
    watch.watch(watched)
    while !isOver() {
      let changes = watch.changes()
      if !changes.isEmpty {
        refresh(mediaHaveChanged: changes != [path])
        watch.watch(watched)
      }
      looks += 1
      if looks % 10 == 0 { look() }
      FileWatch.rest()
    }
  }

  /// The files of the newest text; while it cannot be read as a project, those of the state that is shown too.
  private var watched: [String] {
    let known = now
    let newest = known.latest?.watchedFiles ?? [path]
    let hasDocument = known.latest?.document != nil
    return Array(
      Set(newest + (hasDocument ? [] : known.shown?.project.watchedFiles ?? []) + [path]))
  }
}
