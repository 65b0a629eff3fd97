import Diagnostics
import LiveWorkspace
import MovieWriting
import PlanModel
import RenderPlanning
import Rendering
import Reports
import Synchronization
import Workspace

/// The tracks of states as HTML: at once, with small pictures and the shape of the sound once these are made, and
/// until then with those of the state before.
final class TimelineDrawings: Sendable {
  private struct Finished: Sendable {
    var edit = 0
    var json = ""
    var tracks: TrackDrawing?
  }

  private let newest = Mutex(Finished())

  /// The number of the state whose tracks are complete; 0 for none.
  var finished: Int { newest.withLock { $0.edit } }

  /// The tracks of a state, as complete as they are by now.
  func drawing(of edit: LiveEdit) -> String {
    if let known = newest.withLock({ $0.edit == edit.number ? $0.json : nil }) { return known }
    let earlier = newest.withLock { $0.tracks }
    return Self.json(report(of: edit).bareTracks(after: earlier), isComplete: false)
  }

  /// Makes small pictures and the shape of the sound.
  ///
  /// - Parameter isOver: is asked between two clips whether nobody wants it any more.
  func complete(_ edit: LiveEdit, until isOver: () -> Bool) {
    do throws(RenderError) {
      let tracks = try report(of: edit).tracks(
        backend: edit.project.backend(for: edit.plan), encode: StillWriter.jpeg, until: isOver)
      guard let tracks else { return }
      let json = Self.json(tracks, isComplete: true)
      newest.withLock { $0 = Finished(edit: edit.number, json: json, tracks: tracks) }
    } catch {
      // What cannot be read shows in the frames that need it; the tracks stay bare.
    }
  }

  private func report(of edit: LiveEdit) -> TimelineReport {
    var report = TimelineReport(
      file: edit.project.file, timeline: edit.timeline, plan: edit.plan,
      findings: edit.project.diagnostics)
    let items = PlannedItems(edit.timeline)
    report.outermost = { items.way(to: $0).first ?? $0 }
    return report
  }

  private static func json(_ tracks: TrackDrawing, isComplete: Bool) -> String {
    var json = JSONWriter(.compact)
    json.object { json in
      json.member("complete", isComplete)
      json.member("html", tracks.html)
      json.member("css", tracks.css)
    }
    return json.text
  }
}
