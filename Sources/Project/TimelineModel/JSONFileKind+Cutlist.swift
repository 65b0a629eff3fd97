package import Diagnostics

extension JSONFileKind {
  /// What files that Cutlist reads say of themselves; of each it can be told what it is instead.
  private static let marks = ["cutlist", "cutlistPart", "cutlistPlan"]

  /// A project that a person names, or what can be taken for one.
  package static let project = JSONFileKind(
    id: .noProject, noun: "project", marks: marks + ["tracks"],
    lack: "neither \"cutlist\" nor \"tracks\"",
    fix: "name a project file, or add \"cutlist\": 1 to it")

  /// A project that another one names: other programs have tracks, too.
  package static let nestedProject = JSONFileKind(
    id: .noProject, noun: "project", marks: marks, lack: "no \"cutlist\"",
    fix: "name a project file, or add \"cutlist\": 1 to it")

  /// A part of a project.
  package static let part = JSONFileKind(
    id: .partNotRead, noun: "part of a project", marks: marks, lack: "no \"cutlistPart\"",
    fix: "a part begins with { \"cutlistPart\": 1")

  /// A plan that was written.
  package static let plan = JSONFileKind(
    id: .planVersion, noun: "plan", marks: marks, lack: "no \"cutlistPlan\"",
    fix: "write a plan with 'cutlist plan PROJECT --write FILE'")
}
