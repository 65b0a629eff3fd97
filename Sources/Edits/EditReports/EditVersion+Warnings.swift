import Diagnostics
package import PlanModel
package import Workspace

extension EditVersion {
  /// The project and its plan; `nil` where there is none.
  package var planned: (LoadedProject, RenderPlan)? {
    guard let project, let plan = project.plan else { return nil }
    return (project, plan)
  }

  /// The paths of files that both versions read, with another content each.
  package static func changedFiles(_ base: EditVersion, _ other: EditVersion) -> [String] {
    guard let a = base.project?.fileContents, let b = other.project?.fileContents else { return [] }
    return a.filter { path, contents in b[path].map { $0 != contents } ?? false }.keys.sorted()
  }

  /// What keeps versions from being compared whole, each said once for all that it concerns.
  package static func warnings(
    of versions: [EditVersion], opensMedia: Bool
  ) -> [(severity: String, text: String)] {
    var (wrong, silent): ([String], [String]) = ([], [])
    var lost: [(severity: String, text: String)] = []
    for version in versions {
      let errors = (version.project?.diagnostics ?? []).filter { $0.severity == .error }
      // A part says nothing by itself of what it lies in.
      if errors.contains(where: { $0.id == .partGiven }) { continue }
      if errors.contains(where: { $0.origin == .project && $0.id != .mediaUnknown }) {
        wrong.append("'\(version.name)'")
      } else if opensMedia, !errors.isEmpty {
        for error in errors where error.id == .mediaUnavailable {
          let wayOut = error.fixes.first.map { "; \($0.message)" } ?? ""
          lost.append(("note", "in '\(version.name)' \(error.message)\(wayOut)"))
        }
        silent.append("'\(version.name)'")
      }
    }
    var warnings: [(severity: String, text: String)] = []
    if !wrong.isEmpty {
      let words =
        wrong.count == 1
        ? "has errors and is compared as far as it goes"
        : "have errors and are compared as far as they go"
      warnings.append(
        (
          "warning",
          "\(wrong.joined(separator: " and ")) \(words); 'cutlist check' shows what is wrong"
        ))
    }
    if !silent.isEmpty {
      warnings.append(
        (
          "note",
          "media of \(silent.joined(separator: " and ")) are missing or cannot be read, so frames and "
            + "sound are not compared"
        ))
    }
    return lost + warnings
  }
}
