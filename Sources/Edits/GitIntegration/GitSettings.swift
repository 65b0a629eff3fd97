import Workspace
import GitRepository

/// What git is told, as keys and values of its configuration and as attributes of files.
struct GitSettings {
  /// The path of this program.
  var program: String

  static let sections = [
    "diff.cutlist", "difftool.cutlist", "merge.cutlist", "merge.cutlist-golden",
  ]
  static let projectAttributes = " diff=cutlist merge=cutlist"

  var values: [(key: String, value: String)] {
    let git = "\(ShellText.quoted(program)) git"
    return [
      ("diff.cutlist.command", "\(git) diff-driver --"),
      ("diff.cutlist.textconv", "\(git) textconv --"),
      // What is shown beside the numbers of lines: the track.
      ("diff.cutlist.xfuncname", "^ *(([a-z]+ )?track .*)$"),
      ("difftool.cutlist.cmd", "\(ShellText.quoted(program)) diff -- \"$LOCAL\" \"$REMOTE\""),
      ("merge.cutlist.name", "projects by clips, titles and properties"),
      ("merge.cutlist.driver", "\(git) merge-driver -- %O %A %B %L %P"),
      ("merge.cutlist-golden.name", "golden files by entries"),
      ("merge.cutlist-golden.driver", "\(git) golden-driver -- %O %A %B %L %P"),
    ]
  }

  /// The lines of attributes for projects of these names, and for golden files beside them.
  static func attributes(of patterns: [String]) -> [String] {
    var golden: [String] = []
    for pattern in patterns {
      // A pattern without a folder means every folder.
      let folder = pattern.lastIndex(of: "/").map { String(pattern[...$0]) } ?? "**/"
      for name in ["*plan.txt", "*frames.txt", "*frame-*.png"] {
        let line = AttributesText.quoted("\(folder)golden/\(name)") + " merge=cutlist-golden"
        if !golden.contains(line) { golden.append(line) }
      }
    }
    return patterns.map { AttributesText.quoted($0) + projectAttributes } + golden
  }
}
